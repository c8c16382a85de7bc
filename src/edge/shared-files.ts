import type { ChildProcess } from 'node:child_process';
import { FileError, type SharedFiles } from '../context.js';
import { childEnv } from './child-env.js';
import type { Order, Said, SharedCall } from './shared-files.child.js';

/**
 * Files in a child process: a call to a network drive that is gone blocks a thread, and a process with such a thread
 * does not end, not even by process.exit().
 */

interface SharedFilesOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The child's program. */
  readonly script: string;
  readonly workingFolder: string;
}

interface Asked {
  readonly path: string;
  readonly resolve: (result: never) => void;
  readonly reject: (error: FileError) => void;
}

export function openSharedFiles(options: SharedFilesOptions): SharedFiles {
  const asked = new Map<number, Asked>();
  let child: Promise<ChildProcess> | undefined;
  let count = 0;

  const answered = ({ id, result, code }: Said, { channel }: ChildProcess): void => {
    const { path = '', resolve, reject } = asked.get(id) ?? {};
    asked.delete(id);
    if (asked.size === 0) channel?.unref();
    if (code === undefined) resolve?.(result as never);
    else reject?.(new FileError(code, path));
  };
  const abandon = (): void => {
    for (const { path, reject } of asked.values()) reject(new FileError('ECANCELED', path));
    asked.clear();
    void child?.then((each) => {
      each.kill('SIGKILL');
      if (each.connected) each.disconnect();
    });
  };
  const start = async (): Promise<ChildProcess> => {
    const started = await startChild(options);
    started.unref();
    started.on('message', (said) => {
      answered(said as Said, started);
    });
    started.on('error', abandon);
    started.on('exit', abandon);
    return started;
  };
  const call =
    (name: SharedCall) =>
    async (...words: readonly [path: string, ...more: unknown[]]): Promise<never> => {
      const running = await (child ??= start());
      const id = (count += 1);
      return new Promise((resolve, reject) => {
        asked.set(id, { path: words[0], resolve, reject });
        running.channel?.ref();
        const order: Order = { id, name, words };
        running.send(order, (error) => {
          if (error !== null) abandon();
        });
      });
    };
  return {
    append: call('append'),
    lines: call('lines'),
    names: call('names'),
    look: call('look'),
    rename: call('rename'),
    remove: call('remove'),
    writingFails: call('writingFails'),
    abandon,
  };
}

async function startChild({ env, script, workingFolder }: SharedFilesOptions): Promise<ChildProcess> {
  // Loaded here: few runs have a folder of a team.
  const { fork } = await import('node:child_process');
  return fork(script, {
    cwd: workingFolder,
    env: childEnv(env),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
