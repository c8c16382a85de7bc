import { encodersWhose } from '../diagnosis/json-forms/encoders.js';
import { isSignatureOf, type VectorOutcome } from './vector.js';

/**
 * A signer that encodes the body again fails in many ways: where only spaces differ, they seem to be removed. If one
 * encoder explains more vectors than any cause, these have that reason.
 */
export function byEncoder(outcomes: readonly VectorOutcome[]): VectorOutcome[] {
  const wrong = outcomes.filter(({ kind }) => kind === 'wrong');
  const writers = new Map(wrong.map((each) => [each, writersOf(each)] as const));
  const explains = (name: string): VectorOutcome[] =>
    wrong.filter((each) => writers.get(each)?.includes(name));
  const names = [...new Set([...writers.values()].flat())];
  const [best] = names.sort((one, other) => explains(other).length - explains(one).length);
  if (best === undefined) return [...outcomes];
  const same = explains(best);
  const keys = wrong.map(({ finding }) => String(finding?.causes ?? ''));
  if (keys.some((key) => keys.filter((other) => other === key).length >= same.length)) {
    return [...outcomes];
  }
  const finding = same.find((each) => each.finding !== null)?.finding;
  const says = `The body was decoded and encoded again: it was signed as ${best}, for example, writes it.`;
  return outcomes.map((each) =>
    finding && same.includes(each) ? { ...each, finding: { ...finding, says } } : each,
  );
}

const writersOf = ({ vector, printed }: VectorOutcome): readonly string[] =>
  encodersWhose(vector.body, (body) => isSignatureOf(vector, printed, { body }));
