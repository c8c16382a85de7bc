import { Buffer } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { shortName } from './columns.js';
import { wrongInput } from './refusals.js';

/** A zip file of one table, as the store’s console gives reports. Source: the .ZIP File Format Specification, 4.3. */

type Bytes = AsyncIterable<Uint8Array>;

interface NamedZip {
  /** Begins sentences. */
  readonly name: string;
  readonly onNote: (sentence: string) => void;
}

interface ZipMember {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where the member's own header begins in the file. */
  readonly headerOffset: number;
}

/** pvg’s own policy: the list of members is at the end of the file, so all of it is in memory. */
const mostBytes = 256 * 1024 * 1024;
const stored = 0;
const deflated = 8;
/** Numbers that do not fit: the larger form of zip files, zip64, has them in a record that pvg does not read. */
const zip64Number = 0xffffffff;
const zip64Count = 0xffff;
const memberSignature = 0x04034b50;
const listEntrySignature = 0x02014b50;
const listEnd = Buffer.from('PK\x05\x06', 'latin1');
const listEndBytes = 22;
/** The length of an entry without the name, the extra field and the comment behind it. */
const listEntryBytes = 46;
/** The length of a member's header without the name and the extra field behind it. */
const memberHeaderBytes = 30;

/** Where a number begins: in the end of the list (4.3.16), in an entry of the list (4.3.12), in a member's own header (4.3.7). */
const endOffsets = { memberCount: 10, listStart: 16 };
const entryOffsets = {
  flags: 8,
  method: 10,
  crc: 16,
  packedBytes: 20,
  bytes: 24,
  nameBytes: 28,
  extraBytes: 30,
  commentBytes: 32,
  headerOffset: 42,
};
const headerOffsets = { nameBytes: 26, extraBytes: 28 };
const encryptedFlag = 1;

export function isZip(start: Uint8Array): boolean {
  const mark = Buffer.from(start).toString('latin1', 0, 4);
  // The second mark begins a zip file without members.
  return mark === 'PK\x03\x04' || mark === 'PK\x05\x06';
}

/** The bytes of the one table, which were checked before the first is given. @throws {PvgError} `input-unreadable` */
export async function* unzip(chunks: Bytes, namedZip: NamedZip): AsyncGenerator<Uint8Array> {
  const { name, onNote } = namedZip;
  const archive = await readWhole(chunks, name);
  const member = onlyTable(membersOf(archive, name), name);
  // Unpacked once only to be checked: a row of a damaged table must not be looked up.
  for await (const piece of unpackMember(archive, member, name)) void piece;
  onNote(`${name} is a zip file: ${shortName(member.name)} in it is read.`);
  yield* unpackMember(archive, member, name);
}

async function readWhole(chunks: Bytes, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of chunks) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > mostBytes) throw packedFileError(name, 'is a zip file of more than 256 MB');
  }
  return Buffer.concat(pieces);
}

/** Reads the members from the list at the end of the file: a member's own header may have no sizes. */
function membersOf(archive: Buffer, name: string): ZipMember[] {
  const end = archive.lastIndexOf(listEnd);
  if (end === -1 || end + listEndBytes > archive.length) throw damagedZipError(name);
  const members: ZipMember[] = [];
  const memberCount = archive.readUInt16LE(end + endOffsets.memberCount);
  let offset = archive.readUInt32LE(end + endOffsets.listStart);
  if (memberCount === zip64Count || offset === zip64Number) throw unknownZipFormError(name);
  for (let count = memberCount; count > 0; count -= 1) {
    const entry = offset;
    if (entry + listEntryBytes > end || archive.readUInt32LE(entry) !== listEntrySignature) {
      throw damagedZipError(name);
    }
    const read16 = (place: number): number => archive.readUInt16LE(entry + place);
    const read32 = (place: number): number => archive.readUInt32LE(entry + place);
    const nameEnd = entry + listEntryBytes + read16(entryOffsets.nameBytes);
    const nextEntry = nameEnd + read16(entryOffsets.extraBytes) + read16(entryOffsets.commentBytes);
    if (nextEntry > end) throw damagedZipError(name);
    members.push({
      name: archive.toString('utf8', entry + listEntryBytes, nameEnd),
      isEncrypted: (read16(entryOffsets.flags) & encryptedFlag) !== 0,
      method: read16(entryOffsets.method),
      crc: read32(entryOffsets.crc),
      packedBytes: read32(entryOffsets.packedBytes),
      bytes: read32(entryOffsets.bytes),
      headerOffset: read32(entryOffsets.headerOffset),
    });
    offset = nextEntry;
  }
  return members;
}

