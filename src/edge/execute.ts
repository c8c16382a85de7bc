import { spawn } from 'node:child_process';
import type { Execute, Executed } from '../context.js';

const usualOutput = 64 * 1024;

/** Collects the beginning of a stream. */
function beginningOf(stream: NodeJS.ReadableStream, longestOutput: number): () => Uint8Array {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < longestOutput) chunks.push(chunk.subarray(0, longestOutput - size));
    size += chunk.length;
  });
  return () => Buffer.concat(chunks);
}

/**
 * The environment of a child process: without pvg's variables, which may contain secrets, and without Node's, which may
 * switch on reports and traces that would contain them.
 */
const childEnv = (env: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const kept = Object.entries(env).filter(
    ([name, value]) => value !== undefined && !/^(PVG_|NODE_)/.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
};

export const openExecute =
  (own: Readonly<Record<string, string | undefined>>, longestOutput = usualOutput): Execute =>
  ([program = '', ...words], { stdin, env, timeoutMs, signal }) =>
    new Promise<Executed>((resolve) => {
      const child = spawn(program, words, { env: { ...childEnv(own), ...env }, windowsHide: true });
      const stdout = beginningOf(child.stdout, longestOutput);
      const stderr = beginningOf(child.stderr, longestOutput);
      const end = (how: Executed): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', kill);
        resolve(how);
      };
      const kill = (): void => {
        child.kill('SIGKILL');
        // Its own children may keep the pipes open.
        child.stdout.destroy();
        child.stderr.destroy();
      };
      const late = setTimeout(() => {
        kill();
        end({ kind: 'timed-out' });
      }, timeoutMs);
      signal.addEventListener('abort', kill);
      child.on('error', (error: NodeJS.ErrnoException) => {
        end({ kind: 'not-started', code: error.code ?? error.message });
      });
      child.on('close', (status) => {
        end({ kind: 'ended', status, stdout: stdout(), stderr: stderr() });
      });
      // A program may end without reading its input.
      child.stdin.on('error', () => undefined);
      child.stdin.end(stdin);
    });
