import { Buffer, isUtf8 } from 'node:buffer';
import { PvgError } from '../failure.js';

/** Bytes as whole lines of text, many at a time; a line that is too long is passed over, not kept. */

export const longestLineBytes = 1024 * 1024;

export interface Block {
  /** Line of its first character, from 1. */
  readonly line: number;
  /** Whole lines with their ends; the last line of the input may have none. */
  readonly text: string;
  /** How many line feeds are in it. */
  readonly lines: number;
  /** Some bytes are no UTF-8: `notUtf8` stands for them. */
  readonly invalid: boolean;
  /** A single line of more than 1 MB, left out. */
  readonly tooLong: boolean;
  /** What such a line begins with. */
  readonly begins?: string;
}

const lineFeed = 0x0a;
const beginningBytes = 4 * 1024;

/** Stands for bytes that are no UTF-8. A surrogate alone: no UTF-8 text holds one, while U+FFFD may well be in one. */
const notUtf8 = '\udc80';

// With `u`, half of a pair is no match.
export const holdsNotUtf8 = (text: string): boolean => /\udc80/u.test(text);

/** As such bytes are shown. */
export const withReplacements = (text: string): string => text.replace(/\udc80/gu, replacement);

const replacement = '\ufffd';
const replacementBytes = Buffer.from(replacement);

/** @throws {PvgError} `input-unreadable` for what is no UTF-8 text at all */
export async function* readBlocks(
  chunks: AsyncIterable<Uint8Array>,
  longestBytes = longestLineBytes,
): AsyncGenerator<Block> {
  let line = 1;
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  let skipping = false;
  let begun = false;

  const blockOf = (bytes: Buffer): Block => {
    const block = textBlock(begun ? bytes : withoutMark(bytes), line);
    begun = true;
    line += block.lines;
    return block;
  };
  const skipped = (pieces: readonly Buffer[], bytes: number): Block => {
    const start = Buffer.concat(pieces, Math.min(bytes, beginningBytes));
    const begins = (begun ? start : withoutMark(start)).toString('utf8');
    begun = true;
    const block = { line, text: '', lines: 1, invalid: false, tooLong: true, begins };
    line += 1;
    return block;
  };

  for await (const piece of chunks) {
    let chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (!begun && carriedBytes === 0) assertText(chunk);
    const firstEnd = chunk.indexOf(lineFeed);
    if (firstEnd !== -1 && (skipping || carriedBytes + firstEnd > longestBytes)) {
      if (!skipping) yield skipped([...carried, chunk], carriedBytes + firstEnd);
      skipping = false;
      carried = [];
      carriedBytes = 0;
      chunk = chunk.subarray(firstEnd + 1);
    }
    if (skipping || chunk.length === 0) continue;
    const lastEnd = chunk.lastIndexOf(lineFeed);
    if (lastEnd !== -1) {
      const whole = chunk.subarray(0, lastEnd + 1);
      yield blockOf(carried.length === 0 ? whole : Buffer.concat([...carried, whole]));
      chunk = chunk.subarray(lastEnd + 1);
      carried = [];
      carriedBytes = 0;
    }
    if (chunk.length > 0) carried.push(chunk);
    carriedBytes += chunk.length;
    if (carriedBytes > longestBytes) {
      // At once: the line may have no end.
      const block = skipped(carried, carriedBytes);
      skipping = true;
      carried = [];
      carriedBytes = 0;
      yield block;
    }
  }
  if (carriedBytes > 0) yield blockOf(Buffer.concat(carried));
}

function textBlock(bytes: Buffer, line: number): Block {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines += 1;
  const invalid = !isUtf8(bytes);
  return { line, text: invalid ? markedText(bytes) : bytes.toString('utf8'), lines, invalid, tooLong: false };
}

/** The replacement characters that came are kept apart from those that decoding puts in. */
function markedText(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at <= bytes.length;) {
    const found = bytes.indexOf(replacementBytes, at);
    const end = found === -1 ? bytes.length : found;
    text += bytes.toString('utf8', at, end).replaceAll(replacement, notUtf8);
    if (found === -1) return text;
    text += replacement;
    at = end + replacementBytes.length;
  }
  return text;
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/** By the first bytes, what people hand over by mistake. */
function assertText(start: Buffer): void {
  const [first, second] = start;
  const zip = first === 0x50 && second === 0x4b && start[2] === 3;
  const gzip = first === 0x1f && second === 0x8b;
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (zip)
    throw noText('a spreadsheet or another zip file', 'Save the sheet as “CSV UTF-8” and give that file.');
  if (gzip) throw noText('a gzip file', 'Unpack it on the way: `gunzip -c <file> | pvg batch -`.');
  if (utf16 || start.subarray(0, 8).includes(0))
    throw noText('UTF-16 or no text at all', 'Save it as UTF-8: `iconv -f UTF-16 -t UTF-8 <file>`.');
}

const noText = (what: string, hint: string): PvgError =>
  new PvgError('input-unreadable', `The input is ${what}, not CSV or NDJSON in UTF-8. Nothing was sent.`, {
    hint,
  });
