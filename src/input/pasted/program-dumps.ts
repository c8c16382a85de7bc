/**
 * A purchase or an answer as a program prints it for people: Python, Ruby, PHP, Node’s console. A text that may not be a
 * dump is not converted: then only the text as it was pasted is read.
 */

/** How many dumps a text may have: each `{` that begins one is tried. */
const mostDumps = 50;

/** How Python, Ruby, PHP and Node write the words of JSON. */
const literals: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  nil: 'null',
  undefined: 'null',
  true: 'true',
  false: 'false',
  null: 'null',
  NULL: 'null',
};

const doubleQuoted = String.raw`"(?:[^"\\\n]|\\.)*"`;
const dumpWord = String.raw`[A-Za-z_]\w*`;
/** One piece of a dump. */
const tokenPattern = new RegExp(
  [
    String.raw`\s+`,
    String.raw`'(?:[^'\\\n]|\\.)*'`,
    doubleQuoted,
    // `12` and `-0.5`
    String.raw`-?\d+(?:\.\d+)?`,
    '=>',
    // A Ruby symbol, where a key or a value may begin: `:name`, `:"a name"`
    String.raw`(?<=[{[,:>]\s*):(?:${doubleQuoted}|${dumpWord})`,
    String.raw`[:,{}[\]]`,
    // The object of PHP: `array (` … `)`
    String.raw`array\s*\(`,
    String.raw`\)`,
    dumpWord,
  ].join('|'),
  'y',
);

interface Dump {
  readonly json: string;
  /** Where its text ends. */
  readonly end: number;
}

/** How a dump begins. */
const openingPattern = [
  // `{'a'`, `{"a" =>`, `{a:`
  String.raw`\{\s*:?(?:'|"[^"\\\n]{1,60}"\s*=>|[A-Za-z_]\w*\s*:)`,
  // `{:a =>`
  String.raw`\{\s*:[A-Za-z_]\w*\s*=>`,
  String.raw`\barray\s*\(`,
].join('|');

/**
 * A layer (paste-layers.ts): the text with each dump of an object in it written as JSON, as its only reading; no reading for
 * a text without a dump.
 * @param state its `isComplete` becomes false when a part of the text is not read
 */
export function fromProgramDump(text: string, state: { isComplete: boolean }): string[] {
  const opening = new RegExp(openingPattern, 'g');
  const parts: string[] = [];
  /** Up to here, the text is in `parts`. */
  let copiedTo = 0;
  let attempts = mostDumps;
  let match = opening.exec(text);
  while (match !== null && attempts > 0) {
    attempts -= 1;
    const dump = readDump(text, match.index);
    if (dump === 'too-long') state.isComplete = false;
    else if (dump !== undefined) {
      parts.push(text.slice(copiedTo, match.index), dump.json);
      copiedTo = dump.end;
      opening.lastIndex = dump.end;
    }
    match = opening.exec(text);
  }
  if (match !== null) state.isComplete = false;
  return parts.length === 0 ? [] : [[...parts, text.slice(copiedTo)].join('')];
}

/** The longest object that is converted, in characters. */
const longestDump = 65_536;

/** undefined if the text at `start` is not a whole dump. */
function readDump(text: string, start: number): Dump | 'too-long' | undefined {
  const jsonParts: string[] = [];
  const closings: string[] = [];
  const limit = start + longestDump;
  tokenPattern.lastIndex = start;
  let token = tokenPattern.exec(text)?.[0];
  while (token !== undefined && tokenPattern.lastIndex < limit) {
    const json = convertToken(token, text[tokenPattern.lastIndex - token.length - 1]);
    if (json === undefined) return undefined;
    if (json === '{') closings.push('}');
    if (json === '[') closings.push(']');
    if (json === '}' || json === ']') {
      if (closings.pop() !== json) return undefined;
      // Programs print a comma behind the last value, too, and JSON has none there.
      if (jsonParts.at(-1) === ',') jsonParts.pop();
    }
    if (json !== '') jsonParts.push(json);
    const end = tokenPattern.lastIndex;
    if (closings.length === 0) return { json: jsonParts.join(''), end };
    token = tokenPattern.exec(text)?.[0];
  }
  return token === undefined ? undefined : 'too-long';
}

/** Ruby writes a symbol as `:name` or `:"a name"`, as a key and as a value. */
const convertSymbol = (name: string): string | undefined =>
  name.startsWith('"') ? convertString(name) : JSON.stringify(name);

/** The JSON of one piece: empty for white space, undefined for what no dump has. @param before the character in front of it */
function convertToken(token: string, before: string | undefined): string | undefined {
  if (token.trim() === '') return '';
  if (token === '=>') return ':';
  if (token.length > 1 && token.startsWith(':')) return convertSymbol(token.slice(1));
  if (token.startsWith('array')) return '{';
  if (token === ')') return '}';
  if (token.startsWith("'") || token.startsWith('"')) return convertString(token);
  if (/^[A-Za-z_]/.test(token)) {
    // A key without quotes, as Node prints it. Behind any other character, the word is a part of something that is no dump.
    const isBareWord = before === '{' || before === ' ' || before === ',' || before === '\n';
    if (Object.hasOwn(literals, token)) return literals[token];
    return isBareWord ? JSON.stringify(token) : undefined;
  }
  return token;
}

const plainEscapes: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '\\': '\\',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** The JSON of a text in quotes; undefined for an escape that the languages do not share. */
function convertString(token: string): string | undefined {
  const inside = token.slice(1, -1);
  const escaped = inside.match(/\\[^]/g) ?? [];
  if (!escaped.every(([, letter = '']) => Object.hasOwn(plainEscapes, letter))) return undefined;
  return JSON.stringify(
    inside.replace(/\\([^])/g, (_, letter: string) => plainEscapes[letter] ?? letter),
  );
}
