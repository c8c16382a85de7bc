import { interfaces } from '../../contract/interfaces.js';
import { type Json, JsonNumber, JsonObject, readMember } from '../../text/json/json.js';
import { secondsOf } from '../forms/times.js';
import { unreadableInputError, catchUnreadable, type FoundRequest, type Headers } from './found.js';

/** Reads an envelope: pvg’s JSON form of a request, which `--as json`, `--dry-run --json` and `pvg listen --save` write. */

export function hasBody(value: JsonObject): boolean {
  return value.has('body') || value.has('body_base64');
}

/** The envelope in a JSON value: the value itself, or its member `answer` in the output of `pvg … --json`. */
export function envelopeIn(value: JsonObject): JsonObject | undefined {
  if (hasBody(value) || value.has('headers') || value.has('received_at')) return value;
  const answer = value.get('answer');
  // The answer of `pvg sign` has headers too, but no body.
  if (!(answer instanceof JsonObject && hasBody(answer))) return undefined;
  // `pvg … --json` writes the interface beside `answer`, not in it.
  const outerInterface = value.get('interface') ?? null;
  return answer.has('interface')
    ? answer
    : new JsonObject([['interface', outerInterface], ...answer.members]);
}

export function readEnvelope(envelope: JsonObject): FoundRequest {
  const name = envelope.get('interface') ?? null;
  const interfaceName = interfaces.find((known) => known === name);
  if (interfaceName === undefined && name !== null) {
    throw wrongMemberError('interface', interfaces.join(' or '));
  }
  const event = eventParts(envelope);
  const method = textOrEmpty(envelope.get('method') ?? event.method);
  const url = textOrEmpty(envelope.get('url') ?? event.url);
  const request: FoundRequest = {
    interface: interfaceName,
    method,
    url,
    headers: envelopeHeaders(envelope.get('headers') ?? event.headers),
    body: catchUnreadable(() => readBody(envelope)),
    receivedAt:
      readReceivedAt(envelope.get('received_at') ?? event.receivedAt ?? null) ??
      loggedTime(envelope),
  };
  // Only a recording of the whole request has its method and its URL, and such a one has every header.
  return method !== '' && url !== '' ? { ...request, hasAllHeaders: true } : request;
}

/** The parts of a request that an event of AWS API Gateway has under other names. */
interface EventParts {
  readonly method?: Json | undefined;
  readonly url?: Json | undefined;
  readonly headers?: Json | undefined;
  readonly receivedAt?: Json | undefined;
}

/** Both formats of AWS API Gateway for a Lambda proxy: 1.0 (`httpMethod`, `path`) and 2.0 (`rawPath`, `requestContext.http`). */
function eventParts(envelope: JsonObject): EventParts {
  const context = envelope.get('requestContext');
  const http = readMember(context, 'http');
  const rawPath = envelope.get('rawPath') ?? readMember(http, 'path');
  const query = textOrEmpty(envelope.get('rawQueryString'));
  const isEvent = context !== undefined || envelope.has('httpMethod') || envelope.has('rawPath');
  if (!isEvent) return {};
  return {
    method: envelope.get('httpMethod') ?? readMember(http, 'method'),
    url:
      typeof rawPath === 'string' && query !== ''
        ? `${rawPath}?${query}`
        : (rawPath ?? envelope.get('path')),
    // An AWS load balancer may send only `multiValueHeaders`, in which each name has a list of values.
    headers: envelope.get('multiValueHeaders'),
    receivedAt: millisecondsAsSeconds(
      readMember(context, 'requestTimeEpoch') ?? readMember(context, 'timeEpoch'),
    ),
  };
}

function millisecondsAsSeconds(value: Json | undefined): Json | undefined {
  if (!(value instanceof JsonNumber)) return undefined;
  return new JsonNumber(String(Math.floor(value.value / 1_000)));
}

const wrongMemberError = (member: string, wanted: string): Error =>
  unreadableInputError(`"${member}" must be ${wanted}.`);

export function textOrEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A text, or a number as its digits; undefined for another value. */
function scalarText(value: Json | undefined): string | undefined {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' ? value : undefined;
}

/** Reads headers from an object, as pvg writes them, or from a list of names and values, as a HAR has them. */
export function envelopeHeaders(member: Json = []): Headers {
  const headers = headerPairs(member).map(([name, value]): [string, string] => {
    const text = scalarText(value);
    if (typeof name === 'string' && text !== undefined) return [name, text];
    throw wrongMemberError('headers', 'an object or a list of names and texts');
  });
  // The pseudo headers of HTTP/2, such as `:path`, repeat the request line.
  return headers.filter(([name]) => !name.startsWith(':'));
}

/** Pairs of name and value, unchecked. Another kind of value gives one empty pair, which `envelopeHeaders` then refuses. */
function headerPairs(member: Json): (readonly (Json | undefined)[])[] {
  if (member instanceof JsonObject) {
    // A header with a list of values was sent once for each of them.
    return member.members.flatMap(([name, value]) => [value].flat().map((text) => [name, text]));
  }
  if (!Array.isArray(member)) return [[]];
  return member.map((item) => [readMember(item, 'name'), readMember(item, 'value')]);
}

function readBody(envelope: JsonObject): Uint8Array {
  const base64 = envelope.get('body_base64') ?? null;
  const body = envelope.get('body') ?? null;
  if (base64 !== null) return base64Member(base64, 'body_base64');
  if (typeof body === 'string' && envelope.get('isBase64Encoded') === true) {
    return base64Member(body, 'body');
  }
  if (typeof body === 'string' || body === null) return Buffer.from(body ?? '');
  if (body instanceof JsonObject) {
    throw unreadableInputError(
      '"body" is a JSON object: the log has parsed the body, so the bytes that were sent and signed are not known.',
    );
  }
  throw wrongMemberError(
    'body',
    'a text with the exact body that was sent; bytes that are not text go into "body_base64"',
  );
}

export function base64Member(value: Json, member: string): Uint8Array {
  if (typeof value !== 'string') throw wrongMemberError(member, 'base64');
  const digits = /^([A-Za-z0-9+/_-]*)={0,2}$/.exec(value.replace(/\s+/g, ''))?.[1];
  if (digits === undefined || digits.length % 4 === 1) throw wrongMemberError(member, 'base64');
  return Buffer.from(digits, 'base64');
}

function readReceivedAt(value: Json): number | undefined {
  if (value === null) return undefined;
  const seconds = momentOf(value);
  if (seconds !== undefined) return seconds;
  throw wrongMemberError(
    'received_at',
    'Unix seconds or milliseconds, or a date such as 2026-09-21T14:13:20Z',
  );
}

/** Reads a time as Unix seconds. A number from 1e11 on is milliseconds, because as seconds it would be after the year 5138. */
function momentOf(value: Json | undefined): number | undefined {
  const text = scalarText(value) ?? '';
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return secondsOf(text);
  const number = text.trim() === '' ? NaN : Number(text);
  if (!(number >= 0 && number < 1e14)) return undefined;
  return number < 1e11 ? number : Math.floor(number / 1_000);
}

/** A smaller number in a log is a duration, because as Unix seconds it would be before September 2001. */
const earliestLoggedSeconds = 1e9;

/** The time at which a log line was written, from its usual members. */
function loggedTime(envelope: JsonObject): number | undefined {
  return ['time', '@timestamp']
    .map((name) => momentOf(envelope.get(name)))
    .find((seconds) => seconds !== undefined && seconds >= earliestLoggedSeconds);
}
