import type { Context } from '../../context.js';
import { type FileError, onFileError } from '../../file-access.js';
import { escapeUnsafe } from '../../text/json/json.js';
import { withoutTicketMark } from '../../text/ticket-mark.js';
import { monthsOf, oldestMonth } from './appending.js';
import { isCall, type KeptEntry, readJournalEntry } from './entry.js';
import { filesOf, type JournalFile, mostForeignBytes } from './folder.js';
import { withoutToldNames } from './people.js';

/**
 * The journal from its end: each file is read backwards in pieces, and a line is parsed when it may be the next one. Whoever
 * wants the newest call alone reads one piece of each file.
 */

export interface JournalLine {
  readonly kept: KeptEntry;
  /** The id, of a colleague's line with its file: nobody replaces a line of another. */
  readonly key: string;
  /** This user wrote it on this computer. */
  readonly isOwn: boolean;
}

/** Which lines are parsed. */
export interface Selection {
  /** Only lines that have one of these texts, in any case. */
  readonly containing?: readonly string[] | undefined;
  /** Only lines for which it is true; it is asked before a line is parsed. */
  readonly mayMatter?: ((line: string) => boolean) | undefined;
  readonly onlyOwn?: boolean | undefined;
  /** What was written before this time is not read. */
  readonly sinceMs?: number | undefined;
  /** Lines, too, that an assistant is not shown, for what they mean for others. */
  readonly ofAllProfiles?: boolean | undefined;
}

/** What went wrong with the lines that were read so far. */
export interface ReadingTrouble {
  /** Lines that could not be read: skipped, and kept in their file. */
  damaged: number;
  /** `isOwn`: one of this user's files, or a whole folder. */
  readonly unreadable: { readonly error: FileError; readonly isOwn: boolean }[];
}

/** A line that waits for those that may be newer. */
interface Waiting {
  line: JournalLine;
  readonly atMs: number;
  readonly fileIndex: number;
}

/** A line before it is parsed. */
interface RawLine {
  readonly text: string;
  /** Whether it is parsed. Of any other line only its time counts. */
  readonly mayMatter: boolean;
}

/** One file while it is read backwards. */
interface Cursor {
  readonly file: JournalFile;
  readonly fileIndex: number;
  readonly lines: AsyncIterator<RawLine>;
  /** When each of the lines that were read last was written, if it says so. */
  readonly writtenMs: number[];
  isAtStart: boolean;
}

/**
 * One entry for each call and reply, by its time, the newest first. Never fails: what cannot be read is told in `trouble`.
 */
export async function* newestFirst(
  context: Context,
  selection: Selection,
  trouble: ReadingTrouble,
): AsyncGenerator<JournalLine> {
  const files = await filesOf(context, (error) => trouble.unreadable.push({ error, isOwn: true }));
  const shownProfiles = selection.ofAllProfiles === true ? undefined : context.assistant?.profiles;
  const readLine = makeReader(context, { files, trouble, shownProfiles });
  const cursors = files
    .filter(({ isOwn }) => isOwn || selection.onlyOwn !== true)
    .map((file, fileIndex) => openCursor(context, { file, fileIndex, selection, trouble }));
  const reading: Reading = {
    readLine,
    waiting: [],
    waitingByKey: new Map(),
    releasedKeys: new Set(),
  };
  try {
    for (;;) {
      const newestWaiting = reading.waiting.at(-1);
      const cursorBehind = cursors.find(
        (cursor) =>
          !cursor.isAtStart && (newestWaiting === undefined || mayHaveNewer(cursor, newestWaiting)),
      );
      if (cursorBehind !== undefined) await advance(cursorBehind, reading);
      else if (newestWaiting === undefined) return;
      else yield release(reading, newestWaiting);
    }
  } finally {
    // A caller that has enough lines stops in the middle of a file.
    for (const { lines } of cursors) await lines.return?.();
  }
}

/** What is known while the files are read. */
interface Reading {
  readonly readLine: (text: string, file: JournalFile) => JournalLine | undefined;
  /** The newest last. */
  readonly waiting: Waiting[];
  readonly waitingByKey: Map<string, Waiting>;
  /** Lines that nothing replaces any more: their keys alone stay in memory. */
  readonly releasedKeys: Set<string>;
}

/** Takes the newest line. */
function release(reading: Reading, { line }: Waiting): JournalLine {
  reading.waiting.pop();
  reading.waitingByKey.delete(line.key);
  reading.releasedKeys.add(line.key);
  return line;
}

/** Reads one line more of a file. */
async function advance(cursor: Cursor, reading: Reading): Promise<void> {
  const { readLine, waiting, waitingByKey, releasedKeys } = reading;
  const { done, value } = await cursor.lines.next();
  if (done === true) {
    cursor.isAtStart = true;
    return;
  }
  const { text, mayMatter } = value as RawLine;
  noteWriteTime(cursor, text);
  const line = mayMatter ? readLine(text, cursor.file) : undefined;
  if (line === undefined || releasedKeys.has(line.key)) return;
  const atMs = Date.parse(line.kept.at);
  const waitingLine = waitingByKey.get(line.key);
  if (waitingLine !== undefined) {
    if (supersedes(line.kept, waitingLine.line.kept)) waitingLine.line = line;
    return;
  }
  const added: Waiting = { line, atMs, fileIndex: cursor.fileIndex };
  waitingByKey.set(line.key, added);
  waiting.splice(findPlace(added, waiting), 0, added);
}

