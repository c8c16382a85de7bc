import type { ExitStatus, PvgError } from '../failure.js';
import type { FinishedError } from '../output/finished.js';
import { counted } from '../text/counted.js';
import type { DoneRows } from './done-rows.js';
import type { Halt } from './look-ups.js';
import type { BatchPlan } from './options.js';
import { longestOutageMs } from './outage.js';
import type { Pace } from './pace.js';
import { fixInPlace } from './purchase.js';
import { wrongUsage } from './refusal.js';
import { placeTold } from './row.js';
import { span } from './span.js';
import { tell } from '../view/tell.js';
import type { Summary } from './summary.js';

/** How a batch ended, for people and as an exit status. */

export interface Ended {
  readonly exit: ExitStatus;
  /** Why the status is not 0, for scripts. */
  readonly error: FinishedError | null;
  readonly summary: Summary;
  readonly seconds: number;
  /** Whether the same command with the option `again` may bring more answers now. */
  readonly againHelps: boolean;
  readonly again: '--resume' | '--overwrite';
  /** Whether it may after somebody has fixed the problem. */
  readonly afterFix: boolean;
  /** One sentence. */
  readonly says: string;
  readonly notes: readonly string[];
  /** The most frequent code of refused rows; undefined if no row was refused. */
  readonly refused: string | undefined;
}

/** How the look-ups ended. */
export interface Run {
  readonly halt: Halt | undefined;
  /** An interruption, or a failure of the output. */
  readonly failure: PvgError | undefined;
  /** Whether earlier results are still in the file, because no look-up is done. */
  readonly isKept: boolean;
  readonly rowsRead: number;
  /** Of these, the ones that this run must do, and those of which the output has a line. */
  readonly rowsOwn: number;
  readonly rowsWritten: number;
  readonly pace: Pace;
}

export function endOf(
  run: Run,
  summary: Summary,
  done: DoneRows | undefined,
  { out }: Pick<BatchPlan, 'out'>,
  elapsedMs: number,
): Ended {
  const hasFile = out !== undefined;
  const { isKept } = run;
  const { exit, says, code, hint } = howEnded(run, summary, done, hasFile && !isKept);
  const startsAgain = !hasFile && exit !== 0 && ![20, 21].includes(exit);
  return {
    exit,
    error: exit === 0 ? null : { code: code ?? 'rows-failed', says, hint: hint ?? null, section: null },
    summary,
    seconds: Math.round(elapsedMs) / 1000,
    againHelps: hasFile && resumable.includes(exit),
    again: isKept ? '--overwrite' : '--resume',
    afterFix: hasFile && [4, 21].includes(exit),
    says,
    notes: [
      ...(hint === undefined ? [] : [hint]),
      ...summary.failuresTold(),
      ...paceTold(run.pace),
      ...(startsAgain ? [fromTheFirst] : []),
      ...(isKept ? [unchanged] : []),
    ],
    refused: exit === 4 ? code : [...summary.refused].sort(([, one], [, other]) => other - one)[0]?.[0],
  };
}

interface Told {
  readonly exit: ExitStatus;
  readonly says: string;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
}

/** Problems that another run may not meet, unlike a wrong command, wrong credentials or a wrong input. */
const resumable: readonly ExitStatus[] = [1, 8, 9, 10, 11, 12, 14, 20, 130, 143];

const fromTheFirst = 'Without --out there is nothing to resume. The next run starts with the first row.';

const unchanged = 'This run wrote no row. The file of --out still has its earlier results.';

