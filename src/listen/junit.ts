import type { JunitCase } from '../output/junit.js';
import { entryRow, type ListenEntry } from './entry.js';

/** A request as a case of a test: a failure says what is wrong and how to fix it. */
export function requestCase(entry: ListenEntry, number: number): JunitCase {
  const { id, says, fix } = entry;
  const { calledPlace, status, reasonIds } = entryRow(entry, 'UTC');
  const name = `request ${number}: ${calledPlace}`;
  if (id === 'signature-right') return { suite: 'requests', name };
  const details = [`answered: HTTP ${status}`, reasonIds, fix].filter((line) => line !== '');
  return { suite: 'requests', name, failure: { says, details } };
}

/** Exactly as many cases as are expected: those that came, and a failure for each that did not. */
export function withMissing(
  cases: readonly JunitCase[],
  expected: number = cases.length,
): JunitCase[] {
  const missing = Array.from({ length: Math.max(0, expected - cases.length) }, (_, index) => ({
    suite: 'requests',
    name: `request ${cases.length + index + 1}`,
    failure: { says: 'The request did not come.', details: [] },
  }));
  return [...cases.slice(0, expected), ...missing];
}
