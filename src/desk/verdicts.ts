import type { VerdictMeaning } from '../contract/judgement.js';
import { wings } from '../wings.js';

/** All verdicts of pvg by id; a map never finds inherited names. */
export const verdicts: ReadonlyMap<string, VerdictMeaning> = new Map(
  wings.flatMap((wing) => Object.entries<VerdictMeaning>(wing.verdicts)),
);
