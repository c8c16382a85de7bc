/** Every way a command of pvg ends: one table from code to exit status, one error class that carries the code. */

/** The exit statuses of the command line; `pvg help exit-status` prints this table. */
export const exitStatuses = {
  0: 'answered; the answer is positive or informational (also a look-up with gateway.found false)',
  1: 'a bug in pvg',
  2: 'wrong usage, unreadable input, or a code that the service’s contract does not list',
  3: 'no profile or an incomplete one, missing secret, unreadable configuration; doctor: a problem',
  4: 'credentials refused: 401, 403 unknown_service',
  5:
    'request refused: 400, 412, 409 xmdt_disabled, 409 email_required_unsupported, any other 4xx error of the service; ' +
    'diagnose: the signature is right, but the request cannot succeed',
  6:
    'not confirmed, do not grant: 422, a verify’s success that contradicts itself or what was asked, ' +
    'or the store rejects the purchase of a look-up; ' +
    'diagnose, conform, listen --expect: a signature does not match; ' +
    'reconcile: a class of --fail-on occurs',
  7: 'already verified: 409 DUPLICATE_TRANSACTION',
  8: 'service or store failed, also after retries: 5xx',
  9: 'rate limited: 429',
  10:
    'outcome unknown: the answer was lost, a verify got a 502 or 504 that is not the service’s own, ' +
    'or 409 after an attempt without a clear answer; pvg itself failed after a verify was sent',
  11: 'service not reached (DNS, refused, TLS): safe to repeat; batch: no look-up got an answer',
  12: 'not an answer of this service (redirect, HTML, empty, cut or oversized body)',
  13: 'stopped by a guard of pvg; no verify was sent',
  14: 'output could not be written (full disk, full device)',
  20: 'batch: some rows failed; try --resume',
  21: 'batch: some rows cannot be read, all others are answered; fix the input',
  130: 'interrupted (SIGINT)',
  141: 'the reader of the pipe closed it',
  143: 'terminated (SIGTERM), or the terminal was closed',
} as const;

export type ExitStatus = keyof typeof exitStatuses;

/** pvg's own failures: the status, and when it is. The service's codes are the service's (contract/listed.ts). */
export const failures = {
  internal: [1, 'pvg itself failed.'],
  usage: [2, 'The command line is wrong: a command, an option or a value.'],
  'query-failed': [2, '--query cannot be read, or does not fit the JSON.'],
  'input-unreadable': [2, 'A file, standard input or a value is missing or has the wrong form.'],
  'receipt-doubtful': [
    2,
    'A value does not look like a receipt or a name. --force sends it anyway.',
  ],
  'not-shown': [2, 'The contract does not show what to send.'],
  'code-not-listed': [2, 'The contract does not list what explain-error was asked about.'],
  'output-exists': [2, 'The output file exists. --overwrite replaces it.'],
  'not-in-journal': [2, 'The journal has no such call.'],
  'no-reply': [2, 'The call says nothing that the player may be told.'],
  'profile-missing': [3, 'No profile is chosen, and no environment variable describes one.'],
  'profile-unknown': [3, 'No profile has this name.'],
  'profile-incomplete': [3, 'The profile lacks a value that this command needs.'],
  'secret-missing': [3, 'There is no secret to sign with.'],
  'keyring-unavailable': [3, 'The secret is in the system’s keyring, which cannot be reached.'],
  'configuration-unreadable': [3, 'A configuration file or a variable is unreadable or invalid.'],
  'configuration-unwritable': [3, 'A profile or setting could not be stored.'],
  'environment-conflict': [
    3,
    'PVG_ENVIRONMENT and the stored profile name different environments.',
  ],
  'already-recorded': [7, 'On prod, the purchase is already recorded. No verify was sent.'],
  'outcome-unknown': [10, 'It is not known whether the service processed the call.'],
  'not-reached': [11, 'The service was never reached. Repeating is safe.'],
  'no-contract-shape': [12, 'The answer does not match the contract.'],
  'verify-guarded': [13, 'A verify on prod needs --confirm with the profile’s name.'],
  unconfirmed: [13, 'What would be lost for good needs a confirmation, such as --yes.'],
  'profile-read-only': [13, 'A read-only profile never verifies.'],
  'profile-exists': [13, 'A profile with this name exists. `profile set` changes it.'],
  'other-origin': [13, 'The address is a different one from the prod profile’s.'],
  'environments-mixed': [13, 'A dev and a prod profile share an address or a secret.'],
  'tls-off': [13, 'pvg refuses NODE_TLS_REJECT_UNAUTHORIZED=0 for prod.'],
  'output-in-use': [2, 'Another run is writing to this output file.'],
  'output-unwritable': [14, 'The output could not be written.'],
  interrupted: [130, 'SIGINT ended the command.'],
  terminated: [143, 'SIGTERM or SIGHUP ended the command.'],
  'pipe-closed': [141, 'The program that reads the output closed the pipe.'],
} as const satisfies Record<string, readonly [exit: ExitStatus, when: string]>;

