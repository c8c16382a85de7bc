import type { Context } from '../context.js';
import { onPvgError } from '../failure.js';
import type { TicketFlags } from '../input/options.js';
import { withNotes, type CommandResult, type View } from '../output/command-result.js';
import { requireFree, writeOutFile, type OutFile } from '../output/out-file.js';
import { shellLine } from '../text/shell.js';
import { lookupArgv } from './journal/calls.js';
import type { JournalEntry, ReplyEntry } from './journal/entry.js';
import type { Recorder, ReplySubject } from './journal/writer.js';
import { noReplyReasons, replySituation } from './replies/situations.js';
import { repliesFor, replyText, type Replies } from './replies/texts.js';
import { caseAround } from './report/case.js';
import { reportFormOf, reportForms, reportOf, type ReportForm } from './report/report.js';

/** What a look-up does for the ticket: its report and its reply. */

type ReportOut = OutFile & { readonly form: ReportForm };

/** Finds what is wrong with the file before anything is sent. @throws {PvgError} 2 for a wrong ending or a file that exists */
export async function readReportOut(
  context: Context,
  { report: path, overwrite = false }: TicketFlags,
): Promise<ReportOut | undefined> {
  if (path === undefined) return undefined;
  const report = { option: '--report', path, overwrite, form: reportFormOf('--report', path) };
  await requireFree(context, report);
  return report;
}

/** A call that was just made. */
interface Recorded {
  readonly recorder: Recorder;
  readonly entry: JournalEntry;
}

/** The answer is worth more than its report: on a full disk only the file and the status are lost. */
export async function addReport(
  context: Context,
  report: ReportOut | undefined,
  result: CommandResult,
  { recorder, entry }: Recorded,
  journal: Parameters<typeof caseAround>[0],
): Promise<CommandResult> {
  if (report === undefined) return result;
  const found = caseAround(journal, entry);
  const text = context.secrets.redact(reportForms[report.form](reportOf(context, found)));
  const told = (path: string | null) => ({
    ...result,
    extraMembers: { ...result.extraMembers, report: path },
  });
  return writeOutFile(context, report, text)
    .then(() => withNotes(told(report.path), `Wrote the report: ${report.path}`))
    .catch(
      onPvgError(({ code, exit, message, details: { hint = '' } }) => {
        const afterwards: View = {
          headline: `${message} The answer above is still valid.`,
          mood: 'bad',
          notes: [hint],
          nextCommand: shellLine(recorder.on ? ['pvg', 'report', entry.id] : lookupArgv(entry)),
        };
        const error = { code, says: message, hint, section: null };
        return { ...told(null), afterwards, ...(result.ok && { ok: false, exit, error }) };
      }),
    );
}

/** Adds the reply for the player to a look-up that has just been made, and keeps which one it was: `replies`. */
export async function addReply(
  replies: Replies | undefined,
  result: CommandResult,
  { recorder, entry }: Recorded,
): Promise<{ readonly finished: CommandResult; readonly replies: readonly ReplyEntry[] }> {
  if (replies === undefined) return { finished: result, replies: [] };
  const { situation, silence } = replySituation(entry);
  const given = situation === undefined ? [] : repliesFor(replies, situation);
  const texts = given.map((each) => ({ ...each }));
  const extraMembers = { ...result.extraMembers, reply: texts[0] ?? null, replies: texts };
  if (situation === undefined) {
    const why = silence
      ? `${noReplyReasons[silence].says} ${noReplyReasons[silence].hint}`
      : 'There is no reply for the player, because this answer says nothing about the purchase.';
    return { finished: withNotes({ ...result, extraMembers }, why), replies: [] };
  }
  const languages = given.map(({ language }) => language);
  const reply = recorder.replied({ ...replyAbout(entry), situation, languages });
  const copy = { label: `Reply to the player (${languages.join(', ')})`, text: replyText(given) };
  const told = { ...result, extraMembers, view: { ...result.view, copy } };
  return { finished: withNotes(told, ...placeNotes(entry)), replies: [reply] };
}

/** To be read with the reply. */
export function placeNotes({ environment }: JournalEntry): string[] {
  return environment === 'dev' ? ['That call was on dev, so it says nothing about prod.'] : [];
}

/** What a kept reply has of the call that it was made from. */
export function replyAbout(call: JournalEntry): ReplySubject {
  const { id, profile, environment, origin, receipt, player, order_id, case: caseId } = call;
  return { call: id, case: caseId, profile, environment, origin, receipt, player, order_id };
}
