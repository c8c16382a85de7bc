import { utf8Text } from '../text/utf8.js';
import { spelled, type SpelledOut } from './spelling.js';

/**
 * The first difference between the sent bytes and the signed bytes. `sent` and `signed` show at most 56 bytes around it,
 * because bodies contain receipts. They are one line: with `\n`, `\r`, `\t`, `\u{…}`, and `\xff` for a byte that is not
 * UTF-8. If both would look the same, a backslash is written as two.
 */
export type Difference = {
  /** In bytes, from 0. */
  readonly offset: number;
  readonly sent: string;
  readonly signed: string;
};

const bytesBefore = 20;
const bytesShown = 56;

/** Whether the byte is not the first one of its UTF-8 character. */
const continuesCharacter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/** null if both are the same bytes. */
export function findDifference(sentBytes: Uint8Array, signedBytes: Uint8Array): Difference | null {
  const sent = Buffer.from(sentBytes);
  const signed = Buffer.from(signedBytes);
  if (sent.equals(signed)) return null;
  let offset = 0;
  while (offset < sent.length && sent[offset] === signed[offset]) offset += 1;
  let start = Math.max(0, offset - bytesBefore);
  while (start < offset && continuesCharacter(sent[start])) start += 1;
  // Two Unicode forms of one text look the same, so their combining marks are then written as escapes.
  const spellsMarks = utf8Text(sent)?.normalize() === utf8Text(signed)?.normalize();
  const write = (bytes: Buffer, backslashes: boolean): string =>
    windowText(bytes, start, { marks: spellsMarks, backslashes });
  const lookEqual = write(sent, false) === write(signed, false);
  return { offset, sent: write(sent, lookEqual), signed: write(signed, lookEqual) };
}

function windowText(bytes: Buffer, start: number, spelledOut: SpelledOut): string {
  let end = Math.min(bytes.length, start + bytesShown);
  // Moves the end to the beginning of a character, which has at most three bytes after its first one.
  for (let cut = 0; end < bytes.length && cut < 3 && continuesCharacter(bytes[end]); cut += 1) {
    end -= 1;
  }
  const shown = spelled(bytes.subarray(start, Math.max(start, end)), spelledOut);
  return `${start > 0 ? '…' : ''}${shown}${end < bytes.length ? '…' : ''}`;
}
