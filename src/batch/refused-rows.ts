import type { FinishedRun } from './finished-run.js';
import { sumOfCounts, type BatchSummary } from './summary.js';

/** Rows that were refused: by the service, which says why with the code of an error, or by the store behind it. */

/**
 * The run reached all its rows, and each one that was sent and failed was refused: it is refused again until somebody has
 * fixed the cause. Rows that cannot be read wait for somebody, too.
 */
export function isOnlyRefusedLeft({
  halt,
  summary,
}: Pick<FinishedRun, 'halt' | 'summary'>): boolean {
  const { withoutAnswer, refused, refusedByStore, unreadable } = summary;
  const refusals = sumOfCounts(refused) + refusedByStore;
  const failedOfSent = withoutAnswer - unreadable;
  return halt === undefined && refusals > 0 && refusals === failedOfSent;
}

/**
 * Whether every HTTP answer was a page of another server, such as a proxy, and no row has an answer, not even from an earlier
 * run: then the address is probably wrong, and waiting does not make it right.
 */
export function metOnlyPages({ halt, summary }: Pick<FinishedRun, 'halt' | 'summary'>): boolean {
  return halt?.kind === 'only-pages' && summary.rows === summary.withoutAnswer;
}

/** Whether the run ended because the service refused every look-up as too many: it answers, so nothing is unreachable. */
export function isRateRefused({ halt }: Pick<FinishedRun, 'halt'>): boolean {
  return halt?.kind === 'outage' && halt.lastFailure?.outcome?.kind === 'limited';
}

/** Another run changes nothing until somebody has fixed what was refused, or the address. */
export function mustBeFixed(finished: Pick<FinishedRun, 'halt' | 'summary'>): boolean {
  return isOnlyRefusedLeft(finished) || metOnlyPages(finished);
}

/** Beside rows that another run may answer: that it does not help those that were refused. */
export function refusedAgainWords(
  finished: Pick<FinishedRun, 'halt' | 'summary'>,
): string | undefined {
  const { refused } = finished.summary;
  if (refused.size === 0 || mustBeFixed(finished)) return undefined;
  return 'The rows that were refused are refused again until somebody has fixed them. Another run helps the others.';
}

/** Codes, the most frequent first. */
export function sortByFrequency(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code);
}

const mostCodes = 3;

/** ` (refused by the service: UNAUTHORIZED)`, with a number if others failed in another way; empty if no row was refused. */
export function refusedWords(summary: BatchSummary): string {
  const { refused, refusedByStore, withoutAnswer, unreadable } = summary;
  const refusals = sumOfCounts(refused);
  const failedOfSent = withoutAnswer - unreadable;
  const numberOf = (rows: number): string => (rows === failedOfSent ? '' : `${rows} `);
  const parts: string[] = [];
  if (refusals > 0) {
    const codes = sortByFrequency(refused);
    const shownCodes =
      codes.slice(0, mostCodes).join(', ') + (codes.length > mostCodes ? ', …' : '');
    parts.push(`${numberOf(refusals)}refused by the service: ${shownCodes}`);
  }
  if (refusedByStore > 0) {
    parts.push(`${numberOf(refusedByStore)}because the store refused the gateway’s credentials`);
  }
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}
