import { spawn, type ChildProcess } from 'node:child_process';
import { kill, platform } from 'node:process';
import type { Readable } from 'node:stream';
import type { Execute, Executed } from '../context.js';
import { codeOf } from './system.js';

/** In bytes: of a longer output only the beginning is kept. */
const mostOutputBytes = 64 * 1024;

/** Windows has no process groups: there only the program itself is ended. */
const hasGroups = platform !== 'win32';

const noBytes = Buffer.alloc(0);
const notStarted: Executed = {
  status: null,
  stdout: noBytes,
  stderr: noBytes,
  failed: undefined,
};

/** Runs programs with the environment of this process, without the variables that are only for pvg and Node. */
export const openExecute =
  (ownEnvironment: Readonly<Record<string, string | undefined>>): Execute =>
  async (
    [program = '', ...words],
    { stdin, env, timeoutMs, signal, keepBytes = mostOutputBytes, isOutputIgnored = false },
  ) => {
    if (signal.aborted) return notStarted;
    // pvg's variables may contain secrets, and Node's may switch on reports and traces that would contain them.
    const inherited = Object.entries(ownEnvironment).filter(
      ([name]) => !/^(PVG_|NODE_)/.test(name),
    );
    // The plain type says that a stream may be null: with `ignore`, the child has none for its output.
    const child: ChildProcess = spawn(program, words, {
      env: { ...Object.fromEntries(inherited), ...env },
      stdio: isOutputIgnored ? ['pipe', 'ignore', 'ignore'] : 'pipe',
      windowsHide: true,
      // The program leads a group of its own, so that the programs it has started end with it.
      detached: hasGroups,
    });
    const stdout = keepBeginning(child.stdout, keepBytes);
    const stderr = keepBeginning(child.stderr, keepBytes);
    // A program may end without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
    const { status, failed } = await endOf(child, timeoutMs, signal);
    return { status, stdout: stdout(), stderr: stderr(), failed };
  };

/** Waits until the program has ended and its streams are closed. Ends it after its time, or when the signal is aborted. */
function endOf(
  child: ChildProcess,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Pick<Executed, 'status' | 'failed'>> {
  let failed: string | undefined;
  const end = (): void => endGroup(child);
  const timeout = setTimeout(() => {
    failed = 'ETIMEDOUT';
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end);
  return new Promise<Pick<Executed, 'status' | 'failed'>>((resolve) => {
    // The program could not be started.
    child.once('error', (error) => resolve({ status: null, failed: codeOf(error) }));
    child.once('close', (status) => resolve({ status, failed }));
  }).finally(() => {
    clearTimeout(timeout);
    signal.removeEventListener('abort', end);
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // The program has ended meanwhile.
  }
  // A process that has left the group may still hold these streams.
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function keepBeginning(output: Readable | null, mostBytes: number): () => Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  output?.on('data', (chunk: Buffer) => {
    if (length < mostBytes) chunks.push(chunk);
    length += chunk.length;
  });
  return () => Buffer.concat(chunks).subarray(0, mostBytes);
}
