import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { wrongRow } from './refusals.js';

/** JSON as rows: an object a line, arrays, or pages of a list that were saved one after the other; all of it as a stream. */

export type Plain = null | boolean | number | string | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [name: string]: Plain | undefined;
}

/** A class for the reason of `CsvRecord`. */
export class JsonRow {
  /**
   * @param line on which it begins, from 1
   * @param text as it came
   * @param problem why there is no value, as a clause: `is not JSON: …`
   */
  constructor(
    readonly line: number,
    readonly text: string,
    readonly value: PlainObject | undefined,
    readonly problem?: string,
  ) {}
}

/** In characters: a row of results may repeat its input. */
const longestRow = 16 * 1024 * 1024;

interface Reader {
  /** Of the text that it left. */
  readonly line: number;
  /** @returns how much of the text was read */
  read(text: string, rows: JsonRow[], isEnd: boolean): number;
}

/** @param list the member of a page that holds the rows @throws {PvgError} `input-unreadable` */
export async function* readJsonRows(
  texts: AsyncIterable<string>,
  list: string | undefined,
  name: string,
): AsyncGenerator<readonly JsonRow[], undefined> {
  let reader: Reader | undefined;
  let rest = '';
  for await (const text of texts) {
    rest += text;
    reader ??= list === undefined && hasRowsByLine(rest) ? new ByLine() : new ByBracket(list);
    const rows: JsonRow[] = [];
    rest = rest.slice(reader.read(rest, rows, false));
    if (rows.length > 0) yield rows;
    if (rest.length > longestRow) throw wrongRow(name, reader.line, 'is longer than 16 MB');
  }
  const rows: JsonRow[] = [];
  reader?.read(rest, rows, true);
  if (rows.length > 0) yield rows;
  return undefined;
}

/** Then a line that is not JSON spoils no other. */
const hasRowsByLine = (beginning: string): boolean =>
  /^\{.*\}$/.test(beginning.trimStart().split('\n', 1)[0]?.trim() ?? '');

class ByLine implements Reader {
  line = 1;

  read(text: string, rows: JsonRow[], isEnd: boolean): number {
    const end = isEnd ? text.length : text.lastIndexOf('\n') + 1;
    if (end === 0) return 0;
    const lines = text.slice(0, end).split('\n');
    for (const [at, each] of lines.entries())
      if (each !== '' && each.trim() !== '') rows.push(rowOf(each, this.line + at));
    this.line += lines.length - 1;
    return end;
  }
}

const space = /[\s,]*/y;
const token = /[^\s,\]]+/y;

/** Finds where each row ends by its brackets alone, so that no document has to fit into memory. */
class ByBracket implements Reader {
  line = 1;
  /** What is open around the rows: `{` is a page whose list has ended. */
  readonly #around: ('[' | '{')[] = [];

  constructor(private readonly list: string | undefined) {}

