import { startPvg } from './child.js';
import { temporaryFolder } from './context.js';

interface ServerProcess {
  readonly url: string;
  readonly port: number;
  /** What it has said so far on both streams. */
  said(): string;
  /** Its exit status. */
  stop(): Promise<number | string | null>;
}

/** `pvg emulate` or `pvg listen` as a process of its own. */
export async function serverProcess(words: readonly string[]): Promise<ServerProcess> {
  const child = startPvg([...words, '--port', '0'], {
    env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
  });
  const [, url = '', port] = await child.until(
    () => /listening on (http:\/\/127\.0\.0\.1:(\d+))\n/.exec(child.err()) ?? undefined,
  );
  return {
    url,
    port: Number(port),
    said: () => child.out() + child.err(),
    stop: () => {
      child.process.kill('SIGTERM');
      return child.ended;
    },
  };
}
