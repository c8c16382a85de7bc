import type { Attempt } from '../transport/exchange.js';
import type { ExitStatus } from '../failure.js';
import type { Outcome } from '../service/outcome.js';
import type { Advice } from '../service/policy.js';
import type { WireRequest } from '../contract/wire.js';
import type { Row, RowPurchase } from './row.js';

/** A row under way. */
export interface Job {
  readonly row: Row;
  readonly purchase: RowPurchase;
  /** The attempts since its last fresh start, and when the first of them was sent. */
  attempts: Attempt[];
  begunMs: number;
  /** When its next attempt may begin; Infinity: no attempts left, and not yet clear whether the row or the service is at fault. */
  dueMs: number;
  /** The result if the row fails now. */
  failure: Done | undefined;
  /** How many outages have kept the row from failing, and the number of the last one. */
  spared: number;
  sparedIn: number;
}

/** What an answer means, without words. */
export interface Judged {
  readonly outcome: Outcome;
  readonly exit: ExitStatus;
  readonly advice: Advice;
}

/** A row that is done. */
export interface Done {
  readonly row: Row;
  /** undefined if the row could not be read. */
  readonly judged?: Judged;
  /** The body of the answer, if there is one. */
  readonly body?: Uint8Array | undefined;
  /** When the result was known, by the computer's clock. */
  readonly atMs?: number;
  /** The requests that were sent, one per attempt. */
  readonly requests: readonly WireRequest[];
}
