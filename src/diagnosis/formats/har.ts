import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import { fromBase64, fromText, readHeaders } from './envelope.js';
import {
  headerOf,
  inputUnreadable,
  labelled,
  unreadable,
  type Found,
  type ReadRequest,
} from './read-request.js';

/** The requests of an HTTP archive. Its times are the sender's clock and judge nothing. */

export const isHar = (value: JsonObject): boolean => value.get('log') instanceof JsonObject;

/** One entry, or the request of one, as developer tools copy it. */
export function requestOfEntry(value: JsonObject): JsonObject | undefined {
  const request = value.get('request');
  if (request instanceof JsonObject) return request;
  return value.has('postData') || (Array.isArray(value.get('headers')) && value.has('httpVersion'))
    ? value
    : undefined;
}

export function readHar(value: JsonObject): ReadRequest[] {
  const log = value.get('log');
  const entries = log instanceof JsonObject ? log.get('entries') : undefined;
  if (!Array.isArray(entries)) throw inputUnreadable('The HAR file has no list `log.entries`.');
  if (entries.length === 0) throw inputUnreadable('The HAR file has no entries.');
  const all = entries.map((entry, index) => ({
    label: `entry ${String(index + 1)}`,
    found: readEntry(entry),
  }));
  const telling = all.filter(({ found }) => mayBeSigned(found));
  const kept = telling.length > 0 ? telling : all;
  const passedOver = all.length - kept.length;
  return kept.map(({ label, found }, index) => {
    const read = labelled(found, all.length === 1 ? '' : label);
    if (!read.ok || index > 0 || passedOver === 0) return read;
    const note = `${String(passedOver)} entries without a body and without a signature were passed over.`;
    return { ...read, notes: [...read.notes, note] };
  });
}

/** A page's own pictures and scripts are no calls of a game server. */
const mayBeSigned = (found: Found): boolean =>
  !found.ok ||
  !/^(?:GET|HEAD|OPTIONS|CONNECT)$/i.test(found.request.method) ||
  found.request.body.length > 0 ||
  headerOf(found.request.headers, 'x-signature') !== undefined;

function readEntry(entry: Json): Found {
  const request = entry instanceof JsonObject ? requestOfEntry(entry) : undefined;
  return request === undefined ? unreadable('The entry has no "request".') : readHarRequest(request);
}

export function readHarRequest(request: JsonObject): Found {
  const headers = readHeaders(request.get('headers'));
  if (typeof headers === 'string') return unreadable(headers);
  const body = readPostData(request);
  if (typeof body === 'string') return unreadable(body);
  const size = request.get('bodySize');
  const differs = size instanceof JsonNumber && size.value >= 0 && size.value !== body.bytes.length;
  return {
    ok: true,
    request: {
      method: textOf(request.get('method')),
      url: textOf(request.get('url')),
      headers,
      body: body.bytes,
    },
    notes: [
      ...body.notes,
      ...(differs
        ? [
            `"bodySize" says ${size.source} bytes and the text has ${String(body.bytes.length)}: the recording may have changed the body.`,
          ]
        : []),
    ],
  };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function readPostData(request: JsonObject): { bytes: Uint8Array; notes: readonly string[] } | string {
  const postData = request.get('postData');
  const size = request.get('bodySize');
  if (!(postData instanceof JsonObject)) {
    return size instanceof JsonNumber && size.value > 0
      ? 'The recording left the body out ("postData" is missing, "bodySize" is not 0).'
      : { bytes: new Uint8Array(), notes: [] };
  }
  const text = postData.get('text');
  const encoding = postData.get('encoding') ?? postData.get('_encoding');
  if (typeof text === 'string') {
    return typeof encoding === 'string' && encoding.toLowerCase() === 'base64'
      ? fromBase64(text, 'The base64 of "postData.text"')
      : fromText(text);
  }
  const params = postData.get('params');
  return Array.isArray(params) && params.length > 0
    ? 'The recording holds the form’s fields but not the body’s bytes ("postData.text" is missing).'
    : { bytes: new Uint8Array(), notes: [] };
}
