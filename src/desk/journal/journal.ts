import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onFileError, type Context, type FileError } from '../../context.js';
import { PvgError } from '../../failure.js';
import { counted } from '../../text/counted.js';
import { looseMode } from '../../text/loose-mode.js';
import { callsIn } from './calls.js';
import { type JournalEntry, madeAtMs, parseEntry, printEntry, stampMs } from './entry.js';
import { parseRemark, type Remark } from './remark.js';

/** The journal's files: lines are only added; a file that is full or old is renamed and kept. */

type ReadDoors = Pick<Context, 'files' | 'folders'>;
type JournalDoors = ReadDoors & Pick<Context, 'clock'>;

/** pvg's own policy. */
export const rotation = {
  /** About 3,000 calls. */
  mostBytes: 4 * 1024 * 1024,
  /** A file that began earlier gets no more lines. */
  longestDays: 30,
  /** A file that got its last line earlier is deleted. */
  keptDays: 180,
} as const;

const dayMs = 24 * 60 * 60 * 1000;
const activeName = 'journal.ndjson';
const rotatedName = /^journal-(\d{8}T\d{6}Z)-[0-9a-f]{12}\.ndjson$/;

export const journalFolder = (folders: Context['folders']): string => join(folders.state, 'journal');

/** `20261121T032531Z` */
const utcStamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** Sorts by time; ends in six random hex digits. */
export const newEntryId = (ms: number, random: Context['random']): string =>
  `${utcStamp(ms)}-${Math.floor(random() * 16 ** 6)
    .toString(16)
    .padStart(6, '0')}`;

/** One line in one write. @throws {FileError} if the line is not kept */
export async function append(doors: JournalDoors, entry: JournalEntry | Remark): Promise<void> {
  const { files, folders, clock } = doors;
  const active = join(journalFolder(folders), activeName);
  const { bytes, beginning } = await files.append(active, printEntry(entry));
  const began = madeAtMs(beginning) ?? clock.now();
  if (bytes < rotation.mostBytes && clock.now() - began < rotation.longestDays * dayMs) return;
  // The line is kept: if the file cannot be renamed now, the next line tries again.
  await rotate(doors).catch(onFileError(() => undefined));
}

/**
 * Several writers may find the file full, and each renames it: the later ones rename a file that has just begun, which
 * does no harm. A writer that still has the renamed file open adds its line there.
 */
async function rotate({ files, folders, clock }: JournalDoors): Promise<void> {
  const folder = journalFolder(folders);
  const now = clock.now();
  const to = `journal-${utcStamp(now)}-${randomBytes(6).toString('hex')}.ndjson`;
  await files.rename(join(folder, activeName), join(folder, to));
  for (const name of await files.names(folder)) {
    const endedMs = stampMs(rotatedName.exec(name)?.[1] ?? '');
    if (endedMs !== undefined && now - endedMs > rotation.keptDays * dayMs)
      await files.remove(join(folder, name));
  }
}

interface Lines {
  readonly entries: readonly JournalEntry[];
  readonly remarks: readonly Remark[];
  /** Lines that could not be read: skipped, and kept in their file. */
  readonly damaged: number;
  readonly unreadable: readonly FileError[];
}

interface JournalFilter {
  /** Only lines with this text are read; others are not even counted as damaged. */
  readonly containing?: string;
  /** Nothing is parsed unless one of those lines has this text: parsing takes longer than searching. */
  readonly among?: string;
}

