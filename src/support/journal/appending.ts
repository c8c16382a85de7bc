import { basename, join } from 'node:path';
import type { Context } from '../../context.js';
import { type Files, onFileError } from '../../file-access.js';
import { counted } from '../../text/sentences.js';
import { minuteUtc } from './calls.js';
import { fileNamePrefix, filesOf, type JournalContext, type JournalFile } from './folder.js';
import { ownFolder, teamFolder, useTeam } from './places.js';
import { ownKeys } from './player-key.js';

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

/**
 * How long the journal is kept. A clock that is wrong must not cost a line: months count only as far as the journal itself
 * has them, and while the clock is in doubt nothing is deleted.
 */

/** pvg's own policy: in addition to the current month. */
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

/** The first month that is kept: six before the earlier of this month and the newest other month of the journal. */
export function oldestMonth({ clock }: Pick<Context, 'clock'>, months: readonly string[]): string {
  const current = monthOf(clock.now());
  const newestOther = months.filter((month) => month !== current).at(-1) ?? current;
  const [year = 0, month = 0] = (newestOther < current ? newestOther : current)
    .split('-')
    .map(Number);
  return monthOf(Date.UTC(year, month - 1 - keptMonths));
}

/** When a line was written, and in which file. */
interface LastLine {
  readonly atMs: number;
  readonly path: string;
}

/** The newest of the lines that were written last in each file; undefined if no line can be read. */
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

/** More than a day before the newest line, or more than a month after it. */
function isDoubtfulClock(nowMs: number, newestMs: number): boolean {
  return nowMs < newestMs - dayMs || nowMs > newestMs + monthMs;
}

/**
 * In the file of which month a line is kept. Usually of this one; while the clock may be wrong, in that of the newest month
 * that the journal has. So a wrong clock adds no month, by which a later run would find the others old.
 * @param written the files that such lines went to before
 */
async function monthToWrite(
  { clock, files }: Pick<Context, 'clock' | 'files'>,
  written: readonly JournalFile[],
): Promise<string> {
  const nowMs = clock.now();
  const current = monthOf(nowMs);
  const newest = monthsOf(written).at(-1);
  if (newest === undefined || newest === current) return current;
  const last = await newestLine(files, written);
  if (last !== undefined && nowMs < last.atMs - dayMs) return newest;
  const next = monthAfter(newest);
  if (current <= next) return current;
  const sinceMs = await leapMs(files, { written, month: newest, next });
  // Nobody may have used pvg for some months. Who uses it for a month then has the right clock.
  return sinceMs !== undefined && nowMs > sinceMs + monthMs ? current : newest;
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number));
}

interface Leap {
  readonly written: readonly JournalFile[];
  /** The newest month of the journal, and the month after it. */
  readonly month: string;
  readonly next: string;
}

/** Since when all lines in the newest file are later than the month after it; undefined if the last one is not. */
async function leapMs(files: Files, { written, month, next }: Leap): Promise<number | undefined> {
  let sinceMs: number | undefined;
  for (const { path } of written.filter((file) => file.month === month)) {
    for await (const atMs of timesFromEnd(files, path)) {
      if (monthOf(atMs) <= next) break;
      sinceMs = Math.min(atMs, sinceMs ?? atMs);
    }
  }
  return sinceMs;
}
