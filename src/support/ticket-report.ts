import type { Context } from '../context.js';
import { onPvgError } from '../failure.js';
import type { GlobalOptions } from '../input/options.js';
import { type CommandResult, type View, withNotes } from '../output/command-result.js';
import { type OutFile, writeOutFile } from '../output/out-file.js';
import { placeholder, shellLine, type ShellWord } from '../text/shell.js';
import { lookupArgv } from './journal/calls.js';
import { playerIds } from './journal/player-key.js';
import { caseAround, findCase, withNotesOfOtherCases, withShownPeople } from './report/case.js';
import { buildReport, type ReportForm, reportForms } from './report/report.js';
import type { CallWithTicket } from './ticket-reply.js';

/** The report that a look-up or a check writes for its ticket. */

export type ReportFile = OutFile & { readonly form: ReportForm };

export interface AnsweredLookup extends CallWithTicket {
  /** What the journal has about the same receipt or case. */
  readonly earlier: Parameters<typeof caseAround>[0];
}

/** Writes the report beside an answer. If that fails, for example on a full disk, the answer is printed anyway, and the exit status says it. */
export async function addReport(
  context: Context,
  report: ReportFile,
  { result, entry, earlier, writer }: AnsweredLookup,
): Promise<CommandResult> {
  const supportCase = await withNotesOfOtherCases(context, caseAround(earlier, entry));
  const page = reportForms[report.form](buildReport(context, supportCase));
  const retryArgv = entry.command === 'session' ? checkAgainArgv : lookupArgv(entry);
  const retry = writer.isOn ? ['pvg', 'report', entry.id] : retryArgv;
  return writePage(context, report, { result, page, retry });
}

/** The command that checks the player again. The journal does not keep the username, so the user fills it in. */
const checkAgainArgv: ShellWord[] = ['pvg', 'session', placeholder('PLAYER'), '--check'];

interface AnsweredPage {
  readonly result: CommandResult;
  readonly page: string;
  /** The command that writes the page later. */
  readonly retry: readonly ShellWord[];
}

async function writePage(
  context: Context,
  report: ReportFile,
  { result, page, retry }: AnsweredPage,
): Promise<CommandResult> {
  const withPath = (path: string | null): CommandResult => ({
    ...result,
    extraMembers: { ...result.extraMembers, report: path },
  });
  const reportFailed = onPvgError(
    ({ code, exit, message, details: { hint = '' } }): CommandResult => {
      const afterwards: View = {
        headline: `${message} The answer above is still valid.`,
        mood: 'bad',
        notes: [hint],
        nextCommand: shellLine(retry),
      };
      const error = { code, says: message, hint, section: null };
      const failed = { ...withPath(null), afterwards };
      return result.ok ? { ...failed, ok: false, exit, error } : failed;
    },
  );
  // After a failure the command is likely repeated as it was typed, and then needs `--overwrite`.
  const howToRepeat = result.ok ? [] : repeatNotes(report);
  return writeOutFile(context, report, context.secrets.redact(page))
    .then(() =>
      withNotes(withPath(report.path), `Wrote the report: ${report.path}`, ...howToRepeat),
    )
    .catch(reportFailed);
}

interface KeptPlayerAnswer {
  readonly result: CommandResult;
  readonly globals: GlobalOptions;
  readonly username: string;
}

/** Writes the report for a kept answer, for which nothing was sent: it shows the earlier calls about the player. */
export async function addKeptReport(
  context: Context,
  report: ReportFile | undefined,
  { result, globals, username }: KeptPlayerAnswer,
): Promise<CommandResult> {
  if (report === undefined) return result;
  const [player] = await playerIds(context, username);
  const wanted = { kind: 'name', name: player ?? username } as const;
  const found = await findCase(context, globals, wanted);
  if (found === undefined) {
    const note = 'No report was written: the journal has no call of this player. Add `--fresh`.';
    return withNotes({ ...result, extraMembers: { ...result.extraMembers, report: null } }, note);
  }
  const page = reportForms[report.form](
    buildReport(context, await withShownPeople(context, found)),
  );
  return writePage(context, report, { result, page, retry: checkAgainArgv });
}

/** How to repeat the command with this file; nothing if the command that was typed has the option already. */
export function repeatNotes({ overwrite }: ReportFile): readonly string[] {
  return overwrite ? [] : ['To repeat the command with this file, add `--overwrite`.'];
}
