/** How an encoder writes the characters of a string. Quotation mark, backslash and controls are always escaped. */
export interface Escapes {
  /** Above U+007F. */
  readonly nonAscii: 'raw' | 'lower' | 'upper';
  /** Only above U+FFFF, where the rest is raw. */
  readonly astral?: 'lower' | 'upper';
  /** `\/`. */
  readonly slash?: true;
  /** Which of \b \f \n \r \t are written with a letter. */
  readonly letters: string;
  /** Case of the hex digits of ASCII escapes. */
  readonly hex: 'lower' | 'upper';
  /** Further characters written as \uXXXX; a quotation mark here replaces \". */
  readonly also?: string;
}

const all = 'bfnrt';
const separators = '\u2028\u2029';
const raw: Escapes = { nonAscii: 'raw', letters: all, hex: 'lower' };
const ascii: Escapes = { nonAscii: 'lower', letters: all, hex: 'lower' };
const html = '<>&';

/** What .NET counts as not printable beside the controls: separators and every space but U+0020. */
const dotnetSpaces =
  '\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

const between = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

/** DEL and the second set of controls. */
const c1 = between(0x7f, 0x9f);

/** Crockford's list in json2.js, which dkjson follows. */
const invisible =
  c1 +
  '\u00ad\u070f\u17b4\u17b5\ufeff' +
  between(0x600, 0x604) +
  between(0x200c, 0x200f) +
  between(0x2028, 0x202f) +
  between(0x2060, 0x206f) +
  between(0xfff0, 0xffff);

export const escapeStyles = {
  raw,
  'raw-upper': { ...raw, hex: 'upper' },
  'raw-del': { ...raw, also: '\u007f' },
  'raw-separators': { ...raw, also: separators },
  ascii: { ...ascii, also: '\u007f' },
  'ascii-del-raw': ascii,
  'ascii-upper': { ...ascii, nonAscii: 'upper', hex: 'upper', also: '\u007f' },
  'ascii-upper-del-raw': { ...ascii, nonAscii: 'upper', hex: 'upper' },
  slashes: { ...raw, slash: true },
  'slashes-upper': { ...raw, slash: true, hex: 'upper' },
  'slashes-separators': { ...raw, slash: true, also: separators },
  cjson: { ...raw, slash: true, also: '\u007f' },
  php: { ...ascii, slash: true },
  'php-hex': { ...ascii, slash: true, hex: 'upper', also: '<>&\'"' },
  'php-hex-tag': { ...ascii, slash: true, hex: 'upper', also: '<>' },
  'php-hex-tag-amp': { ...ascii, slash: true, hex: 'upper', also: '<>&' },
  'php-hex-apos': { ...ascii, slash: true, hex: 'upper', also: "'" },
  'php-hex-quot': { ...ascii, slash: true, hex: 'upper', also: '"' },
  'php-hex-no-quot': { ...ascii, slash: true, hex: 'upper', also: "<>&'" },
  'php-hex-unicode': { ...raw, slash: true, hex: 'upper', also: `<>&'"${separators}` },
  'php-hex-tag-apos': { ...ascii, slash: true, hex: 'upper', also: "<>'" },
  'php-hex-tag-quot': { ...ascii, slash: true, hex: 'upper', also: '<>"' },
  'php-hex-tag-apos-quot': { ...ascii, slash: true, hex: 'upper', also: `<>'"` },
  'php-hex-tag-amp-quot': { ...ascii, slash: true, hex: 'upper', also: '<>&"' },
  'php-hex-amp': { ...ascii, slash: true, hex: 'upper', also: '&' },
  'php-hex-amp-apos': { ...ascii, slash: true, hex: 'upper', also: "&'" },
  'php-hex-amp-quot': { ...ascii, slash: true, hex: 'upper', also: '&"' },
  'php-hex-amp-apos-quot': { ...ascii, slash: true, hex: 'upper', also: `&'"` },
  'php-hex-apos-quot': { ...ascii, slash: true, hex: 'upper', also: `'"` },
  'php-hex-slashes': { ...ascii, hex: 'upper', also: '<>&\'"' },
  'php-hex-both': { ...raw, hex: 'upper', also: `<>&'"${separators}` },
  go: { ...raw, letters: 'nrt', also: html + separators },
  'go-1.22': { ...raw, also: html + separators },
  'go-plain': { ...raw, letters: 'nrt', also: separators },
  'html-only': { ...raw, also: html },
  'less-than': { ...raw, also: '<' },
  'serialize-javascript': { ...raw, hex: 'upper', also: `<>/${separators}` },
  /** Jackson writing bytes. */
  'raw-astral-upper': { ...raw, hex: 'upper', astral: 'upper' },
  gson: { ...raw, also: `<>&='${separators}` },
  newtonsoft: { ...raw, also: `\u0085${separators}` },
  'newtonsoft-html': { ...raw, also: `<>&'"\u0085${separators}` },
  'newtonsoft-html-no-quot': { ...raw, also: `<>&'\u0085${separators}` },
  dkjson: { ...raw, also: invisible },
  tcllib: { ...raw, also: c1 },
  'newtonsoft-ascii': { ...ascii, also: '\u007f' },
  'javascript-serializer': { ...raw, also: `<>'\u0085${separators}` },
  stj: { nonAscii: 'upper', letters: all, hex: 'upper', also: '"&\'+<>`\u007f' },
  'stj-relaxed': {
    nonAscii: 'raw',
    astral: 'upper',
    letters: all,
    hex: 'upper',
    also: `\u007f${dotnetSpaces}`,
  },
  'stj-relaxed-astral': { nonAscii: 'raw', letters: all, hex: 'upper', also: `\u007f${dotnetSpaces}` },
} as const satisfies Readonly<Record<string, Escapes>>;

