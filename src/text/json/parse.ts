import { type Json, JsonNumber, JsonObject, JsonSyntaxError } from './json.js';

// The patterns with `y` match only at the index of the parser.
const whiteSpace = /[ \t\n\r]*/y;
/**
 * `-12.5e3`. Of a broken number such as `1.`, `1.2.3` or `1e` not even the beginning matches: each look-ahead `(?!…)` keeps
 * the pattern from going back to a shorter number.
 */
const numberForm = /-?(?:0|[1-9]\d*(?!\d))(?:\.\d+(?!\d))?(?:[eE][+-]?\d+(?!\d))?(?![.eE])/;
const scalarForm = new RegExp(`${numberForm.source}|true|false|null`, 'y');
/** A backslash or a control character (below the blank). A string without one needs no further check. */
const specialCharacter = /[^ -[\]-\uffff]/;
const validEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/g;
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

/** Like `parseJson`, but returns the error instead of throwing it. */
export function tryJson(text: string): Json | JsonSyntaxError {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

/** Like `parseJson`, but returns undefined for a text that is not JSON. */
export function parseIfJson(text: string): Json | undefined {
  const json = tryJson(text);
  return json instanceof JsonSyntaxError ? undefined : json;
}

/** A JSON object; undefined for anything else. */
export function parseObject(text: string | undefined): JsonObject | undefined {
  const json = text === undefined ? undefined : parseIfJson(text);
  return json instanceof JsonObject ? json : undefined;
}

/** The index after the object that begins at `start`, found by counting braces; undefined if the object does not end. */
export function findObjectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isInString && character === '\\') {
      index += measureEscaped(text, index + 1);
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

/**
 * How many characters after a backslash belong to its escape. It is one, but a mail program may have put a line break before
 * it: `\n` makes two, `\r\n` three.
 */
function measureEscaped(text: string, start: number): number {
  if (text[start] === '\r') return 3;
  return text[start] === '\n' ? 2 : 1;
}

class Parser {
  #index = 0;

  constructor(private readonly text: string) {}

  parse(): Json {
    const value = this.#parseValue(0);
    if (this.#peek() !== '') this.#fail('more text after the value');
    return value;
  }

  #parseValue(depth: number): Json {
    const opening = this.#peek();
    if (opening === '"') return this.#parseString();
    if (opening !== '{' && opening !== '[') return this.#parseScalar();
    if (depth >= mostLevels) this.#fail(`more than ${String(mostLevels)} levels`);
    if (opening === '[') return this.#parseItems(']', () => this.#parseValue(depth + 1));
    return new JsonObject(
      this.#parseItems('}', () => [this.#parseMemberName(), this.#parseValue(depth + 1)] as const),
    );
  }

  /** Reads both brackets and the items between them. @param readItem reads one item */
  #parseItems<Item>(close: string, readItem: () => Item): Item[] {
    const items: Item[] = [];
    this.#index += 1;
    let mark = this.#peek();
    while (mark !== close) {
      items.push(readItem());
      mark = this.#peek();
      if (mark !== ',' && mark !== close) {
        this.#fail("',' or the end of the container was expected");
      }
      if (mark === ',') this.#index += 1;
    }
    this.#index += 1;
    return items;
  }

  /** If the text ends at the index, the error says that it was cut, whatever was expected there. */
  #fail(says: string, index = this.#index): never {
    const isCut = index >= this.text.length;
    throw new JsonSyntaxError(isCut ? 'the text ends too early' : says, index, isCut);
  }

  /** Returns what the pattern matches at the index, and moves the index behind it; empty without a match. */
  #takeMatch(pattern: RegExp): string {
    const start = this.#index;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) return '';
    this.#index = pattern.lastIndex;
    return this.text.slice(start, this.#index);
  }

  /** Moves the index past white space, and returns the character there without taking it; empty at the end. */
  #peek(): string {
    if (this.text.charCodeAt(this.#index) <= 0x20) this.#takeMatch(whiteSpace);
    return this.text.charAt(this.#index);
  }

  #parseMemberName(): string {
    if (this.#peek() !== '"') this.#fail('a member name was expected');
    const name = this.#parseString();
    if (this.#peek() !== ':') this.#fail("':' was expected");
    this.#index += 1;
    return name;
  }

  #parseString(): string {
    const { text } = this;
    const start = this.#index;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    if (end === -1) this.#fail('the end of the string was expected', text.length);
    const inside = text.slice(start + 1, end);
    this.#index = end + 1;
    if (!specialCharacter.test(inside)) return inside;
    // Valid escapes are replaced by `_`, so a backslash that is left begins a broken escape.
    const index = inside
      .replace(validEscape, (each) => '_'.repeat(each.length))
      .search(/[^ -\uffff]|\\/);
    if (index !== -1) {
      this.#fail('a control character or a broken escape inside a string', start + 1 + index);
    }
    return JSON.parse(text.slice(start, this.#index)) as string;
  }

  #parseScalar(): Json {
    const token = this.#takeMatch(scalarForm);
    const literal = literals.get(token);
    if (literal !== undefined) return literal;
    if (token !== '') return new JsonNumber(token);
    const textLeft = this.text.slice(this.#index);
    // `12.` or `tru` at the end of the text.
    const isCut =
      /^-?[\d.eE+-]*$/.test(textLeft) ||
      [...literals.keys()].some((word) => word.startsWith(textLeft));
    return this.#fail('a value was expected', isCut ? this.text.length : this.#index);
  }
}

/** Whether an odd number of backslashes stands before this index. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text[start - 1] === '\\') start -= 1;
  return (index - start) % 2 === 1;
}

/** Converts plain data to `Json`: an object of pvg's own code with only texts, small numbers, lists and objects. */
export function toPlainData(value: object): Json {
  return parseJson(JSON.stringify(value));
}
