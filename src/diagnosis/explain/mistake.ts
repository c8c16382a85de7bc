import type { CauseId } from '../catalogue/causes.js';

/** A possible mistake, whether it was made (`holds`), and its words in a sentence. */
export interface Mistake {
  readonly holds: boolean;
  readonly id: CauseId;
  readonly how: string;
}
