import type { Environment } from '../contract/environments.js';
import type { ExitStatus, PvgError } from '../failure.js';
import { commandResult, type CommandResult, type View } from '../output/command-result.js';
import type { Outcome } from '../service/outcome.js';
import type { Advice } from '../service/policy.js';
import { shownFingerprint } from '../signing/digest.js';
import { counted } from '../text/count.js';
import { joinSentences } from '../text/sentences.js';
import { shellLine } from '../text/shell.js';
import type { Halt, Run } from './run.js';
import { span } from './span.js';
import type { MeaningOf, BatchSummary } from './summary.js';

/** How a batch ended: one object for scripts, words for people, a status. */

/** What the view says about outcomes, for the words of a batch. */
export interface Words {
  readonly meaningOf: MeaningOf;
  readonly adviceOf: (advice: Advice) => string;
  readonly failureOf: (outcome: Outcome) => { readonly says: string; readonly hint: string } | null;
  /** The first question where a test environment confirms nothing. */
  readonly rightEnvironment: string | undefined;
}

export interface EndingFacts {
  readonly profile: string;
  readonly environment: Environment;
  readonly input: string;
  readonly out: string | undefined;
  readonly report: string | undefined;
  readonly seconds: number;
  readonly callId: string | null;
  /** The command line of this run, with this option. */
  readonly lineWith: (option: '--resume' | '--overwrite') => string;
  /** Trouble with a file about the run: the run itself ended well. */
  readonly trouble: PvgError | undefined;
  /** The file of --out still has its earlier results. */
  readonly isKept: boolean;
  readonly words: Words;
}

/** No verdict of a look-up covers refunds and chargebacks. */
export const refundNote =
  'A look-up shows neither refunds nor chargebacks. Android refunds are in the store’s voided-purchase reports: `pvg reconcile` joins them with these look-ups.';

interface Ending {
  readonly exit: ExitStatus;
  readonly code?: string | undefined;
  readonly says: string;
  readonly hint?: string | undefined;
}

type Ran = Pick<Run, 'read' | 'own' | 'before' | 'repeated' | 'gone' | 'foreign' | 'firstGone'>;

export function endingOf(
  halt: Halt | undefined,
  run: Ran,
  summary: BatchSummary,
  facts: EndingFacts,
): CommandResult {
  const ending = withFileProblem(howEnded(halt, run, summary, facts), facts.trouble);
  const { exit, code = 'rows-failed', says, hint = '' } = ending;
  const { profile, environment, callId } = facts;
  return commandResult('batch', {
    profile,
    environment,
    interface: 'gateway',
    exit,
    callId,
    error: exit === 0 ? null : { code, says, hint, section: null },
    answer: summaryAnswer({ exit, says }, { run, summary, facts }),
    view: viewOf(ending, run, summary, facts),
  });
}

/** What a run counts beside its summary. */
export type RunCounts = Pick<Ran, 'before' | 'repeated' | 'gone'>;

interface Counted {
  readonly run: RunCounts;
  readonly summary: BatchSummary;
  readonly facts: AnswerFacts;
}

interface AnswerFacts extends Pick<EndingFacts, 'out' | 'report' | 'seconds' | 'isKept'> {
  /** null: the command line has none. */
  readonly input: string | null;
}

/** The figures of a run, however it ended: docs/schemas/batch-summary.schema.json. */
export function summaryAnswer(
  { exit, says }: Pick<Ending, 'exit' | 'says'>,
  { run, summary, facts }: Counted,
) {
  const { out, report, seconds, input, isKept } = facts;
  return {
    says,
    rows: summary.rows,
    answered: summary.rows - summary.failed,
    failed: summary.failed,
    unreadable: summary.unreadable,
    earlier: run.before,
    repeated: run.repeated,
    gone: run.gone,
    unusual: summary.unusual,
    by_verdict: summary.byVerdict(),
    by_failure: summary.byFailure(),
    first_failures: summary.failures.map((each) => ({ ...each })),
    seconds,
    input,
    output: out ?? null,
    report: report ?? null,
    refunds: refundNote,
    resume_helps: out !== undefined && !isKept && resumable.includes(exit),
  };
}

