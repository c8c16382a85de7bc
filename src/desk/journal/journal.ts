import { join } from 'node:path';
import { onFileError, type Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import type { GlobalOptions } from '../../input/options.js';
import { note } from '../../output/present.js';
import { escapeUnsafe } from '../../text/json/print.js';
import { counted } from '../../text/counted.js';
import { linkedFolder, looseModesOf, looseWords } from '../../text/loose-mode.js';
import { isReply, readLine, type JournalEntry, type Kept, type ReplyEntry } from './entry.js';
import { oldestMonth, ownFolder, readFiles } from './folder.js';
import { withoutToldNames } from './people.js';

export type Journal = Awaited<ReturnType<typeof readJournal>>;

/**
 * Never fails: it returns what it can read. `wanted`: only lines that have one of these texts, in any case; others are
 * not even counted as damaged.
 */
export async function readJournal(context: Context, wanted?: readonly string[]) {
  const like = wanted && new RegExp(wanted.map(asPattern).join('|'));
  const { assistant } = context;
  const { files, unreadable } = await readFiles(context, like);
  const oldest = oldestMonth(context);
  const calls = new Map<string, JournalEntry>();
  const replies = new Map<string, ReplyEntry>();
  let damaged = 0;
  for (const { path, isOwn, lines } of files)
    for (const line of lines) {
      const whole = readLine(line);
      const kept = assistant && whole ? withoutToldNames(whole) : whole;
      if (kept === undefined) damaged += 1;
      if (kept === undefined || kept.at < oldest) continue;
      if (assistant && !assistant.profiles.includes(kept.profile ?? '')) continue;
      // Older versions kept own lines in both folders; nobody replaces a line of another.
      const key = isOwn ? kept.id : `${path} ${kept.id}`;
      if (isReply(kept)) replies.set(key, kept);
      // `answered` replaces `sent`.
      else if (calls.get(key)?.phase !== 'answered') calls.set(key, kept);
    }
  const parts = counted(unreadable.length, 'part');
  const missing = `Some calls may be missing: ${parts} of the journal could not be read.`;
  return {
    /** One entry for each call, oldest first; with a team's folder also those of colleagues. */
    calls: inTime(calls.values()),
    /** Those that this user made on this computer. What a colleague's file says never changes a verdict. */
    own: inTime([...calls].flatMap(([key, call]) => (key === call.id ? [call] : []))),
    replies: inTime(replies.values()),
    /** Lines that could not be read: skipped, and kept in their file. */
    damaged,
    unreadable,
    incomplete: unreadable.length === 0 ? undefined : missing,
  };
}

/** As it stands in a line, which is JSON. */
const asPattern = (text: string): string =>
  Buffer.from(escapeUnsafe(JSON.stringify(text)).slice(1, -1))
    .toString('latin1')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Oldest first. */
export const inTime = <Line extends Pick<Kept, 'at'>>(lines: Iterable<Line>): readonly Line[] =>
  [...lines].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));

/**
 * For a command about the journal: an unreadable journal is not an empty one. Notes say what is missing or open to
 * others. @throws {PvgError} `configuration-unreadable`
 */
export async function requireJournal(
  context: Context,
  globals: GlobalOptions,
  containing?: readonly string[],
): Promise<Journal> {
  const journal = await readJournal(context, containing);
  const { damaged, unreadable, calls } = journal;
  const failed = unreadable.find(({ isOwn }) => isOwn)?.error;
  if (failed !== undefined && calls.length === 0) {
    const says = `The journal could not be read (${failed.code}: ${failed.path}).`;
    const hint = '`pvg doctor` checks the owner and mode of the folder. Look-ups work without the journal.';
    throw new PvgError('configuration-unreadable', says, { hint, cause: failed });
  }
  const troubles = [
    ...(damaged > 0 ? [`Skipped ${counted(damaged, 'damaged line')} of the journal (not deleted).`] : []),
    ...unreadable.map(({ error }) => `${error.path} cannot be read (${error.code}): its calls are missing.`),
    ...(await looseModes(context)),
  ];
  for (const text of troubles) await note(context, globals, text);
  return journal;
}

/**
 * A sentence for the own folder and each file in it that others may read, and for a link: the journal shows who bought
 * what. Who may read a team's folder is the team's decision.
 */
export async function looseModes(context: Pick<Context, 'files' | 'folders'>): Promise<string[]> {
  const { files } = context;
  const folder = ownFolder(context);
  const names = await files.names(folder).catch(onFileError(() => []));
  const paths = [folder, ...names.map((name) => join(folder, name))];
  const found = await looseModesOf(files, paths);
  const isLink = (await files.kind(folder).catch(onFileError(() => undefined))) === 'link';
  return [...(isLink ? [linkedFolder(folder, 'the journal')] : []), ...found.map(looseWords)];
}
