import { records } from '../contract/interfaces.js';
import { encodersWhose } from '../diagnosis/json/encoders.js';
import { isComplete, verify } from '../signing/scheme.js';
import { keyOf, type Outcome } from './vector.js';

/**
 * A signer that encodes the body again fails in many ways: where only spaces differ, they seem to be removed. If one
 * encoder explains more vectors than any cause, these have that reason, and the fix where the fewest encoders fit.
 */
export function byEncoder(outcomes: readonly Outcome[]): Outcome[] {
  const wrong = outcomes.filter(({ kind }) => kind === 'wrong');
  const writers = new Map(wrong.map((each) => [each, writersOf(each)] as const));
  const explains = (name: string): Outcome[] => wrong.filter((each) => writers.get(each)?.includes(name));
  const names = [...new Set([...writers.values()].flat())];
  const [best] = names.sort((one, other) => explains(other).length - explains(one).length);
  if (best === undefined) return [...outcomes];
  const same = explains(best);
  const keys = wrong.map(({ finding }) => keyOf(finding?.causes ?? []));
  if (keys.some((key) => keys.filter((other) => other === key).length >= same.length)) return [...outcomes];
  const [fewest] = same.sort(
    (one, other) => (writers.get(one)?.length ?? 0) - (writers.get(other)?.length ?? 0),
  );
  const says = `The body was decoded and encoded again: it was signed as ${best}, for example, writes it.`;
  const finding = fewest?.finding;
  return outcomes.map((each) =>
    finding && same.includes(each) ? { ...each, finding: { ...finding, says } } : each,
  );
}

const writersOf = ({ vector, printed }: Outcome): readonly string[] =>
  encodersWhose(vector.body, (body) => {
    const values = { clientId: vector.clientId, timestamp: vector.timestamp, body };
    const scheme = records[vector.interface];
    return isComplete(scheme, values) && verify(scheme, vector.secret, values, printed);
  });
