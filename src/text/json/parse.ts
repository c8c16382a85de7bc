import { type Json, JsonNumber, JsonObject, JsonSyntaxError } from './json.js';

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*(?!\d))(?:\.\d+(?!\d))?(?:[eE][+-]?\d+(?!\d))?(?![.eE])/;
const scalar = new RegExp(`${number.source}|true|false|null`, 'y');
// A backslash, or a control character: those are all before the blank.
const special = /[^ -[\]-\uffff]/;
const goodEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/g;
const literals = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** pvg's own limit: an answer has three levels, and a million would overflow the stack. */
const mostLevels = 1_000;

/**
 * Parses RFC 8259 text.
 * @throws {JsonSyntaxError} with the position of the first error and never the text around it.
 */
export function parseJson(text: string): Json {
  return new Parser(text).parse();
}

/** As `parseJson`; returns the error for a text that is not JSON. */
export function tryJson(text: string): Json | JsonSyntaxError {
  try {
    return parseJson(text);
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
export function parseObject(text: string | undefined): JsonObject | undefined {
  const json = text === undefined ? undefined : jsonIn(text);
  return json instanceof JsonObject ? json : undefined;
}

/** Where the object that begins at `start` ends; undefined if it does not end. */
export function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isInString && character === '\\') {
      index += lengthOfEscaped(text, index + 1);
    } else if (character === '"') {
      isInString = !isInString;
    } else if (isInString) {
      continue;
    } else if (character === '{') {
      depth += 1;
    } else if (character === '}') {
      depth -= 1;
    }
    if (depth === 0) return index + 1;
  }
  return undefined;
}

/** How long the escaped character is with a line break before it: a pasted text may be broken after the backslash. */
function lengthOfEscaped(text: string, start: number): number {
  if (text[start] === '\r') return 3;
  return text[start] === '\n' ? 2 : 1;
}

class Parser {
  #index = 0;

  constructor(private readonly text: string) {}

  parse(): Json {
    const value = this.#value(0);
    if (this.#next() !== '') this.#fail('more text after the value');
    return value;
  }

  #value(depth: number): Json {
    const opening = this.#next();
    if (opening === '"') return this.#string();
    if (opening !== '{' && opening !== '[') return this.#scalar();
    if (depth >= mostLevels) this.#fail(`more than ${String(mostLevels)} levels`);
    if (opening === '[') return this.#inside(']', () => this.#value(depth + 1));
    return new JsonObject(
      this.#inside('}', () => [this.#memberName(), this.#value(depth + 1)] as const),
    );
  }

  /** Reads the items between two brackets, and both brackets. */
  #inside<Item>(close: string, read: () => Item): Item[] {
    const items: Item[] = [];
    this.#index += 1;
    let mark = this.#next();
    while (mark !== close) {
      items.push(read());
      mark = this.#next();
      if (mark !== ',' && mark !== close) {
        this.#fail("',' or the end of the container was expected");
      }
      if (mark === ',') this.#index += 1;
    }
    this.#index += 1;
    return items;
  }

  #fail(says: string, index = this.#index): never {
    const cut = index >= this.text.length;
    throw new JsonSyntaxError(cut ? 'the text ends too early' : says, index, cut);
  }

  #match(pattern: RegExp): string {
    const start = this.#index;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) return '';
    this.#index = pattern.lastIndex;
    return this.text.slice(start, this.#index);
  }

  /** The next character that is not white space; empty at the end. */
  #next(): string {
    if (this.text.charCodeAt(this.#index) <= 0x20) this.#match(space);
    return this.text.charAt(this.#index);
  }

  #memberName(): string {
    if (this.#next() !== '"') this.#fail('a member name was expected');
    const name = this.#string();
    if (this.#next() !== ':') this.#fail("':' was expected");
    this.#index += 1;
    return name;
  }

  #string(): string {
    const { text } = this;
    const start = this.#index;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    if (end === -1) this.#fail('', text.length);
    const inside = text.slice(start + 1, end);
    this.#index = end + 1;
    if (!special.test(inside)) return inside;
    const index = inside
      .replace(goodEscape, (each) => '_'.repeat(each.length))
      .search(/[^ -\uffff]|\\/);
    if (index !== -1) {
      this.#fail('a control character or a broken escape inside a string', start + 1 + index);
    }
    return JSON.parse(text.slice(start, this.#index)) as string;
  }

  #scalar(): Json {
    const token = this.#match(scalar);
    const literal = literals.get(token);
    if (literal !== undefined) return literal;
    if (token !== '') return new JsonNumber(token);
    const rest = this.text.slice(this.#index);
    const isCut =
      /^-?[\d.eE+-]*$/.test(rest) || [...literals.keys()].some((word) => word.startsWith(rest));
    return this.#fail('a value was expected', isCut ? this.text.length : this.#index);
  }
}

/** Whether an odd number of backslashes stands before this index. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text[start - 1] === '\\') start -= 1;
  return (index - start) % 2 === 1;
}

/** Makes an object of pvg's own printable: it has only texts, small numbers, lists and objects. */
export function toPlainData(value: object): Json {
  return parseJson(JSON.stringify(value));
}
