import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from './json.js';

const whitespace = /[ \t\n\r]*/y;
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

type Frame = { array: Json[] } | { members: [string, Json][]; name: string };

/**
 * Parses RFC 8259 text. Iterative: a million levels are as good as one.
 * @throws {JsonSyntaxError} with the place of the first error and never the text around it.
 */
export function parseJson(text: string): Json {
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
  const string = (): string => {
    at += 1;
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
  const memberName = (): string => {
    match(whitespace);
    if (text[at] !== '"') fail('a member name was expected');
    const name = string();
    match(whitespace);
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
    match(whitespace);
    let value: Json;
    const next = text[at];
    if (next === '{' || next === '[') {
      at += 1;
      match(whitespace);
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
      const digits = match(numberToken);
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
      match(whitespace);
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
