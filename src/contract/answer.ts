import { type Json, JsonNumber, JsonObject, JsonSyntaxError } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { replaceUnsafe } from '../text/json/plain-text.js';
import { printJson } from '../text/json/print.js';
import { utf8Text } from '../text/utf8.js';
import type { Anomaly } from './judgement.js';

/** What both wings do with an answer's bytes before they judge it: read it, find what is unusual, show values. */

/** As much of a body as could be read. */
export interface ReadBody {
  /** null when it was not JSON. */
  readonly json: Json;
  /** undefined when it was not a JSON object; then `trouble` says why. */
  readonly object: JsonObject | undefined;
  /** One clause: `the body is HTML`. */
  readonly trouble: string;
  readonly anomalies: readonly Anomaly[];
}

/** pvg's own limit: 4 MB can contain two million levels, and each level takes a hundred times its byte in memory. */
const deepestAnswer = 25_000;

/** Reads bytes as UTF-8 and JSON, whatever the content type. */
export function readBody(bytes: Uint8Array): ReadBody {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const marked: Anomaly[] = hasMark
    ? [{ field: 'body', says: 'begins with a byte order mark, which JSON must not have' }]
    : [];
  const unread = (trouble: string): ReadBody => ({
    json: null,
    object: undefined,
    trouble,
    anomalies: marked,
  });
  const text = utf8Text(hasMark ? bytes.subarray(3) : bytes);
  if (text === undefined) return unread('the body is not UTF-8');
  if (text.trim() === '') return unread('the body is empty');
  const json = tryJson(text, { deepest: deepestAnswer });
  if (json instanceof JsonSyntaxError) return unread(whyNotJson(text, json));
  const object = json instanceof JsonObject ? json : undefined;
  const trouble = object ? '' : `the body is ${kindOf(json)}, not a JSON object`;
  return { json, object, trouble, anomalies: [...marked, ...repeatedMembers(json)] };
}

