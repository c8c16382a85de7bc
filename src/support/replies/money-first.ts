import { joinSentences, joinWithAnd } from '../../text/sentences.js';
import type { Verdict } from '../../wording/description.js';
import { isVerdict, verdictById } from '../../wording/verdict.js';
import { questionNames } from './asked-questions.js';
import { questions } from './situations.js';

/** The questions about money that was, or may be, returned. A look-up does not show that (§1.1, §6), so an item of such an order is not granted at once. */
export const questionsOfMoney: readonly string[] = ['refund', 'chargeback'];

/** The verdicts after which the item may be granted. */
const verdictsBeforeGrant: readonly string[] = [
  'paid-never-received',
  'paid-and-recorded',
  'paid-recorded-with-error',
];

/** Whether a verdict leads to a grant. Not if other words have taken the place of its own, such as those for a wrong receipt. */
export function leadsToGrant({ id, next }: Pick<Verdict, 'id' | 'next'>): boolean {
  return isVerdict(id) && verdictsBeforeGrant.includes(id) && next.endsWith(verdictById(id).next);
}

/** The sentences that come before the grant, if a text mentions such a question; undefined if it mentions none. */
export function askReportsFirst(mentioned: readonly string[]): string | undefined {
  const asked = questions.filter(
    (each) => questionsOfMoney.includes(each) && mentioned.includes(each),
  );
  if (asked.length === 0) return undefined;
  const names = joinWithAnd(asked.map((each) => questionNames[each] ?? each));
  return `The text mentions ${names}: first ask whoever gets the store’s own reports whether the order is in them. Until then, do not grant.`;
}

/** The verdict with these sentences before what it says to do, and with those who get the reports before whoever acts on it. */
export function withReportsFirst<Words extends Pick<Verdict, 'id' | 'next' | 'who'>>(
  verdict: Words,
  mentioned: readonly string[],
): Words {
  const ask = askReportsFirst(mentioned);
  if (ask === undefined || !leadsToGrant(verdict)) return verdict;
  const { who = '', next } = verdict;
  return {
    ...verdict,
    who: `you, then ${who}`,
    next: joinSentences(ask, next),
  };
}
