import type { JunitCase } from '../output/junit.js';
import { entryRow, otherFixes, type ListenEntry } from './entry.js';

/** A case with the number of its request, by which the cases are sorted: requests may be judged in another order. */
export interface NumberedCase {
  readonly number: number;
  readonly junitCase: JunitCase;
}

/** The test case of one request. Its failure says what is wrong and how to fix it. */
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

/**
 * Exactly `expected` cases, in the order of the requests, with a failure for each request that did not come, or that came and
 * was not diagnosed.
 * @param undiagnosed the statuses of requests that were answered but not diagnosed, by their numbers
 */
export function withMissing(
  cases: readonly NumberedCase[],
  undiagnosed: ReadonlyMap<number, number>,
  expected: number = cases.length,
): JunitCase[] {
  const countedCases = cases.slice(0, expected);
  const numbers = new Set(countedCases.map(({ number }) => number));
  const missing = Array.from({ length: expected }, (_, index) => index + 1)
    .filter((number) => !numbers.has(number))
    .slice(0, expected - countedCases.length)
    .map((number) => ({ number, junitCase: missingCase(number, undiagnosed.get(number)) }));
  return [...countedCases, ...missing]
    .sort((one, other) => one.number - other.number)
    .map(({ junitCase }) => junitCase);
}

function missingCase(number: number, status: number | undefined): JunitCase {
  const says =
    status === undefined
      ? 'The request did not come.'
      : `The request was answered with HTTP ${String(status)}, but not diagnosed: pvg ended first.`;
  return { suite: 'requests', name: `request ${number}`, failure: { says, details: [] } };
}
