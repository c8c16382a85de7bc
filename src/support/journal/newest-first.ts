import type { Context } from '../../context.js';
import { type FileError, onFileError } from '../../file-access.js';
import { escapeUnsafe } from '../../text/json/json.js';
import { withoutTicketMark } from '../../text/ticket-mark.js';
import { monthsOf, oldestMonth } from './appending.js';
import { isCall, type KeptEntry, readJournalEntry } from './entry.js';
import { filesOf, type JournalFile, mostForeignBytes } from './folder.js';
import { withoutToldNames } from './people.js';

/**
 * Reads the journal from its end. Each file is read backwards in pieces, and a parsed line waits until no unread part of any
 * file may have a newer one. So the newest call alone costs one piece of each file.
 */

export interface JournalLine {
  readonly kept: KeptEntry;
  /** Lines with the same key are versions of one line. It is the id; for a colleague's line also its file, so that nobody can replace a line of somebody else. */
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
  /** Lines that were written before this time need not be read. */
  readonly sinceMs?: number | undefined;
  /** Whether lines of profiles that an assistant may not use are read, too. They are not shown, but a verify among them changes what other lines mean. */
  readonly ofAllProfiles?: boolean | undefined;
}

/** What went wrong with the lines that were read so far. */
export interface ReadingTrouble {
  /** Lines that could not be read: skipped, and kept in their file. */
  damaged: number;
  /** `isOwn`: a file of this user, or a whole folder. */
  readonly unreadable: { readonly error: FileError; readonly isOwn: boolean }[];
}

/** A parsed line that waits until no newer one can come. */
interface Waiting {
  line: JournalLine;
  readonly atMs: number;
  readonly fileIndex: number;
}

/** A line before it is parsed. */
interface RawLine {
  readonly text: string;
  /** Whether it is parsed. Any other line only shows when this part of the file was written. */
  readonly mayMatter: boolean;
}

/** One file while it is read backwards. */
interface Cursor {
  readonly file: JournalFile;
  readonly fileIndex: number;
  readonly lines: AsyncIterator<RawLine>;
  /** When the last `comparedLines` lines that were read from this file were written. */
  readonly writtenMs: number[];
  isAtStart: boolean;
}

/** Yields the lines of the journal, each once, the newest first. Never fails: `trouble` gets what cannot be read. */
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

/** The state of one reading. */
interface Reading {
  readonly readLine: (text: string, file: JournalFile) => JournalLine | undefined;
  /** Sorted by time, the newest last. */
  readonly waiting: Waiting[];
  readonly waitingByKey: Map<string, Waiting>;
  /** The keys of the lines that were yielded: an older version of one of them is skipped. */
  readonly releasedKeys: Set<string>;
}

/** Takes the newest waiting line out of the state. */
function release(reading: Reading, { line }: Waiting): JournalLine {
  reading.waiting.pop();
  reading.waitingByKey.delete(line.key);
  reading.releasedKeys.add(line.key);
  return line;
}

/** Reads the next line of a file. */
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
    if (replacesLine(line.kept, waitingLine.line.kept)) waitingLine.line = line;
    return;
  }
  const added: Waiting = { line, atMs, fileIndex: cursor.fileIndex };
  waitingByKey.set(line.key, added);
  waiting.splice(findInsertionIndex(added, waiting), 0, added);
}

/**
 * Whether a line takes the place of one with the same key that was read before. `answered` replaces `sent`, and a later move
 * replaces an earlier one. Of equal lines the one that was read first stays.
 */
function replacesLine(line: KeptEntry, before: KeptEntry): boolean {
  if (isSent(line) !== isSent(before)) return isSent(before);
  return movedAt(line) > movedAt(before);
}

const isSent = (kept: KeptEntry): boolean => isCall(kept) && kept.phase === 'sent';

/** Times of the journal are all written alike, so they compare as texts; empty without a move. */
const movedAt = ({ moved_at: time }: KeptEntry): string => time ?? '';

/** The time of a part of a file is the latest of this many lines, so that a clock that was wrong for some of them does no harm. */
const comparedLines = 16;

/** The longest time that a call is thought to last. A call that lasts longer may stand at a wrong place in a list. */
const longestCallMs = 7 * 24 * 3_600_000;

/** Notes when a line was written. The time is read from the text, because parsing the line is slow. */
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
  return atMs + Math.min(readDuration(text), longestCallMs);
}

