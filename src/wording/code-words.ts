import type { Interface } from '../contract/interfaces.js';
import { joinSentences } from '../text/sentences.js';
import { listedFailure, type Code, type ListedFailure } from '../contract/listed.js';

/** What pvg says about a code that §7 lists. */
export interface CodeWords {
  readonly title: string;
  readonly means: string;
  readonly who: string;
  /** A sentence that says what nobody may do on this code. */
  readonly not?: string;
  readonly fix: string;
}

/** The words for each code. If `who` is missing, the game's developers act. */
const wordsByCode: Readonly<Record<Code, Omit<CodeWords, 'who'> & { readonly who?: string }>> = {
  DUPLICATE_TRANSACTION: {
    title: 'Already verified',
    means: 'The gateway has verified this receipt before.',
    not: 'Do not grant it again.',
    fix: 'Check in the game’s own records whether the item was delivered.',
  },
  PRODUCT_MISMATCH: {
    title: 'The product does not match',
    means: 'The product_id of the request does not match the store’s record of this receipt.',
    not: 'Do not grant.',
    fix: 'Check the product id first. If it is right, find out why the game sent this receipt with this product.',
  },
  VERIFICATION_FAILED: {
    title: 'Rejected by the store',
    means: 'The store did not accept this receipt.',
    who: 'the game’s developers; the operator, if the store credentials of the game are not configured',
    not: 'Do not grant.',
    fix: 'Check that receipt, product and package belong to the same purchase.',
  },
  VERIFIER_ERROR: {
    title: 'The store check failed',
    means: 'The store was unreachable, or something failed. This says nothing about the purchase.',
    who: 'you, later',
    fix: 'Try again in a few minutes. A game server retries with exponential back-off.',
  },
  MISSING_FIELDS: {
    title: 'Required fields are missing',
    means:
      'The request lacks a required field: receipt, product_id, os_id or, on Android, package.',
    fix: 'Add the missing field, then send the request again.',
  },
  INVALID_OS_ID: {
    title: 'os_id is not 1 or 2',
    means: 'os_id must be the integer 1 (Android) or 2 (iOS).',
    fix: 'Send os_id as the integer 1 or 2.',
  },
  UNAUTHORIZED: {
    title: 'Credentials or signature refused',
    means: 'The client id, the secret or the signature is not right.',
    who: 'the game’s developers, or whoever set up this profile',
    fix: 'Check the client id, the client secret and the environment. Never mix dev and prod. `pvg diagnose` finds the mistake in a request from a game server.',
  },
  ENVIRONMENT_MISMATCH: {
    title: 'Sandbox and production are mixed',
    means:
      'iOS only: a sandbox receipt was sent to production, or a production receipt to the sandbox.',
    fix: 'Send the receipt to the environment that it belongs to.',
  },
  invalid_request: {
    title: 'The request cannot be read',
    means: 'The body is malformed JSON, or gameId or username is missing.',
    fix: 'Send well-formed JSON with gameId and username.',
  },
  missing_headers: {
    title: 'No signature was sent',
    means: 'The request has no X-Signature header.',
    fix: 'Send X-Signature. `pvg sign session` shows the right value.',
  },
  invalid_signature: {
    title: 'The signature does not match',
    means: 'X-Signature does not match the exact raw body. No clock is involved.',
    fix: 'Sign exactly the bytes that are sent, with the secret key of this game and this environment. `pvg diagnose` finds the mistake in a request from a game server.',
  },
  unknown_service: {
    title: 'The game is not known',
    means: 'The gameId is not registered, or it is inactive.',
    who: 'the game’s developers; the operator, if the gameId is right',
    fix: 'Check the gameId and the environment. The operator registers and activates games.',
  },
  xmdt_disabled: {
    title: 'The feature is not enabled',
    means: 'Player verification is not enabled for this gameId.',
    who: 'the operator',
    fix: 'Ask the operator to enable the feature for the gameId. Dev and prod are enabled separately.',
  },
  email_required_unsupported: {
    title: 'The game requires e-mail verification',
    means: 'The game has an email-verification requirement that this SDK flow does not support.',
    who: 'the operator and the game’s developers',
    fix: 'Ask the operator how this game can verify its players. Repeating the call does not help.',
  },
  rate_limited: {
    title: 'Too many requests',
    means:
      'Too many mint requests for this player or this IP in a short time; which limit is not disclosed.',
    who: 'you, later; the game’s developers, if it happens often',
    fix: 'Wait, then try again. The contract does not show the limits.',
  },
  internal_error: {
    title: 'The service failed',
    means: 'The service had an internal error. This says nothing about the player.',
    who: 'you, later',
    fix: 'Try again in a few minutes. A game server retries with back-off.',
  },
};

export function codeWords(code: Code): CodeWords {
  return {
    who: 'the game’s developers',
    ...wordsByCode[code],
  };
}

/** What not to do, then what to do. */
export function banAndFix({ not, fix }: Pick<CodeWords, 'not' | 'fix'>): string {
  return joinSentences(not, fix);
}

/** What the contract and pvg say about a code; undefined if the interface does not list it. */
export function wordsOf(
  interfaceName: Interface,
  code: string | undefined,
): (CodeWords & ListedFailure) | undefined {
  const failure = listedFailure(interfaceName, code);
  return failure && { ...codeWords(code as Code), ...failure };
}

/** What to do with a status whose code is not known (§7.1, expected caller behaviour 2 and 5). */
export function familyRule(status: number): string {
  if (status >= 500 && status < 600) return 'Retry with exponential back-off.';
  if (status >= 400 && status < 500) return 'The request was wrong: fix it, do not retry blindly.';
  return 'Do not grant on this answer.';
}
