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

/** Reads the lines that have a wanted text. */
interface ReadingOptions extends Pick<Selection, 'mayMatter' | 'ofAllProfiles'> {
  /** Only the newest: what is older is not read. */
  readonly most?: number;
}

/**
 * Never fails: it returns what it can read. `wanted`: only lines that have one of these texts, in any case; others are
 * not even counted as damaged.
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
    ...inJournal(lines.reverse()),
    damaged: trouble.damaged,
    unreadable: trouble.unreadable,
    incomplete: joinSentences(incompleteWords(trouble), hasOlder && olderWords) || undefined,
    /** There are wanted lines that are older than these. */
    hasOlder,
  };
}

const noTrouble = (): ReadingTrouble => ({ damaged: 0, unreadable: [] });

/** @param lines oldest first */
function inJournal(lines: readonly JournalLine[]) {
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

function incompleteWords({ unreadable }: ReadingTrouble): string | undefined {
  if (unreadable.length === 0) return undefined;
  return `Some calls may be missing: ${counted(unreadable.length, 'part')} of the journal could not be read.`;
}

/**
 * The calls about these receipts, of everybody, for any ticket and with any profile: for what a verify means for a
 * look-up of the same purchase; none if there is no verify among them. An assistant is not shown them.
 */
export async function callsForLaterVerify(
  context: Context,
  calls: readonly Pick<KeptEntry, 'receipt'>[],
): Promise<readonly JournalEntry[]> {
  const receipts = [...new Set(calls.flatMap(({ receipt }) => receipt ?? []))];
  if (receipts.length === 0) return [];
  const ofAllProfiles = true;
  const verifies = await readJournal(context, receipts, { ofAllProfiles, mayMatter: isVerify });
  // Other calls only say which of the verifies counts.
  if (verifies.calls.length === 0) return [];
  return (await readJournal(context, receipts, { ofAllProfiles })).calls;
}

const isVerify = (line: string): boolean => line.includes('"verify"');

/** The lines, oldest first. */
export function inTime<Line extends Pick<KeptEntry, 'at'>>(lines: Iterable<Line>): readonly Line[] {
  return [...lines].sort((one, other) => compareTexts(one.at, other.at));
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * For a command about the journal: an unreadable journal is not an empty one. Notes say what is missing or open to
 * others. @throws {PvgError} `configuration-unreadable`
 */
export async function requireJournal(
  context: Context,
  globals: GlobalOptions,
  { containing, ...options }: ReadingOptions & Pick<Selection, 'containing'> = {},
): Promise<Journal> {
  const journal = await readJournal(context, containing, options);
  await reportTrouble(context, globals, { ...journal, isEmpty: journal.calls.length === 0 });
  return journal;
}

/** Which of the newest lines a command wants. */
interface Search extends Selection {
  readonly isWanted?: (line: JournalLine) => boolean;
  /** As soon as so many are found, nothing more is read. */
  readonly most: number;
}

export interface NewestLines {
  /** The newest first. */
  readonly lines: readonly KeptEntry[];
  /** How many of the lines that were read are damaged. */
  readonly damaged: number;
  readonly incomplete: string | undefined;
}

/**
 * Like `requireJournal`, for a command that wants the newest lines alone: what is older is not parsed.
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

/** Visits the newest lines, for a command that needs no line twice: a long journal does not stay in memory. */
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
  await reportTrouble(context, globals, { ...trouble, isEmpty });
  return { damaged: trouble.damaged, incomplete: incompleteWords(trouble) };
}

/** The newest line that is wanted. Never fails, and says nothing of what cannot be read: another reading does. */
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
  /** No call could be read. */
  readonly isEmpty: boolean;
}

/** @throws {PvgError} `configuration-unreadable` */
async function reportTrouble(
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
 * A sentence for the own folder, each file in it and the players' key, if others may read it, and for a link: the journal
 * shows who bought what. Who may read a team's folder is the team's decision.
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
