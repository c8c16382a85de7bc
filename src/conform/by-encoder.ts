import { encodersWhose } from '../diagnosis/json-forms/encoders.js';
import type { SignatureFinding } from '../diagnosis/outcome.js';
import { isTrimming, unchangedBodyAdvice } from './advice.js';
import { isSignatureOf, type VectorOutcome } from './vector.js';

/**
 * If one JSON encoder explains more vectors than any cause, all these vectors get the same finding. A signer that encodes
 * the body again would otherwise seem to make several mistakes: one that removes spaces here, one that sorts keys there.
 */
export function byEncoder(outcomes: readonly VectorOutcome[]): VectorOutcome[] {
  const wrong = outcomes.filter(({ kind }) => kind === 'wrong');
  const encoders = new Map(wrong.map((each) => [each, encodersOf(each)] as const));
  const explainedBy = (name: string): VectorOutcome[] =>
    wrong.filter((each) => encoders.get(each)?.includes(name));
  const names = [...new Set([...encoders.values()].flat())];
  const [best] = names.sort((one, other) => explainedBy(other).length - explainedBy(one).length);
  if (best === undefined) return [...outcomes];
  const explained = explainedBy(best);
  // Vectors with the same list of causes have the same key; those that nothing explains share the empty key.
  const causeKeys = wrong.map(({ finding }) => String(finding?.causes ?? ''));
  const countOf = (key: string): number => causeKeys.filter((other) => other === key).length;
  if (causeKeys.some((key) => countOf(key) >= explained.length)) return [...outcomes];
  const found = explained.flatMap(({ finding }) => finding ?? []);
  // An encoder also drops a line break at the end. Such a vector alone would look as if the signer trimmed its body.
  const finding = mostFrequent(found.filter(({ causes }) => !isTrimming(causes))) ?? found[0];
  if (finding === undefined) return [...outcomes];
  const says = `The body was decoded and encoded again: it was signed as ${best}, for example, writes it.`;
  const shared = { ...finding, says, fix: unchangedBodyAdvice };
  return outcomes.map((each) => (explained.includes(each) ? { ...each, finding: shared } : each));
}

/** The first finding of those with the most frequent causes; undefined if there is none. */
function mostFrequent(findings: readonly SignatureFinding[]): SignatureFinding | undefined {
  const keys = findings.map(({ causes }) => String(causes));
  const countOf = ({ causes }: SignatureFinding): number =>
    keys.filter((key) => key === String(causes)).length;
  const [first] = [...findings].sort((one, other) => countOf(other) - countOf(one));
  return first;
}

const encodersOf = ({ vector, printed }: VectorOutcome): readonly string[] =>
  encodersWhose(vector.body, (body) => isSignatureOf(vector, printed, { body }));
