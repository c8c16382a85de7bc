import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { GlobalOptions } from '../input/options.js';
import { callsIn, withHistory } from './journal/calls.js';
import type { JournalEntry } from './journal/entry.js';
import { readJournal } from './journal/journal.js';
import type { Finished, View } from '../output/finished.js';
import { requireFolder, requireFree, writeOutFile, type OutFile } from '../output/out-file.js';
import { shellLine } from '../text/shell.js';
import type { ReportForm } from './report/forms.js';

interface TicketWork {
  readonly report: (OutFile & { readonly form: ReportForm }) | undefined;
}

export interface TicketOptions {
  readonly report?: string;
  readonly overwrite?: boolean;
}

/**
 * Finds everything that can be wrong with it before anything is sent.
 * @throws {PvgError} 2 for a wrong value or a file that exists
 */
export async function readTicketWork(
  context: Context,
  { report: path, overwrite = false }: TicketOptions,
): Promise<TicketWork> {
  if (overwrite && path === undefined) {
    throw new PvgError('usage', '--overwrite works only with --report.', {
      hint: 'Choose the file to write: `--report evidence.html`.',
    });
  }
  const report = path === undefined ? undefined : await reportFile(path, overwrite);
  if (report) {
    await requireFolder(context, report);
    await requireFree(context, report);
  }
  return { report };
}

async function reportFile(path: string, overwrite: boolean): Promise<TicketWork['report']> {
  const { reportFormOf } = await import('./report/forms.js');
  return { option: '--report', path, overwrite, form: reportFormOf('--report', path) };
}

/** The answer is worth more than its report: on a full disk only the file and the status are lost. */
export async function withReport(
  context: Context,
  globals: GlobalOptions,
  { report }: TicketWork,
  finished: Finished,
  call: { readonly entry: JournalEntry; readonly kept: boolean },
): Promise<Finished> {
  if (report === undefined) return finished;
  try {
    const text = await reportOf(context, report.form, call);
    await writeOutFile(context, report, context.secrets.redact(text));
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    return unreported(finished, error, call);
  }
  return withLine(
    globals,
    { ...finished, members: { ...finished.members, report: report.path } },
    `Wrote the report: ${report.path}`,
  );
}

async function reportOf(
  context: Context,
  form: ReportForm,
  { entry, kept }: { readonly entry: JournalEntry; readonly kept: boolean },
): Promise<string> {
  const [{ evidenceFor }, { writeReport }] = await Promise.all([
    import('./report/evidence.js'),
    import('./report/forms.js'),
  ]);
  const calls = kept ? callsIn((await readJournal(context)).entries) : [];
  return writeReport(form, evidenceFor(context, { entry, history: withHistory(calls, entry) }, 'support'));
}

function unreported(
  finished: Finished,
  { code, exit, message, details }: PvgError,
  { entry, kept }: { readonly entry: JournalEntry; readonly kept: boolean },
): Finished {
  const afterwards: View = {
    headline: `${message} The answer above is still valid.`,
    mood: 'bad',
    notes: details.hint === undefined ? [] : [details.hint],
    nextCommand: shellLine(kept ? ['pvg', 'report', entry.id] : ['pvg', 'lookup', '--help']),
  };
  const members = { ...finished.members, report: null };
  if (!finished.ok) return { ...finished, members, afterwards };
  const error = { code, says: message, hint: details.hint ?? null, section: null };
  return { ...finished, members, afterwards, ok: false, exit, error };
}

/** Below the verdict: in the notes for a person, or on stderr if stdout has only data. */
export const withLine = (globals: GlobalOptions, finished: Finished, text: string): Finished =>
  globals.json || globals.raw
    ? { ...finished, below: [...(finished.below ?? []), text] }
    : { ...finished, view: { ...finished.view, notes: [...(finished.view.notes ?? []), text] } };