/** Never fails: it returns what it can read, and lists what it cannot. */
export async function readJournal(
  { files, folders }: ReadDoors,
  { containing = '', among = '' }: JournalFilter = {},
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
  const textOf = async (name: string): Promise<string> =>
    Buffer.from((await quietly(files.readIfThere(join(folder, name)), undefined)) ?? []).toString('utf8');
  // The file in use comes first: if it is renamed meanwhile, it is read twice but never missed.
  const active = await textOf(activeName);
  const names = (await quietly(files.names(folder), [])).filter((name) => rotatedName.test(name));
  const texts: string[] = [];
  for (const name of names) texts.push(await textOf(name));
  const found = [...texts, active].flatMap((text) => linesIn(text, containing));
  const lines = found.some((line) => line.includes(among)) ? found : [];
  const parsed = lines.map((line) => ({ entry: parseEntry(line), remark: parseRemark(line) }));
  return {
    entries: parsed.flatMap(({ entry }) => entry ?? []),
    remarks: parsed.flatMap(({ remark }) => remark ?? []),
    damaged: parsed.filter(({ entry, remark }) => entry === undefined && remark === undefined).length,
    unreadable,
  };
}

/** For a command about the journal: an unreadable journal is not an empty one. @throws {PvgError} `configuration-unreadable` */
async function requireJournal(doors: ReadDoors): Promise<Lines> {
  const lines = await readJournal(doors);
  const folder = journalFolder(doors.folders);
  const inUse = [folder, join(folder, activeName)];
  const [first] = lines.unreadable;
  const failed = lines.unreadable.find(({ path }) => inUse.includes(path)) ?? first;
  if (failed === undefined || (lines.entries.length > 0 && !inUse.includes(failed.path))) return lines;
  throw new PvgError(
    'configuration-unreadable',
    `The journal could not be read (${failed.code}: ${failed.path}).`,
    {
      hint: '`pvg doctor` checks the owner and mode of the file and its folder. Look-ups work without the journal.',
      cause: failed,
    },
  );
}

/** One entry for each call, oldest first; `say` gets what is missing or open to others. @throws {PvgError} `configuration-unreadable` */
export async function readCalls(
  doors: ReadDoors,
  say: (text: string) => Promise<void>,
): Promise<{
  readonly calls: JournalEntry[];
  readonly remarks: readonly Remark[];
  readonly damaged: number;
}> {
  const lines = await requireJournal(doors);
  for (const text of [...troublesIn(lines, doors.folders), ...(await looseModes(doors))]) await say(text);
  return { calls: callsIn(lines.entries), remarks: lines.remarks, damaged: lines.damaged };
}

/** A sentence for the folder and each file that others may read: the journal shows who bought what. */
export async function looseModes({ files, folders }: ReadDoors): Promise<string[]> {
  const folder = journalFolder(folders);
  const names = await files.names(folder).catch(onFileError(() => [activeName]));
  const paths = names
    .filter((name) => name === activeName || rotatedName.test(name))
    .map((name) => join(folder, name));
  const found = await Promise.all(
    [folder, ...paths].map(async (path) => {
      const loose = looseMode(path, await files.look(path));
      const wayOn =
        path === join(folder, activeName)
          ? 'pvg sets it to 0600 when it writes the next line.'
          : `Run \`${loose?.fix ?? ''}\`.`;
      return loose && `${loose.says} ${wayOn}`;
    }),
  );
  return found.filter((says) => says !== undefined);
}

function troublesIn({ damaged, unreadable }: Lines, folders: Context['folders']): string[] {
  return [
    ...(damaged > 0
      ? [`Skipped ${counted(damaged, 'damaged line')} in ${journalFolder(folders)} (not deleted).`]
      : []),
    ...unreadable.map(({ code, path }) => `${path} cannot be read (${code}), so its calls are missing here.`),
  ];
}

const linesIn = (text: string, containing: string): string[] =>
  text.includes(containing)
    ? text.split('\n').filter((line) => line !== '' && line.includes(containing))
    : [];

/** Deletes every file of the journal and returns how many. @throws {FileError} */
export async function clearJournal({ files, folders }: ReadDoors): Promise<number> {
  const folder = journalFolder(folders);
  let count = 0;
  for (const name of await files.names(folder)) {
    if (name !== activeName && !rotatedName.test(name)) continue;
    if (await files.remove(join(folder, name))) count += 1;
  }
  return count;
}