const whyNotJson = (text: string, error: JsonSyntaxError): string => {
  if (/^\s*</.test(text))
    return /^\s*<(?:!doctype html|html)/i.test(text) ? 'the body is HTML' : 'the body is markup such as XML';
  if (error.cut && /^\s*[{["]/.test(text)) return 'the body is JSON that ends too early (possibly cut)';
  return `the body is not JSON (${error.message})`;
};

const kindOf = (value: Json | undefined): string => {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'string') return 'a string';
  if (value instanceof JsonNumber) return 'a number';
  return value instanceof JsonObject ? 'an object' : 'an array';
};

// A hostile answer may repeat a member a million times: the first twenty are enough to act on.
const mostRepeatsSaid = 20;
const longestNameSaid = 64;

/** Walks without recursion: the parser accepts any depth, so this must too. */
function repeatedMembers(root: Json): Anomaly[] {
  const found: Anomaly[] = [];
  const work: { value: Json; path: string }[] = [{ value: root, path: '' }];
  for (let item = work.pop(); item !== undefined && found.length < mostRepeatsSaid; item = work.pop()) {
    const { value, path } = item;
    if (Array.isArray(value)) {
      value.forEach((each, index) => {
        if (holdsMore(each)) work.push({ value: each, path: `${path}[${String(index)}]` });
      });
    } else if (value instanceof JsonObject) {
      const seen = new Set<string>();
      const repeated = new Set<string>();
      for (const [name, member] of value.members) {
        (seen.has(name) ? repeated : seen).add(name);
        if (holdsMore(member)) {
          work.push({ value: member, path: join(path, name) });
        }
      }
      for (const name of repeated) found.push({ field: join(path, name), says: 'appears more than once' });
    }
  }
  return found.slice(0, mostRepeatsSaid);
}

const holdsMore = (value: Json): boolean => Array.isArray(value) || value instanceof JsonObject;

const join = (path: string, name: string): string => {
  const short = name.slice(0, longestNameSaid);
  return path === '' ? short : `${path}.${short}`;
};

/** A member of an object that appears exactly once: one that appears twice counts as missing. */
export const once = (object: Json | undefined, name: string): Json | undefined =>
  object instanceof JsonObject && object.count(name) === 1 ? object.get(name) : undefined;

/** What is wrong with a member, as a clause that begins with its name. */
export const whatIsWrong = (object: JsonObject, name: string, wanted: string): string => {
  const times = object.count(name);
  if (times === 0) return `\`${name}\` is missing`;
  return times > 1
    ? `\`${name}\` appears more than once`
    : `\`${name}\` is ${kindOf(object.get(name))}, not ${wanted}`;
};

/** What is unusual about a value: a clause, with its section if the contract has one. */
type Difference = string | Omit<Anomaly, 'field'>;

/** What is unusual about a value that decides nothing, or undefined. */
export type Expectation = (value: Json) => Difference | undefined;

/**
 * Every listed member that is missing or not as the contract shows it, and every member that it does not list.
 * `known`: members that the contract lists too, but that are checked elsewhere.
 */
export function oddities(
  object: JsonObject,
  expected: Readonly<Record<string, Expectation>>,
  path: string,
  known: readonly string[],
): Anomaly[] {
  const listed = Object.entries(expected).flatMap(([name, unusual]) => {
    const value = object.get(name);
    const found = value === undefined ? 'is missing' : unusual(value);
    if (found === undefined) return [];
    return [{ field: join(path, name), ...(typeof found === 'string' ? { says: found } : found) }];
  });
  return [...listed, ...unlistedMembers(object, [...Object.keys(expected), ...known], path)];
}

export const unlistedMembers = (object: JsonObject, known: readonly string[], path = ''): Anomaly[] =>
  [...new Set(object.members.map(([name]) => name))]
    .filter((name) => !known.includes(name))
    .slice(0, mostUnlistedSaid)
    .map((name) => ({ field: join(path, name), says: 'is not in the contract' }));

// A hostile answer may contain a million of them.
const mostUnlistedSaid = 20;

export const aString: Expectation = (value) =>
  typeof value === 'string' ? undefined : `is ${kindOf(value)}, not a string`;

export const aBoolean: Expectation = (value) =>
  typeof value === 'boolean' ? undefined : `is ${kindOf(value)}, not a boolean`;

export const nullOr =
  (other: Expectation): Expectation =>
  (value) =>
    value === null ? undefined : other(value);

export const alwaysNull: Expectation = (value) =>
  value === null ? undefined : `is ${kindOf(value)}; in the contract it is always null`;

/** An integer as the contract means it. pvg shows one beyond 2^53 digit for digit; other programs may round it. */
export const anInteger: Expectation = (value) => {
  if (!(value instanceof JsonNumber)) return `is ${kindOf(value)}, not an integer`;
  if (!Number.isInteger(value.value)) return 'is not an integer';
  if (!/^-?\d+$/.test(value.source)) return 'is an integer written in an unusual way';
  return Number.isSafeInteger(value.value) ? undefined : 'is beyond 2^53: many programs would round it';
};

/** A state number with its word: `0 PURCHASED`, `7 (not listed)`. */
export const stateWord = (states: Readonly<Record<number, string>>, value: Json | undefined): string => {
  if (value === undefined) return 'missing';
  const word =
    value instanceof JsonNumber && Object.hasOwn(states, value.source)
      ? states[Number(value.source)]
      : undefined;
  return `${shown(value)} ${word ?? '(not listed)'}`;
};

export const aState =
  (states: Readonly<Record<number, string>>): Expectation =>
  (value) =>
    value instanceof JsonNumber && Object.hasOwn(states, value.source)
      ? undefined
      : `is not one of ${Object.keys(states).join(', ')}`;

const longestValueShown = 200;

/** A value for people; the output layer escapes it. */
export const shown = (value: Json): string => {
  const text =
    typeof value === 'string' ? value : value instanceof JsonNumber ? value.source : printJson(value);
  return text.length <= longestValueShown ? text : `${text.slice(0, longestValueShown)}…`;
};

/** Milliseconds since the epoch as an ISO date; undefined for what cannot be a date. */
export const isoDate = (value: Json | undefined): string | undefined => {
  if (!(value instanceof JsonNumber) || !Number.isInteger(value.value)) return undefined;
  return value.value >= 0 && value.value <= 8.64e15 ? isoTime(value.value) : undefined;
};

/** UTC, without a fraction of zero: `2026-11-03T10:00:00Z`. */
export const isoTime = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

const excerptLength = 80;

/** The first characters of any bytes, with everything that a terminal might obey written as \u{…}. */
export function excerpt(bytes: Uint8Array): string {
  // A UTF-8 character has at most four bytes.
  const text = new TextDecoder().decode(bytes.subarray(0, excerptLength * 4));
  const first = [...text].slice(0, excerptLength).join('');
  // The backslash too, so that an escape cannot be faked.
  return replaceUnsafe(first.replace(/[\\\ufffd]/g, escaped), escaped);
}

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
