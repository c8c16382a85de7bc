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

// Longer strings are read with the pattern, which is faster for them.
const longestShort = 256;

// Characters are compared by their code (NaN after the last): one-character strings would cost more than everything else.
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const bigE = 0x45;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const smallE = 0x65;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const isSpace = (code: number): boolean =>
  code <= space && (code === space || code === 0x0a || code === 0x0d || code === 0x09);

/** A container that is not complete yet: an object with the name of its next member, an array, or the outermost level. */
interface Container {
  readonly members: [string, Json][] | undefined;
  readonly items: Json[] | undefined;
  readonly name: string;
}

/**
 * Parses RFC 8259 text. Iterative, so a million levels do no harm; more than `deepest` are an error.
 * @throws {JsonSyntaxError} with the place of the first error and never the text around it.
 */
export const parseJson = (text: string, { deepest = Infinity }: { readonly deepest?: number } = {}): Json =>
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

/** One loop and few calls, about as fast as JSON.parse: a batch parses an answer for every row. */
class Parser {
  #at = 0;

  constructor(
    private readonly text: string,
    private readonly deepest: number,
  ) {}

  parse(): Json {
    const outer: Container[] = [];
    let members: [string, Json][] | undefined;
    let items: Json[] | undefined;
    let name = '';
    for (;;) {
      let value: Json;
      const code = this.#next();
      if (code === openBrace || code === openBracket) {
        if (outer.length >= this.deepest) this.#fail(`more than ${String(this.deepest)} levels`);
        this.#at += 1;
        if (this.#next() !== (code === openBrace ? closeBrace : closeBracket)) {
          outer.push({ members, items, name });
          members = code === openBrace ? [] : undefined;
          items = code === openBrace ? undefined : [];
          if (members) name = this.#memberName();
          continue;
        }
        this.#at += 1;
        value = code === openBrace ? new JsonObject([]) : [];
      } else value = this.#scalar(code);

      // The value is complete: hand it up until a container needs another one.
      for (;;) {
        const mark = this.#next();
        if (members) members.push([name, value]);
        else if (items) items.push(value);
        else if (this.#at < this.text.length) this.#fail('more text after the value');
        else return value;
        if (mark === comma) {
          this.#at += 1;
          if (members) name = this.#memberName();
          break;
        }
        if (mark !== (members ? closeBrace : closeBracket))
          this.#fail("',' or the end of the container was expected");
        this.#at += 1;
        value = members ? new JsonObject(members) : (items ?? []);
        ({ members, items, name } = outer.pop() ?? noContainer);
      }
    }
  }

  #fail(says: string): never {
    const { length } = this.text;
    throw new JsonSyntaxError(
      this.#at >= length ? 'the text ends too early' : says,
      this.#at,
      this.#at >= length,
    );
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  /** The code of the next character that is not white space. */
  #next(): number {
    const { text } = this;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (isSpace(code)) {
      at += 1;
      code = text.charCodeAt(at);
    }
    this.#at = at;
    return code;
  }

  #memberName(): string {
    if (this.#next() !== quote) this.#fail('a member name was expected');
    const name = this.#string();
    if (this.#next() !== colon) this.#fail("':' was expected");
    this.#at += 1;
    return name;
  }

  #scalar(code: number): Json {
    if (code === quote) return this.#string();
    if (code === 0x74) return this.#literal('true', true);
    if (code === 0x66) return this.#literal('false', false);
    if (code === 0x6e) return this.#literal('null', null);
    return new JsonNumber(this.#digits() ?? this.#number());
  }

  #literal(word: string, value: null | boolean): null | boolean {
    const { text } = this;
    if (!text.startsWith(word, this.#at)) {
      if (word.startsWith(text.slice(this.#at))) this.#at = text.length;
      this.#fail('a value was expected');
    }
    this.#at += word.length;
    return value;
  }

  #string(): string {
    const { text } = this;
    const start = this.#at + 1;
    // Most strings have no escape: take everything up to the next quote if nothing before it is special.
    const end = text.indexOf('"', start);
    if (end !== -1 && end - start <= longestShort) {
      let next = start;
      while (next < end) {
        const code = text.charCodeAt(next);
        if (code < space || code === backslash) break;
        next += 1;
      }
      if (next === end) {
        this.#at = end + 1;
        return text.slice(start, end);
      }
    }
    this.#at = start;
    return this.#longString();
  }

  #longString(): string {
    let value = '';
    for (;;) {
      value += this.#match(plainCharacters);
      const next = this.text[this.#at];
      if (next === '"') {
        this.#at += 1;
        return value;
      }
      if (next !== '\\') this.#fail('a control character inside a string');
      value += this.#escape();
    }
  }

  #escape(): string {
    const { text } = this;
    const letter = text[this.#at + 1];
    if (letter === 'u') {
      const digits = text.slice(this.#at + 2, this.#at + 6);
      const valid = /^[0-9a-fA-F]*/.exec(digits)?.[0].length ?? 0;
      if (valid < 4) {
        this.#at += 2 + valid;
        this.#fail('a broken \\u escape');
      }
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (letter === undefined) this.#at = text.length;
    const value = letter === undefined ? undefined : escapes[letter];
    if (value === undefined) return this.#fail('an unknown escape');
    this.#at += 2;
    return value;
  }

  /** A number of digits only, without a sign, as nearly all are. */
  #digits(): string | undefined {
    const { text } = this;
    const start = this.#at;
    let end = start;
    let code = text.charCodeAt(end);
    while (code >= zero && code <= nine) {
      end += 1;
      code = text.charCodeAt(end);
    }
    const goesOn = code === point || code === smallE || code === bigE;
    if (end === start || goesOn || (end - start > 1 && text.charCodeAt(start) === zero)) return undefined;
    this.#at = end;
    return text.slice(start, end);
  }

  #number(): string {
    const { text } = this;
    const start = this.#at;
    const digits = this.#match(numberToken);
    if (digits === '' || /[.eE]/.test(text[this.#at] ?? '')) {
      unfinishedNumber.lastIndex = start;
      if (unfinishedNumber.test(text)) this.#at = text.length;
      this.#fail(digits === '' ? 'a value was expected' : 'a broken number');
    }
    return digits;
  }
}

const noContainer: Container = { members: undefined, items: undefined, name: '' };
