import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from './json.js';

const space = /[ \t\n\r]*/y;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const unfinishedNumber = /(?:-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))$/y;
// Control characters: all before the blank.
const special = /[^ -[\]-\uffff]/;
const specials = /\\u[0-9a-fA-F]{0,4}|\\[^]?|[^ -\uffff]/g;
const goodEscape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/;
const literals = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

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
    const outer: Container[] = [];
    let { members, items, name } = noContainer;
    for (;;) {
      let value: Json;
      const opening = this.#next();
      if (opening === '{' || opening === '[') {
        if (outer.length >= this.deepest) this.#fail(`more than ${String(this.deepest)} levels`);
        this.#at += 1;
        if (this.#next() !== (opening === '{' ? '}' : ']')) {
          outer.push({ members, items, name });
          members = opening === '{' ? [] : undefined;
          items = opening === '{' ? undefined : [];
          if (members) name = this.#memberName();
          continue;
        }
        this.#at += 1;
        value = opening === '{' ? new JsonObject([]) : [];
      } else value = opening === '"' ? this.#string() : this.#scalar();

      // The value is complete: hand it up until a container needs another one.
      for (;;) {
        const mark = this.#next();
        if (members) members.push([name, value]);
        else if (items) items.push(value);
        else if (mark !== '') this.#fail('more text after the value', this.#at, true);
        else return value;
        if (mark === ',') {
          this.#at += 1;
          if (members) name = this.#memberName();
          break;
        }
        if (mark !== (members ? '}' : ']')) this.#fail("',' or the end of the container was expected");
        this.#at += 1;
        value = members ? new JsonObject(members) : (items ?? []);
        ({ members, items, name } = outer.pop() ?? noContainer);
      }
    }
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
    for (const { 0: found, index } of inside.matchAll(specials))
      if (!goodEscape.test(found)) this.#failInString(found, start + 1 + index);
    if (end === -1) this.#fail('', text.length);
    this.#at = end + 1;
    return JSON.parse(text.slice(start, this.#at)) as string;
  }

  #failInString(found: string, at: number): never {
    if (!found.startsWith('\\')) return this.#fail('a control character inside a string', at);
    if (found.startsWith('\\u')) return this.#fail('a broken \\u escape', at + found.length);
    return this.#fail('an unknown escape', found.length === 1 ? this.text.length : at);
  }

  #scalar(): Json {
    const { text } = this;
    const digits = this.#match(numberToken);
    if (digits !== '' && !/[.eE]/.test(text.charAt(this.#at))) return new JsonNumber(digits);
    for (const [word, value] of literals) {
      if (text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    const start = this.#at - digits.length;
    unfinishedNumber.lastIndex = start;
    const isCut =
      unfinishedNumber.test(text) || literals.some(([word]) => word.startsWith(text.slice(start)));
    return this.#fail(
      digits === '' ? 'a value was expected' : 'a broken number',
      isCut ? text.length : this.#at,
    );
  }
}

/** Whether an odd number of backslashes stands before this place. */
function isEscaped(text: string, place: number): boolean {
  let start = place;
  while (text[start - 1] === '\\') start -= 1;
  return (place - start) % 2 === 1;
}

const noContainer: Container = { members: undefined, items: undefined, name: '' };

/** Our own objects, which contain only texts, small numbers, lists and objects, ready to print. */
export const plainData = (value: object): Json => parseJson(JSON.stringify(value));