/**
 * Which of two lines with one id counts, in whatever order they are read: `answered` before `sent`, then the last move. Of
 * equal ones that which was read first counts.
 */
function supersedes(line: KeptEntry, before: KeptEntry): boolean {
  if (isSent(line) !== isSent(before)) return isSent(before);
  return movedAt(line) > movedAt(before);
}

const isSent = (kept: KeptEntry): boolean => isCall(kept) && kept.phase === 'sent';

/** Times of the journal are all written alike, so they compare as texts; empty without a move. */
const movedAt = ({ moved_at: time }: KeptEntry): string => time ?? '';

/** How many lines show when a part of a file was written: a clock that was wrong for a few of them does no harm. */
const comparedLines = 16;

/** How long a call may have lasted, at most. For a longer one only its place in a long list is at stake. */
const longestMs = 7 * 24 * 3_600_000;

/** Keeps when a line was written. It is read from the text, because parsing is slow. */
function noteWriteTime({ writtenMs }: Cursor, text: string): void {
  const whenMs = readWriteTime(text);
  if (whenMs === undefined) return;
  writtenMs.push(whenMs);
  if (writtenMs.length > comparedLines) writtenMs.shift();
}

/**
 * When a line was written; undefined for a line that does not say it. A call has the time at which it began, and is written
 * when it has ended.
 */
function readWriteTime(text: string): number | undefined {
  // A moved call is written again, with the time at which it began.
  const atMs = Date.parse(timeText(text, 'moved_at') ?? timeText(text, 'at') ?? '');
  if (Number.isNaN(atMs)) return undefined;
  return atMs + Math.min(readDuration(text), longestMs);
}

/** The value of `"at":"2026-03-02T09:30:00.000Z"` in a line, as `printLine` writes it. A pattern would be far slower. */
export function timeText(line: string, name: 'at' | 'moved_at'): string | undefined {
  const begin = `"${name}":"`;
  const place = line.indexOf(begin);
  if (place === -1) return undefined;
  const start = place + begin.length;
  const end = line.indexOf('"', start);
  return end === -1 || end - start > 40 ? undefined : line.slice(start, end);
}

const durationMember = '"duration_ms":';

function readDuration(line: string): number {
  const place = line.indexOf(durationMember);
  if (place === -1) return 0;
  const durationMs = Number.parseInt(line.slice(place + durationMember.length).slice(0, 15), 10);
  return durationMs > 0 ? durationMs : 0;
}

/**
 * Whether all that stands before this piece of a file was written before a time: that was earlier than its first lines. A
 * damaged line does not say when it was written.
 */
function isWrittenBefore(piece: Buffer, sinceMs: number): boolean {
  const times: number[] = [];
  for (const line of piece.toString('latin1').split('\n')) {
    const whenMs = readWriteTime(line);
    if (whenMs !== undefined) times.push(whenMs);
    if (times.length === comparedLines) break;
  }
  return times.length > 0 && times.every((whenMs) => whenMs < sinceMs);
}

/** Whether the unread part of a file may have a newer line: none began later than the lines below it were written. */
const mayHaveNewer = ({ writtenMs }: Cursor, { atMs }: Waiting): boolean =>
  writtenMs.length === 0 || Math.max(...writtenMs) >= atMs;

