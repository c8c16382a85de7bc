import { join } from 'node:path';
import type { Context } from '../../context.js';
import { onFileError } from '../../file-access.js';
import { PvgError } from '../../failure.js';
import type { GlobalOptions } from '../../input/options.js';
import { printNote } from '../../output/print-result.js';
import { counted, joinSentences, nonEmptyTexts } from '../../text/sentences.js';
import { linkedFolder, looseModesOf, looseWords } from '../../text/loose-mode.js';
import {
  isCall,
  isReply,
  type JournalEntry,
  type KeptEntry,
  type RemarkEntry,
  type ReplyEntry,
} from './entry.js';
import {
  type JournalLine,
  newestFirst,
  type ReadingTrouble,
  type Selection,
} from './newest-first.js';
import { ownFolder } from './places.js';
import { keyFile } from './player-key.js';

export type Journal = Awaited<ReturnType<typeof readJournal>>;

interface ReadingOptions extends Pick<Selection, 'mayMatter' | 'ofAllProfiles'> {
  /** How many of the newest lines are read, at most; older ones are left out. */
  readonly most?: number;
}

/**
 * Reads lines of the journal. Never fails: it returns what it can read.
 *
 * @param wanted only lines with one of these texts are read, in upper or lower case; undefined: all lines. A damaged line
 *   without any of the texts is not counted as damaged.
 */
export async function readJournal(
  context: Context,
  wanted?: readonly string[],
  { mayMatter, ofAllProfiles, most = Infinity }: ReadingOptions = {},
) {
  const trouble = noTrouble();
  const lines: JournalLine[] = [];
  let hasOlder = false;
  const selection = { containing: wanted, mayMatter, ofAllProfiles };
  for await (const line of newestFirst(context, selection, trouble)) {
    hasOlder = lines.length === most;
    if (hasOlder) break;
    lines.push(line);
  }
  const olderWords = `The journal has more about it: this is made of its newest ${most} lines.`;
  return {
    ...sortByKind(lines.reverse()),
    damaged: trouble.damaged,
    unreadable: trouble.unreadable,
    incomplete: joinSentences(missingCallsSentence(trouble), hasOlder && olderWords) || undefined,
    /** Older wanted lines were left out, because `most` was reached. */
    hasOlder,
  };
}

const noTrouble = (): ReadingTrouble => ({ damaged: 0, unreadable: [] });

/** @param lines oldest first */
function sortByKind(lines: readonly JournalLine[]) {
  const calls: JournalEntry[] = [];
  const own: JournalEntry[] = [];
  const replies: ReplyEntry[] = [];
  const remarks: RemarkEntry[] = [];
  for (const { kept, isOwn } of lines) {
    if (isReply(kept)) {
      replies.push(kept);
    } else if (isCall(kept)) {
      calls.push(kept);
      if (isOwn) own.push(kept);
    } else {
      remarks.push(kept);
    }
  }
  return {
    /** One entry for each call, oldest first; with a team's folder also those of colleagues. */
    calls: inTime(calls),
    /** The calls that this user made on this computer: `--last` is one of them. */
    own: inTime(own),
    replies: inTime(replies),
    remarks: inTime(remarks),
  };
}

function missingCallsSentence({ unreadable }: ReadingTrouble): string | undefined {
  if (unreadable.length === 0) return undefined;
  return `Some calls may be missing: ${counted(unreadable.length, 'part')} of the journal could not be read.`;
}

/**
 * The calls that `withLaterVerify` needs: all calls about these receipts, by anybody, for any ticket and with any profile;
 * none if no verify is among them. They are not for showing: an assistant may see only the calls of its profiles.
 */
export async function callsForLaterVerify(
  context: Context,
  calls: readonly Pick<KeptEntry, 'receipt'>[],
): Promise<readonly JournalEntry[]> {
  const receipts = [...new Set(calls.flatMap(({ receipt }) => receipt ?? []))];
  if (receipts.length === 0) return [];
  const ofAllProfiles = true;
  const verifies = await readJournal(context, receipts, { ofAllProfiles, mayMatter: isVerify });
  // Without a verify the second reading, of all calls, is not needed: those calls only say which verify counts.
  if (verifies.calls.length === 0) return [];
  return (await readJournal(context, receipts, { ofAllProfiles })).calls;
}

const isVerify = (line: string): boolean => line.includes('"verify"');

