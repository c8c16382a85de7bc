import { PvgError } from '../../failure.js';
import { counted } from '../../text/sentences.js';
import { type Json, JsonNumber, JsonObject, readMember } from '../../text/json/json.js';
import { headerOf } from '../observed-request.js';
import { secondsOf } from '../forms/times.js';
import { httpAnswer } from './answer.js';
import { base64Member, envelopeHeaders, textOrEmpty } from './envelope.js';
import {
  unreadableInputError,
  labelEntry,
  catchUnreadable,
  type InputAnswer,
  type FoundRequest,
  type Headers,
  type InputEntry,
} from './found.js';
import { isBodyPlaceholder } from './placeholder.js';

/** The requests of a HAR file that may be signed, or all of them if none may be. @throws {PvgError} if it has no entries */
export function readHar(archive: JsonObject): InputEntry[] {
  const entries = readMember(archive.get('log'), 'entries');
  if (!Array.isArray(entries) || entries.length === 0) {
    throw unreadableInputError('The HAR file has no entries.');
  }
  const all = entries.map((entry, index) => ({
    label: entries.length === 1 ? '' : `entry ${String(index + 1)}`,
    number: index + 1,
    found: catchUnreadable(() => readHarEntry(entry)),
  }));
  const signable = all.filter(({ found }) => mayBeSigned(found));
  return (signable.length > 0 ? signable : all).map(({ found, ...place }) =>
    markLeftOut(labelEntry(found, place)),
  );
}

/** An entry that cannot be read must not fail the input: a recorder often breaks single entries. */
const markLeftOut = (entry: InputEntry): InputEntry =>
  entry.ok ? entry : { ...entry, isLeftOut: true };

/** Whether the request may be a signed one: a recorded page also has requests for pictures and scripts. */
const mayBeSigned = (found: FoundRequest | PvgError): boolean =>
  found instanceof PvgError ||
  !/^(?:GET|HEAD|OPTIONS|CONNECT)$/i.test(found.method) ||
  found.body instanceof PvgError ||
  found.body.length > 0 ||
  headerOf(found.headers, 'x-signature') !== undefined;

export function readHarEntry(entry: Json): FoundRequest {
  const request = entry instanceof JsonObject ? requestOfEntry(entry) : undefined;
  if (request === undefined) throw unreadableInputError('The entry has no "request".');
  const url = textOrEmpty(request.get('url'));
  const headers = envelopeHeaders(request.get('headers'));
  if (url === '' && headers.length === 0) {
    throw unreadableInputError('The entry has no address and no headers.');
  }
  const answer = readHarAnswer(readMember(entry, 'response'));
  const body = catchUnreadable(() => readPostData(request, headers));
  const size = request.get('bodySize');
  const hasOtherSize =
    size instanceof JsonNumber && !(body instanceof PvgError) && size.value !== body.length;
  return {
    method: textOrEmpty(request.get('method')),
    url,
    headers,
    body,
    answer,
    // The service’s clock is better than the recorder’s: the service compares the timestamp with its own.
    receivedAt: answer?.atS ?? secondsOf(textOrEmpty(readMember(entry, 'startedDateTime'))),
    hasAllHeaders: true,
    // `bodySize` is -1 if the recorder does not know it.
    note:
      hasOtherSize && size.value >= 0
        ? `"bodySize" is ${size.source}, but the text has ${counted(body.length, 'byte')}. The recording may have changed the body.`
        : undefined,
  };
}

function readHarAnswer(response: Json | undefined): InputAnswer | undefined {
  const status = readMember(response, 'status');
  if (!(status instanceof JsonNumber)) return undefined;
  const content = readMember(response, 'content');
  const text = textOrEmpty(readMember(content, 'text'));
  const isBase64 = readMember(content, 'encoding') === 'base64';
  const body = isBase64 ? Buffer.from(text, 'base64').toString() : text;
  return httpAnswer(status.value, envelopeHeaders(readMember(response, 'headers')), body);
}

/** The request of a single HAR entry, or the request itself: developer tools copy either. */
export function requestOfEntry(value: JsonObject): JsonObject | undefined {
  const request = value.get('request');
  if (request instanceof JsonObject) return request;
  return value.has('postData') || (Array.isArray(value.get('headers')) && value.has('httpVersion'))
    ? value
    : undefined;
}

function readPostData(request: JsonObject, headers: Headers): Uint8Array {
  const postData = request.get('postData');
  const text = readMember(postData, 'text');
  if (typeof text !== 'string' || text === '') {
    if (!isBodyLost(request, headers)) return new Uint8Array();
    throw unreadableInputError(
      'The recording does not have the bytes of the body ("postData.text"). Record again with the content of requests.',
    );
  }
  const size = request.get('bodySize');
  const hasThatSize = size instanceof JsonNumber && size.value === Buffer.byteLength(text);
  if (!hasThatSize && isBodyPlaceholder(text)) {
    throw unreadableInputError(
      `The recording has \`${text.trim()}\` in place of the body ("postData.text"). Record again with the content of requests.`,
    );
  }
  const encoding = textOrEmpty(
    readMember(postData, 'encoding') ?? readMember(postData, '_encoding'),
  );
  return encoding.toLowerCase() === 'base64'
    ? base64Member(text, 'postData.text')
    : Buffer.from(text);
}

/** Whether the request was sent with a body that the recording does not have. HAR 1.2: "bodySize" is -1 if not known. */
function isBodyLost(request: JsonObject, headers: Headers): boolean {
  const size = request.get('bodySize');
  const params = readMember(request.get('postData'), 'params');
  if (Array.isArray(params) && params.length > 0) return true;
  if (size instanceof JsonNumber && size.value > 0) return true;
  const announced = headerOf(headers, 'content-length')?.trim() ?? '';
  if (/^\d+$/.test(announced)) return Number(announced) > 0;
  const isUnknown = size instanceof JsonNumber && size.value < 0;
  return isUnknown && sendsBody(textOrEmpty(request.get('method')));
}

/** Only for these methods an unknown size means a lost body: recorders also write -1 for a GET without a body. */
const sendsBody = (method: string): boolean => /^(?:POST|PUT|PATCH)$/i.test(method);
