import { execFile, type ExecFileOptionsWithBufferEncoding } from 'node:child_process';
import type { Execute, Executed } from '../context.js';

/** A program that prints more is ended. */
const mostOutputBytes = 64 * 1024;

export const openExecute =
  (own: Readonly<Record<string, string | undefined>>): Execute =>
  ([program = '', ...words], { stdin, env, timeoutMs, signal }) =>
    new Promise<Executed>((resolve) => {
      // pvg's variables may contain secrets, and Node's may switch on reports and traces that would contain them.
      const inherited = Object.entries(own).filter(([name]) => !/^(PVG_|NODE_)/.test(name));
      const options: ExecFileOptionsWithBufferEncoding = {
        env: { ...Object.fromEntries(inherited), ...env },
        ...{ signal, timeout: timeoutMs, killSignal: 'SIGKILL' },
        ...{ encoding: 'buffer', maxBuffer: mostOutputBytes, windowsHide: true },
      };
      const child = execFile(program, words, options, (error, stdout, stderr) => {
        const code: unknown = error === null ? 0 : error.code;
        const status = typeof code === 'number' ? code : null;
        const failed = child.pid === undefined ? String(code) : error?.killed ? 'ETIMEDOUT' : undefined;
        resolve({ status, stdout, stderr, failed });
      });
      // A program may end without reading its input.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(stdin);
    });
