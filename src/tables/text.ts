import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { wrongInput } from './refusals.js';
import { isZip, unzipped } from './zip.js';

/** The bytes of a table as text, whatever wrote it: UTF-8, UTF-16 with its mark, Windows-1252; also packed as gzip or zip. */

export interface NamedTable {
  /** `--granted grants.csv`: begins sentences. */
  readonly name: string;
  /** Called with a sentence that a person should read. */
  readonly said: (sentence: string) => void;
  /** Called for a zip file before its first row. */
  readonly onZip?: () => void;
}

type Bytes = AsyncIterable<Uint8Array>;
type Decode = (bytes: Buffer, isEnd: boolean) => string;

/** What is made of a piece lives until the next one: with larger ones much of it would get old, and stay. */
const pieceBytes = 16 * 1024;
const nothing = Buffer.alloc(0);
const saveAsUtf8 = 'Save it as UTF-8. In Excel: Save as, CSV UTF-8.';

/** A gzip file in a zip file. An archive that has itself in it would never end. */
const mostPackings = 2;

/** Pieces end at whole characters. @throws {PvgError} `input-unreadable` */
export async function* readTableText(
  chunks: Bytes,
  named: NamedTable,
  packings = 0,
): AsyncGenerator<string, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Buffer = nothing;
  // Four bytes show what an input is.
  while (start.length < 4) {
    const next = await iterator.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  const all = startingWith(start, iterator);
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  if ((isGzip || isZip(start)) && packings === mostPackings) {
    throw wrongInput(`${named.name} is packed more than twice.`, 'Unpack it, and give the table.');
  }
  if (isGzip) return yield* readTableText(unpacked(all, named), named, packings + 1);
  if (isZip(start)) {
    named.onZip?.();
    return yield* readTableText(unzipped(all, named), named, packings + 1);
  }
  const decode = decoderOf(start, named);
  for await (const { buffer, byteOffset, byteLength } of all) {
    for (let index = 0; index < byteLength; index += pieceBytes) {
      yield decode(
        Buffer.from(buffer, byteOffset + index, Math.min(pieceBytes, byteLength - index)),
        false,
      );
    }
  }
  yield decode(nothing, true);
  return undefined;
}

async function* startingWith(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function* unpacked(chunks: Bytes, { name }: NamedTable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // A failed read arrives here: pipeline() ends `gunzip` with it.
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

function decoderOf(start: Buffer, named: NamedTable): Decode {
  const { name, said } = named;
  const mark = start.toString('latin1', 0, 2);
  const utf16 = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }[mark];
  if (utf16 === undefined && start.subarray(0, 4).includes(0)) {
    const what = 'UTF-16 without a byte order mark, or not text';
    throw wrongInput(`${name} is ${what}.`, saveAsUtf8);
  }
  if (utf16 === undefined) return utf8OrWindows(named);
  said(`${name} is UTF-16: it is read as UTF-16.`);
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

/** From 0x80 on; Node 20’s TextDecoder takes windows-1252 for Latin-1. Blanks: not in use. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Bytes that Windows-1252 does not have, characters of UTF-8, and runs that a script of another alphabet has. */
const unclear =
  /[\x81\x8d\x8f\x90\x9d]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\x80-\xff]{4}/;

/** Old spreadsheets write Windows-1252: a text that was ASCII so far and then is no UTF-8 is taken for it, if all of it can be. */
function utf8OrWindows({ name, said }: NamedTable): Decode {
  let encoding: 'ascii' | 'utf-8' | 'windows' = 'ascii';
  let held: Buffer = nothing;
  const position = new TextPosition();
  return (piece, isEnd) => {
    const bytes = held.length === 0 ? piece : Buffer.concat([held, piece]);
    const whole = isEnd ? bytes : bytes.subarray(0, endOfCharacters(bytes));
    if (encoding !== 'windows' && isUtf8(whole)) {
      if (encoding === 'ascii' && !isAscii(whole)) encoding = 'utf-8';
      held = bytes.subarray(whole.length);
      return position.take(whole.toString('utf8'));
    }
    const latin = bytes.toString('latin1');
    if (encoding === 'utf-8' || unclear.test(latin)) {
      // What is not UTF-8 becomes this character.
      position.take(bytes.toString('utf8').split('\uFFFD', 1)[0] ?? '');
      throw wrongInput(
        `${name} is not UTF-8, and its encoding is unclear (${position.words}).`,
        saveAsUtf8,
      );
    }
    if (encoding === 'ascii') said(`${name} is not UTF-8: it is read as Windows-1252.`);
    encoding = 'windows';
    held = nothing;
    position.take(latin);
    return latin.replace(/[\x80-\x9f]/g, (each) => windows1252[each.charCodeAt(0) - 0x80] ?? each);
  };
}

/** How far a text was read. */
class TextPosition {
  #line = 1;
  #character = 1;

  take(text: string): string {
    let lineStart = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', lineStart)) {
      this.#line += 1;
      this.#character = 1;
      lineStart = end + 1;
    }
    this.#character += text.length - lineStart;
    return text;
  }

  get words(): string {
    return `line ${this.#line}, character ${this.#character}`;
  }
}

/** Where the last character begins if the next piece may go on with it. */
function endOfCharacters(bytes: Buffer): number {
  let end = bytes.length;
  if ((bytes[end - 1] ?? 0) < 0x80) return end;
  const first = Math.max(0, end - 4);
  do end -= 1;
  while (end > first && ((bytes[end] ?? 0) & 0xc0) === 0x80);
  return end;
}
