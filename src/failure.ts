/** Every way a command of pvg ends: one table from code to exit status, one error class that carries the code. */

/** The exit statuses of the command line; `pvg help exit-status` prints this table. */
export const exitStatuses = {
  0: 'answered, and the answer is positive or informational (a look-up whose gateway.found is false is 0)',
  1: 'a fault of pvg itself',
  2: 'wrong usage, unreadable input, or a code that the contract does not list',
  3: 'no or incomplete profile, missing secret, unreadable configuration',
  4: 'credentials refused: 401, 403 unknown_service',
  5: 'request refused: 400, 412, 409 xmdt_disabled, 409 email_required_unsupported, any other 4xx of the contract’s error shape',
  6: 'not confirmed, do not grant: 422, a store rejection in lookup; diagnose: the signature does not match',
  7: 'already verified: 409 DUPLICATE_TRANSACTION',
  8: 'service or store failure after retries: 5xx',
  9: 'rate limited: 429',
  10: 'outcome unknown: the answer was lost, or 409 after an unclear attempt of our own',
  11: 'the service was never reached (DNS, refused, TLS): safe to repeat',
  12: 'the answer has no shape of the contract (redirects, HTML, an empty, cut or oversized body)',
  13: 'refused by a guard of pvg; nothing that records was sent',
  14: 'output could not be written (full disk, full device)',
  20: 'batch: some rows failed; --resume may help',
  21: 'batch: the rows that failed cannot be read, and all others are answered: fix the input',
  130: 'interrupted (SIGINT)',
  141: 'the reader of a pipe closed it',
  143: 'interrupted (SIGTERM)',
} as const;

export type ExitStatus = keyof typeof exitStatuses;

/** pvg's own failures. The service's codes are the service's (gateway/errors.ts, session/errors.ts). */
export const failureExit = {
  internal: 1,
  usage: 2,
  'input-unreadable': 2,
  'receipt-doubtful': 2,
  'not-shown': 2,
  'code-not-listed': 2,
  'output-exists': 2,
  'not-in-journal': 2,
  'profile-missing': 3,
  'profile-unknown': 3,
  'profile-incomplete': 3,
  'secret-missing': 3,
  'keyring-unavailable': 3,
  'configuration-unreadable': 3,
  'configuration-unwritable': 3,
  'environment-conflict': 3,
  'already-recorded': 7,
  'outcome-unknown': 10,
  'not-reached': 11,
  'no-contract-shape': 12,
  'verify-guarded': 13,
  'purge-unconfirmed': 13,
  'profile-read-only': 13,
  'profile-exists': 13,
  'other-origin': 13,
  'environments-mixed': 13,
  'tls-off': 13,
  'output-in-use': 13,
  'output-unwritable': 14,
  interrupted: 130,
  terminated: 143,
  'pipe-closed': 141,
} as const satisfies Record<string, ExitStatus>;

export type FailureCode = keyof typeof failureExit;

/** Not a code that the service chose: of pvg's own failures, or for an answer that names none. */
export const isOwnCode = (code: string): boolean =>
  Object.hasOwn(failureExit, code) ||
  ['not-confirmed', 'store-unavailable'].includes(code) ||
  /^http-\d{3}$/.test(code);

/**
 * A failure that a user can act on. Callers look at `code`, never at texts; a mistake of ours is a TypeError.
 */
export class PvgError extends Error {
  override readonly name = 'PvgError';
  constructor(
    readonly code: FailureCode,
    /** One sentence: what happened. Never a secret, never a value that may be one. */
    message: string,
    readonly details: {
      /** What to do next; best of all a command to type, in backquotes. */
      readonly hint?: string;
      /** The contract's section it rests on: `§4.2`. */
      readonly section?: string;
      /** A whole command line to type next, where there is one that cannot be wrong. */
      readonly nextCommand?: string;
      /** The variable, the profile or the file at fault: `pvg doctor` finds its fix by it. */
      readonly about?: string;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
  }

  get exit(): ExitStatus {
    return failureExit[this.code];
  }
}
