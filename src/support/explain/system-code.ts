import { explainKnown, type Explanation } from './explain.js';

/** The codes that operating systems give to a call without an answer, and what each says of it. */
const meanings = {
  ECONNREFUSED: 'Nothing accepts connections at this address and port.',
  ENOTFOUND: 'The name of the host was not found.',
  ETIMEDOUT: 'The answer did not come in time.',
  ECONNRESET: 'The connection was closed before the answer.',
} as const;

type SystemCode = keyof typeof meanings;

const systemCode = /\b(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET)\b/;

/** With these the request may have arrived before the connection ended. */
const afterSending: readonly SystemCode[] = ['ETIMEDOUT', 'ECONNRESET'];

/** Explains the code of a connection that failed, anywhere in a line; undefined if there is none. */
export function explainSystemCode(text: string): Explanation | undefined {
  const code = systemCode.exec(text)?.[1] as SystemCode | undefined;
  if (code === undefined) return undefined;
  const check = afterSending.includes(code)
    ? 'A verify may be recorded all the same: look it up before another one.'
    : 'Check the base address that the program called.';
  return explainKnown(code, `${code}: no answer came. ${meanings[code]}`, {
    note: `This is a code of the operating system, not of this service. ${check}`,
    nextCommand: 'pvg doctor --online',
  });
}
