import type { RemarkEntry } from '../journal/entry.js';
import { questions, situations, type Situation } from './situations.js';

/**
 * Which reply refused pastes need. If only the receipt is missing, it is the reply to the question that they mention. Without
 * an order number nobody can find the purchase, so the reply asks for the number first.
 *
 * @param refusals the newest first
 */
export function situationOfRefused(
  refusals: readonly Pick<RemarkEntry, 'questions' | 'situation'>[],
): Situation | undefined {
  const [newest] = refusals;
  const situation = newest?.situation;
  const mentioned =
    situation === 'need-receipt' ? refusals.flatMap((refusal) => refusal.questions) : [];
  const question = questions.find((each) => mentioned.includes(each));
  if (question !== undefined) return question;
  // A newer pvg of a colleague may have written a situation that this version does not know.
  return [...situations.keys()].find((each) => each === situation);
}