  read(text: string, rows: JsonRow[], isEnd: boolean): number {
    let [at, newline] = [0, text.indexOf('\n')];
    for (;;) {
      space.lastIndex = at;
      space.test(text);
      at = space.lastIndex;
      for (; newline !== -1 && newline < at; newline = text.indexOf('\n', newline + 1)) this.line += 1;
      if (at === text.length) break;
      const next = this.#take(text, at, rows);
      if (next === undefined) break;
      at = next;
    }
    if (isEnd && (at < text.length || this.#around.length > 0)) rows.push(cut(text.slice(at), this.line));
    return at;
  }

  /** @returns the place behind what begins here; undefined if it is not complete */
  #take(text: string, at: number, rows: JsonRow[]): number | undefined {
    const around = this.#around.at(-1);
    if (around === '{') {
      const found = endOf(text, at, 1, undefined);
      if (found !== undefined) this.#around.pop();
      return found?.at;
    }
    const first = text[at];
    if (first === '[') this.#around.push('[');
    if (first === ']' && around === '[') this.#around.pop();
    if (first === '[' || (first === ']' && around === '[')) return at + 1;
    if (first === '{') {
      const found = endOf(text, at, 0, this.list);
      if (found?.isList === true) this.#around.push('{', '[');
      else if (found !== undefined) {
        const row = rowOf(text.slice(at, found.at), this.line);
        if (this.list === undefined || !isEmptyPage(row.value)) rows.push(row);
      }
      return found?.at;
    }
    // Anything else is no row, and is said to be none.
    token.lastIndex = at;
    const end = first === '"' ? closingQuote(text, at) + 1 : token.test(text) ? token.lastIndex : at + 1;
    if (end === 0) return undefined;
    rows.push(rowOf(text.slice(at, end), this.line));
    return end;
  }
}

/** The last page of the store may have no list at all. */
const isEmptyPage = (value: PlainObject | undefined): boolean =>
  value !== undefined && Object.keys(value).every((name) => /^(?:tokenPagination|pageInfo|kind)$/.test(name));

/** Where the object ends that is open at `start`, or where its list begins; undefined if the text ends before. */
function endOf(
  text: string,
  start: number,
  outside: number,
  list: string | undefined,
): { readonly at: number; readonly isList: boolean } | undefined {
  let depth = outside;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const close = closingQuote(text, at);
      if (close === -1) return undefined;
      if (depth === 1 && close - at - 1 === list?.length && text.startsWith(list, at + 1)) {
        const opening = /\s*(?::\s*)?(\[)?/y;
        opening.lastIndex = close + 1;
        const isList = opening.exec(text)?.[1] !== undefined;
        if (isList || opening.lastIndex === text.length)
          return isList ? { at: opening.lastIndex, isList } : undefined;
      }
      at = close;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return { at: at + 1, isList: false };
    }
  }
  return undefined;
}

/** -1 if the text ends before it. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === 0x5c) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return -1;
}

function rowOf(text: string, line: number): JsonRow {
  const value = plainIn(text);
  if (value instanceof JsonSyntaxError) return badRow(line, `is not JSON: ${value.message}`);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new JsonRow(line, text, value as PlainObject)
    : badRow(line, 'is not a JSON object');
}

const badRow = (line: number, problem: string): JsonRow => new JsonRow(line, 'null', undefined, problem);

const cut = (text: string, line: number): JsonRow => {
  const error = tryJson(text);
  const says = text !== '' && error instanceof JsonSyntaxError ? error.message : 'it ends too early';
  return badRow(line, `is not JSON: ${says}`);
};

/** Digits that a double may lose, or a spelling that it does not keep. */
const needsCare = /\d{16}|":\s*-?\d+[.eE]/;

/** Of a number that a double spells otherwise its digits, as a text: an id must not be rounded. */
function plainIn(text: string): Plain | JsonSyntaxError {
  try {
    if (!needsCare.test(text)) return JSON.parse(text) as Plain;
  } catch {
    // The other parser says what is wrong.
  }
  const json = tryJson(text);
  return json instanceof JsonSyntaxError ? json : plainOf(json);
}

function plainOf(json: Json): Plain {
  if (json instanceof JsonNumber) return json.exact ? json.value : json.source;
  if (json instanceof JsonObject)
    return Object.fromEntries(json.members.map(([name, value]) => [name, plainOf(value)]));
  if (Array.isArray(json)) return json.map(plainOf);
  // A part of a text keeps all of that text in memory.
  return typeof json === 'string' ? Buffer.from(json).toString() : json;
}

/** The value at `payload.tokens.0`. */
export function valueAt(row: Plain | undefined, path: readonly string[]): Plain | undefined {
  let value = row;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Array.isArray(value)
      ? (value as readonly Plain[])[Number(name)]
      : Object.hasOwn(value, name)
        ? (value as PlainObject)[name]
        : undefined;
  }
  return value;
}
