import { basename, join } from 'node:path';
import type { Context } from '../../context.js';
import { type Files, onFileError } from '../../file-access.js';
import { counted } from '../../text/sentences.js';
import { minuteUtc } from './calls.js';
import { fileNamePrefix, filesOf, type JournalContext, type JournalFile } from './folder.js';
import { ownFolder, teamFolder, useTeam } from './places.js';
import { readOrMakeKeys } from './player-key.js';

/** Adds lines to the journal, and deletes what is too old. */

type AppendContext = JournalContext & Pick<Context, 'clock'>;

type Say = (text: string) => Promise<void>;

/** Keeps one line. @throws {FileError} if it is not kept */
type Append = (line: string) => Promise<void>;

/**
 * What is found out before the first line of a run, and holds for its other lines until the month changes. It is not found out
 * before each line: the newest line of the journal would then be this run's own, with the time of a clock that may be wrong.
 */
interface RunStart {
  /** The month of the clock. */
  readonly current: string;
  /** The month in the name of the file that the lines go to: another one while the clock may be wrong. */
  readonly month: string;
  /** The beginning of the file’s name. */
  readonly prefix: string;
}

/** Makes the function that appends the lines of one run. `say` gets sentences that a person should read. */
export function openJournalAppend(context: AppendContext, say: Say): Append {
  let runStart: RunStart | undefined;
  return async (line) => {
    const current = monthOf(context.clock.now());
    if (runStart?.current === current) {
      await appendTo(context, runStart, { line, say });
      return;
    }
    const prefix = fileNamePrefix(context, (await readOrMakeKeys(context, say))[0]);
    const files = await filesOf(context, () => undefined);
    const ownFiles = files.filter(({ path }) => basename(path).startsWith(prefix));
    const hasCurrentFile = monthsOf(ownFiles).at(-1) === current;
    const newest = hasCurrentFile ? undefined : await newestLine(context.files, files);
    const month = await monthToWrite(context, ownFiles).catch(onFileError(() => current));
    runStart = { current, month, prefix };
    await appendTo(context, runStart, { line, say });
    // Only now, when the line is kept, are old months deleted.
    if (!hasCurrentFile) {
      await deleteOldMonths(context, { files, newest, isOfThisMonth: month === current, say });
    }
  };
}

interface NewLine {
  readonly line: string;
  readonly say: Say;
}

/**
 * Appends one line to the team's folder, or to this user's own one if that fails. The write begins with a line break, so that
 * a torn line of a writer that was killed does not run into this one.
 */
async function appendTo(
  context: AppendContext,
  { prefix, month }: RunStart,
  { line, say }: NewLine,
): Promise<void> {
  const appendIn = (folder: string, mode?: number) =>
    context.files.append(join(folder, `${prefix}${month}.ndjson`), `\n${line}`, mode);
  const team = teamFolder(context);
  if (team === undefined) {
    await appendIn(ownFolder(context));
    return;
  }
  const keepInOwnFolder = onFileError(async ({ code }) => {
    await appendIn(ownFolder(context));
    await say(
      `The journal’s folder ${team} cannot be written (${code}). This computer keeps the calls of this run.`,
    );
  });
  await useTeam(context, team, (mode) => appendIn(team, mode)).catch(keepInOwnFolder);
}

interface Tidying {
  readonly files: readonly JournalFile[];
  /** The newest line of the journal before the first line of this run. */
  readonly newest: LastLine | undefined;
  /** The first line went to the file of this month. If not, the clock may be wrong, and nothing is deleted. */
  readonly isOfThisMonth: boolean;
  readonly say: Say;
}

async function deleteOldMonths(
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
    if (await isOld(context, file, oldest)) count += (await removeFile(context, file)) ? 1 : 0;
  }
  if (count > 0) await say(removedWords(count, oldest));
}

/**
 * Whether a file is too old to keep. Its lines may be of later months than its name (see `monthToWrite`), so the last line is
 * read. A file of an older version, which has no month in its name, is never too old; nor is one that cannot be read.
 */
async function isOld(
  { files }: AppendContext,
  file: JournalFile,
  oldest: string,
): Promise<boolean> {
  const { isMine, month, path } = file;
  if (!isMine || month === undefined || month >= oldest) return false;
  // Infinity: the file cannot be read. undefined: no line of it has a time, so its name decides.
  const lastMs = await lastLineMs(files, path).catch(onFileError(() => Infinity));
  return lastMs === undefined || (lastMs !== Infinity && monthOf(lastMs) < oldest);
}

const removeFile = ({ files }: AppendContext, { path }: JournalFile): Promise<boolean> =>
  files.remove(path).catch(onFileError(() => false));

const doubtWords = (nowMs: number, { atMs, path }: LastLine): string =>
  `This computer’s clock says ${minuteOf(nowMs)}, and the newest line of the journal is of ${minuteOf(atMs)} (${path}). Check the clock. pvg deleted no old part of the journal.`;

