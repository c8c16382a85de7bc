import { join } from 'node:path';
import { onFileError, type Context, type FileError, type LineOptions } from '../../context.js';
import { PvgError } from '../../failure.js';
import type { GlobalOptions } from '../../input/options.js';
import { note } from '../../output/present.js';
import { counted } from '../../text/counted.js';
import { linkedFolder, looseMode } from '../../text/loose-mode.js';
import type { JournalEntry } from './entry.js';
import { callsIn, readKept, remarksIn, type Kept, type KeptLine } from './kept.js';
import { printLine } from './line.js';
import { knownKeys, withPlayerId } from './player-keys.js';
import type { Remark } from './remark.js';
import {
  activeName,
  appendTo,
  isOneOf,
  readFiles,
  removeFiles,
  rotatedAtMs,
  utcStamp,
  type ReadFiles,
  type RotatingFile,
} from './rotating.js';
import { clearTeam, isPending, journalFolder, publish, readTeam } from './team.js';

/** The journal of this computer, and with it those of a team. */

const localName = 'journal';
const localActive = activeName(localName);
const localFile = (folders: Context['folders']): RotatingFile => ({
  folder: journalFolder(folders),
  name: localName,
});

/** Sorts by time; ends in six random hex digits. */
export const newEntryId = (ms: number, random: Context['random']): string =>
  `${utcStamp(ms)}-${Math.floor(random() * 16 ** 6)
    .toString(16)
    .padStart(6, '0')}`;

/** One line in one write. @throws {FileError} if the line is not kept */
export async function append(context: Context, kept: KeptLine): Promise<void> {
  const line = printLine(kept);
  await appendTo(context, localFile(context.folders), line);
  await publish(context, line);
}

interface Place {
  readonly folder: string;
  readonly lines: readonly Kept[];
  /** Lines that could not be read: skipped, and kept in their file. */
  readonly damaged: number;
  readonly unreadable: readonly FileError[];
}

export interface Journal {
  /** One entry for each call, oldest first; with a team's folder also those of other computers. */
  readonly calls: readonly JournalEntry[];
  /** Those of them that this computer has itself. */
  readonly own: readonly JournalEntry[];
  readonly remarks: readonly Remark[];
  /** A player is found by any of them; empty if no line is about one. */
  readonly playerKeys: readonly string[];
  readonly damaged: number;
  /** What this computer has itself, also if its team has more. */
  readonly local: Place;
  /** undefined without a team's folder, or if it cannot be read. */
  readonly team: Place | undefined;
  /** What is missing of the team's calls, as a sentence. */
  readonly incomplete: string | undefined;
}

interface JournalFilter {
  /** Only lines with one of these texts are read; others are not even counted as damaged. */
  readonly containing?: readonly string[];
  /** A command about the journal waits longer for a team's folder than a call does. */
  readonly patient?: boolean;
}

/** Never fails: it returns what it can read, and lists what it cannot. */
export async function readJournal(
  context: Context,
  { containing, patient = false }: JournalFilter = {},
): Promise<Journal> {
  const how = containing && { containing };
  const local = parsed(await readLocal(context, how));
  const there = await readTeam(context, how, { patient });
  const team = there && parsed(there);
  const all = [...local.lines, ...(team?.lines ?? [])];
  const playerKeys = all.some(({ player }) => player !== null) ? await knownKeys(context) : [];
  const lines = all.map((line) => withPlayerId(line, playerKeys));
  return {
    calls: callsIn(lines),
    own: callsIn(lines.slice(0, local.lines.length)),
    remarks: remarksIn(lines),
    playerKeys,
    damaged: local.damaged + (team?.damaged ?? 0),
    local,
    team,
    incomplete: missingCalls(context, team),
  };
}

function missingCalls(
  { teamFolderFailed = false }: Pick<Context, 'teamFolderFailed'>,
  team: Place | undefined,
): string | undefined {
  if (team === undefined)
    return teamFolderFailed
      ? 'Calls from other computers are missing: the team’s folder could not be read.'
      : undefined;
  const count = team.unreadable.length;
  return count === 0
    ? undefined
    : `Some calls may be missing: ${counted(count, 'file')} in the team’s folder could not be read.`;
}

