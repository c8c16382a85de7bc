import type { Diagnosis } from '../diagnosis/diagnose.js';
import { verdictOf } from '../diagnosis/verdict.js';

/** What a request comes to; `--json` has these ids. */
export type ToldId =
  'signature-right' | 'cause-found' | 'cause-unknown' | 'signature-missing' | 'not-diagnosed';

/** What a request is told as, first of all. */
export interface Told {
  readonly id: ToldId;
  readonly says: string;
  /** What to do about it; empty when there is nothing. */
  readonly fix: string;
  /** Ids, the simplest set of causes first, then those in the headers. */
  readonly causes: readonly string[];
}

/** A diagnosis, or why there is none. */
export type Outcome = Diagnosis | { readonly undiagnosed: string };

export function tell(outcome: Outcome): Told {
  if ('undiagnosed' in outcome)
    return { id: 'not-diagnosed', says: outcome.undiagnosed, fix: '', causes: [] };
  const { id, says, next, causes } = verdictOf(outcome);
  const isMissing = causes.includes('hdr-signature-missing');
  return {
    id: isMissing ? 'signature-missing' : id === 'headers-at-fault' ? 'cause-found' : id,
    says,
    fix: id === 'signature-right' && causes.length === 0 ? '' : next,
    causes,
  };
}
