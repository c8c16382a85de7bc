import type { Diagnosis } from '../diagnosis/diagnose.js';
import { verdictOf, type DiagnosisVerdict } from '../diagnosis/verdict.js';

/** What a request is told as, first of all. */
export type Word = 'ok' | 'mismatch' | 'unknown' | 'no signature' | 'not diagnosed';

export interface Told {
  readonly word: Word;
  readonly says: string;
  /** What to do about it; empty when there is nothing. */
  readonly fix: string;
  /** Ids, the simplest set of causes first, then those in the headers. */
  readonly causes: readonly string[];
}

/** A diagnosis, or why there is none. */
export type Outcome = Diagnosis | { readonly undiagnosed: string };

export function tell(outcome: Outcome): Told {
  if ('undiagnosed' in outcome) {
    return { word: 'not diagnosed', says: outcome.undiagnosed, fix: '', causes: [] };
  }
  const verdict = verdictOf(outcome);
  const { says, causes } = verdict;
  const nothingToDo = verdict.id === 'signature-right' && causes.length === 0;
  return { word: wordOf(verdict), says, fix: nothingToDo ? '' : verdict.next, causes };
}

const words = {
  'signature-right': 'ok',
  'cause-found': 'mismatch',
  'headers-at-fault': 'mismatch',
  'cause-unknown': 'unknown',
} as const satisfies Record<DiagnosisVerdict['id'], Word>;

const wordOf = ({ id, causes }: DiagnosisVerdict): Word =>
  causes.includes('hdr-signature-missing') ? 'no signature' : words[id];
