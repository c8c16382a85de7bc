import { records } from '../contract/interfaces.js';
import { asWritten, writersWhose } from '../diagnosis/bodies/bodies.js';
import type { Label } from '../diagnosis/bodies/labels.js';
import { isComplete, verify } from '../signing/scheme.js';
import { keyOf, type Outcome } from './outcome.js';

/**
 * A signer that encodes the body again fails in many ways: where only spaces differ, they seem to be removed. If one
 * encoder explains more vectors than any cause, these have that reason, and the fix where the fewest encoders fit.
 */
export function byEncoder(outcomes: readonly Outcome[]): Outcome[] {
  const wrong = outcomes.filter(({ kind }) => kind === 'wrong');
  const writers = new Map(wrong.map((each) => [each, writersOf(each)] as const));
  const encoders = [...new Set([...writers.values()].flat())];
  const same = encoders
    .map((encoder) => wrong.filter((each) => writers.get(each)?.includes(encoder)))
    .reduce((most, next) => (next.length > most.length ? next : most), []);
  const keys = wrong.map(({ finding }) => keyOf(finding?.causes ?? []));
  const [first] = same;
  if (first === undefined || keys.some((key) => keys.filter((other) => other === key).length >= same.length))
    return [...outcomes];
  const fewest = same.reduce(
    (one, next) => ((writers.get(next)?.length ?? 0) < (writers.get(one)?.length ?? 0) ? next : one),
    first,
  );
  const best = encoders.filter((encoder) => same.every((each) => writers.get(each)?.includes(encoder)));
  const says = `The body was decoded and encoded again: it was signed ${asWritten(best)}.`;
  return outcomes.map((each) =>
    same.includes(each) && fewest.finding !== null ? { ...each, finding: { ...fewest.finding, says } } : each,
  );
}

const writersOf = ({ vector, printed }: Outcome): readonly Label[] =>
  writersWhose(vector.body, (body) => {
    const values = { clientId: vector.clientId, timestamp: vector.timestamp, body };
    const scheme = records[vector.interface];
    return isComplete(scheme, values) && verify(scheme, vector.secret, values, printed);
  });