export type FailureCode = keyof typeof failures;

/** Codes for the outcome of a call, a batch or a test of a signer for which the service names none. Nothing in pvg failed. */
const outcomeCodes = {
  'not-confirmed': [[6], 'A look-up: the store does not confirm the purchase.'],
  'store-unavailable': [[8], 'A look-up: the store gave no result.'],
  'verified-other-product': [
    [6],
    'A verify: the gateway recorded a different product from the one asked for.',
  ],
  'verified-doubtful': [
    [6],
    'A verify: the success has no transaction id, or contradicts itself or what was asked.',
  ],
  'rows-failed': [[20], 'Some rows of a batch failed.'],
  'fail-on-found': [[6], 'reconcile: a purchase has a class of --fail-on.'],
  'signer-wrong': [
    [2, 6],
    'conform: the signer prints a wrong signature (6), or none for some vector (2).',
  ],
  'http-<status>': [
    [4, 5, 6, 8, 9],
    'A failure with this HTTP status, without an error code from the contract.',
  ],
} as const satisfies Record<string, readonly [exits: readonly ExitStatus[], when: string]>;

/**
 * The exit statuses of a batch that stopped because the service kept failing, by the code of the last failure. 11 means that
 * no look-up got an answer.
 */
const exitsOfOutage: Readonly<Record<string, readonly ExitStatus[]>> = {
  'outcome-unknown': [11, 20],
  'not-reached': [11, 20],
  'no-contract-shape': [20],
  'store-unavailable': [20],
  'http-<status>': [20],
};

interface PvgCode {
  /** The exit statuses of a single call with this code in `error.code`. */
  readonly exits: readonly ExitStatus[];
  /** The exit statuses of a batch that stopped because the service kept failing, and this code came last. */
  readonly exitsOfOutage: readonly ExitStatus[];
  readonly when: string;
}

/** Every code that is pvg’s own, for the docs and for `pvg explain-error`. */
export const pvgCodes: Readonly<Record<string, PvgCode>> = Object.fromEntries([
  ...Object.entries(failures).map(([code, [exit, when]]) => {
    // A batch whose only failures are rows that cannot be read ends with 21.
    const exits = code === 'input-unreadable' ? [exit, 21] : [exit];
    return [code, { exits, when, exitsOfOutage: exitsOfOutage[code] ?? [] }];
  }),
  ...Object.entries(outcomeCodes).map(([code, [exits, when]]) => [
    code,
    { exits, when, exitsOfOutage: exitsOfOutage[code] ?? [] },
  ]),
]);

/** Whether pvg chose the code, and not the service. */
export function isPvgCode(code: string): boolean {
  return Object.hasOwn(pvgCodes, code) || /^http-\d{3}$/.test(code);
}

/**
 * What a refused command needs: the member `asks` of the JSON, for scripts. The names are those of the JSON. It stands in this
 * file because PvgError carries it, and this file imports nothing.
 */
