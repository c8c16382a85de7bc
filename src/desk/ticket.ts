import type { Context } from '../context.js';
import { onPvgError, PvgError } from '../failure.js';
import { type GlobalOptions, type TicketFlags } from '../input/options.js';
import { withNotes, type Finished, type View } from '../output/finished.js';
import { requireFolder, requireFree, writeOutFile, type OutFile } from '../output/out-file.js';
import { shellLine } from '../text/shell.js';
import { isSamePlace, outcomeOf } from './journal/calls.js';
import type { JournalEntry } from './journal/entry.js';
import { readJournal } from './journal/journal.js';
import type { Recorded } from './journal/recorder.js';
import { caseAround } from './report/case.js';
import { evidenceFor } from './report/evidence.js';
import { reportFormOf, writeReport, type ReportForm } from './report/forms.js';

/** What a look-up does for the ticket: the report that it writes, and the ticket’s other purchases. */

type ReportOut = OutFile & { readonly form: ReportForm };

/** Finds what is wrong with the file before anything is sent. @throws {PvgError} 2 for a wrong value or a file that exists */
export async function readReportOut(
  context: Context,
  { report: path, overwrite = false }: TicketFlags,
): Promise<ReportOut | undefined> {
  if (path === undefined) {
    if (!overwrite) return undefined;
    throw new PvgError('usage', '--overwrite works only with --report.', {
      hint: 'Choose the file to write: `--report evidence.html`.',
    });
  }
  const report = { option: '--report', path, overwrite, form: reportFormOf('--report', path) };
  await requireFolder(context, report);
  await requireFree(context, report);
  return report;
}

const unkept = { calls: [], remarks: [], incomplete: undefined };

/** The answer is worth more than its report: on a full disk only the file and the status are lost. */
export async function withReport(
  context: Context,
  globals: GlobalOptions,
  report: ReportOut | undefined,
  finished: Finished,
  call: Recorded,
): Promise<Finished> {
  if (report === undefined) return finished;
  const { entry, kept } = call;
  const journal = kept ? await readJournal(context) : unkept;
  const found = { ...caseAround(journal, entry, 'whole'), incomplete: journal.incomplete };
  const text = writeReport(report.form, evidenceFor(context, found, 'support'));
  const members = { ...finished.members, report: report.path };
  return writeOutFile(context, report, context.secrets.redact(text))
    .then(() => withNotes(globals, { ...finished, members }, [], [`Wrote the report: ${report.path}`]))
    .catch(onPvgError((error) => unreported(finished, error, call)));
}

function unreported(
  finished: Finished,
  { code, exit, message, details: { hint } }: PvgError,
  { entry, kept }: Recorded,
): Finished {
  const afterwards: View = {
    headline: `${message} The answer above is still valid.`,
    mood: 'bad',
    notes: hint === undefined ? [] : [hint],
    nextCommand: shellLine(kept ? ['pvg', 'report', entry.id] : ['pvg', 'lookup', '--help']),
  };
  const told = { ...finished, members: { ...finished.members, report: null }, afterwards };
  const error = { code, says: message, hint: hint ?? null, section: null };
  return finished.ok ? { ...told, ok: false, exit, error } : told;
}

const mostNamed = 3;

/** The other purchases that a ticket has: a player who was charged twice has two, and each has its own answer. */
export async function saysOtherPurchases(context: Context, call: JournalEntry): Promise<string | undefined> {
  const { case: caseId, receipt } = call;
  if (caseId === null || receipt === null) return undefined;
  const { calls } = await readJournal(context, { containing: [caseId] });
  const others = new Map<string, JournalEntry>();
  for (const each of calls)
    if (each.case === caseId && each.receipt !== null && each.receipt !== receipt && isSamePlace(each, call))
      others.set(each.receipt, each);
  if (others.size === 0) return undefined;
  const named = [...others.values()]
    .slice(-mostNamed)
    .map((each) => `${each.order_id ?? each.product ?? 'unknown'} (${outcomeOf(each).word})`);
  return `${caseId} has ${others.size === 1 ? 'another purchase' : 'other purchases'}: ${named.join(', ')}. Each has its own receipt.`;
}