/** Sorts lines, oldest first. */
export function inTime<Line extends Pick<KeptEntry, 'at'>>(lines: Iterable<Line>): readonly Line[] {
  return [...lines].sort((one, other) => compareTexts(one.at, other.at));
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Reads the journal for a command about it, and notes which parts could not be read and which files other users may read.
 * @throws {PvgError} `configuration-unreadable` if no line could be read: such a journal must not seem empty
 */
export async function requireJournal(
  context: Context,
  globals: GlobalOptions,
  { containing, ...options }: ReadingOptions & Pick<Selection, 'containing'> = {},
): Promise<Journal> {
  const journal = await readJournal(context, containing, options);
  await reportReadingTrouble(context, globals, { ...journal, isEmpty: journal.calls.length === 0 });
  return journal;
}

/** Which of the newest lines a command wants. */
interface Search extends Selection {
  readonly isWanted?: (line: JournalLine) => boolean;
  /** The reading ends when this number of wanted lines is found. */
  readonly most: number;
}

export interface NewestLines {
  /** The newest first. */
  readonly lines: readonly KeptEntry[];
  /** How many damaged lines were met. */
  readonly damaged: number;
  readonly incomplete: string | undefined;
}

/**
 * The same as `requireJournal`, for a command that needs only the newest lines: older lines are not parsed.
 * @throws {PvgError} `configuration-unreadable`
 */
export async function requireNewest(
  context: Context,
  globals: GlobalOptions,
  search: Search,
): Promise<NewestLines> {
  const lines: KeptEntry[] = [];
  const visit = (kept: KeptEntry): void => void lines.push(kept);
  const reading = await visitNewest(context, globals, { ...search, visit });
  return { ...reading, lines };
}

/** Visits the newest lines one by one, so that a long journal does not stay in memory. */
export async function visitNewest(
  context: Context,
  globals: GlobalOptions,
  { isWanted = () => true, most, visit, ...selection }: Search & Visitor,
): Promise<Omit<NewestLines, 'lines'>> {
  const { sinceMs = -Infinity } = selection;
  const trouble = noTrouble();
  let visited = 0;
  let isEmpty = true;
  for await (const line of newestFirst(context, selection, trouble)) {
    isEmpty = false;
    if (Date.parse(line.kept.at) < sinceMs) break;
    if (!isWanted(line)) continue;
    await visit(line.kept);
    visited += 1;
    if (visited === most) break;
  }
  await reportReadingTrouble(context, globals, { ...trouble, isEmpty });
  return { damaged: trouble.damaged, incomplete: missingCallsSentence(trouble) };
}

/** The newest wanted line. Never fails, and reports no trouble: another reading of the same command does. */
export async function findNewest(
  context: Context,
  { isWanted, ...selection }: Selection & { readonly isWanted: (line: JournalLine) => boolean },
): Promise<KeptEntry | undefined> {
  const { sinceMs = -Infinity } = selection;
  for await (const line of newestFirst(context, selection, noTrouble())) {
    if (Date.parse(line.kept.at) < sinceMs) break;
    if (isWanted(line)) return line.kept;
  }
  return undefined;
}

interface Visitor {
  /** Called for each wanted line, the newest first. */
  readonly visit: (kept: KeptEntry) => void | Promise<void>;
}

interface TroubleToReport extends Readonly<ReadingTrouble> {
  /** No line was read; for `requireJournal`, no call. */
  readonly isEmpty: boolean;
}

/** @throws {PvgError} `configuration-unreadable` */
async function reportReadingTrouble(
  context: Context,
  globals: GlobalOptions,
  { damaged, unreadable, isEmpty }: TroubleToReport,
): Promise<void> {
  const failed = unreadable.find(({ isOwn }) => isOwn)?.error;
  if (failed !== undefined && isEmpty) {
    const says = `The journal could not be read (${failed.code}: ${failed.path}).`;
    const hint =
      '`pvg doctor` checks the owner and mode of the folder. Look-ups work without the journal.';
    throw new PvgError('configuration-unreadable', says, { hint, cause: failed });
  }
  const skipped = `Skipped ${counted(damaged, 'damaged line')} of the journal (not deleted).`;
  const missing = unreadable.map(
    ({ error }) => `${error.path} cannot be read (${error.code}): its calls are missing.`,
  );
  const notes = nonEmptyTexts(damaged > 0 && skipped, ...missing, ...(await looseModes(context)));
  for (const text of notes) await printNote(context, globals, text);
}

/**
 * Sentences about this user's own folder, its files and the players' key: one for each that other users may read, and one if
 * the folder is a link. The journal shows who bought what. A team decides for itself who may read its folder.
 */
export async function looseModes(context: Pick<Context, 'files' | 'folders'>): Promise<string[]> {
  const { files } = context;
  const folder = ownFolder(context);
  const names = await files.listNames(folder).catch(onFileError(() => []));
  const paths = [
    folder,
    ...names.map((name) => join(folder, name)),
    keyFile(context.folders.state),
  ];
  const found = await looseModesOf(files, paths);
  const looseNotes = found.map(looseWords);
  const kind = await files.fileType(folder).catch(onFileError(() => undefined));
  return kind === 'link' ? [linkedFolder(folder, 'the journal'), ...looseNotes] : looseNotes;
}