export interface Asks {
  /** The options that are missing: `--product-id`. */
  readonly missing?: readonly string[];
  /** The purchases of a text, of which one has to be chosen. */
  readonly choices?: readonly ChoiceNames[];
  /** The order id of a text that has no receipt. */
  readonly order_id?: string;
  /** Which reply to the player fits: `need-receipt`. */
  readonly situation?: string;
  /** What a text without a receipt is about: an order id, a player, an error with a code, or nothing that pvg knows. */
  readonly names?: 'order' | 'player' | 'error' | 'nothing';
  /** The code of the error that the text names, to be explained first. */
  readonly code?: string;
  /** The player whom the text names on a line of its own. */
  readonly username?: string;
  /** What may be the player’s name in the game: a person says whether it is. */
  readonly possible_username?: string;
  /** What may be the product that is missing. */
  readonly possible_products?: readonly string[];
}

/** Names of a purchase, never a receipt. */
export interface UnderstoodNames {
  readonly product?: string | undefined;
  readonly package?: string | undefined;
}

interface ChoiceNames {
  /** Its number in the text, for `--pick`. */
  readonly pick: number;
  readonly order_id: string | null;
  readonly product_id: string | null;
  /** Its fingerprint. */
  readonly receipt: string;
}

/**
 * A failure that a user can act on. Callers decide by its `code`, never by its texts. A mistake in pvg is a TypeError instead.
 */
export class PvgError extends Error {
  /** The bundles shorten the names of classes, and programs that use the library read this one. */
  static override readonly name = 'PvgError';
  override readonly name = 'PvgError';
  constructor(
    readonly code: FailureCode,
    /** One sentence: what happened. Never a secret, nor a value that may be one. */
    message: string,
    readonly details: {
      /** What to do next. */
      readonly hint?: string | undefined;
      /** Said after the hint: how to do it at a terminal, with commands in backticks. A line each. A page leaves it out. */
      readonly hintAtTerminal?: string | undefined;
      /** The section of the contract behind it: `§4.2`. */
      readonly section?: string | undefined;
      /** A complete command line to type next. */
      readonly nextCommand?: string | undefined;
      /** The variable, profile or file at fault: `pvg doctor` finds its fix by it. */
      readonly about?: string | undefined;
      /**
       * A `usage` about something that was pasted and cannot be looked up: the journal keeps it with its ticket. `false`: a
       * failure about something else, although its code is one of such pastes.
       */
      readonly isRefusedPaste?: boolean | undefined;
      /** The receipt of the paste is cut, or something else stands in its place: the developers have the whole one. */
      readonly lostReceipt?: 'cut' | 'none' | undefined;
      /**
       * What to do about a secret in the paste. It begins the hint. It is kept here as well, because calls/refusal.ts may
       * write a new hint, which has to begin with it too.
       */
      readonly secretNote?: string | undefined;
      /** What a refused paste names, in a sentence of the hint. It is kept here as well, for the same reason. */
      readonly namedNote?: string | undefined;
      /** Who acts next on a refused paste, and what nobody may do. */
      readonly actor?: { readonly who: string; readonly not: string } | undefined;
      /** What a person or a script has to add. */
      readonly asks?: Asks | undefined;
      /** The product and the package that a refused paste names, each only if it names exactly one. */
      readonly understood?: UnderstoodNames | undefined;
      /** A verify was sent, and nobody has seen its answer: the command must not be repeated. */
      readonly isUnclearVerify?: boolean | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
  }

  get exit(): ExitStatus {
    return failures[this.code][0];
  }
}

/** The hint of a failure that is a bug in pvg. */
export const debugHint =
  'Run the command again with `--debug` and report the output. Secrets are withheld in it.';

/** For a `.catch`: handles a PvgError and throws any other error again. An interruption ends the command: nobody handles it. */
export const onPvgError =
  <Result>(then: (error: PvgError) => Result) =>
  (error: unknown): Result => {
    if (error instanceof PvgError && !isInterruption(error)) return then(error);
    throw error;
  };

const isInterruption = ({ code }: PvgError): boolean =>
  code === 'interrupted' || code === 'terminated';
