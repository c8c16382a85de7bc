import { codeInPaste } from './code-in-paste.js';
import { explainTerm } from './explain.js';
import { explainBillingCode } from './play-billing.js';

/** The error that the reason of a refusal names: `This text has an error of the service, DUPLICATE_TRANSACTION, and no receipt.` */
interface NamedError {
  readonly code: string;
  /** Who acts next, as `pvg explain-error` says it. */
  readonly who: string;
}

/** undefined if the reason names no error, or nobody can tell who acts on it. */
export function namedErrorIn(reason: string): NamedError | undefined {
  const code = codeInPaste(reason)?.code;
  if (code === undefined) return undefined;
  const { who, meanings } = explainBillingCode(code) ?? explainTerm(code);
  const actor = who ?? meanings[0]?.who;
  return actor ? { code, who: actor } : undefined;
}
