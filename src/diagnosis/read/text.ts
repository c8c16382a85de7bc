import { utf8Text } from '../../text/utf8.js';

/** The input as UTF-8 bytes, whatever encoding a shell or an editor used. */
export interface InputText {
  readonly bytes: Buffer;
  /** One character per byte: forms that contain raw bytes are split in this view, so that no byte is lost. */
  readonly latin1: string;
  readonly notes: readonly string[];
}

/** Removes byte order marks, converts UTF-16 to UTF-8, unwraps a Markdown fence. */
export function readText(input: Uint8Array): InputText {
  const { bytes, notes } = inUtf8(Buffer.from(input.buffer, input.byteOffset, input.byteLength));
  const inner = withoutFence(bytes);
  return { bytes: inner, latin1: inner.toString('latin1'), notes };
}

function inUtf8(bytes: Buffer): { bytes: Buffer; notes: string[] } {
  const mark = (...expected: number[]): boolean => expected.every((byte, at) => bytes[at] === byte);
  if (mark(0xef, 0xbb, 0xbf)) return { bytes: bytes.subarray(3), notes: [] };
  const marked = mark(0xff, 0xfe) ? 'le' : mark(0xfe, 0xff) ? 'be' : undefined;
  const order = marked ?? orderOfUnmarked(bytes);
  if (order === undefined) return { bytes, notes: [] };
  const units = bytes.subarray(marked === undefined ? 0 : 2, bytes.length - (bytes.length % 2));
  const little = order === 'le' ? units : Buffer.from(units).swap16();
  return {
    bytes: Buffer.from(little.toString('utf16le')),
    notes: ['The input is UTF-16. It was converted to UTF-8.'],
  };
}

/** UTF-16 without a mark is recognised by its zeros: every second one of the first bytes. */
function orderOfUnmarked(bytes: Buffer): 'le' | 'be' | undefined {
  const start = bytes.subarray(0, 64);
  if (start.length < 8 || bytes.length % 2 !== 0) return undefined;
  const zeros = (offset: number): boolean => start.every((byte, at) => (byte === 0) === (at % 2 === offset));
  if (zeros(1)) return 'le';
  return zeros(0) ? 'be' : undefined;
}

/** The text between the fences, if the whole input is one fenced block of Markdown. */
function withoutFence(bytes: Buffer): Buffer {
  const [, opening = '', inner] =
    /^(\s*```[\w-]*[ \t]*\r?\n)([^]*)\n```\s*$/.exec(bytes.toString('latin1')) ?? [];
  if (inner === undefined) return bytes;
  const end = opening.length + inner.length;
  return bytes.subarray(opening.length, inner.endsWith('\r') ? end - 1 : end);
}

/** A header’s value: as UTF-8 if it is valid, else one character per byte. */
export const fromLatin1 = (text: string): string => utf8Text(Buffer.from(text, 'latin1')) ?? text;
