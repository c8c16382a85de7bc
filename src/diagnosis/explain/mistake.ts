import type { CauseId } from '../catalogue/causes.js';

/** One thing that may be wrong, and how it is called in a sentence. */
export interface Mistake {
  readonly holds: boolean;
  readonly id: CauseId;
  readonly how: string;
}
