import type { JunitCase } from '../output/junit.js';
import { entryRow, type ListenEntry } from './entry.js';

/** A request as a case of a test: a failure says what is wrong and how to fix it. */
export function requestCase(entry: ListenEntry, number: number): JunitCase {
  const { id, says, fix } = entry;
  const { where, status, gist } = entryRow(entry, 'UTC');
  const name = `request ${number}: ${where}`;
  if (id === 'signature-right') return { suite: 'requests', name };
  const details = [`answered: HTTP ${status}`, gist, fix].filter((line) => line !== '');
  return { suite: 'requests', name, failure: { says, details } };
}

/** An expected request that did not come. */
export function missingCase(number: number): JunitCase {
  const failure = { says: 'The request did not come.', details: [] };
  return { suite: 'requests', name: `request ${number}`, failure };
}