export type EscapesName = keyof typeof escapeStyles;

const letterOf: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };

const hexEscape = (unit: number, digits: 'lower' | 'upper'): string => {
  const hex = unit.toString(16).padStart(4, '0');
  return `\\u${digits === 'upper' ? hex.toUpperCase() : hex}`;
};

const unitsEscaped = (text: string, digits: 'lower' | 'upper'): string =>
  Array.from({ length: text.length }, (_, at) => hexEscape(text.charCodeAt(at), digits)).join('');

const escapeCharacter = (style: Escapes, character: string): string => {
  const code = character.charCodeAt(0);
  if (code > 0x7f) {
    if (style.nonAscii !== 'raw') return unitsEscaped(character, style.nonAscii);
    return unitsEscaped(character, character.length > 1 ? (style.astral ?? style.hex) : style.hex);
  }
  const letter = letterOf[character];
  if (letter !== undefined && style.letters.includes(letter)) return `\\${letter}`;
  if (style.also?.includes(character) === true || code < 0x20) return hexEscape(code, style.hex);
  return `\\${character}`;
};

const inClass = (characters: string): string =>
  Array.from({ length: characters.length }, (_, at) => hexEscape(characters.charCodeAt(at), 'lower')).join(
    '',
  );

/** The characters a style does not write as they are. */
const touched = (style: Escapes): RegExp => {
  const also = inClass((style.also ?? '') + (style.slash === true ? '/' : ''));
  if (style.nonAscii !== 'raw') return new RegExp(`["\\\\\\u0000-\\u001f\\u0080-\\uffff${also}]`, 'g');
  const high = style.astral === undefined ? '' : '|[\\ud800-\\udbff][\\udc00-\\udfff]';
  return new RegExp(`["\\\\\\u0000-\\u001f${also}]${high}`, 'g');
};

/** Prints strings, quotation marks included. */
export const stringPrinter = (name: EscapesName): ((text: string) => string) => {
  const style: Escapes = escapeStyles[name];
  const pattern = touched(style);
  return (text) => `"${text.replace(pattern, (character) => escapeCharacter(style, character))}"`;
};