/** What a Mac adds to a zip file. */
const addedByMac = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;
const tableFileEnd = /\.(?:csv|tsv|txt|json|ndjson|jsonl)$/i;
const mostNamed = 10;

/** @throws {PvgError} `input-unreadable` if there is none, or several */
function onlyTable(members: readonly ZipMember[], name: string): ZipMember {
  const files = members.filter(
    (member) => !member.name.endsWith('/') && !addedByMac.test(member.name),
  );
  if (files.some((file) => file.name === '[Content_Types].xml' || file.name === 'content.xml')) {
    throw wrongInput(
      `${name} is a spreadsheet, and pvg reads CSV and JSON.`,
      'Save the sheet as CSV. In Excel: Save as, CSV UTF-8.',
    );
  }
  const tables = files.filter((file) => tableFileEnd.test(file.name));
  const candidates = tables.length > 0 ? tables : files;
  const [table] = candidates;
  if (table === undefined) {
    throw wrongInput(`${name} is a zip file without a file in it.`, 'Get the file again.');
  }
  if (candidates.length > 1) {
    const names = candidates.slice(0, mostNamed).map((file) => shortName(file.name));
    const more = candidates.length > mostNamed ? ` and ${candidates.length - mostNamed} more` : '';
    throw packedFileError(name, `is a zip file with several tables (${names.join(', ')}${more})`);
  }
  if (table.isEncrypted) throw packedFileError(name, 'is a zip file with a password');
  const isLarge = [table.bytes, table.packedBytes, table.headerOffset].includes(zip64Number);
  if (isLarge || ![stored, deflated].includes(table.method)) {
    throw unknownZipFormError(name);
  }
  return table;
}

/** Unpacks a member. @throws {PvgError} `input-unreadable` unless it has the length and the checksum in the list */
async function* unpackMember(
  archive: Buffer,
  member: ZipMember,
  name: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let crc = 0;
  for await (const piece of inflateMember(archive, member, name)) {
    bytes += piece.length;
    crc = crc32(piece, crc);
    if (bytes > member.bytes) throw damagedZipError(name);
    yield piece;
  }
  if (bytes !== member.bytes || crc !== member.crc) throw damagedZipError(name);
}

async function* inflateMember(
  archive: Buffer,
  { headerOffset, packedBytes, method }: ZipMember,
  name: string,
): AsyncGenerator<Uint8Array> {
  const hasHeader = headerOffset + memberHeaderBytes <= archive.length;
  if (!hasHeader || archive.readUInt32LE(headerOffset) !== memberSignature) {
    throw damagedZipError(name);
  }
  const nameBytes = archive.readUInt16LE(headerOffset + headerOffsets.nameBytes);
  const extraBytes = archive.readUInt16LE(headerOffset + headerOffsets.extraBytes);
  const begin = headerOffset + memberHeaderBytes + nameBytes + extraBytes;
  const packed = archive.subarray(begin, begin + packedBytes);
  if (method === stored) {
    yield packed;
    return;
  }
  const inflate = createInflateRaw();
  // The loop below throws what fails here, too.
  pipeline(Readable.from([packed]), inflate, () => undefined);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch (error) {
    throw damagedZipError(name, error);
  }
}

function damagedZipError(name: string, cause?: unknown) {
  const says = `${name} is a zip file that is cut or damaged.`;
  return wrongInput(says, 'Get the file again; `unzip -t` checks it.', cause);
}

const unknownZipFormError = (name: string) =>
  packedFileError(name, 'is a zip file of a form that pvg does not read');

/** @param says a clause about the file */
function packedFileError(name: string, says: string) {
  return wrongInput(
    `${name} ${says}.`,
    'Unpack it, and give the table: `unzip <file.zip> -d tables`.',
  );
}
