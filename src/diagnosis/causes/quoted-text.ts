/** How languages write a string for programmers to read: Python repr, Ruby inspect, Go %q, Rust {:?}, Elixir inspect. */

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** The character of each letter after a backslash. */
export const escapeLetters: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '#': '#',
  0: '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

// No language escapes any of these characters: most names and values.
const plain = /^[A-Za-z0-9 _.,:;/@+=-]*$/;

/** Escapes by the letters that a language knows, otherwise by number. */
const escapedBy = (special: RegExp, letters: string, byNumber: (code: number) => string) => {
  const known = new Map(Array.from(letters, (letter) => [escapeLetters[letter], `\\${letter}`]));
  const escaped = (character: string): string =>
    known.get(character) ?? byNumber(character.codePointAt(0) ?? 0);
  return (text: string): string => (plain.test(text) ? text : text.replace(special, escaped));
};

// Which characters a language counts as not printable was found by running it over all of Unicode.
const pythonEscaped = escapedBy(/[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, '\\nrt', (code) => {
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
});
const goEscaped = escapedBy(/["\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, '"\\nrtfvba', (code) => {
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
});
const rustEscaped = escapedBy(
  /["\\\p{C}\p{Zl}\p{Zp}\p{Grapheme_Extend}]|(?! )\p{Zs}/gu,
  '"\\nrt0',
  (code) => `\\u{${hex(code, 1)}}`,
);
const rubyEscaped = escapedBy(
  /["\\\p{Cn}\p{Zl}\p{Zp}]|(?!\u0085)\p{Cc}|#(?=[{$@])/gu,
  '"\\#nrtfvbae',
  (code) => (code < 0x10000 ? `\\u${hex(code, 4).toUpperCase()}` : `\\u{${hex(code, 1).toUpperCase()}}`),
);
/** Only the byte order mark has no letter here. */
const elixirEscaped = escapedBy(/["\\\ufeff\p{Cc}]|#(?=\{)/gu, '"\\#nrtfvbae', () => '\\uFEFF');

/** Single quotes, unless the text has single quotes and no double quotes. */
const inPythonQuotes = (text: string, escaped: string): string =>
  text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;

export const pythonString = (text: string): string => inPythonQuotes(text, pythonEscaped(text));
export const rubyString = (text: string): string => `"${rubyEscaped(text)}"`;
export const goString = (text: string): string => `"${goEscaped(text)}"`;
export const rustString = (text: string): string => `"${rustEscaped(text)}"`;

/** `b'…'`: each byte outside ASCII by its number. */
export const pythonBytes = (bytes: Buffer): string => {
  const text = bytes.toString('latin1');
  const escaped = pythonEscaped(text).replace(/[\x7f-\xff]/g, (byte) => `\\x${hex(byte.charCodeAt(0), 2)}`);
  return `b${inPythonQuotes(text, escaped)}`;
};

const byteList = (text: string, separator: string): string =>
  `<<${[...Buffer.from(text, 'utf8')].join(separator)}>>`;

const controlLetters = new Set(Array.from('abefnrtv', (letter) => escapeLetters[letter]));

/** Whether every control character of the text has a letter of its own. */
const isPrintable = (text: string): boolean =>
  !/[\ufffe\uffff]/.test(text) &&
  (text.match(/\p{Cc}/gu) ?? []).every((character) => controlLetters.has(character));

/** A binary with a character that cannot be printed is shown as numbers. */
export const elixirString = (text: string): string =>
  isPrintable(text) ? `"${elixirEscaped(text)}"` : byteList(text, ', ');

/** Erlang's `~p`: as text if every byte is a printable character of Latin-1. */
export const erlangBinary = (text: string): string => {
  if (text === '') return '<<>>';
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  if (bytes.includes('\x07') || !isPrintable(bytes)) return byteList(text, ',');
  return `<<"${elixirEscaped(bytes).replaceAll('\\#', '#')}">>`;
};

export const erlangBytes = (text: string): string => byteList(text, ',');
