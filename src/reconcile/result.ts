import type { ExitStatus } from '../failure.js';
import { commandResult, type CommandResult, type View } from '../output/command-result.js';
import type { Tone } from '../output/page.js';
import { counted } from '../text/sentences.js';
import type { AskedTarget } from './asked-profiles.js';
import { classIds, findMeaning, type ClassId } from './classes.js';
import {
  countWith,
  type ClassifiedPurchases,
  type ReconcileSummary,
} from './classified-purchases.js';
import { formatFault, sumRows, type Fault } from './faults.js';
import { formatChanges, partialListSays } from './page.js';

/** How `pvg reconcile` ends: the exit status, and what is said of it on the page and in the result. */
export interface ReconcileEnding {
  readonly exit: ExitStatus;
  readonly headline: string;
  readonly mood: Tone;
}

/** @param failOn the classes that no purchase may have */
export function buildEnding(
  summary: ReconcileSummary,
  failOn: readonly ClassId[],
): ReconcileEnding {
  const { purchases, classes, toCheck, inputFacts } = summary;
  const failed = classIds.filter((id) => failOn.includes(id) && countWith(summary, [id]) > 0);
  const says = `${counted(purchases, 'purchase')} reconciled`;
  if (failed.length > 0) {
    const found = countWith(summary, failed);
    const has = found === 1 ? 'has' : 'have';
    const outcome = `${found} of them ${has} a class of --fail-on: ${failed.join(', ')}`;
    // The status of `--fail-on`.
    return { exit: 6, headline: `${says}; ${outcome}.`, mood: 'bad' };
  }
  const hasPurchaseToCheck = toCheck > 0 || classes.unresolved > 0;
  // Where the list of voided purchases is not complete, one that is not in it may be voided nevertheless.
  const needsCare = hasPurchaseToCheck || inputFacts.isVoidedPartial;
  return {
    exit: 0,
    headline: `${says}; ${toCheck || 'none'} to check.`,
    mood: needsCare ? 'careful' : 'good',
  };
}

export interface ReconcileOutputs {
  readonly out: string | undefined;
  readonly report: string | undefined;
  /** The rows go to standard output. */
  readonly printsRows: boolean;
  /** The results of an earlier run, with which these are compared. */
  readonly against: string | undefined;
}

export function buildReconcileResult(
  { summary, changes }: ClassifiedPurchases,
  { exit, headline, mood }: ReconcileEnding,
  outputs: ReconcileOutputs,
): CommandResult {
  const { purchases, classes, inputFacts, faults } = summary;
  const { out, report, printsRows, against } = outputs;
  const rows = classIds
    .filter((id) => classes[id] > 0)
    .map((id) => [String(classes[id]), id, findMeaning(id, inputFacts).says]);
  const faultPlaces = (...ids: readonly Fault['id'][]) =>
    faults
      .filter(({ id }) => ids.includes(id))
      .map(({ role, count, line }) => ({ role, count, line }));
  const outHints = out === undefined && !printsRows ? [outHint] : [];
  return commandResult('reconcile', {
    ...whoWasAsked(summary.target),
    exit,
    ok: exit === 0,
    advice: exit === 0 ? 'none' : 'check',
    error: exit === 0 ? null : { ...failOnFound, says: headline, hint: outHints.join('') },
    answer: null,
    extraMembers: {
      purchases,
      classes: { ...classes },
      inputs: { ...inputFacts.rowCounts },
      partial_voided: inputFacts.isVoidedPartial,
      skipped: faultPlaces('skipped', 'unlisted'),
      undated: undatedIds.flatMap((why) => faultPlaces(why).map((place) => ({ ...place, why }))),
      repeated: faultPlaces('repeated'),
      other_status: faultPlaces('other-status'),
      unknown_refund_type: faultPlaces('refund-type'),
      // A number alone: all these rows are of --granted.
      contradictory: sumRows(faults.filter(({ id }) => id === 'contradictory')),
      output: out ?? null,
      report: report ?? null,
      against: against ?? null,
      changes,
    },
    view: {
      headline,
      mood,
      onStderr: printsRows,
      warnings: describeMixedProfiles(summary.target),
      facts: outputFacts(outputs),
      table: { head: ['Purchases', 'Class', 'Meaning'], rows, countColumn: 0 },
      notes: [
        // An empty file may be an export that failed.
        ...summary.files
          .filter(({ rowCount }) => rowCount === 0)
          .map(({ role, path }) => `--${role} ${path} has no rows.`),
        ...(inputFacts.isVoidedPartial ? [partialListSays] : []),
        ...(changes === null ? [] : [formatChanges(changes)]),
        ...faults.map(formatFault),
        ...outHints,
      ],
    },
  });
}

const undatedIds = ['unreadable', 'ambiguous'] as const satisfies readonly Fault['id'][];

const whoWasAsked = ({ profile, environment }: AskedTarget) => ({ profile, environment });

function describeMixedProfiles({ mixedProfiles }: AskedTarget): string[] {
  if (mixedProfiles.length === 0) return [];
  return [
    `The look-ups are of several profiles: ${mixedProfiles.join(', ')}. If these are different games, reconcile each game by itself.`,
  ];
}

function outputFacts({ out, report }: ReconcileOutputs): NonNullable<View['facts']> {
  return [
    ...(out === undefined ? [] : [{ label: 'Output', value: out }]),
    ...(report === undefined ? [] : [{ label: 'Report', value: report }]),
  ];
}

/** A class of `--fail-on` was found. */
const failOnFound = { code: 'fail-on-found', section: null };

const outHint = 'Why each purchase has its class stands in its row: add `--out classes.csv`.';
