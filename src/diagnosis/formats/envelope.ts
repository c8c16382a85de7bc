import { interfaces } from '../../contract/interfaces.js';
import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import { unreadable, type Found, type Headers } from './read-request.js';

/** pvg's own JSON form of a request; what `--as json`, `--dry-run --json` and `pvg listen --save` write. */

const marks = ['headers', 'body', 'body_base64', 'received_at'];

const isEnvelope = (value: JsonObject): boolean => marks.some((name) => value.has(name));

/** An envelope, or an object of pvg's `--json` with one in `answer`. */
export function envelopeIn(value: JsonObject): JsonObject | undefined {
  if (isEnvelope(value)) return value;
  const answer = value.get('answer');
  // `pvg sign` lists headers too, but shows no body.
  if (!(answer instanceof JsonObject) || !(answer.has('body') || answer.has('body_base64'))) return undefined;
  const named = value.get('interface');
  return answer.has('interface') || named === undefined || named === null
    ? answer
    : new JsonObject([['interface', named], ...answer.members]);
}

export function readEnvelope(envelope: JsonObject): Found {
  const headers = readHeaders(envelope.get('headers'));
  if (typeof headers === 'string') return unreadable(headers);
  const body = readBody(envelope);
  if (typeof body === 'string') return unreadable(body);
  const named = envelope.get('interface');
  const known = interfaces.find((each) => each === named);
  const received = readReceivedAt(envelope.get('received_at'));
  return {
    ok: true,
    request: {
      method: text(envelope.get('method')) ?? '',
      url: text(envelope.get('url')) ?? '',
      headers,
      body: body.bytes,
      receivedAt: received.seconds,
      ...(known !== undefined && { interface: known }),
    },
    notes: [
      ...body.notes,
      ...received.notes,
      ...(known === undefined && named !== undefined && named !== null
        ? [`"interface" is none of ${interfaces.join(', ')} and was passed over.`]
        : []),
    ],
  };
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

const scalar = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : value instanceof JsonNumber ? value.source : undefined;

const badHeader = 'A header of the request is neither text nor a list of texts.';

/** An object, as here, or a list of names and values, as others write it. A number stands for its digits. */
export function readHeaders(value: Json | undefined): Headers | string {
  if (value === undefined || value === null) return [];
  if (value instanceof JsonObject) {
    const headers: [string, string][] = [];
    for (const [name, given] of value.members) {
      for (const each of Array.isArray(given) ? given : [given]) {
        const shown = scalar(each);
        if (shown === undefined) return badHeader;
        headers.push([name, shown]);
      }
    }
    return headers;
  }
  return Array.isArray(value) ? readHeaderList(value) : '"headers" is neither an object nor a list.';
}

function readHeaderList(list: readonly Json[]): Headers | string {
  const headers: [string, string][] = [];
  for (const item of list) {
    const [name, value] = Array.isArray(item)
      ? [item[0], item[1]]
      : item instanceof JsonObject
        ? [item.get('name'), item.get('value')]
        : [];
    const shown = scalar(value);
    if (typeof name !== 'string' || shown === undefined) return badHeader;
    // The pseudo headers of HTTP/2 are the request line in another form.
    if (!name.startsWith(':')) headers.push([name, shown]);
  }
  return headers;
}

interface BodyRead {
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

function readBody(envelope: JsonObject): BodyRead | string {
  const base64 = envelope.get('body_base64');
  const plain = envelope.get('body');
  if (base64 !== undefined && base64 !== null) return fromBase64(base64, '"body_base64"');
  if (plain === undefined || plain === null) {
    return {
      bytes: new Uint8Array(),
      notes: ['There is neither "body" nor "body_base64"; the body was taken as empty.'],
    };
  }
  if (typeof plain !== 'string') {
    return '"body" is not text: the bytes that were sent cannot be told from it; give them as a text or as "body_base64".';
  }
  return fromText(plain);
}

export function fromBase64(value: Json, name: string): BodyRead | string {
  const joined = typeof value === 'string' ? value.replace(/\s+/g, '') : undefined;
  if (
    joined === undefined ||
    !/^[A-Za-z0-9+/_-]*={0,2}$/.test(joined) ||
    joined.replace(/=+$/, '').length % 4 === 1
  ) {
    return `${name} is not base64.`;
  }
  return { bytes: Buffer.from(joined, 'base64'), notes: [] };
}

export const fromText = (body: string): BodyRead => ({
  bytes: Buffer.from(body),
  notes: /\p{Cs}/u.test(body)
    ? [
        'The body has half of a surrogate pair, which stands for no bytes; it was read as U+FFFD. "body_base64" is exact.',
      ]
    : [],
});

function readReceivedAt(value: Json | undefined): { seconds: number | undefined; notes: string[] } {
  if (value === undefined || value === null) return { seconds: undefined, notes: [] };
  const shown = scalar(value);
  const seconds = shown === undefined || shown.trim() === '' ? Number.NaN : Number(shown);
  // Later than the year 5138 it is no time in seconds, but one in milliseconds.
  return Number.isFinite(seconds) && seconds >= 0 && seconds < 1e11
    ? { seconds, notes: [] }
    : { seconds: undefined, notes: ['"received_at" is no time in Unix seconds; the clock was not judged.'] };
}