function viewOf(
  { exit, code, says, hint }: Ending,
  run: Ran,
  summary: BatchSummary,
  facts: EndingFacts,
): View {
  const { out, environment, profile, words, isKept, lineWith } = facts;
  const hasFile = out !== undefined;
  const again = isKept ? '--overwrite' : '--resume';
  const mayHelp = hasFile && (mayBeFixed.includes(exit) || onlyRefused(summary));
  const refusedCode = exit === 4 ? code : mostRefused(summary, words);
  const explaining =
    refusedCode && shellLine(['pvg', 'explain-error', refusedCode.replace(/^http-/, '')]);
  const isToFix = exit === 4 || (exit === 20 && onlyRefused(summary));
  const isToResume = hasFile && (resumable.includes(exit) || mayBeFixed.includes(exit));
  const resuming = isToResume ? lineWith(again) : undefined;
  const next = isToFix ? (explaining ?? resuming) : (resuming ?? explaining);
  const lines = summary.lines();
  const isCareful = [0, 20, 21].includes(exit);
  const isGood = exit === 0 && run.gone + run.foreign === 0;
  return {
    headline: says,
    mood: isGood ? 'good' : isCareful ? 'careful' : 'bad',
    facts: [
      { label: 'Profile', value: `${profile} (${environment})` },
      ...(hasFile ? [{ label: 'Rows', value: out }] : []),
    ],
    ...(lines.length > 0 && {
      table: {
        head: ['Rows', 'Verdict or error', 'Meaning'],
        rows: lines.map((line) => [
          ...[String(line.rows), line.name],
          joinSentences(line.says, line.who && `Who acts next: ${line.who}.`),
        ]),
      },
    }),
    notes: [
      hint,
      ...summary.failuresTold(),
      mayHelp && `When that is fixed, run the same command with \`${again}\`.`,
      !hasFile &&
        !isCareful &&
        'Without --out there is nothing to resume: the next run starts again.',
      isKept && 'This run wrote no row. The file of --out still has its earlier results.',
      ...goneWords(run),
      ...summary.unusualTold(),
      summary.count('not-confirmed') > 0 && words.rightEnvironment,
      summary.hasPaid && refundNote,
    ].filter((note) => note !== undefined && note !== false),
    ...(next && { nextCommand: next }),
  };
}

/** Rows failed, and all of them because the service refused the request. */
function onlyRefused({ failed, refused }: BatchSummary): boolean {
  return failed > 0 && sumOf(refused) === failed;
}

/** The most frequent refusal that `pvg explain-error` knows. */
function mostRefused({ refused }: BatchSummary, { meaningOf }: Words): string | undefined {
  const isKnown = (code: string): boolean =>
    code.startsWith('http-') || meaningOf(code, 'refused') !== undefined;
  return byRows(refused).find(isKnown);
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, each) => sum + each, 0);

/** The most frequent first. */
const byRows = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code);

function goneWords({ gone, firstGone, foreign }: Ran): string[] {
  if (foreign > 0) {
    return [
      `The file of --out has ${counted(foreign, 'line')} of purchases that this part does not have; the table counts them. Give each part a file of its own.`,
    ];
  }
  if (gone === 0) return [];
  const names = firstGone.map(
    ({ orderId, purchase }) => orderId ?? shownFingerprint(purchase?.receipt ?? ''),
  );
  const more = gone > names.length ? ` and ${gone - names.length} more` : '';
  return [
    `${counted(gone, 'row')} of an earlier run ${gone === 1 ? 'is' : 'are'} not in the input any more; the lines stay (\`--overwrite\` begins without them), and the table counts them: ${names.join(', ')}${more}.`,
  ];
}

/** Problems that may pass by themselves. */
const resumable: readonly ExitStatus[] = [1, 14, 20, 130, 143];
/** Problems that somebody must fix first. */
const mayBeFixed: readonly ExitStatus[] = [2, 4, 21];

