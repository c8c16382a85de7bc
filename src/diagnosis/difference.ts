import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { counted } from '../text/counted.js';
import { utf8Text } from '../text/utf8.js';
import { isShallow } from './bodies/reading.js';
import { bufferOf } from './choice.js';
import { spacesRemoved } from './causes/json-spans.js';
import { lengthBy, quoted, spelled } from './spelled.js';

/** One side of the first difference: at most some sixty bytes, because bodies contain receipts. */
interface DifferenceSide {
  /** The text around the place, on one line: `\n`, `\r`, `\t`, `\u{…}`, and `\xff` for a byte that is not UTF-8. */
  readonly text: string;
  /** The bytes from the difference on; empty at the end. */
  readonly hex: string;
  /** The last bytes, if the two differ only near the end. */
  readonly tail?: string;
}

/** The first difference between the bytes that were sent and the bytes that were signed. */
export interface Difference {
  /** In bytes from 0. */
  readonly offset: number;
  /** Of the bytes sent, from 1; the column counts characters. */
  readonly line: number;
  readonly column: number;
  readonly sentLength: number;
  readonly signedLength: number;
  /** What differs, as a phrase without a full stop. */
  readonly says: string;
  readonly sent: DifferenceSide;
  readonly signed: DifferenceSide;
}

/** One side for people: its text, its length, and the bytes where the two differ. */
export const sideText = ({ text, hex }: DifferenceSide, length: number): string =>
  `${text}   (${counted(length, 'byte')}; ${hex === '' ? 'ends where the other one goes on' : `first bytes of the difference: ${hex}`})`;

/** null if both are the same bytes. */
export function difference(sent: Uint8Array, signed: Uint8Array): Difference | null {
  const offset = firstDifference(sent, signed);
  if (offset === undefined) return null;
  const [one, other] = [bufferOf(sent), bufferOf(signed)];
  const start = windowStart(one, offset);
  const atTheEnd = offset >= Math.min(one.length, other.length) - tailBytes;
  const marks = isOtherNormalization(utf8Text(one), utf8Text(other));
  const side = (bytes: Buffer): DifferenceSide => ({
    text: windowText(bytes, start, marks),
    hex: hexOf(bytes.subarray(offset, offset + hexBytes)),
    ...(atTheEnd && { tail: hexOf(bytes.subarray(-tailBytes)) }),
  });
  return {
    offset,
    ...place(one, characterStart(one, offset)),
    sentLength: one.length,
    signedLength: other.length,
    says: kindOf({ sent: one, signed: other, offset }),
    sent: side(one),
    signed: side(other),
  };
}

const hexBytes = 8;
const tailBytes = 8;
const bytesBefore = 20;
const bytesShown = 56;
// For a larger body, reading its JSON would take longer than the diagnosis.
const mostJsonBytes = 1_000_000;

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');

function firstDifference(sent: Uint8Array, signed: Uint8Array): number | undefined {
  const shorter = Math.min(sent.length, signed.length);
  for (let at = 0; at < shorter; at += 1) if (sent[at] !== signed[at]) return at;
  return sent.length === signed.length ? undefined : shorter;
}

const continues = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The first byte of the UTF-8 character at a place. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && at - start < 3 && continues(bytes[start])) start -= 1;
  return start;
}

/** Both sides are equal up to the difference, so their windows begin at the same place. */
function windowStart(sent: Buffer, offset: number): number {
  let start = Math.max(0, offset - bytesBefore);
  while (start < offset && continues(sent[start])) start += 1;
  return start;
}

