import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { wrongInput } from './refusals.js';
import { isZip, unzip } from './zip.js';

/** Reads the bytes of a table as text: UTF-8, UTF-16 with its mark, or Windows-1252; also packed as gzip or zip. */

/** The table in messages, and who gets them. */
export interface NamedTable {
  /** `--granted grants.csv`: begins sentences. */
  readonly name: string;
  /** Called with a sentence that a person should read. */
  readonly onNote: (sentence: string) => void;
  /** Called for a zip file before its first row. */
  readonly onZip?: () => void;
}

type Bytes = AsyncIterable<Uint8Array>;
type Decode = (bytes: Buffer, isEnd: boolean) => string;

/** The texts of a small piece die in V8's young generation; those of larger pieces are promoted, and memory grows. */
const pieceBytes = 16 * 1024;
const noBytes = Buffer.alloc(0);
const saveAsUtf8 = 'Save it as UTF-8. In Excel: Save as, CSV UTF-8.';

/** Enough for a gzip file in a zip file. Without a limit, an archive that contains itself would never end. */
const mostPackings = 2;

/**
 * Yields pieces that end at whole characters. A byte order mark stays: the reader of the table removes it.
 * @param packings how many times the bytes were unpacked already
 * @throws {PvgError} `input-unreadable`
 */
export async function* readTableText(
  chunks: Bytes,
  namedTable: NamedTable,
  packings = 0,
): AsyncGenerator<string, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Buffer = noBytes;
  // The first four bytes tell gzip, zip and UTF-16 apart.
  while (start.length < 4) {
    const next = await iterator.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  const allBytes = startingWith(start, iterator);
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  if ((isGzip || isZip(start)) && packings === mostPackings) {
    throw wrongInput(
      `${namedTable.name} is packed more than twice.`,
      'Unpack it, and give the table.',
    );
  }
  if (isGzip) {
    return yield* readTableText(gunzipped(allBytes, namedTable), namedTable, packings + 1);
  }
  if (isZip(start)) {
    namedTable.onZip?.();
    return yield* readTableText(unzip(allBytes, namedTable), namedTable, packings + 1);
  }
  const decode = decoderOf(start, namedTable);
  for await (const { buffer, byteOffset, byteLength } of allBytes) {
    for (let index = 0; index < byteLength; index += pieceBytes) {
      yield decode(
        Buffer.from(buffer, byteOffset + index, Math.min(pieceBytes, byteLength - index)),
        false,
      );
    }
  }
  yield decode(noBytes, true);
  return undefined;
}

async function* startingWith(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function* gunzipped(chunks: Bytes, { name }: NamedTable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // pipeline() ends `gunzip` with the error of a failed read, so the loop below throws it.
  pipeline(Readable.from(chunks), gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) {
      throw error;
    }
    const says = `${name} is a gzip file that is cut or damaged (${error.message}).`;
    throw wrongInput(says, 'Get the file again; `gzip -t` checks it.', error);
  }
}

function decoderOf(start: Buffer, namedTable: NamedTable): Decode {
  const { name, onNote } = namedTable;
  const mark = start.toString('latin1', 0, 2);
  const utf16 = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }[mark];
  if (utf16 === undefined && start.subarray(0, 4).includes(0)) {
    const what = 'UTF-16 without a byte order mark, or not text';
    throw wrongInput(`${name} is ${what}.`, saveAsUtf8);
  }
  if (utf16 === undefined) return utf8OrWindows(namedTable);
  onNote(`${name} is UTF-16: it is read as UTF-16.`);
  const decoder = new TextDecoder(utf16, { fatal: true, ignoreBOM: true });
  return (bytes, isEnd) => {
    try {
      return decoder.decode(bytes, { stream: !isEnd });
    } catch (error) {
      throw wrongInput(
        `${name} begins as UTF-16, but a later part is not UTF-16.`,
        saveAsUtf8,
        error,
      );
    }
  };
}

/**
 * The characters of the bytes 0x80 to 0x9f; a blank: the byte is not in use. Node 20’s TextDecoder reads windows-1252 as
 * Latin-1.
 */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** A byte that Windows-1252 does not have, a character of UTF-8, or four high bytes in a row, as another alphabet has them. */
const notWindows1252 =
  /[\x81\x8d\x8f\x90\x9d]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\x80-\xff]{4}/;

/**
 * Reads UTF-8. If the first bytes that are not ASCII are not UTF-8, the text is read as Windows-1252, which old spreadsheets
 * write. If it cannot be that, or is not UTF-8 later, it is refused.
 */
function utf8OrWindows({ name, onNote }: NamedTable): Decode {
  let encoding: 'ascii' | 'utf-8' | 'windows' = 'ascii';
  /** The last character of the piece before, which may be cut. */
  let cutCharacter: Buffer = noBytes;
  const position = new TextPosition();
  return (piece, isEnd) => {
    const bytes = cutCharacter.length === 0 ? piece : Buffer.concat([cutCharacter, piece]);
    const complete = isEnd ? bytes : bytes.subarray(0, endOfCharacters(bytes));
    if (encoding !== 'windows' && isUtf8(complete)) {
      if (encoding === 'ascii' && !isAscii(complete)) encoding = 'utf-8';
      cutCharacter = bytes.subarray(complete.length);
      const text = complete.toString('utf8');
      position.advance(text);
      return text;
    }
    const latin = bytes.toString('latin1');
    const notWindowsAt = latin.search(notWindows1252);
    if (encoding === 'utf-8' || notWindowsAt !== -1) {
      // toString() puts U+FFFD where the bytes are not UTF-8.
      const [utf8Start = ''] = bytes.toString('utf8').split('\uFFFD', 1);
      const isUtf8SoFar =
        encoding === 'utf-8' || (encoding === 'ascii' && /[^\0-\x7f]/.test(utf8Start));
      position.advance(isUtf8SoFar ? utf8Start : latin.slice(0, notWindowsAt));
      throw wrongInput(
        `${name} is not UTF-8, and its encoding is unclear (${position.words}).`,
        saveAsUtf8,
      );
    }
    if (encoding === 'ascii') onNote(`${name} is not UTF-8: it is read as Windows-1252.`);
    encoding = 'windows';
    cutCharacter = noBytes;
    position.advance(latin);
    return latin.replace(/[\x80-\x9f]/g, (each) => windows1252[each.charCodeAt(0) - 0x80] ?? each);
  };
}

/** The line and character up to which a text was read. */
class TextPosition {
  #line = 1;
  #character = 1;

  advance(text: string): void {
    let lineStart = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', lineStart)) {
      this.#line += 1;
      this.#character = 1;
      lineStart = end + 1;
    }
    this.#character += text.length - lineStart;
  }

  get words(): string {
    return `line ${this.#line}, character ${this.#character}`;
  }
}

/** Where the complete characters end: a last one that is not ASCII may be cut, so it waits for the next piece. */
function endOfCharacters(bytes: Buffer): number {
  let end = bytes.length;
  if ((bytes[end - 1] ?? 0) < 0x80) return end;
  const first = Math.max(0, end - 4);
  do end -= 1;
  while (end > first && ((bytes[end] ?? 0) & 0xc0) === 0x80);
  return end;
}
