import { encodersWhose } from '../diagnosis/json-forms/encoders.js';
import { isSignatureOf, type VectorOutcome } from './vector.js';

/**
 * Gives one finding to all vectors that one JSON encoder explains, if no cause explains as many. A signer that encodes the
 * body again otherwise seems to make several mistakes: where only spaces differ, it seems to remove them.
 */
export function byEncoder(outcomes: readonly VectorOutcome[]): VectorOutcome[] {
  const wrong = outcomes.filter(({ kind }) => kind === 'wrong');
  const encoders = new Map(wrong.map((each) => [each, encodersOf(each)] as const));
  const explains = (name: string): VectorOutcome[] =>
    wrong.filter((each) => encoders.get(each)?.includes(name));
  const names = [...new Set([...encoders.values()].flat())];
  const [best] = names.sort((one, other) => explains(other).length - explains(one).length);
  if (best === undefined) return [...outcomes];
  const explained = explains(best);
  const causeKeys = wrong.map(({ finding }) => String(finding?.causes ?? ''));
  if (
    causeKeys.some((key) => causeKeys.filter((other) => other === key).length >= explained.length)
  ) {
    return [...outcomes];
  }
  const finding = explained.find((each) => each.finding !== null)?.finding;
  const says = `The body was decoded and encoded again: it was signed as ${best}, for example, writes it.`;
  return outcomes.map((each) =>
    finding && explained.includes(each) ? { ...each, finding: { ...finding, says } } : each,
  );
}

const encodersOf = ({ vector, printed }: VectorOutcome): readonly string[] =>
  encodersWhose(vector.body, (body) => isSignatureOf(vector, printed, { body }));
