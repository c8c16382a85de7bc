import { PvgError } from '../../failure.js';
import { utf8Text } from '../../text/utf8.js';
import { headerOf } from '../observed-request.js';
import { Cursor } from './cursor.js';
import { inputUnreadable, mostRequests, tried, type Found } from './found.js';
import { isKnown, readArguments, type JsValue } from './js-values.js';
import { openBody, tellOpenHeader } from './open.js';

/** Calls of `fetch("url", {…})`, as browsers copy them ("Copy as fetch") and as people write them. */

const call = /(?<![\w.$])(?:(?:window|globalThis|self)\.)?fetch\s*\(/g;
const variable = 'a variable or made by code, which pvg does not run';

export const fetchAt = (latin1: string): number | undefined => {
  const at = latin1.search(call);
  return at === -1 ? undefined : at;
};

/** Undefined if no call has an address. */
export function readFetch(latin1: string): (Found | PvgError)[] | undefined {
  const text = utf8Text(Buffer.from(latin1, 'latin1')) ?? latin1;
  const found: (Found | PvgError)[] = [];
  const cursor = new Cursor(text);
  for (;;) {
    call.lastIndex = cursor.at;
    const next = call.exec(text);
    if (next === null || found.length > mostRequests) break;
    cursor.at = next.index + next[0].length;
    const given = tried(() => readArguments(cursor));
    if (given instanceof PvgError) found.push(given);
    else if (given.length > 0) found.push(tried(() => requestOf(given)));
  }
  return found.length === 0 ? undefined : found;
}

function requestOf([address, given = {}]: readonly JsValue[]): Found {
  const notes: string[] = [];
  if (!isObject(given))
    throw inputUnreadable(`The second argument of \`fetch\` is ${variable}. Write it out.`);
  const { method = 'GET', headers, body } = given;
  if (typeof address !== 'string') notes.push(`The address is ${variable}, so it is unknown.`);
  const sent = tried(() => bodyOf(body, notes));
  const read = headersOf(headers, notes);
  const isTyped = headerOf(read, 'content-type') !== undefined;
  // As the specification of fetch has it for a text.
  const added: Found['headers'] =
    sent === undefined || isTyped ? [] : [['Content-Type', 'text/plain;charset=UTF-8']];
  return {
    method: typeof method === 'string' ? method.toUpperCase() : '',
    url: typeof address === 'string' ? address : '',
    headers: [...read, ...added],
    body: sent instanceof PvgError ? sent : Buffer.from(sent ?? ''),
    notes,
  };
}

const isObject = (value: JsValue): value is { readonly [name: string]: JsValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: JsValue): value is readonly JsValue[] => Array.isArray(value);

function bodyOf(body: JsValue, notes: string[]): string | undefined {
  if (body === undefined || body === null || typeof body === 'string') return body ?? undefined;
  if (!isObject(body)) throw openBody(variable);
  notes.push('`fetch` sends an object as the text `[object Object]`. Make the body with JSON.stringify.');
  return '[object Object]';
}

function headersOf(given: JsValue, notes: string[]): [name: string, value: string][] {
  if (!isObject(given) && !isKnown(given))
    throw inputUnreadable(`The headers are ${variable}. Write them out.`);
  const pairs: readonly JsValue[] = isObject(given) ? Object.entries(given) : isList(given) ? given : [];
  return pairs.flatMap((pair): [string, string][] => {
    const [name, value] = isList(pair) ? pair : [];
    if (typeof name !== 'string') return [];
    if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]];
    tellOpenHeader(name, notes, variable);
    return [];
  });
}