async function readLocal(
  { files, folders }: Pick<Context, 'files' | 'folders'>,
  how: LineOptions | undefined,
): Promise<ReadFiles> {
  const folder = journalFolder(folders);
  // The file in use comes first: if it is renamed meanwhile, it is read twice but never missed.
  const active = await readFiles(files, folder, [localActive], how);
  const unlisted: FileError[] = [];
  const names = await files.names(folder).catch(onFileError((error) => (unlisted.push(error), [])));
  const isRotated = (name: string): boolean => rotatedAtMs(localName, name) !== undefined;
  const rotated = await readFiles(files, folder, names.filter(isRotated), how);
  return {
    folder,
    texts: [...rotated.texts, ...active.texts],
    unreadable: [...active.unreadable, ...unlisted, ...rotated.unreadable],
  };
}

function parsed({ folder, texts, unreadable }: ReadFiles): Place {
  // Older versions kept notes: they are not shown, but their lines are not damaged.
  const known = texts.filter((text) => !text.includes('"command":"note"'));
  const lines = known.flatMap((text) => readKept(text) ?? []);
  return { folder, lines, damaged: known.length - lines.length, unreadable };
}

/**
 * For a command about the journal: an unreadable journal is not an empty one. A note says what is missing or open to
 * others. @throws {PvgError} `configuration-unreadable`
 */
export async function requireJournal(context: Context, globals: GlobalOptions): Promise<Journal> {
  const journal = await readJournal(context, { patient: true });
  const { local, team } = journal;
  const inUse = [local.folder, join(local.folder, localActive)];
  const failed = local.unreadable.find(({ path }) => inUse.includes(path)) ?? local.unreadable[0];
  if (failed !== undefined && (journal.calls.length === 0 || inUse.includes(failed.path))) {
    throw new PvgError(
      'configuration-unreadable',
      `The journal could not be read (${failed.code}: ${failed.path}).`,
      {
        hint: '`pvg doctor` checks the owner and mode of the file and its folder. Look-ups work without the journal.',
        cause: failed,
      },
    );
  }
  const troubles = [local, team].flatMap((place) => (place ? troublesIn(place) : []));
  for (const text of [...troubles, ...(await looseModes(context))]) await note(context, globals, text);
  return journal;
}

/** A sentence for the folder and each file that others may read, and for a link: the journal shows who bought what. */
export async function looseModes({ files, folders }: Pick<Context, 'files' | 'folders'>): Promise<string[]> {
  const folder = journalFolder(folders);
  const names = await files.names(folder).catch(onFileError(() => [localActive]));
  const paths = names.filter((name) => isOneOf(localName, name)).map((name) => join(folder, name));
  const found = await Promise.all(
    [folder, ...paths].map(async (path) => {
      const loose = looseMode(path, await files.look(path));
      const wayOn =
        path === join(folder, localActive)
          ? 'pvg sets it to 0600 when it writes the next line.'
          : `Run \`${loose?.fix ?? ''}\`.`;
      return loose && `${loose.says} ${wayOn}`;
    }),
  );
  const isLink = (await files.kind(folder).catch(onFileError(() => undefined))) === 'link';
  return [isLink && linkedFolder(folder, 'the journal'), ...found].filter((says) => typeof says === 'string');
}

const troublesIn = ({ folder, damaged, unreadable }: Place): string[] => [
  ...(damaged > 0 ? [`Skipped ${counted(damaged, 'damaged line')} in ${folder} (not deleted).`] : []),
  ...unreadable.map(({ code, path }) => `${path} cannot be read (${code}), so its calls are missing here.`),
];

/**
 * Deletes every file of this computer's journal, also in a team's folder, and returns how many. `team`: how many of
 * them were there; undefined without such a folder, or if it cannot be used. @throws {FileError}
 */
export async function clearJournal(
  context: Context,
): Promise<{ readonly files: number; readonly team: number | undefined }> {
  const folder = journalFolder(context.folders);
  const isOwn = (name: string): boolean => isOneOf(localName, name) || isPending(name);
  const own = await removeFiles(context.files, folder, isOwn);
  const team = await clearTeam(context);
  return { files: own + (team ?? 0), team };
}
