import { interfaces } from '../../contract/interfaces.js';
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { inputUnreadable, tried, type Found, type Headers } from './found.js';

/** pvg’s own JSON form of a request, as written by `--as json`, `--dry-run --json` and `pvg listen --save`. */

export const hasBody = (value: JsonObject): boolean => value.has('body') || value.has('body_base64');

/** An envelope, or the output of `pvg … --json` with an envelope in `answer`. */
export function envelopeIn(value: JsonObject): JsonObject | undefined {
  if (hasBody(value) || value.has('headers') || value.has('received_at')) return value;
  const answer = value.get('answer');
  // The answer of `pvg sign` has headers too, but no body.
  if (!(answer instanceof JsonObject && hasBody(answer))) return undefined;
  const named = value.get('interface') ?? null;
  return answer.has('interface') ? answer : new JsonObject([['interface', named], ...answer.members]);
}

export function readEnvelope(envelope: JsonObject): Found {
  const notes: string[] = [];
  const headers = readHeaders(envelope.get('headers'));
  const body = tried(() => readBody(envelope, notes));
  const receivedAt = readReceivedAt(envelope.get('received_at') ?? null, notes);
  const named = envelope.get('interface') ?? null;
  const known = interfaces.find((each) => each === named);
  if (known === undefined && named !== null) {
    notes.push(`"interface" must be ${interfaces.join(' or ')}. It was ignored.`);
  }
  return {
    interface: known,
    method: textOf(envelope.get('method')),
    url: textOf(envelope.get('url')),
    headers,
    body,
    receivedAt,
    notes,
  };
}

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** A number counts as its digits. */
const scalar = (value: Json | undefined): string | undefined =>
  value instanceof JsonNumber ? value.source : typeof value === 'string' ? value : undefined;

/** An object, as pvg writes it, or a list of names and values, as other tools write it. */
export function readHeaders(given: Json | undefined): Headers {
  const headers = headerPairs(given ?? []).map(([name, value]): [string, string] => {
    const shown = scalar(value);
    if (typeof name === 'string' && shown !== undefined) return [name, shown];
    throw inputUnreadable('Each header in "headers" must be text or a list of texts.');
  });
  // The pseudo headers of HTTP/2 are the request line in another form.
  return headers.filter(([name]) => !name.startsWith(':'));
}

function headerPairs(given: Json): [name: Json | undefined, value: Json | undefined][] {
  if (given instanceof JsonObject) {
    return given.members.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each): [Json, Json] => [name, each]),
    );
  }
  if (!Array.isArray(given)) throw inputUnreadable('"headers" must be an object or a list.');
  return given.map((item) => {
    if (item instanceof JsonObject) return [item.get('name'), item.get('value')];
    return Array.isArray(item) ? [item[0], item[1]] : [undefined, undefined];
  });
}

function readBody(envelope: JsonObject, notes: string[]): Uint8Array {
  const base64 = envelope.get('body_base64') ?? null;
  const body = envelope.get('body') ?? null;
  if (base64 !== null) return fromBase64(base64, '"body_base64"');
  if (typeof body === 'string') return fromText(body, notes);
  if (body !== null) {
    throw inputUnreadable(
      '"body" must be a text with the exact body that was sent. For bytes that are not text use "body_base64".',
    );
  }
  notes.push('There is no "body" and no "body_base64": the body was read as empty.');
  return new Uint8Array();
}

export function fromBase64(value: Json, name: string): Uint8Array {
  const joined = typeof value === 'string' ? value.replace(/\s+/g, '') : '*';
  const [, digits] = /^([A-Za-z0-9+/_-]*)={0,2}$/.exec(joined) ?? [];
  if (digits === undefined || digits.length % 4 === 1) throw inputUnreadable(`${name} is not base64.`);
  return Buffer.from(digits, 'base64');
}

export function fromText(body: string, notes: string[]): Uint8Array {
  if (/\p{Cs}/u.test(body)) {
    notes.push(
      'The body contains half of a surrogate pair, which was read as U+FFFD. Use "body_base64" for the exact bytes.',
    );
  }
  return Buffer.from(body);
}

function readReceivedAt(value: Json, notes: string[]): number | undefined {
  if (value === null) return undefined;
  const shown = scalar(value)?.trim() ?? '';
  const seconds = shown === '' ? Number.NaN : Number(shown);
  // A larger number is in milliseconds: as seconds it would be after the year 5138.
  if (seconds >= 0 && seconds < 1e11) return seconds;
  notes.push('"received_at" must be Unix seconds. It was ignored, so the sender’s clock was not checked.');
  return undefined;
}
