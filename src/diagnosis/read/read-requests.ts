import type { PvgError } from '../../failure.js';
import { readCurl } from './curl.js';
import { inputUnreadable, numbered, type ReadRequest } from './found.js';
import { beginsWithAnswer, readHttp } from './http.js';
import { readJson, readLines } from './json.js';
import { readText, type InputText } from './text.js';
import { readVerbose } from './verbose.js';

/**
 * The requests of an input, recognised by its content: raw HTTP, curl command lines, the output of curl -v, a HAR file, envelopes.
 * @throws {PvgError} `input-unreadable` if there is no request, or if the only one cannot be read. It never quotes the input.
 */
export function readRequests(input: Uint8Array): readonly ReadRequest[] {
  const text = readText(input);
  const requests = recognise(text);
  const [first, ...others] = requests;
  if (first === undefined) throw unrecognised(text.latin1);
  if (!first.ok && others.length === 0) throw inputUnreadable(first.says);
  return requests.map((read) => (read.ok ? { ...read, notes: [...text.notes, ...read.notes] } : read));
}

function recognise(text: InputText): readonly ReadRequest[] {
  const { latin1 } = text;
  const http = readHttp(latin1);
  if (http !== undefined) return numbered(http, 'request');
  if (/^\s*[{[]/.test(latin1)) return readJson(text);
  // The output of curl -v may follow its command. Only the command has the body.
  const found = readCurl(latin1) ?? readVerbose(latin1);
  return found === undefined ? (readLines(latin1) ?? []) : numbered(found, 'request');
}

function unrecognised(latin1: string): PvgError {
  if (/^\s*$/.test(latin1)) return inputUnreadable('The input is empty.');
  return inputUnreadable(
    beginsWithAnswer(latin1)
      ? 'The input is an HTTP answer, not a request. Save the request, with its headers and its body.'
      : 'The input contains no request: it does not begin with a request line (`POST /path HTTP/1.1`) or with JSON, and has no curl command.',
  );
}
