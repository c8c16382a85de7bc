import type { Attempt } from '../transport/exchange.js';
import type { Judgement } from '../contract/judgement.js';
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

/** A row that is done. */
export interface Done {
  readonly row: Row;
  /** undefined if the row could not be read. */
  readonly judgement?: Judgement;
  /** The body of the answer, if there is one. */
  readonly body?: Uint8Array | undefined;
  /** When the result was known, by the computer's clock. */
  readonly atMs?: number;
  /** The requests that were sent, one per attempt. */
  readonly requests: readonly WireRequest[];
}
