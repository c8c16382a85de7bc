import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { wrongInput } from './refusals.js';

/** The bytes of a table as text, whatever wrote it: UTF-8, UTF-16 with its mark, Windows-1252; also gzipped. */

/** How to speak about a table, and to whom. */
export interface Named {
  /** `--granted grants.csv`: begins sentences. */
  readonly name: string;
  /** Called with a sentence that a person should read. */
  readonly said: (sentence: string) => void;
}

interface Decoder {
  decode(bytes: Buffer, isEnd: boolean): string;
}

/** This many bytes show what an input is. */
const startBytes = 4;
/** What is made of a piece lives until the next one: with larger ones much of it would get old, and stay. */
const pieceBytes = 16 * 1024;
const saveAsUtf8 = 'In Excel: Save as, CSV UTF-8.';

/** Pieces end at whole characters. @throws {PvgError} `input-unreadable` */
export async function* readText(
  chunks: AsyncIterable<Uint8Array>,
  named: Named,
): AsyncGenerator<string, undefined> {
  let start = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (let isEnd = false; !isEnd;) {
      const next = await iterator.next();
      isEnd = next.done === true;
      let bytes = next.done === true ? Buffer.alloc(0) : viewed(next.value);
      if (decoder === undefined) {
        start = Buffer.concat([start, bytes]);
        if (start.length < startBytes && !isEnd) continue;
        if (start[0] === 0x1f && start[1] === 0x8b)
          return yield* readText(unpacked(startingWith<Uint8Array>(start, iterator), named), named);
        decoder = decoderOf(start, named);
        bytes = start;
      }
      for (let at = 0; at < bytes.length || isEnd; at += pieceBytes) {
        const text = decoder.decode(bytes.subarray(at, at + pieceBytes), isEnd);
        if (text !== '') yield text;
        if (isEnd) break;
      }
    }
  } finally {
    // Not awaited: of an idle pipe it never ends.
    iterator.return?.().catch(() => undefined);
  }
  return undefined;
}

const viewed = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The same as if `start` had not been taken from it. */
export async function* startingWith<Each>(start: Each, rest: AsyncIterator<Each>): AsyncGenerator<Each> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* unpacked(chunks: AsyncIterable<Uint8Array>, { name }: Named): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // Also a failed read arrives here: pipeline() ends `gunzip` with it.
  pipeline(Readable.from(chunks), gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw wrongInput(
      `${name} is a gzip file that is cut or damaged (${error.message}).`,
      'Get the file again; `gzip -t` checks it.',
      error,
    );
  }
}

function decoderOf(start: Buffer, named: Named): Decoder {
  const { name } = named;
  const mark = start.toString('latin1', 0, 2);
  if (mark === '\xff\xfe' || mark === '\xfe\xff') {
    named.said(`${name} is UTF-16: it is read as UTF-16.`);
    return utf16(mark === '\xff\xfe' ? 'utf-16le' : 'utf-16be', name);
  }
  if (mark === 'PK' && start[2] === 3)
    throw wrongInput(
      `${name} is a spreadsheet or another zip file.`,
      'Save the sheet as “CSV UTF-8” and use that file.',
    );
  if (start.includes(0))
    throw wrongInput(
      `${name} is UTF-16 without a byte order mark, or not text.`,
      'Convert it: `iconv -f UTF-16LE -t UTF-8 <file>`.',
    );
  return new Utf8OrWindows(named);
}

function utf16(encoding: 'utf-16le' | 'utf-16be', name: string): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return {
    decode(bytes, isEnd) {
      try {
        return decoder.decode(bytes, { stream: !isEnd });
      } catch (error) {
        throw wrongInput(`${name} begins as UTF-16, but a later part is not UTF-16.`, saveAsUtf8, error);
      }
    },
  };
}

/** From 0x80 on; Node 20’s TextDecoder takes windows-1252 for Latin-1. Blanks: not in use. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Bytes that Windows-1252 does not have, characters of UTF-8, and runs that a script of another alphabet has. */
const unclear = /[\x81\x8d\x8f\x90\x9d]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\x80-\xff]{4}/;

/** Old spreadsheets write Windows-1252: a text that was ASCII so far and then is no UTF-8 is taken for it, if all of it can be. */
class Utf8OrWindows implements Decoder {
  #is: 'ascii' | 'utf-8' | 'windows' = 'ascii';
  #isFirst = true;
  /** A character that is not complete yet. */
  #held: Buffer = Buffer.alloc(0);

  constructor(private readonly named: Named) {}

  decode(chunk: Buffer, isEnd: boolean): string {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const whole = isEnd ? bytes : bytes.subarray(0, endOfCharacters(bytes));
    if (this.#is === 'windows' || !isUtf8(whole)) return this.#windowsText(bytes);
    this.#held = bytes.subarray(whole.length);
    if (this.#is === 'ascii' && !isAscii(whole)) this.#is = 'utf-8';
    const text = whole.toString('utf8');
    const hasMark = this.#isFirst && text.startsWith('\ufeff');
    this.#isFirst = false;
    return hasMark ? text.slice(1) : text;
  }

  #windowsText(bytes: Buffer): string {
    const { name, said } = this.named;
    const latin = bytes.toString('latin1');
    if (this.#is === 'utf-8' || unclear.test(latin))
      throw wrongInput(`${name} is not UTF-8, and its encoding is unclear.`, saveAsUtf8);
    if (this.#is === 'ascii') said(`${name} is not UTF-8: it is read as Windows-1252.`);
    this.#is = 'windows';
    this.#held = Buffer.alloc(0);
    return latin.replace(/[\x80-\x9f]/g, (each) => windows1252[each.charCodeAt(0) - 0x80] ?? each);
  }
}

/** Where the last complete UTF-8 character ends: a chunk may end inside one. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (size > 0) return size > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