/** The index of a line among those that wait: by its time, then by its file. Of equal ones the first one read is the newest. */
function findPlace(added: Waiting, waiting: readonly Waiting[]): number {
  let [low, high] = [0, waiting.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isOlder(waiting[middle] as Waiting, added)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isOlder(one: Waiting, other: Waiting): boolean {
  const [oneAt, otherAt] = [one.line.kept.at, other.line.kept.at];
  return oneAt === otherAt ? one.fileIndex < other.fileIndex : oneAt < otherAt;
}

interface OpenedFile {
  readonly file: JournalFile;
  readonly fileIndex: number;
  readonly selection: Selection;
  readonly trouble: ReadingTrouble;
}

function openCursor(context: Context, { file, fileIndex, selection, trouble }: OpenedFile): Cursor {
  const findLines = makeLineFinder(selection.containing);
  const { mayMatter, sinceMs } = selection;
  const lines = readBackwards(context, file, { findLines, mayMatter, sinceMs, trouble });
  return { file, fileIndex, lines, writtenMs: [], isAtStart: false };
}

interface LineChoice {
  readonly findLines: LineFinder;
  readonly mayMatter: Selection['mayMatter'];
  readonly sinceMs: Selection['sinceMs'];
  readonly trouble: ReadingTrouble;
}

/** The lines of a file, the last first. */
async function* readBackwards(
  { files }: Context,
  { path, isOwn }: JournalFile,
  { findLines, mayMatter = () => true, sinceMs = -Infinity, trouble }: LineChoice,
): AsyncGenerator<RawLine> {
  try {
    const pieces = files.piecesFromEnd(path, isOwn ? undefined : mostForeignBytes);
    for await (const piece of pieces) {
      for (const text of findLines(piece)) yield { text, mayMatter: mayMatter(text) };
      if (sinceMs !== -Infinity && isWrittenBefore(piece, sinceMs)) return;
    }
  } catch (error) {
    onFileError((failed) => void trouble.unreadable.push({ error: failed, isOwn }))(error);
  }
}

interface LineReader {
  readonly files: readonly JournalFile[];
  readonly trouble: ReadingTrouble;
  /** undefined: the lines of every profile. */
  readonly shownProfiles: readonly string[] | undefined;
}

/** Makes the function that parses a line: undefined for one that is damaged, too old, or not for an assistant. */
function makeReader(
  context: Context,
  { files, trouble, shownProfiles }: LineReader,
): Reading['readLine'] {
  const oldest = oldestMonth(context, monthsOf(files));
  return (text, { path, isOwn, month }) => {
    const entry = readJournalEntry(text);
    if (entry === undefined) {
      trouble.damaged += 1;
      return undefined;
    }
    if (entry === 'unknown') return undefined;
    const kept = context.assistant ? withoutToldNames(entry) : entry;
    // Files of older versions have no month, so nothing removes them.
    if (month === undefined && kept.at < oldest) return undefined;
    if (shownProfiles && !shownProfiles.includes(kept.profile ?? '')) return undefined;
    // Older versions kept own lines in both folders.
    return { kept, isOwn, key: isOwn ? kept.id : `${path} ${kept.id}` };
  };
}

/** Finds the lines that have one of some texts, before any line is parsed: most lines of a journal are about other calls. */

/** The lines of a piece of the journal that may matter, the last first. */
type LineFinder = (piece: Buffer) => string[];

/** More texts than this are looked up among the names of a line, not searched for one by one. */
const mostSearched = 16;

/** Makes the function that finds the lines with one of the texts, in any case; for undefined, every line. */
function makeLineFinder(texts: readonly string[] | undefined): LineFinder {
  if (texts === undefined) return (piece) => splitLastFirst(piece, () => true);
  const wanted = [...new Set(texts.map(asWritten))];
  return wanted.length > mostSearched ? makeNameFinder(new Set(wanted)) : makeTextFinder(wanted);
}

/** A text as it stands in a line, which is JSON, in lower case. */
export function asWritten(text: string): string {
  const quoted = escapeUnsafe(JSON.stringify(text));
  return quoted.slice(1, -1).toLowerCase();
}

function splitLastFirst(piece: Buffer, mayMatter: (line: string) => boolean): string[] {
  const lines = piece
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '' && mayMatter(line));
  return lines.reverse();
}

function makeTextFinder(wanted: readonly string[]): LineFinder {
  const hasOne = (text: string): boolean => {
    const lower = text.toLowerCase();
    return wanted.some((each) => lower.includes(each));
  };
  const mayHaveOne = wanted.every(isAscii)
    ? (piece: Buffer): boolean => hasOne(piece.toString('latin1'))
    : (): boolean => true;
  // Most pieces have none, and then they are not even decoded.
  return (piece) => (mayHaveOne(piece) ? splitLastFirst(piece, hasOne) : []);
}

/** Such a text stands in the bytes of UTF-8 as in any other encoding. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** The members by which a call or a reply is known, as `printLine` writes them. */
const nameMembers = /"(?:id|case|order_id|receipt|player|call|moved_from)":"((?:[^"\\]|\\.)*)"/g;

const ordersMembers = /"(?:asked_)?order_ids":\[([^\]]*)\]/g;

function readNames(line: string): readonly string[] {
  const names = [...line.matchAll(nameMembers)].map(([, name = '']) => name);
  const lists = [...line.matchAll(ordersMembers)].map(([, orders = '']) => orders);
  const orders = lists.flatMap((list) => [...list.matchAll(/"([^"]*)"/g)]);
  return [...names, ...orders.map(([, order = '']) => order)];
}

function makeNameFinder(wanted: ReadonlySet<string>): LineFinder {
  const hasWantedName = (line: string): boolean =>
    readNames(line).some((name) => wanted.has(withoutTicketMark(name.toLowerCase())));
  return (piece) => splitLastFirst(piece, hasWantedName);
}

/** Before a line is parsed: it has one of these texts, or is a reply or a remark. */
export function isAboutOrReply(texts: readonly string[]): (line: string) => boolean {
  return (line) => {
    return (
      /"command":"(?:reply|note|move|refusal)"/.test(line) ||
      texts.some((text) => line.includes(text))
    );
  };
}
