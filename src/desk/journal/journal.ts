import { join } from 'node:path';
import { onFileError, type Context, type FileError, type LineOptions } from '../../context.js';
import { PvgError } from '../../failure.js';
import { counted } from '../../text/counted.js';
import { looseMode } from '../../text/loose-mode.js';
import { callsIn } from './calls.js';
import { type JournalEntry, parseEntry } from './entry.js';
import { inTime, printLine } from './line.js';
import { parseRemark, type Remark } from './remark.js';
import {
  activeName,
  appendTo,
  isOneOf,
  rotatedAtMs,
  rotatedName,
  utcStamp,
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
export async function append(context: Context, entry: JournalEntry | Remark): Promise<void> {
  const line = printLine(entry);
  await appendTo(context, localFile(context.folders), line);
  await publish(context, line);
}

interface Kept {
  readonly entries: readonly JournalEntry[];
  readonly remarks: readonly Remark[];
}

interface Place extends Kept {
  readonly folder: string;
  /** Lines that could not be read: skipped, and kept in their file. */
  readonly damaged: number;
  readonly unreadable: readonly FileError[];
}

interface Journal extends Kept {
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
  const lines = containing && { containing };
  const local = parsed(await readLocal(context, lines));
  const there = await readTeam(context, lines, { patient });
  const team = there && parsed(there);
  const places = [local, ...(team ? [team] : [])];
  // callsIn drops entries that both have.
  const remarks = new Map(places.flatMap((place) => place.remarks).map((each) => [each.id, each]));
  return {
    entries: places.flatMap((place) => place.entries),
    remarks: [...remarks.values()],
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

interface Lines extends Pick<Place, 'folder' | 'unreadable'> {
  readonly lines: readonly string[];
}

async function readLocal(
  { files, folders }: Pick<Context, 'files' | 'folders'>,
  how: LineOptions | undefined,
): Promise<Lines> {
  const folder = journalFolder(folders);
  const unreadable: FileError[] = [];
  const quietly = async <Result>(reading: Promise<Result>, otherwise: Result): Promise<Result> =>
    reading.catch(
      onFileError((error) => {
        if (error.code !== 'ENOENT') unreadable.push(error);
        return otherwise;
      }),
    );
  const linesOf = (name: string): Promise<readonly string[]> =>
    quietly(files.lines(join(folder, name), how), []);
  // The file in use comes first: if it is renamed meanwhile, it is read twice but never missed.
  const active = await linesOf(localActive);
  const names = (await quietly(files.names(folder), [])).filter(
    (name) => rotatedAtMs(localName, name) !== undefined,
  );
  const rotated: string[] = [];
  for (const name of names) rotated.push(...(await linesOf(name)));
  return { folder, lines: [...rotated, ...active], unreadable };
}

/** Far longer than any line of pvg. */
const longestLine = 1_000_000;

function parsed({ folder, lines, unreadable }: Lines): Place {
  const entries: JournalEntry[] = [];
  const remarks: Remark[] = [];
  let damaged = 0;
  for (const line of lines) {
    const entry = line.length > longestLine ? undefined : parseEntry(line);
    const remark = entry || line.length > longestLine ? undefined : parseRemark(line);
    if (entry) entries.push(entry);
    else if (remark) remarks.push(remark);
    else damaged += 1;
  }
  return { folder, entries, remarks, damaged, unreadable };
}

/**
 * For a command about the journal: an unreadable journal is not an empty one. `say` gets what is missing or open to
 * others. @throws {PvgError} `configuration-unreadable`
 */
export async function requireJournal(
  context: Context,
  say: (text: string) => Promise<void>,
): Promise<Journal> {
  const journal = await readJournal(context, { patient: true });
  const { local, team } = journal;
  const inUse = [local.folder, join(local.folder, localActive)];
  const failed = local.unreadable.find(({ path }) => inUse.includes(path)) ?? local.unreadable[0];
  if (failed !== undefined && (journal.entries.length === 0 || inUse.includes(failed.path))) {
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
  for (const text of [...troubles, ...(await looseModes(context))]) await say(text);
  return journal;
}

export interface Calls {
  /** One for each call, oldest first; with a team's folder also those of other computers. */
  readonly calls: JournalEntry[];
  /** Those of them that this computer has itself. */
  readonly own: JournalEntry[];
  readonly remarks: readonly Remark[];
  readonly damaged: number;
  readonly team: string | undefined;
  readonly incomplete: string | undefined;
}

/** Like requireJournal, with each call put together. @throws {PvgError} `configuration-unreadable` */
export async function readCalls(context: Context, say: (text: string) => Promise<void>): Promise<Calls> {
  const { entries, remarks, local, team, incomplete } = await requireJournal(context, say);
  return {
    calls: callsIn(entries),
    own: callsIn(local.entries),
    remarks,
    damaged: local.damaged + (team?.damaged ?? 0),
    team: team?.folder,
    incomplete,
  };
}

/** A sentence for the folder and each file that others may read: the journal shows who bought what. */
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
  return found.filter((says) => says !== undefined);
}

const troublesIn = ({ folder, damaged, unreadable }: Place): string[] => [
  ...(damaged > 0 ? [`Skipped ${counted(damaged, 'damaged line')} in ${folder} (not deleted).`] : []),
  ...unreadable.map(({ code, path }) => `${path} cannot be read (${code}), so its calls are missing here.`),
];

/** Entries and remarks as text, oldest first, each once. */
export const printJournal = ({ entries, remarks }: Kept): string =>
  inTime([...callLines(entries), ...remarks])
    .map((line) => `${printLine(line)}\n`)
    .join('');

/** A verify has a line for its start and one for its answer. */
const callLines = (entries: readonly JournalEntry[]): JournalEntry[] => [
  ...new Map(entries.map((entry) => [keyOf(entry), entry])).values(),
];

const keyOf = (line: JournalEntry | Remark): string =>
  `${line.id} ${'phase' in line ? line.phase : line.command}`;

/**
 * Adds what this computer does not have, in one file or not at all, and counts its lines: `known` were here already, `refused`
 * are neither an entry nor a remark. @throws {FileError} if nothing is added
 */
export async function importJournal(
  context: Context,
  text: string,
  clean: {
    readonly entry: (entry: JournalEntry) => JournalEntry;
    readonly remark: (remark: Remark) => Remark;
  },
) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const { entries, remarks, damaged } = parsed({ folder: '', lines, unreadable: [] });
  const { local } = await readJournal(context);
  const known = new Set([...local.entries, ...local.remarks].map(keyOf));
  const given = [...new Map([...entries, ...remarks].map((line) => [keyOf(line), line])).values()];
  const isId = ({ id }: JournalEntry | Remark): boolean => /^[\w-]{1,64}$/.test(id);
  const fresh = given.filter((line) => isId(line) && !known.has(keyOf(line)));
  const added = printJournal({
    entries: fresh.filter((line) => 'phase' in line).map(clean.entry),
    remarks: fresh.filter((line) => 'text' in line).map(clean.remark),
  });
  if (added !== '') {
    const newestMs = Math.max(...fresh.map(({ at }) => Date.parse(at)));
    const name = rotatedName(localName, newestMs);
    await context.files.replace(join(journalFolder(context.folders), name), added);
    await publish(context, added.trimEnd());
  }
  const strange = given.filter((line) => !isId(line)).length;
  return { added: fresh.length, known: given.length - fresh.length - strange, refused: damaged + strange };
}

/**
 * Deletes every file of this computer's journal, also in a team's folder, and returns how many. `team`: how many of
 * them were there; undefined without such a folder, or if it cannot be used. @throws {FileError}
 */
export async function clearJournal(
  context: Context,
): Promise<{ readonly files: number; readonly team: number | undefined }> {
  const folder = journalFolder(context.folders);
  let count = 0;
  for (const name of await context.files.names(folder)) {
    if (!isOneOf(localName, name) && !isPending(name)) continue;
    if (await context.files.remove(join(folder, name))) count += 1;
  }
  const team = await clearTeam(context);
  return { files: count + (team ?? 0), team };
}
