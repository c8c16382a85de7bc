import type { JsonSyntaxError } from '../../json/json.js';
import { utf8Text } from '../../json/utf8.js';

/** The input as UTF-8 bytes, whatever a shell or an editor saved it as. */
export interface InputText {
  readonly bytes: Buffer;
  /** One character a byte: forms that carry bytes are split in this view, so that no byte is lost. */
  readonly latin1: string;
  readonly notes: readonly string[];
}

const utf16Says = 'The input is UTF-16 and was read as the same text in UTF-8.';

/** Drops byte order marks, turns UTF-16 into UTF-8, unwraps a Markdown fence. */
export function readText(input: Uint8Array): InputText {
  const { bytes, notes } = inUtf8(Buffer.from(input.buffer, input.byteOffset, input.byteLength));
  const inner = withoutFence(bytes);
  return { bytes: inner, latin1: inner.toString('latin1'), notes };
}

function inUtf8(bytes: Buffer): { bytes: Buffer; notes: string[] } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { bytes: bytes.subarray(3), notes: [] };
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'be' : '';
  const order = mark === '' ? orderOfUnmarked(bytes) : mark;
  if (order === undefined) return { bytes, notes: [] };
  const units = bytes.subarray(mark === '' ? 0 : 2, bytes.length - (bytes.length % 2));
  const little = order === 'le' ? units : Buffer.from(units).swap16();
  return { bytes: Buffer.from(little.toString('utf16le')), notes: [utf16Says] };
}

/** UTF-16 without a mark shows by its zeros: every other one of the first bytes. */
function orderOfUnmarked(bytes: Buffer): 'le' | 'be' | undefined {
  const start = bytes.subarray(0, 64);
  if (start.length < 8 || bytes.length % 2 !== 0) return undefined;
  const zeros = (offset: number): boolean => start.every((byte, at) => (byte === 0) === (at % 2 === offset));
  if (zeros(1)) return 'le';
  return zeros(0) ? 'be' : undefined;
}

const fence = Buffer.from('```');

/** What stands between the fences, when the whole input is one fenced block of Markdown. */
function withoutFence(bytes: Buffer): Buffer {
  const start = bytes.subarray(0, 64).toString('latin1');
  const opening = /^\s*```[\w-]*[ \t]*\r?\n/.exec(start)?.[0];
  if (opening === undefined) return bytes;
  const last = bytes.lastIndexOf(fence);
  const closes =
    last > opening.length &&
    bytes[last - 1] === 0x0a &&
    bytes
      .subarray(last + 3, last + 64)
      .toString('latin1')
      .trim() === '';
  if (!closes) return bytes;
  return bytes.subarray(opening.length, bytes[last - 2] === 0x0d ? last - 2 : last - 1);
}

/** A header's value: UTF-8 where it is, else one character a byte. */
export const fromLatin1 = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1');
  return utf8Text(bytes) ?? text;
};

/** Where a JSON text breaks, by line and column; never the text around it. */
export function jsonPlace(text: string, error: JsonSyntaxError): string {
  const before = text.slice(0, error.offset);
  const line = before.split('\n').length;
  const column = error.offset - (before.lastIndexOf('\n') + 1) + 1;
  return `line ${String(line)}, column ${String(column)}`;
}
