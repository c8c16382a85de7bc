import type { LookupFields } from '../gateway/request.js';
import type { Attempt } from '../transport/exchange.js';
import type { Done } from './look-ups.js';
import type { Row } from './row.js';

/** A row under way. */
export interface Job {
  readonly row: Row;
  readonly place: number;
  readonly purchase: LookupFields;
  /** Since it was last given another chance, and when the first of them was sent. */
  attempts: Attempt[];
  begunMs: number;
  /** When it may be asked for again; Infinity: it used up its attempts, and nobody knows yet whose trouble that is. */
  dueMs: number;
  /** What it would fail with now. */
  failure: Done | undefined;
  /** How many outages have kept it from failing, and the number of the last. */
  spared: number;
  sparedIn: number;
}
