import { codeInPaste } from './code-in-paste.js';
import { explainTerm, gameDevelopers } from './explain.js';
import { explainBillingCode } from './play-billing.js';

/** The error that the reason of a refusal names: `This text has an error of the service, DUPLICATE_TRANSACTION, and no receipt.` */
interface NamedError {
  readonly code: string;
  /** Who acts next, as `pvg explain-error` says it; for a call that is to be tried again, whoever made it. */
  readonly who: string;
}

/** undefined if the reason names no error, or nobody can tell who acts on it. */
export function namedErrorIn(reason: string): NamedError | undefined {
  const code = codeInPaste(reason)?.code;
  if (code === undefined) return undefined;
  const { who, meanings } = explainBillingCode(code) ?? explainTerm(code);
  const [meaning] = meanings;
  // The error is in a text, so the game’s server made the call.
  const isTriedAgain = meaning?.retry === 'with-back-off' || meaning?.retry === 'later';
  const actor = isTriedAgain ? gameDevelopers : (who ?? meaning?.who);
  return actor ? { code, who: actor } : undefined;
}