function howEnded(
  { halt, failure, rowsRead, rowsOwn, rowsWritten, isKept }: Run,
  summary: Summary,
  done: DoneRows | undefined,
  isWritten: boolean,
): Told {
  const before = summary.before > 0 ? ` (${String(summary.before)} by an earlier run)` : '';
  const rows = `${counted(summary.rows, 'row')}${before}`;
  const [is, was] = summary.rows === 1 ? ['is', 'was'] : ['are', 'were'];
  const ended =
    failure ?? (done && !halt && done.highest > rowsRead ? shorterInput(done, rowsRead, '') : undefined);
  if (ended !== undefined) {
    const { code, exit, message, details } = ended;
    // Rows that the disk did not take are answered but lost: only the file shows which ones.
    const told =
      exit === 14 && isWritten
        ? `${rows} ${was} answered. --resume looks up again those that are not in the file.`
        : `${rows} ${is} done${isWritten ? ' and written' : ''}.`;
    return { exit, code, says: `${sentence(message)} ${told}`, hint: details.hint };
  }
  if (halt) {
    const { exit, outcome } = halt.judged;
    const { error } = tell(outcome);
    const end = summary.rows === 0 ? 'The run ended.' : `The run ended; ${rows} ${is} done.`;
    const says = `${whyHalted(halt)} ${end}`;
    return { exit, code: error?.code, says, hint: error?.hint };
  }
  const rowsDone = isKept ? summary.rows : rowsWritten;
  if (rowsDone !== rowsOwn) {
    const written = `pvg read ${counted(rowsOwn, 'row')} and wrote ${String(rowsDone)}. This is a bug in pvg.`;
    return {
      exit: 1,
      code: 'internal',
      says: written,
      hint: isWritten ? 'Report it. `--resume` looks up the missing rows.' : 'Report it.',
    };
  }
  const says = wholeTold(summary, rows, rowsRead);
  if (summary.failed === 0) return { exit: 0, says };
  if (summary.unreadable < summary.failed) return { exit: 20, says };
  const hint = summary.notSent.has('receipt-doubtful') ? `${fixThem} ${forceThem}` : fixThem;
  return { exit: 21, code: 'input-unreadable', says, hint };
}

const fixThem = 'Fix these rows in the input. Leave each row in its place.';
const forceThem = 'If a doubtful receipt is right, add `--force`.';

const sentence = (text: string): string => text.replace(/\.?$/, '.');

function wholeTold(summary: Summary, rows: string, rowsRead: number): string {
  const { failed, unreadable } = summary;
  const failures = failed === unreadable ? unreadTold(summary) : `${String(failed)} failed`;
  if (failed > 0) return `${rows}, of which ${failures}${refusedTold(summary, ' and ')}.`;
  if (rowsRead === 0) return 'The input has no rows: there was nothing to look up.';
  if (summary.rows === 0)
    return `The input has ${counted(rowsRead, 'row')}, but this part has none: there was nothing to look up.`;
  return summary.refused.size === 0
    ? `${rows}, all answered.`
    : `${rows} answered${refusedTold(summary, ', of which ')}.`;
}

/** `6 cannot be read and 2 were not looked up (receipt-doubtful)` */
function unreadTold({ unreadable, notSent }: Summary): string {
  const held = [...notSent.values()].reduce((sum, each) => sum + each, 0);
  const unread = unreadable - held;
  return [
    ...(unread > 0 ? [`${String(unread)} cannot be read`] : []),
    ...(held > 0
      ? [`${String(held)} ${held === 1 ? 'was' : 'were'} not looked up (${[...notSent.keys()].join(', ')})`]
      : []),
  ].join(' and ');
}

function refusedTold({ refused }: Summary, before: string): string {
  if (refused.size === 0) return '';
  const rows = [...refused.values()].reduce((sum, each) => sum + each, 0);
  return `${before}${String(rows)} ${rows === 1 ? 'was' : 'were'} refused by the service (${[...refused.keys()].join(', ')})`;
}

function whyHalted(halt: Halt): string {
  const said = tell(halt.judged.outcome).error?.says ?? 'The service refused.';
  switch (halt.kind) {
    case 'refused':
      return `${placeTold(halt.row)}: ${said}`;
    case 'asked-to-wait':
      return `The service asks to wait ${span(halt.askedMs / 1000)}. A run waits at most one hour.`;
    case 'never-answered':
      return `${said} No row of this run got an answer.`;
    case 'too-long':
      return `${said} No row got an answer for ${span(longestOutageMs / 1000)}.`;
  }
}

const paceTold = ({ slowed, longestAskedMs }: Pace): string[] =>
  slowed === 0
    ? []
    : [
        `The service was overloaded (429 or 5xx). pvg slowed down ${slowed === 1 ? 'once' : `${String(slowed)} times`}.${
          longestAskedMs > 0
            ? ` The service asked to wait up to ${String(Math.ceil(longestAskedMs / 1000))} s.`
            : ''
        }`,
      ];

export const shorterInput = ({ highest }: DoneRows, rowsRead: number, sent: string): PvgError =>
  wrongUsage(
    `The input has changed: it has ${counted(rowsRead, 'row')}, but --out has results up to row ${String(highest)}.${sent}`,
    `Rows were removed. ${fixInPlace} Use the input that --out was made from, or choose another --out.`,
  );
