import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { GlobalOptions } from '../input/options.js';
import type { Recorded } from './journal/recorder.js';
import type { Finished } from '../output/finished.js';
import { requireFolder, requireFree } from '../output/out-file.js';
import type { ReportOut } from './ticket-report.js';

interface TicketWork {
  readonly report: ReportOut | undefined;
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

export async function withReport(
  context: Context,
  globals: GlobalOptions,
  { report }: TicketWork,
  finished: Finished,
  call: Recorded,
): Promise<Finished> {
  if (report === undefined) return finished;
  const { reported } = await import('./ticket-report.js');
  const told = await reported(context, report, finished, call);
  return told.members?.['report'] === null
    ? told
    : withLine(globals, told, `Wrote the report: ${report.path}`);
}

/** Below the verdict: in the notes for a person, or on stderr if stdout has only data. */
export const withLine = (globals: GlobalOptions, finished: Finished, text: string): Finished =>
  globals.json || globals.raw
    ? { ...finished, below: [...(finished.below ?? []), text] }
    : { ...finished, view: { ...finished.view, notes: [...(finished.view.notes ?? []), text] } };
