import { readBody } from '../../contract/answer.js';
import { operationAnswering, type Operation } from '../../contract/interfaces.js';
import type { Judgement } from '../../contract/judgement.js';
import type { WireResponse } from '../../contract/wire.js';
import { JsonNumber, JsonObject } from '../../text/json/json.js';
import { objectIn } from '../../text/json/parse.js';
import { printJson } from '../../text/json/print.js';
import type { Exchange } from '../../transport/exchange.js';
import { judges } from '../../wings.js';

/** An answer that somebody saved as text: a JSON body, an HTTP response, a line of a log, or pvg's own `--json`. */

export interface ServiceAnswer {
  readonly kind: 'answer';
  readonly operation: Operation;
  readonly status: number | undefined;
  readonly headers: WireResponse['headers'];
  readonly body: Uint8Array;
  readonly object: JsonObject | undefined;
}

type GivenAnswer = ServiceAnswer | { readonly kind: 'envelope'; readonly object: JsonObject };

/** undefined if the text contains no answer. */
export function readAnswer(text: string): GivenAnswer | undefined {
  if (/^HTTP\/\d/.test(text)) return readHttp(text);
  const isJson = /^[{["]/.test(text);
  const whole = isJson ? answerOf(undefined, [], text) : undefined;
  if (whole?.object && isEnvelope(whole.object)) return { kind: 'envelope', object: whole.object };
  return whole?.object && isAnswer(whole.object) ? whole : (readLog(text) ?? whole);
}

const isEnvelope = (object: JsonObject): boolean =>
  object.has('schema') && object.has('command') && object.has('exit');

/** Members that only an answer in the contract, or a part of one, has (§2.2, §2.4, §2.6, §7.2). */
const isAnswer = (object: JsonObject): boolean =>
  ['success', 'found', 'sessionToken', 'gateway', 'purchase_state'].some((name) => object.has(name)) ||
  (object.has('code') && object.has('message'));

/** As `curl -i` prints it. Of several responses, as with a proxy or after a 100, the last counts. */
function readHttp(text: string): ServiceAnswer | undefined {
  const status = /^HTTP\/\S+[ \t]+(\d{3})/.exec(text)?.[1];
  if (status === undefined) return undefined;
  const end = /\r?\n\r?\n/.exec(text);
  const rest = end === null ? '' : text.slice(end.index + end[0].length);
  if (/^HTTP\/\d/.test(rest)) return readHttp(rest);
  return answerOf(Number(status), headersOf(text.slice(0, end?.index)), rest);
}

const headersOf = (head: string): [name: string, value: string][] =>
  head
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]];
    });

function answerOf(status: number | undefined, headers: WireResponse['headers'], text: string): ServiceAnswer {
  const body = new TextEncoder().encode(text);
  const { object } = readBody(body);
  const operation = operationAnswering((member) => object?.has(member) === true);
  return { kind: 'answer', operation, status, headers, body, object };
}

/** The answer in a line of a log: JSON after other words, or a member of a JSON line, as an object or as text. */
function readLog(text: string): ServiceAnswer | undefined {
  for (const { before, object } of objectsIn(text)) {
    const found = answerWithin(object, statusWord(before));
    if (found !== undefined) return answerOf(found.status, [], printJson(found.answer));
  }
  return undefined;
}

// A text with more is not a line of a log.
const mostObjects = 20;

/** The outermost `{…}` that are JSON, each with the text before it. */
function* objectsIn(text: string): Generator<{ readonly before: string; readonly object: JsonObject }> {
  let at = text.indexOf('{');
  for (let count = 0; at !== -1 && count < mostObjects; count += 1) {
    const end = endOfObject(text, at);
    const object = objectIn(text.slice(at, end));
    if (object !== undefined) yield { before: text.slice(0, at), object };
    at = text.indexOf('{', end ?? at + 1);
  }
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return undefined;
}

/** `HTTP 409`, `status=409`, `status_code: 409`. */
export function statusWord(before: string): number | undefined {
  const status = /\b(?:HTTP(?:\/[\d.]+)?|status(?:[_ ]?code)?)\W{1,3}([1-5]\d\d)\b/i.exec(before)?.[1];
  return status === undefined ? undefined : Number(status);
}

const statusMembers = ['status', 'statusCode', 'status_code', 'http_status'];
const deepestMember = 3;

function answerWithin(
  object: JsonObject,
  status: number | undefined,
  depth = 0,
): { readonly answer: JsonObject; readonly status: number | undefined } | undefined {
  if (isAnswer(object)) return { answer: object, status };
  if (depth === deepestMember) return undefined;
  const own = statusMembers.map((name) => object.get(name)).find((value) => value instanceof JsonNumber);
  for (const [, member] of object.members) {
    const inner = typeof member === 'string' ? objectIn(member) : member;
    const found =
      inner instanceof JsonObject ? answerWithin(inner, own?.value ?? status, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As if it had just arrived, but without a request and without our clock: no attempt was made. */
export function judgeText({ operation, headers, body }: ServiceAnswer, status: number): Judgement {
  const exchange: Exchange = {
    attempts: [],
    last: {
      request: { method: 'POST', url: '', headers: [], body: new Uint8Array() },
      elapsedMs: 0,
      startedAtMs: 0,
      endedAtMs: 0,
      outcome: { status, headers, body },
    },
    elapsedMs: 0,
    unclearBefore: false,
    clockSkewS: undefined,
  };
  return judges[operation](exchange);
}
