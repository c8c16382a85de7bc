import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { counted } from '../../text/counted.js';
import { PvgError } from '../../failure.js';
import { headerOf } from '../observed-request.js';
import { answerOf, secondsOf } from './answer.js';
import { fromBase64, fromText, readHeaders, textOf } from './envelope.js';
import { inputUnreadable, labelled, tried, type AnswerRead, type Found, type ReadRequest } from './found.js';

export function readHar(archive: JsonObject): ReadRequest[] {
  const log = archive.get('log');
  const entries = log instanceof JsonObject ? log.get('entries') : undefined;
  if (!Array.isArray(entries)) throw inputUnreadable('The HAR file has no list `log.entries`.');
  if (entries.length === 0) throw inputUnreadable('The HAR file has no entries.');
  const all = entries.map((entry, index) => ({
    label: entries.length === 1 ? '' : `entry ${String(index + 1)}`,
    found: tried(() => readHarEntry(entry)),
  }));
  const telling = all.filter(({ found }) => mayBeSigned(found));
  const kept = telling.length > 0 ? telling : all;
  const passedOver = all.length - kept.length;
  const note = `Skipped ${String(passedOver)} ${passedOver === 1 ? 'entry' : 'entries'} without a body and without a signature.`;
  return kept.map(({ label, found }, index) => {
    const read = labelled(found, label);
    return read.ok && index === 0 && passedOver > 0 ? { ...read, notes: [...read.notes, note] } : read;
  });
}

/** A page’s own pictures and scripts are not calls of a game server. */
const mayBeSigned = (found: Found | PvgError): boolean =>
  found instanceof PvgError ||
  !/^(?:GET|HEAD|OPTIONS|CONNECT)$/i.test(found.method) ||
  found.body instanceof PvgError ||
  found.body.length > 0 ||
  headerOf(found.headers, 'x-signature') !== undefined;

export function readHarEntry(entry: Json): Found {
  const request = entry instanceof JsonObject ? requestOfEntry(entry) : undefined;
  if (request === undefined) throw inputUnreadable('The entry has no "request".');
  const found = readHarRequest(request);
  if (!(entry instanceof JsonObject)) return found;
  const answer = readHarAnswer(entry.get('response'));
  // The service’s clock counts more than that of the recording.
  return { ...found, answer, receivedAt: answer?.atS ?? secondsOf(textOf(entry.get('startedDateTime'))) };
}

function readHarAnswer(response: Json | undefined): AnswerRead | undefined {
  if (!(response instanceof JsonObject)) return undefined;
  const status = response.get('status');
  const content = response.get('content');
  const text = content instanceof JsonObject ? textOf(content.get('text')) : '';
  const isBase64 = content instanceof JsonObject && textOf(content.get('encoding')) === 'base64';
  const body = isBase64 ? Buffer.from(text, 'base64').toString() : text;
  return status instanceof JsonNumber
    ? answerOf(status.value, readHeaders(response.get('headers') ?? []), body)
    : undefined;
}

/** One entry or its request, as developer tools copy it. */
export function requestOfEntry(value: JsonObject): JsonObject | undefined {
  const request = value.get('request');
  if (request instanceof JsonObject) return request;
  return value.has('postData') || (Array.isArray(value.get('headers')) && value.has('httpVersion'))
    ? value
    : undefined;
}

function readHarRequest(request: JsonObject): Found {
  const notes: string[] = [];
  const headers = readHeaders(request.get('headers'));
  const body = tried(() => readPostData(request, notes));
  const size = request.get('bodySize');
  if (
    !(body instanceof PvgError) &&
    size instanceof JsonNumber &&
    size.value >= 0 &&
    size.value !== body.length
  ) {
    notes.push(
      `"bodySize" is ${size.source}, but the text has ${counted(body.length, 'byte')}. The recording may have changed the body.`,
    );
  }
  return { method: textOf(request.get('method')), url: textOf(request.get('url')), headers, body, notes };
}

function readPostData(request: JsonObject, notes: string[]): Uint8Array {
  const postData = request.get('postData');
  const size = request.get('bodySize');
  if (!(postData instanceof JsonObject)) {
    if (!(size instanceof JsonNumber && size.value > 0)) return new Uint8Array();
    throw inputUnreadable(
      'The recording has no body: "postData" is missing, but "bodySize" is not 0. Record again with the content of requests.',
    );
  }
  const text = postData.get('text');
  const encoding = textOf(postData.get('encoding') ?? postData.get('_encoding'));
  if (typeof text === 'string') {
    return encoding.toLowerCase() === 'base64' ? fromBase64(text, '"postData.text"') : fromText(text, notes);
  }
  const params = postData.get('params');
  if (!(Array.isArray(params) && params.length > 0)) return new Uint8Array();
  throw inputUnreadable(
    'The recording has the fields of the form, but not the bytes of the body: "postData.text" is missing.',
  );
}
