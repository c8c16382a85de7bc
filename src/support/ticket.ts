import type { Context } from '../context.js';
import type { TicketFlags } from '../input/call-options.js';
import type { CommandResult } from '../output/command-result.js';
import { requireFree } from '../output/out-file.js';
import { readLanguages } from './replies/situations.js';
import { readReplies, type Replies } from './replies/texts.js';
import { readReportForm } from './report/report.js';
import { addReply } from './ticket-reply.js';
import { addReport, type AnsweredLookup, type ReportFile } from './ticket-report.js';

/** What a look-up or a check adds for the ticket: a reply to the player, and a report. */

export interface Ticket {
  readonly replies: Replies | undefined;
  readonly report: ReportFile | undefined;
}

/**
 * Reads `--reply` and `--report` before anything is sent, so that a wrong option costs no call.
 * @param nextWithOverwrite the command that replaces the page
 * @throws {PvgError} `usage` for an unknown language, `output-exists` for a file that exists
 */
export async function readTicketOptions(
  context: Context,
  options: TicketFlags,
  nextWithOverwrite: string,
): Promise<Ticket> {
  const languages = options.reply && readLanguages('--reply', options.reply);
  const replies = languages && (await readReplies(context, languages));
  const { report: path, overwrite = false } = options;
  if (path === undefined) return { replies, report: undefined };
  const form = readReportForm('--report', path);
  const report = { option: '--report', path, overwrite, form, next: nextWithOverwrite };
  await requireFree(context, { ...report, sends: true });
  return { replies, report };
}

/** Adds the reply, and the report with the reply among its lines. */
export async function addTicketOutput(
  context: Context,
  { replies, report }: Ticket,
  lookup: AnsweredLookup,
): Promise<CommandResult> {
  const { result, reply } = addReply(replies, lookup, context.isTraditionalChinese);
  if (report === undefined) return result;
  // The line of the reply is only written to the journal later, so it is added here.
  const earlier = { ...lookup.earlier, replies: [...lookup.earlier.replies, ...reply] };
  return addReport(context, report, { ...lookup, result, earlier });
}
