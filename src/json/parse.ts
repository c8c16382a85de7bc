import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from './json.js';

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const unfinishedNumber = /(?:-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))$/y;
// All but '"', the backslash and U+0000 to U+001F.
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

// Longer strings are left to the pattern, which looks at more than one character at a time.
const longestShort = 256;
const zero = 0x30;
const isSpace = (code: number): boolean =>
  code === 0x20 || (code <= 0x0d && code >= 0x09 && code !== 0x0b && code !== 0x0c);
const isPlain = (code: number): boolean => code >= 0x20 && code !== 0x5c;
const isDigit = (code: number): boolean => code >= zero && code <= 0x39;
/** `.`, `e` or `E`: the number goes on. */
const isNumberMark = (code: number): boolean => code === 0x2e || code === 0x65 || code === 0x45;

type Frame = { array: Json[] } | { members: [string, Json][]; name: string };

/**
 * Parses RFC 8259 text. Iterative: a million levels are as good as one, unless no more than `deepest` are wanted.
 * @throws {JsonSyntaxError} with the place of the first error and never the text around it.
 */
export function parseJson(text: string, { deepest = Infinity }: { readonly deepest?: number } = {}): Json {
  let at = 0;
  const stack: Frame[] = [];

  const fail = (says: string): never => {
    throw new JsonSyntaxError(at >= text.length ? 'the text ends too early' : says, at, at >= text.length);
  };
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const skipSpace = (): void => {
    while (isSpace(text.charCodeAt(at))) at += 1;
  };
  const string = (): string => {
    at += 1;
    // Most strings hold no escape: up to the next quote, if nothing before it needs a closer look.
    const end = text.indexOf('"', at);
    if (end !== -1 && end - at <= longestShort) {
      let next = at;
      while (next < end && isPlain(text.charCodeAt(next))) next += 1;
      if (next === end) {
        const short = text.slice(at, end);
        at = end + 1;
        return short;
      }
    }
    let value = '';
    for (;;) {
      value += match(plainCharacters);
      const next = text[at];
      if (next === '"') {
        at += 1;
        return value;
      }
      if (next !== '\\') fail('a control character inside a string');
      value += escape();
    }
  };
  const escape = (): string => {
    const letter = text[at + 1];
    if (letter === 'u') {
      const digits = text.slice(at + 2, at + 6);
      const valid = /^[0-9a-fA-F]*/.exec(digits)?.[0].length ?? 0;
      if (valid < 4) {
        at += 2 + valid;
        fail('a broken \\u escape');
      }
      at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (letter === undefined) at = text.length;
    const value = letter === undefined ? undefined : escapes[letter];
    if (value === undefined) return fail('an unknown escape');
    at += 2;
    return value;
  };
  /** A number of digits alone, without a sign: what nearly all are. */
  const shortInteger = (): string | undefined => {
    let end = at;
    while (isDigit(text.charCodeAt(end))) end += 1;
    const next = text.charCodeAt(end);
    if (end === at || isNumberMark(next) || (end - at > 1 && text.charCodeAt(at) === zero)) return undefined;
    const digits = text.slice(at, end);
    at = end;
    return digits;
  };
  const memberName = (): string => {
    skipSpace();
    if (text[at] !== '"') fail('a member name was expected');
    const name = string();
    skipSpace();
    if (text[at] !== ':') fail("':' was expected");
    at += 1;
    return name;
  };
  const literal = (word: string, value: null | boolean): null | boolean => {
    if (!text.startsWith(word, at)) {
      if (word.startsWith(text.slice(at))) at = text.length;
      fail('a value was expected');
    }
    at += word.length;
    return value;
  };

  for (;;) {
    skipSpace();
    let value: Json;
    const next = text[at];
    if (next === '{' || next === '[') {
      if (stack.length >= deepest) fail(`more than ${String(deepest)} levels`);
      at += 1;
      skipSpace();
      if (text[at] === (next === '{' ? '}' : ']')) {
        at += 1;
        value = next === '{' ? new JsonObject([]) : [];
      } else {
        stack.push(next === '{' ? { members: [], name: memberName() } : { array: [] });
        continue;
      }
    } else if (next === '"') value = string();
    else if (next === 't') value = literal('true', true);
    else if (next === 'f') value = literal('false', false);
    else if (next === 'n') value = literal('null', null);
    else {
      const start = at;
      const digits = shortInteger() ?? match(numberToken);
      if (digits === '' || /[.eE]/.test(text[at] ?? '')) {
        unfinishedNumber.lastIndex = start;
        if (unfinishedNumber.test(text)) at = text.length;
        fail(digits === '' ? 'a value was expected' : 'a broken number');
      }
      value = new JsonNumber(digits);
    }

    // The value is complete: hand it up until a container wants another one.
    for (;;) {
      const frame = stack.at(-1);
      skipSpace();
      if (frame === undefined) {
        if (at < text.length) fail('more text after the value');
        return value;
      }
      if ('array' in frame) frame.array.push(value);
      else frame.members.push([frame.name, value]);
      const mark = text[at];
      if (mark === ',') {
        at += 1;
        if ('members' in frame) frame.name = memberName();
        break;
      }
      if (mark !== ('array' in frame ? ']' : '}')) fail("',' or the end of the container was expected");
      at += 1;
      stack.pop();
      value = 'array' in frame ? frame.array : new JsonObject(frame.members);
    }
  }
}
