import { plainFinished, type Finished, type View } from '../output/finished.js';
import { counted } from '../text/counted.js';
import { rightEnvironment } from '../view/verdict.js';
import { shellLine } from '../text/shell.js';
import type { Ended } from './ending.js';
import type { BatchPlan } from './options.js';
import type { RunSettings } from './run-settings.js';
import type { Summary, SummaryLine } from './summary.js';

/** The end of a batch: a text for people on stderr, one object for scripts. */

interface ClosingFacts {
  readonly settings: RunSettings;
  readonly plan: BatchPlan;
  /** What people call the input. */
  readonly label: string;
  /** The command line of this run, with this option. */
  readonly lineWith: (option: Ended['again']) => string;
  /** The run's id in the journal; null without one. */
  readonly callId: string | null;
}

/** No verdict of a look-up covers refunds. */
export const refundCaveat =
  'A look-up does not show refunds. Android refunds are in the store’s voided-purchase reports: `pvg reconcile` joins them with these look-ups.';

export function closing(ended: Ended, facts: ClosingFacts): Finished {
  const { profile, environment } = facts.settings;
  const { exit, says, error } = ended;
  return plainFinished('batch', {
    profile,
    environment,
    interface: 'gateway',
    exit,
    callId: facts.callId,
    answer: answerOf(ended, facts),
    error: error && { ...error, says },
    view: viewOf(ended, facts),
  });
}

function answerOf(
  { summary, says, seconds, againHelps, again }: Ended,
  { plan, label }: ClosingFacts,
): Finished['answer'] {
  const { rows, failed, unreadable, before, repeated, unusual, failures } = summary;
  return {
    says,
    rows,
    answered: rows - failed,
    failed,
    unreadable,
    earlier: before,
    repeated,
    unusual,
    by_verdict: countsOf(summary, 'verdict'),
    by_failure: countsOf(summary, 'failure'),
    first_failures: failures.map(({ row, line, code, says: why }) => ({ row, line, code, says: why })),
    seconds,
    input: label,
    output: plan.out ?? null,
    report: plan.report ?? null,
    resume_helps: againHelps && again === '--resume',
    refunds: refundCaveat,
  };
}

const countsOf = (summary: Summary, kind: SummaryLine['kind']): Record<string, number> =>
  Object.fromEntries(
    summary
      .lines()
      .filter((line) => line.kind === kind)
      .map(({ name, rows }) => [name, rows]),
  );

function viewOf(ended: Ended, facts: ClosingFacts): View {
  const { summary, exit, says, refused, againHelps, again, afterFix } = ended;
  const { profile, environment } = facts.settings;
  const rows = summary.lines().map(({ name, rows: count, says: means }) => [String(count), name, means]);
  const explained = refused && shellLine(['pvg', 'explain-error', refused.replace(/^http-/, '')]);
  // After a refusal of the credentials, why comes first.
  const nextCommand = againHelps || (afterFix && exit === 21) ? facts.lineWith(again) : explained;
  return {
    headline: says,
    mood: exit === 0 && refused === undefined ? 'good' : [0, 20, 21].includes(exit) ? 'careful' : 'bad',
    facts: [{ label: 'Profile', value: `${profile} (${environment})` }],
    ...(rows.length > 0 && { table: { head: ['Rows', 'Verdict or error', 'Meaning'], rows } }),
    notes: [
      ...ended.notes,
      ...(afterFix ? [`When that is fixed, run the same command with \`${again}\`.`] : []),
      ...(summary.unusual > 0
        ? [`${counted(summary.unusual, 'answer')} with something unusual: see \`anomalies\` in these rows.`]
        : []),
      ...(environment === 'dev' && summary.counts('not-confirmed') > 0
        ? [rightEnvironment(environment, profile === 'local') ?? '']
        : []),
      ...(summary.hasPaid ? [refundCaveat] : []),
    ],
    ...(nextCommand !== undefined && { nextCommand }),
  };
}