function howEnded(
  halt: Halt | undefined,
  run: Ran,
  summary: BatchSummary,
  facts: EndingFacts,
): Ending {
  const { out, words, isKept } = facts;
  const hasFile = out !== undefined && !isKept;
  // A line that no row claimed is in the file, not in the input.
  const left = run.gone + run.foreign;
  const earlier = summary.before > left ? ` (${summary.before - left} by an earlier run)` : '';
  const rows = `${counted(summary.rows - left, 'row')}${earlier}`;
  const [is, was] = summary.rows === 1 ? ['is', 'was'] : ['are', 'were'];
  const done = `${rows} ${is} done${hasFile ? ' and written' : ''}.`;
  if (halt?.kind === 'stopped') {
    const { exit, code, message, details } = halt.error;
    // Rows that the disk did not take are answered but lost: only the file shows which ones.
    const answeredWords =
      exit === 14 && hasFile
        ? `${rows} ${was} answered. --resume looks up again those that are not in the file.`
        : done;
    return { exit, code, says: `${message} ${answeredWords}`, hint: details.hint };
  }
  if (halt !== undefined) {
    const failure = halt.last?.outcome === undefined ? null : words.failureOf(halt.last.outcome);
    return {
      exit: halt.kind === 'refused' ? 4 : 20,
      code: codeOfHalt(halt),
      says: `${whyHalted(halt, failure?.says ?? '')} The run ended; ${done}`,
      hint: failure?.hint,
    };
  }
  const says = wholeRunWords(summary, run, rows);
  if (summary.failed > summary.unreadable) return { exit: 20, says };
  if (summary.failed === 0) return { exit: 0, says };
  return { exit: 21, code: 'input-unreadable', says, hint: 'Fix these rows in the input.' };
}

/** A file that could not be written at the end is said whatever the rows came to. */
function withFileProblem(ending: Ending, trouble: PvgError | undefined): Ending {
  if (trouble === undefined) return ending;
  const { exit, code } = ending.exit === 0 ? trouble : ending;
  return { ...ending, exit, code, says: `${ending.says} ${trouble.message}` };
}

function codeOfHalt({ kind, last }: Exclude<Halt, { kind: 'stopped' }>): string | undefined {
  const code = last?.error?.code;
  // A proxy's 401 or 403 has no code of the service.
  if (kind === 'refused' && last?.exit !== 4 && code === 'no-contract-shape') {
    return `http-${String(last?.outcome?.status)}`;
  }
  return code;
}

function whyHalted(halt: Exclude<Halt, { kind: 'stopped' }>, said: string): string {
  switch (halt.kind) {
    case 'refused':
      return `The credentials were refused for the first ${firstPurchases(halt.purchases)}. ${said}`.trim();
    case 'asked-to-wait':
      return `The service asks to wait ${span(halt.askedMs / 1000)}. A run waits at most one hour.`;
    case 'outage':
      return `The service does not answer. ${said}`.trim();
  }
}

const firstPurchases = (purchases: number): string =>
  purchases === 1 ? 'purchase' : `${purchases} purchases`;

const mostCodes = 3;

function wholeRunWords(summary: BatchSummary, { read, own }: Ran, rows: string): string {
  const { failed, unreadable } = summary;
  const parts = [
    ...(unreadable > 0 ? [`${unreadable} cannot be looked up`] : []),
    ...(failed > unreadable ? [`${failed - unreadable} failed${refusedWords(summary)}`] : []),
  ];
  if (read === 0) return 'The input has no rows: there was nothing to look up.';
  if (own === 0) {
    return `The input has ${counted(read, 'row')}, but this part has none: there was nothing to look up.`;
  }
  return parts.length === 0
    ? `${rows}, all answered.`
    : `${rows}, of which ${parts.join(' and ')}.`;
}

/** ` (refused by the service: UNAUTHORIZED)`, with a number if others failed in another way. */
function refusedWords({ refused, failed, unreadable }: BatchSummary): string {
  const refusals = sumOf(refused);
  if (refusals === 0) return '';
  const codes = byRows(refused);
  const named = codes.slice(0, mostCodes).join(', ') + (codes.length > mostCodes ? ', …' : '');
  const number = refusals === failed - unreadable ? '' : `${refusals} `;
  return ` (${number}refused by the service: ${named})`;
}
