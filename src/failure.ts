/** Every way a command of pvg ends: one table from code to exit status, one error class that carries the code. */

/** The exit statuses of the command line; `pvg help exit-status` prints this table. */
export const exitStatuses = {
  0: 'answered; the answer is positive or informational (also a look-up with gateway.found false)',
  1: 'a bug in pvg',
  2: 'wrong usage, unreadable input, or a code that the service’s contract does not list',
  3: 'no profile or an incomplete one, missing secret, unreadable configuration',
  4: 'credentials refused: 401, 403 unknown_service',
  5: 'request refused: 400, 412, 409 xmdt_disabled, 409 email_required_unsupported, any other 4xx error of the service',
  6: 'not confirmed, do not grant: 422, or the store rejects the purchase of a look-up; diagnose: the signature does not match',
  7: 'already verified: 409 DUPLICATE_TRANSACTION',
  8: 'service or store failed, also after retries: 5xx',
  9: 'rate limited: 429',
  10: 'outcome unknown: the answer was lost, or 409 after an attempt without a clear answer',
  11: 'service not reached (DNS, refused, TLS): safe to repeat',
  12: 'not an answer of this service (redirect, HTML, empty, cut or oversized body)',
  13: 'stopped by a guard of pvg; no verify was sent (batch: another run is writing to the same output)',
  14: 'output could not be written (full disk, full device)',
  20: 'batch: some rows failed; try --resume',
  21: 'batch: some rows cannot be read, all others are answered; fix the input',
  130: 'interrupted (SIGINT)',
  141: 'the reader of the pipe closed it',
  143: 'terminated (SIGTERM), or the terminal was closed',
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
  'no-reply': 2,
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
    /** One sentence: what happened. Never a secret, nor a value that may be one. */
    message: string,
    readonly details: {
      /** What to do next: best a command to type, in backticks. */
      readonly hint?: string;
      /** The section of the contract behind it: `§4.2`. */
      readonly section?: string;
      /** A complete command line to type next. */
      readonly nextCommand?: string;
      /** The variable, profile or file at fault: `pvg doctor` finds its fix by it. */
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

/** For a `.catch`: handles a PvgError and throws any other error again. */
export const onPvgError =
  <Result>(then: (error: PvgError) => Result) =>
  (error: unknown): Result => {
    if (error instanceof PvgError) return then(error);
    throw error;
  };
