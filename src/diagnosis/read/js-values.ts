import type { Cursor } from './cursor.js';
import { inputUnreadable } from './found.js';

/** Literals of JavaScript, as far as a call of fetch needs them. Nothing is run. */

/** A value that only a run would show. */
export const unknown = Symbol('unknown');

export type JsValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | typeof unknown
  | readonly JsValue[]
  | { readonly [name: string]: JsValue };

/** Whether all of it is known. */
export const isKnown = (value: JsValue): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isKnown) : value !== unknown;

const deepest = 100;
const blanks = /(?:\s|\/\/[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))+/y;
const words: Readonly<Record<string, JsValue>> = { true: true, false: false, null: null, undefined };

/** The arguments of a call, from behind its bracket to behind the closing one. */
export const readArguments = (cursor: Cursor): JsValue[] => listOf(cursor, /\)/y, 0);

function listOf(cursor: Cursor, end: RegExp, depth: number): JsValue[] {
  const items: JsValue[] = [];
  for (;;) {
    cursor.take(blanks);
    if (cursor.take(end)) return items;
    items.push(cursor.take(/\.\.\./y) ? (skip(cursor), unknown) : expression(cursor, depth + 1));
    cursor.take(blanks);
    if (!cursor.take(/,/y) && !startsWith(cursor, end)) throw notClosed();
  }
}

function startsWith(cursor: Cursor, pattern: RegExp): boolean {
  const { at } = cursor;
  const found = cursor.take(pattern) !== undefined;
  cursor.at = at;
  return found;
}

const notClosed = (): Error => inputUnreadable('A quote or bracket in `fetch(…)` is not closed. It was cut.');

/** A value; unknown if more than a literal makes it. */
function expression(cursor: Cursor, depth: number): JsValue {
  if (depth > deepest) throw inputUnreadable('The arguments of `fetch(…)` are nested too deeply.');
  const value = literal(cursor, depth);
  cursor.take(blanks);
  if (startsWith(cursor, /[,)\]}]/y)) return value;
  skip(cursor);
  return unknown;
}

function literal(cursor: Cursor, depth: number): JsValue {
  cursor.take(blanks);
  const text = string(cursor);
  if (text !== undefined) return text;
  if (cursor.take(/\{/y)) return object(cursor, depth);
  if (cursor.take(/\[/y)) return listOf(cursor, /\]/y, depth);
  const number = cursor.take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y)?.[0];
  if (number !== undefined) return Number(number);
  const name = cursor.take(/(?:new\s+)?[A-Za-z_$][\w$.]*/y)?.[0];
  if (name === undefined) return unknown;
  if (!cursor.take(/\s*\(/y)) return Object.hasOwn(words, name) ? words[name] : unknown;
  const given = listOf(cursor, /\)/y, depth);
  if (/^new\s+(?:Headers|URL)$/.test(name) && given.length === 1) return given[0];
  return name === 'JSON.stringify' ? stringified(given) : unknown;
}

/** Exactly what the program makes of it: the same function runs here. */
function stringified([value, replacer, indent]: readonly JsValue[]): JsValue {
  if (!isKnown(value) || (replacer ?? null) !== null) return unknown;
  if (indent !== undefined && typeof indent !== 'number' && typeof indent !== 'string') return unknown;
  return JSON.stringify(value, null, indent);
}

function object(cursor: Cursor, depth: number): JsValue {
  // Without a prototype, every name is an ordinary member.
  const members = Object.create(null) as Record<string, JsValue>;
  let isOpen = false;
  for (;;) {
    cursor.take(blanks);
    if (cursor.take(/\}/y)) return isOpen ? Object.assign(members, { '...': unknown }) : members;
    const name = string(cursor) ?? cursor.take(/[A-Za-z_$][\w$]*|\d+/y)?.[0];
    cursor.take(blanks);
    if (typeof name === 'string' && cursor.take(/:/y)) members[name] = expression(cursor, depth + 1);
    else if (typeof name === 'string' && startsWith(cursor, /[,}]/y)) members[name] = unknown;
    else {
      isOpen = true;
      skip(cursor);
    }
    cursor.take(blanks);
    if (!cursor.take(/,/y) && !startsWith(cursor, /\}/y)) throw notClosed();
  }
}

/** To the end of an expression that is not read. */
function skip(cursor: Cursor): void {
  for (let depth = 0; ;) {
    if (cursor.ended) throw notClosed();
    if (depth === 0 && startsWith(cursor, /[,)\]}]/y)) return;
    if (string(cursor) !== undefined || cursor.take(blanks)) continue;
    const character = cursor.take(/[^]/y)?.[0] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
  }
}

const quotes: Readonly<Record<string, { readonly inner: RegExp; readonly end: RegExp }>> = {
  '"': { inner: /[^"\\\n]+|\\[^]/y, end: /"/y },
  "'": { inner: /[^'\\\n]+|\\[^]/y, end: /'/y },
  '`': { inner: /[^`\\]+|\\[^]/y, end: /`/y },
};

/** A text; unknown if it contains `${…}`. */
function string(cursor: Cursor): string | typeof unknown | undefined {
  const mark = cursor.text.charAt(cursor.at);
  const quote = quotes[mark];
  if (quote === undefined) return undefined;
  const start = ++cursor.at;
  while (cursor.take(quote.inner));
  const inner = cursor.text.slice(start, cursor.at);
  if (!cursor.take(quote.end)) throw notClosed();
  return mark === '`' && inner.replace(/\\[^]/g, '').includes('${') ? unknown : unescaped(inner);
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

const unescaped = (inner: string): string =>
  inner.replace(
    /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|\r?\n|([^]))/g,
    (_, point?: string, unit?: string, byte?: string, letter = '') => {
      const digits = unit ?? byte;
      if (point !== undefined) return codePoint(Number.parseInt(point, 16));
      return digits === undefined
        ? (escapes[String(letter)] ?? String(letter))
        : String.fromCharCode(Number.parseInt(digits, 16));
    },
  );

const codePoint = (point: number): string => (point > 0x10ffff ? '' : String.fromCodePoint(point));
