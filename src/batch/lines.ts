import { Buffer, isUtf8 } from 'node:buffer';

/** Bytes as complete lines of text, many at a time; a line that is too long is skipped. */

export const longestLineBytes = 1024 * 1024;

export interface Block {
  /** Line of its first character, from 1. */
  readonly line: number;
  /** Complete lines with their line breaks; the last line may have none. `notUtf8` marks bytes that are not UTF-8. */
  readonly text: string;
  /** A single line of more than 1 MB, left out. */
  readonly tooLong: boolean;
  /** The beginning of a line that is too long. */
  readonly begins?: string;
}

const lineFeed = 0x0a;
const beginningBytes = 4 * 1024;

/** Marks bytes that are not UTF-8. A lone surrogate cannot come from UTF-8 text, unlike U+FFFD. */
const notUtf8 = '\udc80';

// With `u`, half of a surrogate pair does not match.
export const holdsNotUtf8 = (text: string): boolean => /\udc80/u.test(text);

/** Shows such bytes as U+FFFD. */
export const withReplacements = (text: string): string => text.replace(/\udc80/gu, replacement);

const replacement = '\ufffd';
const replacementBytes = Buffer.from(replacement);

export async function* readBlocks(
  chunks: AsyncIterable<Uint8Array>,
  longestBytes = longestLineBytes,
): AsyncGenerator<Block, undefined> {
  let line = 1;
  // Parts of a line whose end has not arrived yet.
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  let skipping = false;

  const taken = (more: Buffer): Buffer => {
    const bytes = carried.length === 0 ? more : Buffer.concat([...carried, more]);
    [carried, carriedBytes] = [[], 0];
    return bytes;
  };
  const blockOf = (bytes: Buffer): Block => {
    const block = { line, text: decoded(bytes), tooLong: false };
    line += lineFeeds(bytes);
    return block;
  };
  const tooLong = (bytes: Buffer): Block => {
    const begins = bytes.toString('utf8', 0, beginningBytes);
    return { line: line++, text: '', tooLong: true, begins };
  };

  for await (const piece of chunks) {
    let chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const firstEnd = chunk.indexOf(lineFeed);
    if (firstEnd !== -1 && (skipping || carriedBytes + firstEnd > longestBytes)) {
      if (!skipping) yield tooLong(taken(chunk));
      skipping = false;
      chunk = chunk.subarray(firstEnd + 1);
    }
    if (skipping) continue;
    const lastEnd = chunk.lastIndexOf(lineFeed) + 1;
    if (lastEnd > 0) yield blockOf(taken(chunk.subarray(0, lastEnd)));
    if (lastEnd < chunk.length) carried.push(chunk.subarray(lastEnd));
    carriedBytes += chunk.length - lastEnd;
    if (carriedBytes <= longestBytes) continue;
    // Reported now, because the line may never end.
    skipping = true;
    yield tooLong(taken(emptied));
  }
  if (carriedBytes > 0) yield blockOf(taken(emptied));
}

const emptied = Buffer.alloc(0);

function lineFeeds(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines += 1;
  return lines;
}

const decoded = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString('utf8') : markedText(bytes));

/** Keeps U+FFFD characters of the input apart from those that decoding adds. */
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
