/** Backslash escapes of shells. Text has one character per byte, before and after. */

const simple = new Map(
  Object.entries({ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }),
);
for (const itself of '\\\'"?') simple.set(itself, itself);

const numbers = String.raw`x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})`;
/** Octal is \NNN in $'…' and in the format of printf, and \0NNN for echo. */
const withOctal = (octal: string): RegExp => new RegExp(String.raw`\\(?:${numbers}|(${octal})|([^]))`, 'g');
const plainOctal = withOctal('[0-7]{1,3}');
const octalAfterZero = withOctal('0[0-7]{0,3}');

/** The text with its escapes replaced. Unknown escapes stay as they are. */
const unescaped = (text: string, escapes: RegExp): string =>
  text.replace(escapes, (all, byte?: string, short?: string, long?: string, octal?: string, letter = '') => {
    const point = short ?? long;
    if (point !== undefined) return utf8(Number.parseInt(point, 16));
    if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    return simple.get(String(letter)) ?? all;
  });

const utf8 = (codePoint: number): string =>
  codePoint > 0x10ffff ? '' : Buffer.from(String.fromCodePoint(codePoint)).toString('latin1');

/** The inside of $'…'; bash ends it at a NUL. */
export const ansiC = (inner: string): string => unescaped(inner, plainOctal).split('\0', 1)[0] ?? '';

const mostPrinted = 2 ** 24;

/** What `printf` writes; undefined if the format is not supported here. */
export function printf(format: string, given: readonly string[]): string | undefined {
  // A text, a conversion, a text, and so on.
  const parts = format.split(/(%[-+ #0]{0,9}\d{0,9}(?:\.\d{1,9})?[a-zA-Z%])/);
  const takes = parts.some((part, index) => index % 2 === 1 && part !== '%%');
  let out = '';
  let next = 0;
  do {
    for (const [index, part] of parts.entries()) {
      const isText = index % 2 === 0;
      const written = isText ? unescaped(part, plainOctal) : converted(part, given[next] ?? '');
      // Two long texts can multiply to a far longer one.
      if (written === undefined || out.length > mostPrinted) return undefined;
      out += written;
      if (!isText && part !== '%%') next += 1;
    }
  } while (takes && next < given.length);
  return out;
}

function converted(conversion: string, text: string): string | undefined {
  if (conversion === '%%') return '%';
  if (conversion === '%s' || (conversion === '%d' && /^-?\d+$/.test(text))) return text;
  return conversion === '%b' ? unescaped(text, octalAfterZero) : undefined;
}

/** What `echo` of bash writes: escapes only with -e. */
export function echo(words: readonly string[]): string {
  const first = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const count = first === -1 ? words.length : first;
  const letters = words.slice(0, count).join('');
  const text = words.slice(count).join(' ');
  const escaped = letters.lastIndexOf('e') > letters.lastIndexOf('E');
  return (escaped ? unescaped(text, octalAfterZero) : text) + (letters.includes('n') ? '' : '\n');
}
