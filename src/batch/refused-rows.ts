import type { FinishedRun } from './finished-run.js';
import type { BatchSummary } from './summary.js';

/** Rows that the service refused, by the code of their error. */

/**
 * The run reached all its rows, and the service refused each one that was sent and failed: it refuses them again until
 * somebody has fixed the cause. Rows that cannot be read wait for somebody, too.
 */
export function isOnlyRefusedLeft({
  halt,
  summary,
}: Pick<FinishedRun, 'halt' | 'summary'>): boolean {
  const { failed, refused, unreadable } = summary;
  const refusals = sumOf(refused);
  return halt === undefined && refusals > 0 && refusals === failed - unreadable;
}

/** Codes, the most frequent first. */
export function byRows(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code);
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const mostCodes = 3;

/** ` (refused by the service: UNAUTHORIZED)`, with a number if others failed in another way; empty without one. */
export function refusedWords({ refused, failed, unreadable }: BatchSummary): string {
  const refusals = sumOf(refused);
  if (refusals === 0) return '';
  const codes = byRows(refused);
  const shownCodes = codes.slice(0, mostCodes).join(', ') + (codes.length > mostCodes ? ', …' : '');
  const number = refusals === failed - unreadable ? '' : `${refusals} `;
  return ` (${number}refused by the service: ${shownCodes})`;
}