function place(sent: Buffer, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = sent.indexOf(0x0a); at !== -1 && at < offset; at = sent.indexOf(0x0a, at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  let column = 1;
  for (const byte of sent.subarray(lineStart, offset)) if (!continues(byte)) column += 1;
  return { line, column };
}

function windowText(bytes: Buffer, start: number, marks: boolean): string {
  let end = Math.min(bytes.length, start + bytesShown);
  for (let cut = 0; end < bytes.length && cut < 3 && continues(bytes[end]); cut += 1) end -= 1;
  const shown = spelled(bytes.subarray(start, Math.max(start, end)), marks);
  return `${start > 0 ? '…' : ''}${shown}${end < bytes.length ? '…' : ''}`;
}

interface Pair {
  readonly sent: Buffer;
  readonly signed: Buffer;
  readonly offset: number;
}

/** If so, the difference is visible only with combining marks spelled out. */
const isOtherNormalization = (sent: string | undefined, signed: string | undefined): boolean =>
  sent !== undefined && signed !== undefined && sent.normalize() === signed.normalize();

function kindOf(pair: Pair): string {
  return emptiness(pair) ?? mark(pair) ?? ending(pair) ?? lineEnds(pair) ?? asText(pair) ?? otherwise(pair);
}

function emptiness({ sent, signed }: Pair): string | undefined {
  if (signed.length === 0)
    return `the sent body has ${counted(sent.length, 'byte')}, but an empty body was signed`;
  return sent.length === 0
    ? `the sent body is empty, but ${counted(signed.length, 'byte')} ${signed.length === 1 ? 'was' : 'were'} signed`
    : undefined;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function mark({ sent, signed }: Pair): string | undefined {
  const added = (bytes: Buffer, base: Buffer): boolean =>
    bytes.length === base.length + 3 &&
    bytes.subarray(0, 3).equals(byteOrderMark) &&
    bytes.subarray(3).equals(base);
  if (added(signed, sent))
    return 'the signed text begins with a byte order mark (ef bb bf), the sent body does not';
  return added(sent, signed)
    ? 'the sent body begins with a byte order mark (ef bb bf), the signed text does not'
    : undefined;
}

function ending({ sent, signed, offset }: Pair): string | undefined {
  if (offset === sent.length) return `the signed text ends with ${tailWords(signed.subarray(offset))}`;
  if (offset !== signed.length) return undefined;
  const rest = sent.subarray(offset);
  return isBlank(rest)
    ? `the sent body ends with ${tailWords(rest)}, the signed text does not`
    : `the signed text stops ${counted(rest.length, 'byte')} before the end of the sent body`;
}

const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => [0x00, 0x09, 0x0a, 0x0d, 0x20].includes(byte));

const tailNames: Readonly<Record<string, string>> = {
  '0a': 'line break (LF, 0a)',
  '0d 0a': 'line break (CRLF, 0d 0a)',
  '0d': 'line break (CR, 0d)',
  '20': 'space (20)',
  '09': 'tab (09)',
  '00': 'NUL byte (00)',
};

function tailWords(rest: Buffer): string {
  const hex = rest.length > hexBytes ? `${hexOf(rest.subarray(0, hexBytes))} …` : hexOf(rest);
  const name = tailNames[hex];
  return name === undefined ? `${counted(rest.length, 'extra byte')} (${hex})` : `an extra ${name}`;
}

function lineEnds({ sent, signed }: Pair): string | undefined {
  const [one, other] = [sent.toString('latin1'), signed.toString('latin1')];
  const lf = (text: string): string => text.replaceAll('\r\n', '\n');
  const words = (text: string): string => {
    const [feeds, pairs] = [text.split('\n').length, text.split('\r\n').length];
    return pairs === 1 ? 'LF' : pairs === feeds ? 'CRLF' : 'a mix of LF and CRLF';
  };
  const both = `the sent body has ${words(one)} line breaks, the signed text has ${words(other)}`;
  if (lf(one) === lf(other)) return both;
  if (one.replace(/[\r\n]/g, '') === other) return 'the line breaks were removed before signing';
  if (lf(one).replaceAll('\n', ' ') === other)
    return 'the line breaks were turned into spaces before signing';
  if (lf(one).replace(/\n$/, '') !== lf(other).replace(/\n$/, '')) return undefined;
  return `${both}, and only the ${one.endsWith('\n') ? 'sent body' : 'signed text'} ends with one`;
}

function asText({ sent, signed, offset }: Pair): string | undefined {
  const text = utf8Text(sent);
  if (text === undefined) return undefined;
  return otherEncoding(text, sent, signed, offset) ?? otherJson(text, signed) ?? otherSpacing(text, signed);
}

function otherEncoding(text: string, sent: Buffer, signed: Buffer, offset: number): string | undefined {
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  if (signed.equals(little) || signed.equals(Buffer.from(`\ufeff${text}`, 'utf16le')))
    return 'the text was sent as UTF-8, but signed as UTF-16LE';
  if (signed.equals(big) || signed.equals(Buffer.concat([Buffer.from([0xfe, 0xff]), big]))) {
    return 'the text was sent as UTF-8, but signed as UTF-16BE';
  }
  if (signed.equals(Buffer.from(sent.toString('latin1'))))
    return 'the UTF-8 bytes were read as Latin-1 and encoded as UTF-8 again before signing';
  if (signed.toString('latin1') === sent.toString('base64')) return 'the base64 of the body was signed';
  const other = utf8Text(signed);
  if (isOtherNormalization(text, other))
    return 'the texts differ in Unicode normalization: é as one character, or as e and a mark';
  const letter = utf8Text(characterAt(sent, offset));
  if (letter === undefined || (letter.codePointAt(0) ?? 0) < 0x80) return undefined;
  if (signed[offset] === 0x3f) return `the letter ${quoted(letter)} was signed as ?`;
  return other === undefined
    ? `the signed bytes are not UTF-8: ${quoted(letter)} was signed as ${hexOf(signed.subarray(offset, offset + 1))}`
    : undefined;
}

function characterAt(bytes: Buffer, offset: number): Buffer {
  const start = characterStart(bytes, offset);
  return bytes.subarray(start, start + lengthBy(bytes[start] ?? 0));
}

const withoutSpacing = (text: string): string => text.replace(/[ \t\r\n]+/g, '');

function otherSpacing(text: string, signed: Buffer): string | undefined {
  const other = utf8Text(signed);
  if (other === undefined) return undefined;
  return withoutSpacing(text) === withoutSpacing(other) ? 'only spaces or line breaks differ' : undefined;
}

const otherwise = ({ sent, signed }: Pair): string =>
  sent.length === signed.length
    ? 'the signed bytes are different bytes of the same length'
    : `the signed bytes are different: ${counted(signed.length, 'byte')} instead of ${String(sent.length)}`;

function otherJson(text: string, signedBytes: Buffer): string | undefined {
  if (text.length > mostJsonBytes || signedBytes.length > mostJsonBytes) return undefined;
  const other = utf8Text(signedBytes);
  if (other === undefined) return undefined;
  const [sent, signed] = [tryJson(text), tryJson(other)];
  if (sent instanceof JsonSyntaxError || signed instanceof JsonSyntaxError) return undefined;
  if (signed === text) return 'the body was encoded again, as a JSON string, before signing';
  const [one, two] = [spacesRemoved(text), spacesRemoved(other)];
  const [sentSpaces, signedSpaces] = [spaces(text), spaces(other)];
  const words = `the signed text has ${signedSpaces}, the sent body has ${sentSpaces}`;
  const isSame = sentSpaces === signedSpaces;
  if (one === two) return isSame ? 'the JSON has different spaces or line breaks' : words;
  const content = printJson(sent) === printJson(signed) ? letters(one, two) : otherValues(sent, signed);
  return content === undefined || isSame ? content : `${content}; ${words}`;
}

/** Where a JSON text has spaces, in words. */
function spaces(text: string): string {
  const spacing = spacingOf(text);
  if (!/\s/.test(spacing)) return 'no spaces';
  if (/[\r\n]/.test(spacing)) return 'line breaks';
  const after = [spacing.includes(', ') && 'commas', spacing.includes(': ') && 'colons'].filter(Boolean);
  return after.length === 0 ? 'spaces' : `spaces after ${after.join(' and ')}`;
}

function otherValues(sent: Json, signed: Json): string | undefined {
  if (!isShallow(sent) || !isShallow(signed)) return undefined;
  const numbers = (value: Json): string => printJson(rewritten(value, { numbers: true }));
  if (numbers(sent) === numbers(signed)) {
    const [one, two] = firstNumbers(sent, signed);
    return `the number ${quoted(one)} in the sent body is ${quoted(two)} in the signed text`;
  }
  const sorted = (value: Json): string => printJson(rewritten(value, { sort: true }));
  const order =
    sorted(signed) === printJson(signed)
      ? 'the members are sorted by name in the signed text, but not in the sent body'
      : 'the members have a different order';
  if (sorted(sent) === sorted(signed)) return order;
  const both = (value: Json): string => printJson(rewritten(value, { sort: true, numbers: true }));
  if (both(sent) === both(signed)) return `${order}, and numbers are written differently`;
  return members(sent, signed) ?? 'the signed text is JSON with different content';
}

/** The spacing of a JSON text without the text: a mark for each string and one for each other value. */
const spacingOf = (text: string): string =>
  text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"?|[^[\]{}:,"\s]+/gs, (token) => (token.startsWith('"') ? '"' : '0'));

