/** Backslash escapes as shells have them; text in and out is one character a byte. */

const simple: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

const bytesOf = (codePoint: number): string =>
  codePoint > 0x10ffff ? '' : Buffer.from(String.fromCodePoint(codePoint)).toString('latin1');

const simpleCodes = new Map(
  Object.entries(simple).map(([letter, value]) => [letter.charCodeAt(0), value.charCodeAt(0)]),
);

/** How octal escapes begin: `\101` in a format and in $'…', `\0101` for echo. */
type Octal = 'plain' | 'after-zero';

const backslash = 0x5c;
const zero = 0x30;
// The most digits behind x, u and U.
const hexDigits = new Map([
  [0x78, 2],
  [0x75, 4],
  [0x55, 8],
]);

/** The text with its escapes carried out; one that does not exist stays as it is. No escape is shorter than its bytes. */
function unescape(text: string, octal: Octal): string {
  if (!text.includes('\\')) return text;
  const out = Buffer.allocUnsafe(text.length);
  let length = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code !== backslash || at === text.length - 1) {
      length = out.writeUInt8(code, length);
      at += 1;
      continue;
    }
    const letter = text.charCodeAt(at + 1);
    const { digits, value } = numberAt(text, at + 1, letter, octal);
    if (digits === 0) {
      const simpleCode = simpleCodes.get(letter);
      if (simpleCode === undefined) length = out.writeUInt8(backslash, length);
      length = out.writeUInt8(simpleCode ?? letter, length);
      at += 2;
      continue;
    }
    length += letter === 0x75 || letter === 0x55 ? out.write(bytesOf(value), length, 'latin1') : 1;
    if (letter !== 0x75 && letter !== 0x55) out.writeUInt8(value & 0xff, length - 1);
    at += 1 + digits;
  }
  return out.toString('latin1', 0, length);
}

/** The number that an escape is, and how many characters it takes behind the backslash; none when it is no number. */
function numberAt(text: string, at: number, letter: number, octal: Octal): { digits: number; value: number } {
  const most = hexDigits.get(letter);
  if (most !== undefined) {
    const hex = /^[0-9a-fA-F]*/.exec(text.slice(at + 1, at + 1 + most))?.[0] ?? '';
    return { digits: hex === '' ? 0 : 1 + hex.length, value: Number.parseInt(hex, 16) };
  }
  const longest = octal === 'plain' ? 3 : 4;
  if (octal === 'after-zero' && letter !== zero) return { digits: 0, value: 0 };
  let digits = 0;
  let value = 0;
  for (; digits < longest; digits += 1) {
    const digit = text.charCodeAt(at + digits) - zero;
    if (!(digit >= 0 && digit <= 7)) break;
    value = value * 8 + digit;
  }
  return { digits, value };
}

/** The inside of $'…'; bash ends it at a NUL. */
export const ansiC = (inner: string): string => unescape(inner, 'plain').replace(/\0.*$/s, '');

/** The format of printf: octal is \NNN. */
export const printfEscapes = (text: string): string => unescape(text, 'plain');

/** The text of `echo -e` and of %b: octal is \0NNN. */
export const echoEscapes = (text: string): string => unescape(text, 'after-zero');

/** What `printf` writes; undefined when it formats in a way not known here. */
export function printf(format: string, given: readonly string[]): string | undefined {
  const parts = format.split(/(%(?:[-+ #0]*\d*(?:\.\d+)?[a-zA-Z%]))/);
  const wanted = parts.filter((part, index) => index % 2 === 1 && part !== '%%').length;
  const out: string[] = [];
  let next = 0;
  do {
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 0) out.push(printfEscapes(part));
      else if (part === '%%') out.push('%');
      else {
        const text = given[next] ?? '';
        next += 1;
        if (part === '%s') out.push(text);
        else if (part === '%b') out.push(echoEscapes(text));
        else if (part === '%d' && /^-?\d+$/.test(text)) out.push(text);
        else return undefined;
      }
    }
  } while (wanted > 0 && next < given.length);
  return out.join('');
}
