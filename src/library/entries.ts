/**
 * What a test gives to the emulator: purchases, players, games and rules. The members are those of the JSON files of
 * `pvg emulate`, and `pvg help emulate` says what each means. Another member does not compile, and is refused.
 * @module
 */

/** A purchase that the store knows. An Android purchase needs its package. */
export type PurchaseEntry = AndroidPurchase | IosPurchase;

/** A purchase of the Android store: the usual one. */
export interface AndroidPurchase extends PurchaseFacts {
  /** The default. */
  readonly os?: 'android';
  /** The game's package name. */
  readonly package: string;
}

/** A purchase of the iOS store. */
export interface IosPurchase extends PurchaseFacts {
  readonly os: 'ios';
  readonly package?: string;
}

/** What purchases of both stores have. What is not given is that of a paid, acknowledged, never verified purchase. */
export interface PurchaseFacts {
  /** Android: the purchase token. iOS: what the game's client sends. */
  readonly receipt: string;
  /** The product's id in the store. */
  readonly product_id: string;
  /** If it is not given, made from the receipt: always the same one. */
  readonly order_id?: string;
  /** 0 purchased, 1 cancelled, 2 pending (§2.3). */
  readonly purchase_state?: 0 | 1 | 2;
  /** 0 not acknowledged yet, 1 acknowledged (§2.3). */
  readonly acknowledgement_state?: 0 | 1;
  /** From 1. */
  readonly quantity?: number;
  /** Two letters: `VN`. */
  readonly region_code?: string;
  /** Milliseconds since the epoch. */
  readonly purchase_date_ms?: number;
  /** Verified before the emulator started: a verify gets 409. */
  readonly recorded?: boolean;
  /** With `recorded`: the error that the gateway kept with the record (§2.4). */
  readonly last_error_code?: string;
}

/** A player who differs from the usual one, who gets a token and has not completed verification. */
export interface PlayerEntry {
  /** The game's stable identifier of the player. */
  readonly username: string;
  /** Whether verification is completed. Give one of `completed`, `completes_after_s` and `state`. */
  readonly completed?: boolean;
  /** Seconds by the emulator's clock until verification is completed. */
  readonly completes_after_s?: number;
  /** `limited`: always 429. `broken`: always 500. */
  readonly state?: 'limited' | 'broken';
}

/** A game that may call the session interface. */
export interface GameEntry {
  /** The `gameId` of its requests. */
  readonly game_id: string;
  /** What its requests are signed with (§5.2). */
  readonly secret_key: string;
  /** The `xmdtRequired` of answers (§2.6); true if it is not given. */
  readonly xmdt_required?: boolean;
  /** false: every request gets 409 `xmdt_disabled` (§7.2). */
  readonly enabled?: boolean;
  /** true: every request gets 409 `email_required_unsupported` (§7.2). */
  readonly email_required?: boolean;
}

/** A fault, and the requests that it hits. It needs `status`, `do` or `wait_ms`; `status` and `do` cannot be used together. */
export interface RuleEntry {
  /** The end of a request's path: `verify`. Every path if it is not given. */
  readonly path?: string;
  /** The whole receipt of a verify or a look-up. */
  readonly receipt?: string;
  /** How the receipt begins: each of several tests has a prefix of its own. */
  readonly receipt_prefix?: string;
  /** The product's id in the store. */
  readonly product?: string;
  /** The package of a verify or a look-up. */
  readonly package?: string;
  /** The player of a session request. */
  readonly username?: string;
  /** The `gameId` of a session request. */
  readonly game?: string;
  /** Which requests of one path, counted from 1 since the script was set: `3`, `2-3` or `5-`. */
  readonly requests?: string;
  /** When it begins: seconds by the emulator's clock since the script was set. */
  readonly after_s?: number;
  /** When it ends: seconds by the emulator's clock since the script was set. */
  readonly until_s?: number;
  /** How many of the requests it hits, from 0 to 1. */
  readonly share?: number;
  /** The status of the answer: 400 to 599. */
  readonly status?: number;
  /**
   * `drop` breaks the connection before the request is processed, `lose-answer` after it: the purchase is recorded.
   * `answer-late` processes the request, then waits `wait_ms`, then answers: a caller that has given up does not get it.
   * `wrong-shape` and `html` are answers with status 200 that the service never gives.
   */
  readonly do?: 'drop' | 'lose-answer' | 'answer-late' | 'wrong-shape' | 'html';
  /** Milliseconds before the request is processed; with `answer-late`, before the answer. */
  readonly wait_ms?: number;
}

/**
 * A request that the emulator got, and how it ended. `diagnose` of `pvg/diagnosis` takes its headers and its body. What cannot
 * be the service's (a GET, another content type, a web page's request) is refused and not listed.
 */
export interface EmulatorRequest {
  /** Milliseconds since the epoch, by the emulator's clock, when it came. */
  readonly at_ms: number;
  readonly method: string;
  /** With a query, if it has one. */
  readonly path: string;
  /** The interface that has the path; null for a path that the contract does not show. */
  readonly interface: 'gateway' | 'session' | null;
  /** What the path asks for; null for a path that the contract does not show. */
  readonly operation: 'verify' | 'lookup' | 'session' | null;
  /** The receipt in the body of a verify or a look-up; null without one. */
  readonly receipt: string | null;
  /** The player in the body of a session request; null without one. */
  readonly username: string | null;
  /** Name and value, as they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The exact bytes. */
  readonly body: Uint8Array;
  /**
   * `lost`: it was processed, and the purchase of a verify is recorded, then the answer was lost. `dropped`: it was not
   * processed. `gone`: the sender had closed the connection before there was an answer.
   */
  readonly outcome: 'answered' | 'lost' | 'dropped' | 'gone';
  /** null if the sender got no answer. */
  readonly status: number | null;
  /** The contract's code of a failure: `DUPLICATE_TRANSACTION`. */
  readonly code: string | null;
  /** Why the request was refused: English, for people. */
  readonly refused: string | null;
  /** The rule that delayed, replaced or broke the answer: `script rule 2`. */
  readonly rule: string | null;
}
