import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from './json.js';

const space = /[ \t\n\r]*/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Control characters: all before the blank.
const special = /[^ -[\]-\uffff]/;
const goodEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/g;
const literals = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/** pvg's own limit: an answer has three levels, and a million would overflow the stack. */
const mostLevels = 1_000;

/**
 * Parses RFC 8259 text. More than `deepest` levels are an error.
 * @throws {JsonSyntaxError} with the place of the first error and never the text around it.
 */
export const parseJson = (text: string, { deepest = mostLevels }: { readonly deepest?: number } = {}): Json =>
  new Parser(text, deepest).parse();

/** The same for a text that may not be JSON. */
export function tryJson(text: string, options?: { readonly deepest?: number }): Json | JsonSyntaxError {
  try {
    return parseJson(text, options);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

/** undefined for a text that is not JSON. */
export function jsonIn(text: string): Json | undefined {
  const json = tryJson(text);
  return json instanceof JsonSyntaxError ? undefined : json;
}

/** A JSON object; undefined for anything else. */
export function objectIn(text: string | undefined): JsonObject | undefined {
  const json = text === undefined ? undefined : jsonIn(text);
  return json instanceof JsonObject ? json : undefined;
}

class Parser {
  #at = 0;
  readonly #hasSpecial: boolean;

  constructor(
    private readonly text: string,
    private readonly deepest: number,
  ) {
    this.#hasSpecial = special.test(text);
  }

  parse(): Json {
    const value = this.#value(0);
    if (this.#next() !== '') this.#fail('more text after the value', this.#at, true);
    return value;
  }

  #value(depth: number): Json {
    const opening = this.#next();
    if (opening === '"') return this.#string();
    if (opening !== '{' && opening !== '[') return this.#scalar();
    if (depth >= this.deepest) this.#fail(`more than ${String(this.deepest)} levels`);
    this.#at += 1;
    return opening === '{' ? this.#object(depth + 1) : this.#array(depth + 1);
  }

  #object(depth: number): JsonObject {
    const members: [string, Json][] = [];
    if (this.#isEmpty('}')) return new JsonObject(members);
    do members.push([this.#memberName(), this.#value(depth)]);
    while (this.#hasMore('}'));
    return new JsonObject(members);
  }

  #array(depth: number): Json[] {
    const items: Json[] = [];
    if (this.#isEmpty(']')) return items;
    do items.push(this.#value(depth));
    while (this.#hasMore(']'));
    return items;
  }

  #isEmpty(close: string): boolean {
    const isEmpty = this.#next() === close;
    if (isEmpty) this.#at += 1;
    return isEmpty;
  }

  #hasMore(close: string): boolean {
    const mark = this.#next();
    if (mark !== ',' && mark !== close) this.#fail("',' or the end of the container was expected");
    this.#at += 1;
    return mark === ',';
  }

  #fail(says: string, at = this.#at, hasValue = false): never {
    const cut = at >= this.text.length;
    throw new JsonSyntaxError(cut ? 'the text ends too early' : says, at, cut, hasValue);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  /** The next character that is not white space; empty at the end. */
  #next(): string {
    if (this.text.charCodeAt(this.#at) <= 0x20) this.#match(space);
    return this.text.charAt(this.#at);
  }

  #memberName(): string {
    if (this.#next() !== '"') this.#fail('a member name was expected');
    const name = this.#string();
    if (this.#next() !== ':') this.#fail("':' was expected");
    this.#at += 1;
    return name;
  }

  #string(): string {
    const { text } = this;
    const start = this.#at;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    const inside = text.slice(start + 1, end === -1 ? undefined : end);
    if (end !== -1 && (!this.#hasSpecial || !special.test(inside))) {
      this.#at = end + 1;
      return inside;
    }
    if (end === -1) this.#fail('', text.length);
    const at = inside.replace(goodEscape, (each) => '_'.repeat(each.length)).search(/[^ -\uffff]|\\/);
    if (at !== -1) this.#fail('a control character or a broken escape inside a string', start + 1 + at);
    this.#at = end + 1;
    return JSON.parse(text.slice(start, this.#at)) as string;
  }

  #scalar(): Json {
    const { text } = this;
    const start = this.#at;
    const digits = this.#match(numberToken);
    if (digits !== '' && !/[.eE]/.test(text.charAt(this.#at))) return new JsonNumber(digits);
    for (const [word, value] of literals) {
      if (text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    const rest = text.slice(start);
    const isCut = /^-?[\d.eE+-]*$/.test(rest) || literals.some(([word]) => word.startsWith(rest));
    return this.#fail('a value was expected', isCut ? text.length : start);
  }
}

/** Whether an odd number of backslashes stands before this place. */
function isEscaped(text: string, place: number): boolean {
  let start = place;
  while (text[start - 1] === '\\') start -= 1;
  return (place - start) % 2 === 1;
}

/** Our own objects, which contain only texts, small numbers, lists and objects, ready to print. */
export const plainData = (value: object): Json => parseJson(JSON.stringify(value));