function letters(sent: string, signed: string): string {
  let at = 0;
  while (at < sent.length && sent[at] === signed[at]) at += 1;
  // The difference can be inside an escape: \u00e9 and \u00E9, \" and \u0022.
  const escape = /\\(?:u[0-9a-fA-F]{0,3})?$/.exec(sent.slice(Math.max(0, at - 6), at))?.index;
  const start = escape === undefined ? at : Math.max(0, at - 6) + escape;
  return `${quoted(letterAt(sent, start))} in the sent body is ${quoted(letterAt(signed, start))} in the signed text`;
}

const letterAt = (text: string, at: number): string =>
  /(?:\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^]|[^])/uy.exec(
    text.slice(at, at + 12),
  )?.[0] ?? '';

/** The value with numbers as doubles print them, or with sorted members, to compare only the rest. */
function rewritten(value: Json, how: { readonly numbers?: boolean; readonly sort?: boolean }): Json {
  if (value instanceof JsonNumber) return how.numbers === true ? new JsonNumber(String(value.value)) : value;
  if (Array.isArray(value)) return value.map((each) => rewritten(each, how));
  if (!(value instanceof JsonObject)) return value;
  const all = value.members.map(([name, member]) => [name, rewritten(member, how)] as const);
  return new JsonObject(
    how.sort === true ? all.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)) : all,
  );
}

