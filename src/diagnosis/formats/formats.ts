import type { PvgError } from '../../failure.js';
import { readCurl } from './curl.js';
import { beginsWithResponse, readHttp, readVerbose } from './http.js';
import { readJsonInput, readLines } from './json-input.js';
import { inputUnreadable, numbered, type ReadRequest } from './read-request.js';
import { readText, type InputText } from './text.js';

export type { ReadRequest, RequestRead } from './read-request.js';

/**
 * The requests of an input, recognised by its content: raw HTTP, curl command lines, the output of curl -v, a HAR file, envelopes.
 * @throws {PvgError} `input-unreadable` when there is none, or when the only one cannot be read. It quotes nothing.
 */
export function readRequests(input: Uint8Array): readonly ReadRequest[] {
  const text = readText(input);
  const requests = recognise(text);
  const [first, ...others] = requests;
  if (first === undefined) throw unrecognised(text);
  if (!first.ok && others.length === 0) throw inputUnreadable(first.says);
  if (text.notes.length === 0) return requests;
  return requests.map((read) => (read.ok ? { ...read, notes: [...text.notes, ...read.notes] } : read));
}

function recognise(text: InputText): readonly ReadRequest[] {
  const http = readHttp(text);
  if (http !== undefined) return numbered(http, 'request');
  if (/^\s*[{[]/.test(text.latin1)) return readJsonInput(text);
  // The output of curl -v may stand below its command, which alone has the body.
  const found = readCurl(text.latin1) ?? readVerbose(text);
  return found === undefined ? (readLines(text) ?? []) : numbered(found, 'request');
}

function unrecognised(text: InputText): PvgError {
  if (/^\s*$/.test(text.latin1)) return inputUnreadable('The input is empty.');
  if (beginsWithResponse(text)) {
    return inputUnreadable(
      'The input is an HTTP answer; the request is wanted, with its headers and its body.',
    );
  }
  return inputUnreadable(
    'No request was recognised: the input does not begin with a request line (`POST /path HTTP/1.1`) or with JSON, and holds no curl command.',
  );
}
