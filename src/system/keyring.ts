import { existsSync } from 'node:fs';
import { execPath } from 'node:process';
import { isSea } from 'node:sea';
import { KeyringError, type Execute, type Keyring } from '../context.js';
import { notInstalled, type KeyringAnswer, type KeyringQuestion } from './keyring-entry.js';

interface KeyringOptions {
  readonly execute: Execute;
  readonly interrupt: () => AbortSignal;
  /** The file of `keyring.process.ts`. */
  readonly program: string;
  /** Usually 30 s: long enough to type a password into the system’s own window. */
  readonly timeoutMs?: number;
}

/** In bytes: two secrets of the longest kind, escaped. */
const longestAnswer = 1024 * 1024;

/**
 * The system's keyring. Its native code blocks the thread that calls it, and that thread gets no signal. So pvg starts
 * another process for each question, which it can end. docs/decisions/keyring.md says more.
 */
export function openKeyring({
  execute,
  interrupt,
  program,
  timeoutMs = 30_000,
}: KeyringOptions): Keyring {
  let isSilent = false;

  const ask = async (question: KeyringQuestion): Promise<string | undefined> => {
    // The keyring did not answer the last question in time, and the next one would wait as long.
    if (isSilent) throw new KeyringError(noAnswer);
    // A native package cannot be inside the executable.
    if (isSea()) throw new KeyringError(notInstalled);
    if (!existsSync(program)) throw new KeyringError('a file of pvg is missing; install pvg again');
    const signal = interrupt();
    signal.throwIfAborted();
    const { stdout, failed } = await execute([execPath, program], {
      stdin: Buffer.from(JSON.stringify(question)),
      // The process gets the environment of pvg, and nothing more.
      env: {},
      timeoutMs,
      signal,
      keepBytes: longestAnswer,
    });
    signal.throwIfAborted();
    isSilent = failed === 'ETIMEDOUT';
    if (isSilent) throw new KeyringError(noAnswer);
    const answer = answerIn(stdout);
    if ('because' in answer) throw new KeyringError(answer.because);
    return answer.text ?? undefined;
  };

  return {
    read: (entry) => ask({ action: 'read', entry }),
    write: async (entry, text) => void (await ask({ action: 'write', entry, text })),
    remove: async (entry) => void (await ask({ action: 'remove', entry })),
  };
}

const noAnswer = 'it did not answer in time; it may be locked';

/** Native code may end its process before it says anything. */
function answerIn(printed: Uint8Array): KeyringAnswer {
  try {
    return JSON.parse(Buffer.from(printed).toString('utf8')) as KeyringAnswer;
  } catch {
    return { because: 'it failed' };
  }
}