const numbersIn = (value: Json): string[] => {
  if (value instanceof JsonNumber) return [value.source];
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  return value instanceof JsonObject ? value.members.flatMap(([, member]) => numbersIn(member)) : [];
};

function firstNumbers(sent: Json, signed: Json): [string, string] {
  const [one, other] = [numbersIn(sent), numbersIn(signed)];
  const at = one.findIndex((source, index) => source !== other[index]);
  return [one[at] ?? '', other[at] ?? ''];
}

function members(sent: Json, signed: Json): string | undefined {
  if (!(sent instanceof JsonObject) || !(signed instanceof JsonObject)) return undefined;
  const only = (one: JsonObject, other: JsonObject): string[] =>
    one.members.map(([name]) => name).filter((name) => !other.has(name));
  const [missing, added] = [only(sent, signed), only(signed, sent)];
  const list = (names: readonly string[]): string =>
    `${names.length === 1 ? 'member' : 'members'} ${names.slice(0, 3).map(quoted).join(', ')}${names.length > 3 ? ', …' : ''}`;
  if (missing.length > 0 && added.length > 0)
    return `only the sent body has the ${list(missing)}; only the signed text has the ${list(added)}`;
  if (missing.length > 0) return `only the sent body has the ${list(missing)}`;
  return added.length > 0 ? `only the signed text has the ${list(added)}` : undefined;
}
