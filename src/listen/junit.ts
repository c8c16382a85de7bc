import type { JunitCase } from '../output/junit.js';
import { entryRow, otherFixes, type ListenEntry } from './entry.js';

/** A case with the number of its request: a request may be judged before an earlier one. */
export interface NumberedCase {
  readonly number: number;
  readonly junitCase: JunitCase;
}

/** A request as a case of a test: a failure says what is wrong and how to fix it. */
export function requestCase(entry: ListenEntry): NumberedCase {
  const { id, says, fix } = entry;
  const { number } = entry.request;
  const { calledPlace, status, reasonIds } = entryRow(entry, 'UTC');
  const name = `request ${number}: ${calledPlace}`;
  if (id === 'signature-right') return { number, junitCase: { suite: 'requests', name } };
  const fixes = [fix, ...otherFixes(entry).filter((sentence) => !fix.includes(sentence))];
  const details = [`answered: HTTP ${status}`, reasonIds, ...fixes].filter((line) => line !== '');
  return { number, junitCase: { suite: 'requests', name, failure: { says, details } } };
}

/** Exactly as many cases as are expected, in the order of the requests: a failure for each that did not come. */
export function withMissing(
  cases: readonly NumberedCase[],
  expected: number = cases.length,
): JunitCase[] {
  const counted = cases.slice(0, expected);
  const numbers = new Set(counted.map(({ number }) => number));
  const missing = Array.from({ length: expected }, (_, index) => index + 1)
    .filter((number) => !numbers.has(number))
    .slice(0, expected - counted.length)
    .map((number) => ({ number, junitCase: missingCase(number) }));
  return [...counted, ...missing]
    .sort((one, other) => one.number - other.number)
    .map(({ junitCase }) => junitCase);
}

const missingCase = (number: number): JunitCase => ({
  suite: 'requests',
  name: `request ${number}`,
  failure: { says: 'The request did not come.', details: [] },
});
