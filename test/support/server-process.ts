import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './context.js';

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  /** What it has said so far on both streams. */
  said(): string;
  /** Its exit status. */
  stop(): Promise<number | null>;
}

/** `pvg emulate` or `pvg listen` as a process of its own (`npm run build` comes first). */
export async function serverProcess(words: readonly string[]): Promise<ServerProcess> {
  const program = join(import.meta.dirname, '..', '..', 'bin', 'pvg.js');
  const child = spawn(process.execPath, [program, ...words, '--port', '0'], {
    env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
  });
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (let waits = 0; waits < 500; waits += 1) {
    const [, url, port] = /listening on (http:\/\/127\.0\.0\.1:(\d+))\n/.exec(said) ?? [];
    if (url !== undefined) {
      const stop = (): Promise<number | null> => {
        child.kill('SIGTERM');
        return ended;
      };
      return { url, port: Number(port), said: () => said, stop };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new TypeError(`it does not listen: ${said}`);
}
