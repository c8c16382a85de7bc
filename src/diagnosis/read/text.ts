import { utf8Text } from '../../text/utf8.js';

/** The input as UTF-8 bytes, whatever encoding a shell or an editor used. */
export interface InputText {
  readonly bytes: Buffer;
  /** One character per byte: forms that contain raw bytes are split in this view, so that no byte is lost. */
  readonly latin1: string;
}

/** Removes byte order marks, converts UTF-16 to UTF-8. */
export function readText(input: Uint8Array): InputText {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const mark = (...expected: number[]): boolean => expected.every((byte, at) => bytes[at] === byte);
  if (mark(0xef, 0xbb, 0xbf)) return textOf(bytes.subarray(3));
  const marked = mark(0xff, 0xfe) ? 'le' : mark(0xfe, 0xff) ? 'be' : undefined;
  const order = marked ?? orderOfUnmarked(bytes);
  if (order === undefined) return textOf(bytes);
  const units = bytes.subarray(marked === undefined ? 0 : 2, bytes.length - (bytes.length % 2));
  const little = order === 'le' ? units : Buffer.from(units).swap16();
  return textOf(Buffer.from(little.toString('utf16le')));
}

const textOf = (bytes: Buffer): InputText => ({ bytes, latin1: bytes.toString('latin1') });

/** UTF-16 without a mark is recognised by its zeros: every second one of the first bytes. */
function orderOfUnmarked(bytes: Buffer): 'le' | 'be' | undefined {
  const start = bytes.subarray(0, 64);
  if (start.length < 8 || bytes.length % 2 !== 0) return undefined;
  const zeros = (offset: number): boolean => start.every((byte, at) => (byte === 0) === (at % 2 === offset));
  if (zeros(1)) return 'le';
  return zeros(0) ? 'be' : undefined;
}

/** The text itself, then what a chat or a log has around it taken away: a fenced block, quoted lines. */
export function* unwrapped({ latin1 }: InputText): Generator<InputText> {
  const fenced = fencedBlock(latin1);
  if (fenced?.isWhole !== true) yield textOf(Buffer.from(latin1, 'latin1'));
  if (fenced) yield textOf(Buffer.from(fenced.text, 'latin1'));
  if (/^>/m.test(latin1)) yield textOf(Buffer.from(unquoted(latin1), 'latin1'));
}

/** The first block between fences of Markdown. */
function fencedBlock(text: string): { readonly text: string; readonly isWhole: boolean } | undefined {
  const lines = text.split('\n');
  const open = lines.findIndex((line) => /^\s*```[\w-]*\s*$/.test(line));
  const close = lines.findIndex((line, at) => at > open && line.trim() === '```');
  if (open === -1 || close === -1) return undefined;
  const isBlank = (line: string): boolean => line.trim() === '';
  return {
    text: lines
      .slice(open + 1, close)
      .join('\n')
      .replace(/\r$/, ''),
    isWhole: lines.slice(0, open).every(isBlank) && lines.slice(close + 1).every(isBlank),
  };
}

/** Without the marks of quoted lines; of `curl -v` also without its comments and an interim answer. */
const unquoted = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^(?:\*(?:\s|$)|[{}] \[\d+ bytes data\])/.test(line))
    .map((line) => line.replace(/^(?:(?:> ?)+|< ?)/, ''))
    .join('\n')
    .replace(/\nHTTP\/\S+ 1\d\d[^\n]*\n\r?\n/, '\n');

/** A header’s value: as UTF-8 if it is valid, else one character per byte. */
export const fromLatin1 = (text: string): string => utf8Text(Buffer.from(text, 'latin1')) ?? text;
