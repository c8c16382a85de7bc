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
  /** Where its own header is. */
  readonly headerOffset: number;
}

/** pvg’s own policy: the list of members is at the end of the file, so all of it is in memory. */
const mostBytes = 256 * 1024 * 1024;
const stored = 0;
const deflated = 8;
/** In their place the larger form of zip files, zip64, keeps the number in another record. */
const zip64Number = 0xffffffff;
const zip64Count = 0xffff;
const memberSignature = 0x04034b50;
const listEntrySignature = 0x02014b50;
const listEnd = Buffer.from('PK\x05\x06', 'latin1');
const listEndBytes = 22;
/** Without the names behind it. */
const listEntryBytes = 46;
const memberHeaderBytes = 30;

export function isZip(start: Uint8Array): boolean {
  const mark = Buffer.from(start).toString('latin1', 0, 4);
  return mark === 'PK\x03\x04' || mark === 'PK\x05\x06';
}

/** The bytes of the one table, which were checked before the first is given. @throws {PvgError} `input-unreadable` */
export async function* unzipped(chunks: Bytes, named: NamedZip): AsyncGenerator<Uint8Array> {
  const { name, onNote } = named;
  const archive = await readWhole(chunks, name);
  const member = onlyTable(membersOf(archive, name), name);
  for await (const piece of contentOf(archive, member, name)) void piece;
  onNote(`${name} is a zip file: ${shortName(member.name)} in it is read.`);
  yield* contentOf(archive, member, name);
}

async function readWhole(chunks: Bytes, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of chunks) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > mostBytes) throw toUnpack(name, 'is a zip file of more than 256 MB');
  }
  return Buffer.concat(pieces);
}

/** The list at the end counts: the header of a member may have no sizes. */
function membersOf(archive: Buffer, name: string): ZipMember[] {
  const end = archive.lastIndexOf(listEnd);
  if (end === -1 || end + listEndBytes > archive.length) throw damaged(name);
  const members: ZipMember[] = [];
  const memberCount = archive.readUInt16LE(end + 10);
  let offset = archive.readUInt32LE(end + 16);
  if (memberCount === zip64Count || offset === zip64Number) throw unreadForm(name);
  for (let count = memberCount; count > 0; count -= 1) {
    if (offset + listEntryBytes > end || archive.readUInt32LE(offset) !== listEntrySignature) {
      throw damaged(name);
    }
    const nameEnd = offset + listEntryBytes + archive.readUInt16LE(offset + 28);
    const next = nameEnd + archive.readUInt16LE(offset + 30) + archive.readUInt16LE(offset + 32);
    if (next > end) throw damaged(name);
    members.push({
      name: archive.toString('utf8', offset + listEntryBytes, nameEnd),
      isEncrypted: (archive.readUInt16LE(offset + 8) & 1) === 1,
      method: archive.readUInt16LE(offset + 10),
      crc: archive.readUInt32LE(offset + 16),
      packedBytes: archive.readUInt32LE(offset + 20),
      bytes: archive.readUInt32LE(offset + 24),
      headerOffset: archive.readUInt32LE(offset + 42),
    });
    offset = next;
  }
  return members;
}

/** What a Mac adds to a zip file. */
const addedByMac = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;
const namesTable = /\.(?:csv|tsv|txt|json|ndjson|jsonl)$/i;
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
  const tables = files.filter((file) => namesTable.test(file.name));
  const candidates = tables.length > 0 ? tables : files;
  const [table] = candidates;
  if (table === undefined) {
    throw wrongInput(`${name} is a zip file without a file in it.`, 'Get the file again.');
  }
  if (candidates.length > 1) {
    const names = candidates.slice(0, mostNamed).map((file) => shortName(file.name));
    const more = candidates.length > mostNamed ? ` and ${candidates.length - mostNamed} more` : '';
    throw toUnpack(name, `is a zip file with several tables (${names.join(', ')}${more})`);
  }
  if (table.isEncrypted) throw toUnpack(name, 'is a zip file with a password');
  const isLarge = [table.bytes, table.packedBytes, table.headerOffset].includes(zip64Number);
  if (isLarge || ![stored, deflated].includes(table.method)) {
    throw unreadForm(name);
  }
  return table;
}

/** Unpacks a member. @throws {PvgError} `input-unreadable` unless it has the length and the checksum in the list */
async function* contentOf(
  archive: Buffer,
  member: ZipMember,
  name: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let crc = 0;
  for await (const piece of inflated(archive, member, name)) {
    bytes += piece.length;
    crc = crc32(piece, crc);
    if (bytes > member.bytes) throw damaged(name);
    yield piece;
  }
  if (bytes !== member.bytes || crc !== member.crc) throw damaged(name);
}

async function* inflated(
  archive: Buffer,
  { headerOffset, packedBytes, method }: ZipMember,
  name: string,
): AsyncGenerator<Uint8Array> {
  const hasHeader = headerOffset + memberHeaderBytes <= archive.length;
  if (!hasHeader || archive.readUInt32LE(headerOffset) !== memberSignature) throw damaged(name);
  const lengths = archive.readUInt16LE(headerOffset + 26) + archive.readUInt16LE(headerOffset + 28);
  const begin = headerOffset + memberHeaderBytes + lengths;
  const packed = archive.subarray(begin, begin + packedBytes);
  if (method === stored) {
    yield packed;
    return;
  }
  const inflate = createInflateRaw();
  pipeline(Readable.from([packed]), inflate, () => undefined);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch (error) {
    throw damaged(name, error);
  }
}

function damaged(name: string, cause?: unknown) {
  const says = `${name} is a zip file that is cut or damaged.`;
  return wrongInput(says, 'Get the file again; `unzip -t` checks it.', cause);
}

const unreadForm = (name: string) =>
  toUnpack(name, 'is a zip file of a form that pvg does not read');

/** @param says a clause about the file */
function toUnpack(name: string, says: string) {
  return wrongInput(
    `${name} ${says}.`,
    'Unpack it, and give the table: `unzip <file.zip> -d tables`.',
  );
}
