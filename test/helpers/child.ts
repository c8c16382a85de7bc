import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';

/** The built program (`npm run build` comes first). */
export const program = join(import.meta.dirname, '..', '..', 'bin', 'pvg.js');

export interface Child {
  readonly process: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** What `find` makes of what the child has said, as soon as it makes anything of it. */
  until<Found>(find: () => Found | undefined): Promise<Found>;
  /** Its exit status, or the signal that ended it, once its streams are closed too. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** A process that is waited for by what it says, never for a time. */
export function startChild(
  command: string,
  words: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env: NodeJS.ProcessEnv;
    readonly stdio?: StdioOptions;
  },
): Child {
  const child = spawn(command, words, options);
  const said = { out: '', err: '' };
  const watchers = new Set<() => void>();
  const tell = (): void => {
    for (const watch of watchers) watch();
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
    tell();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
    tell();
  });
  // A child that is killed no longer reads.
  child.stdin?.on('error', () => undefined);
  let isOver = false;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (status, signal) => {
      isOver = true;
      resolve(status ?? signal);
      tell();
    });
  });
  const until = <Found>(find: () => Found | undefined): Promise<Found> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found === undefined && !isOver) return;
        watchers.delete(look);
        if (found !== undefined) resolve(found);
        else reject(new TypeError(`it ended before: ${said.out}${said.err}`));
      };
      watchers.add(look);
      look();
    });
  return { process: child, out: () => said.out, err: () => said.err, until, ended };
}

export const startPvg = (
  words: readonly string[],
  options: Parameters<typeof startChild>[2],
): Child => startChild(process.execPath, [program, ...words], options);
