import { basename, join } from 'node:path';
import { onFileError, type Context } from '../../context.js';
import { counted } from '../../text/count.js';
import { minuteUtc } from './calls.js';
import { filesOf, fileNamePrefix, type JournalContext, type JournalFile } from './folder.js';
import { ownFolder, teamFolder, useTeam } from './places.js';
import { ownKeys } from './player-key.js';
import {
  isDoubtfulClock,
  keptMonths,
  lastLineMs,
  monthOf,
  monthsOf,
  monthToWrite,
} from './retention.js';
import { newestLine, oldestMonth, type LastLine } from './retention.js';

/** Adds lines to the journal, and deletes what is too old. */

type AppendContext = JournalContext & Pick<Context, 'clock'>;

type Say = (text: string) => Promise<void>;

/** Keeps one line. @throws {FileError} if it is not kept */
type Append = (line: string) => Promise<void>;

/** What the first line of a run found out: the clock does not become right by that line. */
interface Begun {
  /** The clock said this month. */
  readonly current: string;
  /** The month of the file for the lines. */
  readonly month: string;
  readonly prefix: string;
}

/** For the lines of one run. `say` gets a sentence about what a person should know. */
export function openJournalAppend(context: AppendContext, say: Say): Append {
  let begun: Begun | undefined;
  return async (line) => {
    const current = monthOf(context.clock.now());
    if (begun?.current === current) {
      await appendTo(context, begun, { line, say });
      return;
    }
    const prefix = fileNamePrefix(context, (await ownKeys(context, say))[0]);
    const files = await filesOf(context, () => undefined);
    const written = files.filter(({ path }) => basename(path).startsWith(prefix));
    const isUsual = monthsOf(written).at(-1) === current;
    const newest = isUsual ? undefined : await newestLine(context.files, files);
    const month = await monthToWrite(context, written).catch(onFileError(() => current));
    begun = { current, month, prefix };
    await appendTo(context, begun, { line, say });
    // The line is kept: old months can wait.
    if (!isUsual) await tidy(context, { files, newest, isOfThisMonth: month === current, say });
  };
}

interface NewLine {
  readonly line: string;
  readonly say: Say;
}

/**
 * One line in one write, which begins with a line break: a line that a killed writer left torn ends there. In the team's
 * folder, or in the own one if that fails, which is said.
 */
async function appendTo(
  context: AppendContext,
  { prefix, month }: Begun,
  { line, say }: NewLine,
): Promise<void> {
  const appendIn = (folder: string, mode?: number) =>
    context.files.append(join(folder, `${prefix}${month}.ndjson`), `\n${line}`, mode);
  const team = teamFolder(context);
  if (team === undefined) {
    await appendIn(ownFolder(context));
    return;
  }
  const instead = onFileError(async ({ code }) => {
    await appendIn(ownFolder(context));
    await say(
      `The journal’s folder ${team} cannot be written (${code}). This computer keeps the calls of this run.`,
    );
  });
  await useTeam(context, team, (mode) => appendIn(team, mode)).catch(instead);
}

interface Tidying {
  readonly files: readonly JournalFile[];
  /** Before the line of this run. */
  readonly newest: LastLine | undefined;
  readonly isOfThisMonth: boolean;
  readonly say: Say;
}

async function tidy(
  context: AppendContext,
  { files, newest, isOfThisMonth, say }: Tidying,
): Promise<void> {
  if (newest === undefined || !files.some(({ isMine }) => isMine)) return;
  const nowMs = context.clock.now();
  if (isDoubtfulClock(nowMs, newest.atMs)) return say(doubtWords(nowMs, newest));
  if (!isOfThisMonth) return;
  const oldest = oldestMonth(context, monthsOf(files));
  let count = 0;
  for (const file of files) {
    if (await isOld(context, file, oldest)) count += (await removed(context, file)) ? 1 : 0;
  }
  if (count > 0) await say(removedWords(count, oldest));
}

/** A file may have lines of later months than its name: see `monthToWrite`. */
async function isOld(
  { files }: AppendContext,
  file: JournalFile,
  oldest: string,
): Promise<boolean> {
  const { isMine, month = oldest, path } = file;
  if (!isMine || month >= oldest) return false;
  const lastMs = await lastLineMs(files, path).catch(onFileError(() => Infinity));
  return lastMs === undefined || (lastMs !== Infinity && monthOf(lastMs) < oldest);
}

const removed = ({ files }: AppendContext, { path }: JournalFile): Promise<boolean> =>
  files.remove(path).catch(onFileError(() => false));

const doubtWords = (nowMs: number, { atMs, path }: LastLine): string =>
  `This computer’s clock says ${minuteOf(nowMs)}, and the newest line of the journal is of ${minuteOf(atMs)} (${path}). Check the clock. pvg deleted no old part of the journal.`;

const minuteOf = (ms: number): string => minuteUtc(new Date(ms).toISOString());

const removedWords = (count: number, oldest: string): string =>
  `Deleted ${counted(count, 'file')} of your journal from before ${oldest}: pvg keeps ${keptMonths} months and the current one.`;