const minuteOf = (ms: number): string => minuteUtc(new Date(ms).toISOString());

const removedWords = (count: number, oldest: string): string =>
  `Deleted ${counted(count, 'file')} of your journal from before ${oldest}: pvg keeps ${keptMonths} months and the current one.`;

/*
 * How long the journal is kept. A wrong clock must not delete lines. So the age of a month is counted from the newest other
 * month of the journal, if that is earlier than the clock's, and while the clock is in doubt nothing is deleted.
 */

/** How many months are kept besides the current one. This is pvg's own policy. */
export const keptMonths = 6;

const dayMs = 24 * 3_600_000;
const monthMs = 31 * dayMs;

/** `2026-11`. */
function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

export function monthsOf(files: readonly JournalFile[]): string[] {
  return files.flatMap(({ month }) => month ?? []).sort();
}

/** The first month that is kept: `keptMonths` before this month, or before the newest other month of the journal if that is earlier. */
export function oldestMonth({ clock }: Pick<Context, 'clock'>, months: readonly string[]): string {
  const current = monthOf(clock.now());
  const newestOther = months.filter((month) => month !== current).at(-1) ?? current;
  const [year = 0, month = 0] = (newestOther < current ? newestOther : current)
    .split('-')
    .map(Number);
  return monthOf(Date.UTC(year, month - 1 - keptMonths));
}

/** The time of a line, and its file. */
interface LastLine {
  readonly atMs: number;
  readonly path: string;
}

/** The newest of the last lines of all files; undefined if no line can be read. */
async function newestLine(
  files: Files,
  all: readonly JournalFile[],
): Promise<LastLine | undefined> {
  const found: LastLine[] = [];
  for (const { path } of all) {
    const atMs = await lastLineMs(files, path).catch(onFileError(() => undefined));
    if (atMs !== undefined) found.push({ atMs, path });
  }
  return found.sort((one, other) => one.atMs - other.atMs).at(-1);
}

/** @throws {FileError} */
async function lastLineMs(files: Files, path: string): Promise<number | undefined> {
  for await (const atMs of timesFromEnd(files, path)) return atMs;
  return undefined;
}

/** The times of the lines of a file, the last first. @throws {FileError} */
async function* timesFromEnd(files: Files, path: string): AsyncGenerator<number> {
  for await (const piece of files.piecesFromEnd(path)) {
    for (const line of piece.toString('utf8').split('\n').reverse()) {
      const atMs = Date.parse(/"at":"([^"]{1,40})"/.exec(line)?.[1] ?? '');
      if (!Number.isNaN(atMs)) yield atMs;
    }
  }
}

/** Whether the clock is more than a day before the newest line, or more than a month after it. */
function isDoubtfulClock(nowMs: number, newestMs: number): boolean {
  return nowMs < newestMs - dayMs || nowMs > newestMs + monthMs;
}

/**
 * The month of the file that a line goes to: usually the current one. While the clock may be wrong, it is the newest month of
 * the journal. So a wrong clock adds no later month, compared with which a later run would delete the other months.
 * @param ownFiles the files that earlier lines of this user on this computer went to
 */
async function monthToWrite(
  { clock, files }: Pick<Context, 'clock' | 'files'>,
  ownFiles: readonly JournalFile[],
): Promise<string> {
  const nowMs = clock.now();
  const current = monthOf(nowMs);
  const newest = monthsOf(ownFiles).at(-1);
  if (newest === undefined || newest === current) return current;
  const last = await newestLine(files, ownFiles);
  if (last !== undefined && nowMs < last.atMs - dayMs) return newest;
  const next = monthAfter(newest);
  if (current <= next) return current;
  const sinceMs = await findLeapMs(files, { ownFiles, month: newest, next });
  // The clock jumped over a month. Perhaps nobody used pvg for months: once it was used for a month since then, the clock is believed.
  return sinceMs !== undefined && nowMs > sinceMs + monthMs ? current : newest;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number));
}

interface Leap {
  readonly ownFiles: readonly JournalFile[];
  /** The newest month of the journal, and the month after it. */
  readonly month: string;
  readonly next: string;
}

/**
 * When the clock leaped forward: the time of the first of the lines at the end of the newest file that are all later than the
 * month after it; undefined if its last line is not later.
 */
async function findLeapMs(
  files: Files,
  { ownFiles, month, next }: Leap,
): Promise<number | undefined> {
  let sinceMs: number | undefined;
  for (const { path } of ownFiles.filter((file) => file.month === month)) {
    for await (const atMs of timesFromEnd(files, path)) {
      if (monthOf(atMs) <= next) break;
      sinceMs = Math.min(atMs, sinceMs ?? atMs);
    }
  }
  return sinceMs;
}
