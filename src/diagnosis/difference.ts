import { utf8Text } from '../text/utf8.js';
import { spelled } from './spelled.js';

/** One side of the first difference: at most some sixty bytes, because bodies contain receipts. */
type DifferenceSide = {
  /** The text around the place, on one line: `\n`, `\r`, `\t`, `\u{…}`, and `\xff` for a byte that is not UTF-8. */
  readonly text: string;
  /** The first bytes from the difference on, in hex; empty at the end. */
  readonly hex: string;
};

/** The first difference between the bytes that were sent and the bytes that were signed. */
export type Difference = {
  /** In bytes from 0. */
  readonly offset: number;
  readonly sentLength: number;
  readonly signedLength: number;
  readonly sent: DifferenceSide;
  readonly signed: DifferenceSide;
};

const bytesBefore = 20;
const bytesShown = 56;
const hexBytes = 8;

const continues = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** null if both are the same bytes. */
export function difference(one: Uint8Array, other: Uint8Array): Difference | null {
  const [sent, signed] = [Buffer.from(one), Buffer.from(other)];
  if (sent.equals(signed)) return null;
  let offset = 0;
  while (offset < sent.length && sent[offset] === signed[offset]) offset += 1;
  let start = Math.max(0, offset - bytesBefore);
  while (start < offset && continues(sent[start])) start += 1;
  // Two normal forms of one text differ only in marks that nobody sees.
  const hasMarks = utf8Text(sent)?.normalize() === utf8Text(signed)?.normalize();
  const side = (bytes: Buffer): DifferenceSide => ({
    text: windowText(bytes, start, hasMarks),
    hex: (bytes.toString('hex', offset, offset + hexBytes).match(/../g) ?? []).join(' '),
  });
  return {
    offset,
    sentLength: sent.length,
    signedLength: signed.length,
    sent: side(sent),
    signed: side(signed),
  };
}

function windowText(bytes: Buffer, start: number, hasMarks: boolean): string {
  let end = Math.min(bytes.length, start + bytesShown);
  for (let cut = 0; end < bytes.length && cut < 3 && continues(bytes[end]); cut += 1) end -= 1;
  const shown = spelled(bytes.subarray(start, Math.max(start, end)), hasMarks);
  return `${start > 0 ? '…' : ''}${shown}${end < bytes.length ? '…' : ''}`;
}