/** The time in a line as `printLine` writes it: `"at":"2026-03-02T09:30:00.000Z"`. A regular expression would be far slower. */
export function timeText(line: string, name: 'at' | 'moved_at'): string | undefined {
  const member = `"${name}":"`;
  const memberStart = line.indexOf(member);
  if (memberStart === -1) return undefined;
  const start = memberStart + member.length;
  const end = line.indexOf('"', start);
  // A longer text is no time: the line is damaged.
  return end === -1 || end - start > 40 ? undefined : line.slice(start, end);
}

const durationMember = '"duration_ms":';

function readDuration(line: string): number {
  const start = line.indexOf(durationMember);
  if (start === -1) return 0;
  const durationMs = Number.parseInt(line.slice(start + durationMember.length).slice(0, 15), 10);
  return durationMs > 0 ? durationMs : 0;
}

/**
 * Whether the unread rest of a file, above this piece, was written before a time. It was if the first lines of the piece were.
 * Damaged lines have no time, so they do not count.
 */
function isRestOlder(piece: Buffer, sinceMs: number): boolean {
  const times: number[] = [];
  for (const line of piece.toString('latin1').split('\n')) {
    const whenMs = readWriteTime(line);
    if (whenMs !== undefined) times.push(whenMs);
    if (times.length === comparedLines) break;
  }
  return times.length > 0 && times.every((whenMs) => whenMs < sinceMs);
}

/** Whether the unread rest of a file may have a newer line than this one. A line of the rest began before the lines below it were written. */
const mayHaveNewer = ({ writtenMs }: Cursor, { atMs }: Waiting): boolean =>
  writtenMs.length === 0 || Math.max(...writtenMs) >= atMs;

/** The index at which a line is inserted among the waiting ones, which are sorted by time, then by file. The first read of equal lines counts as the newest. */
function findInsertionIndex(added: Waiting, waiting: readonly Waiting[]): number {
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
      if (sinceMs !== -Infinity && isRestOlder(piece, sinceMs)) return;
    }
  } catch (error) {
    // Any other error is thrown again.
    onFileError((failed) => void trouble.unreadable.push({ error: failed, isOwn }))(error);
  }
}

interface LineReader {
  readonly files: readonly JournalFile[];
  readonly trouble: ReadingTrouble;
  /** undefined: the lines of every profile. */
  readonly shownProfiles: readonly string[] | undefined;
}

/** Makes the function that parses a line. It returns undefined for a line that is damaged, too old, or not for this assistant. */
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
    // A file of an older version has no month in its name and is never deleted, so its old lines are left out here.
    if (month === undefined && kept.at < oldest) return undefined;
    if (shownProfiles && !shownProfiles.includes(kept.profile ?? '')) return undefined;
    // Older versions kept a line of this user in both folders, so the file is no part of its key.
    return { kept, isOwn, key: isOwn ? kept.id : `${path} ${kept.id}` };
  };
}

/* Lines are searched as texts, because most lines of a journal are about other calls and need not be parsed. */

/** Finds the lines in a piece of a file that may matter, the last first. */
type LineFinder = (piece: Buffer) => string[];

/** If more texts are wanted, the names of each line are read and looked up in a set, instead of searching for each text. */
const mostSearched = 16;

/** Makes the function that finds the lines with one of the texts, in any case; for undefined, every line. */
function makeLineFinder(texts: readonly string[] | undefined): LineFinder {
  if (texts === undefined) return (piece) => splitLastFirst(piece, () => true);
  const wanted = [...new Set(texts.map(inWrittenForm))];
  return wanted.length > mostSearched ? makeNameFinder(new Set(wanted)) : makeTextFinder(wanted);
}

/** A text in the form in which it stands in a line: escaped as JSON, in lower case. */
export function inWrittenForm(text: string): string {
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
  // Most pieces have none of the texts, so they are not split into lines, or even decoded as UTF-8.
  return (piece) => (mayHaveOne(piece) ? splitLastFirst(piece, hasOne) : []);
}

/** An ASCII text has the same bytes in UTF-8 and in latin1, so it is found without decoding UTF-8. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** The members that name a call or a reply, as `printLine` writes them: `"order_id":"GPA.…"`. */
const nameMembers = /"(?:id|case|order_id|receipt|player|call|moved_from)":"((?:[^"\\]|\\.)*)"/g;

/** Lists of order ids: `"order_ids":["GPA.…"]`, `"asked_order_ids":[…]`. */
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

/** Makes a `mayMatter` (see `Selection`) that lets a line through if it has one of these texts, or is a reply or a remark. */
export function isAboutOrReply(texts: readonly string[]): (line: string) => boolean {
  return (line) => {
    return (
      /"command":"(?:reply|note|move|refusal)"/.test(line) ||
      texts.some((text) => line.includes(text))
    );
  };
}
