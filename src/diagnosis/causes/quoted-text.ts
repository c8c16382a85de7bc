/** How languages write a string for programmers to read: Python repr, Ruby inspect, Go %q, Rust {:?}, Elixir inspect. */

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

// What the languages take as not printable was found by asking them for each character of Unicode.
const pythonSpecial = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const goSpecial = /["\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;
const rustSpecial = /["\\\p{C}\p{Zl}\p{Zp}\p{Grapheme_Extend}]|(?! )\p{Zs}/gu;
const rubySpecial = /["\\\p{Cn}\p{Zl}\p{Zp}]|(?!\u0085)\p{Cc}|#(?=[{$@])/gu;

// Nothing that any of the languages escapes: most names and values.
const plain = /^[A-Za-z0-9 _.,:;/@+=-]*$/;

const escapedBy =
  (special: RegExp, letters: Readonly<Record<string, string>>, byNumber: (code: number) => string) =>
  (text: string): string =>
    plain.test(text)
      ? text
      : text.replace(special, (character) => letters[character] ?? byNumber(character.codePointAt(0) ?? 0));

const pythonNumber = (code: number): string => {
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
};
const pythonLetters = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const pythonEscaped = escapedBy(pythonSpecial, pythonLetters, pythonNumber);

/** Single quotes unless the text has them and no double ones. */
const inPythonQuotes = (text: string, escaped: string): string =>
  text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;

export const pythonString = (text: string): string => inPythonQuotes(text, pythonEscaped(text));

/** `b'…'`: each byte outside of ASCII by its number. */
export const pythonBytes = (bytes: Buffer): string => {
  const text = bytes.toString('latin1');
  const escaped = pythonEscaped(text).replace(/[\x7f-\xff]/g, (byte) => `\\x${hex(byte.charCodeAt(0), 2)}`);
  return `b${inPythonQuotes(text, escaped)}`;
};

const rubyEscaped = escapedBy(
  rubySpecial,
  {
    '"': '\\"',
    '\\': '\\\\',
    '#': '\\#',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\f': '\\f',
    '\v': '\\v',
    '\b': '\\b',
    '\x07': '\\a',
    '\x1b': '\\e',
  },
  (code) => (code < 0x10000 ? `\\u${hex(code, 4).toUpperCase()}` : `\\u{${hex(code, 1).toUpperCase()}}`),
);
export const rubyString = (text: string): string => `"${rubyEscaped(text)}"`;

const goEscaped = escapedBy(
  goSpecial,
  {
    '"': '\\"',
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\f': '\\f',
    '\v': '\\v',
    '\b': '\\b',
    '\x07': '\\a',
  },
  (code) =>
    code < 0x80 ? `\\x${hex(code, 2)}` : code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`,
);
export const goString = (text: string): string => `"${goEscaped(text)}"`;

const rustEscaped = escapedBy(
  rustSpecial,
  { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' },
  (code) => `\\u{${hex(code, 1)}}`,
);
export const rustString = (text: string): string => `"${rustEscaped(text)}"`;

const byteList = (text: string, separator: string): string =>
  `<<${[...Buffer.from(text, 'utf8')].join(separator)}>>`;

const elixirLetters: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '#': '\\#',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\v': '\\v',
  '\b': '\\b',
  '\x07': '\\a',
  '\x1b': '\\e',
  '\ufeff': '\\uFEFF',
};
const elixirEscaped = (text: string): string =>
  text.replace(/["\\\ufeff\p{Cc}]|#(?=\{)/gu, (character) => elixirLetters[character] ?? character);

/** Whether every control character among these is one that has a letter of its own. */
const isPrintable = (text: string): boolean =>
  !/[\ufffe\uffff]/.test(text) &&
  (text.match(/\p{Cc}/gu) ?? []).every((character) => elixirLetters[character] !== undefined);

/** A binary with one character that cannot be printed is shown as numbers. */
export const elixirString = (text: string): string =>
  plain.test(text) || isPrintable(text) ? `"${elixirEscaped(text)}"` : byteList(text, ', ');

/** `~p` of Erlang: text where every byte is one of Latin-1 that can be printed. */
export const erlangBinary = (text: string): string => {
  if (text === '') return '<<>>';
  if (plain.test(text)) return `<<"${text}">>`;
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  if (bytes.includes('\x07') || !isPrintable(bytes)) return byteList(text, ',');
  const escaped = bytes.replace(/["\\\p{Cc}]/gu, (character) => elixirLetters[character] ?? character);
  return `<<"${escaped}">>`;
};

export const erlangBytes = (text: string): string => byteList(text, ',');
