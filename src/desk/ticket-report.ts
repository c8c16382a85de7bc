import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { Finished, View } from '../output/finished.js';
import { writeOutFile, type OutFile } from '../output/out-file.js';
import { shellLine } from '../text/shell.js';
import { callsIn } from './journal/calls.js';
import type { JournalEntry } from './journal/entry.js';
import { readJournal } from './journal/journal.js';
import type { ReportForm } from './report/forms.js';

/** The report that a look-up writes. */

export type ReportOut = OutFile & { readonly form: ReportForm };

interface MadeCall {
  readonly entry: JournalEntry;
  readonly kept: boolean;
}

/** The answer is worth more than its report: on a full disk only the file and the status are lost. */
export async function reported(
  context: Context,
  report: ReportOut,
  finished: Finished,
  call: MadeCall,
): Promise<Finished> {
  try {
    const text = await reportOf(context, report.form, call);
    await writeOutFile(context, report, context.secrets.redact(text));
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    return unreported(finished, error, call);
  }
  return { ...finished, members: { ...finished.members, report: report.path } };
}

async function reportOf(context: Context, form: ReportForm, { entry, kept }: MadeCall): Promise<string> {
  const [{ caseAround }, { evidenceFor }, { writeReport }] = await Promise.all([
    import('./report/case.js'),
    import('./report/evidence.js'),
    import('./report/forms.js'),
  ]);
  const { entries, remarks, incomplete } = kept
    ? await readJournal(context)
    : { entries: [], remarks: [], incomplete: undefined };
  const found = { ...caseAround({ calls: callsIn(entries), remarks }, entry, 'whole'), incomplete };
  return writeReport(form, evidenceFor(context, found, 'support'));
}

function unreported(
  finished: Finished,
  { code, exit, message, details }: PvgError,
  { entry, kept }: MadeCall,
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
