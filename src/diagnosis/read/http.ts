import { counted } from '../../text/sentences.js';
import { withoutEnd } from '../../text/visible.js';
import type { PvgError } from '../../failure.js';
import { headerOf } from '../observed-request.js';
import { readAnswer } from './answer.js';
import { Cursor, trimBlanks, withoutLastBlanks } from './cursor.js';
import {
  bytesOfLatin1,
  unreadableInputError,
  type InputAnswer,
  type FoundRequest,
  type Headers,
} from './found.js';
import { utf8OrLatin1 } from './text.js';

/** Reads a raw HTTP request. The body is never decoded as text, because its exact bytes were signed. */

const blankOrComment = /(?:[^\S\n]*|(?:#|\/\/)[^\n]*)\n/y;
/** `POST /path HTTP/1.1`; its groups are the method and the address. */
const requestLine = /([A-Z][A-Z-]{1,19}) (\S+) HTTP\/\d(?:\.\d)?\r?(?:\n|$)/y;
/** A request line in the .http files of editors, which may lack the version. */
const lineWithoutVersion =
  /(POST|PUT|PATCH|DELETE|GET|HEAD|OPTIONS) ((?:\/|https?:\/\/)\S*)\r?(?:\n|$)/y;
/** A second request line, with the version or with an address alone on its line. */
const anotherRequest = /^(?:POST|PUT|PATCH|DELETE|GET) (?:\S+ HTTP\/\d|(?:\/|https?:\/\/)\S*\r?$)/m;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/s;

/** undefined if the input does not begin with a request line; blank lines and comments before it are skipped. */
export function readHttp(file: string): FoundRequest | undefined {
  const cursor = new Cursor(file);
  while (cursor.take(blankOrComment));
  const [, method, url = ''] = cursor.take(requestLine) ?? cursor.take(lineWithoutVersion) ?? [];
  if (method === undefined) return undefined;
  const headers = readHeaders(cursor);
  const rest = file.slice(cursor.position);
  if (anotherRequest.test(rest)) {
    throw unreadableInputError(
      'The file has more than one raw HTTP request. Save each in a file of its own: `pvg diagnose` reads all files of a folder.',
    );
  }
  const { body, ...more } = bodyIn(rest, headers);
  return { method, url: utf8OrLatin1(url), headers, body: bytesOfLatin1(body), ...more };
}

/** Whether the input is an HTTP answer. To give it instead of the request is a common mistake with its own message. */
export function beginsWithAnswer(latin1: string): boolean {
  return /^\s*(?:< )?HTTP\/\d(?:\.\d)? \d{3}/.test(latin1);
}

function readHeaders(cursor: Cursor): Headers {
  const headers: [string, string][] = [];
  while (!cursor.isAtEnd) {
    const start = cursor.position;
    const line = cursor.takeLine();
    if (line === '') break;
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    const last = headers.at(-1);
    const continuesHeader = /^[ \t]/.test(line) && last !== undefined;
    if (continuesHeader) last[1] += ` ${trimBlanks(line)}`;
    else if (name !== undefined) headers.push([name, value]);
    else if (/^[{[]/.test(line)) {
      // The body begins here without a blank line before it: go back to the start of this line.
      cursor.position = start;
      break;
    }
  }
  return headers.map(([name, value]) => [name, utf8OrLatin1(trimBlanks(value))]);
}

/** What follows after the headers: the body, and perhaps the service's answer. */
interface Body {
  readonly body: string | PvgError;
  readonly answer?: InputAnswer | undefined;
  readonly endsFile?: true;
  readonly note?: string;
}

function bodyIn(rest: string, headers: Headers): Body {
  // Logs keep this header even if they have joined the chunks, so the body must also begin with the size of a chunk.
  const isChunked = /\bchunked\b/i.test(headerOf(headers, 'transfer-encoding') ?? '');
  if (isChunked && /^[ \t]*[0-9a-f]{1,8}[ \t]*(?:;[^\n]*)?\r?\n/i.test(rest)) {
    return { body: joinChunks(rest) };
  }
  // `curl -v` prints the chunks that it received, but none that it sent.
  if (isChunked && beginsWithAnswer(rest)) return { body: missingBody(), answer: readAnswer(rest) };
  const announced = headerOf(headers, 'content-length') ?? '';
  return !isChunked && /^\d{1,15}$/.test(announced)
    ? bodyOfLength(rest, Number(announced))
    : bodyToTheEnd(rest);
}

const missingBody = (): PvgError => unreadableInputError('The body of the request is missing.');

const notJoined = 'The body was recorded in chunks (Transfer-Encoding) that cannot be joined.';

/** Joins chunks: a line with the size in hex, then the bytes. Line breaks may be LF, because editors change CRLF to LF. */
function joinChunks(rest: string): string | PvgError {
  const sizeLine = /[ \t]*([0-9a-f]{1,8})[ \t]*(?:;[^\n]*)?\r?\n/iy;
  let body = '';
  for (let position = 0; ;) {
    sizeLine.lastIndex = position;
    const [line = '', digits = ''] = sizeLine.exec(rest) ?? [];
    const size = parseInt(digits, 16);
    if (line === '') return unreadableInputError(notJoined);
    if (size === 0) return body;
    const start = position + line.length;
    const [end] = /^\r?\n/.exec(rest.slice(start + size, start + size + 2)) ?? [];
    if (end === undefined) return unreadableInputError(notJoined);
    body += rest.slice(start, start + size);
    position = start + size + end.length;
  }
}

function bodyToTheEnd(rest: string): Body {
  // In .http files of editors a line with ### ends a request. No line of a JSON text begins like this.
  const end = `\n${rest}`.indexOf('\n###');
  if (end !== -1) return { body: withoutLastBlanks(rest.slice(0, end)) };
  // The answer may follow after the body. No line of a JSON text begins with HTTP/1.1 either.
  if (beginsWithAnswer(rest)) return { body: '', answer: readAnswer(rest) };
  const answerStart = /\nHTTP\/\d(?:\.\d)? \d{3}\b/.exec(rest);
  if (answerStart === null) return { body: rest, endsFile: true };
  const body = withoutEnd(rest.slice(0, answerStart.index), '\r\n');
  return { body, answer: readAnswer(rest.slice(answerStart.index + 1)) };
}

function bodyOfLength(rest: string, length: number): Body {
  const [body, surplus] = [rest.slice(0, length), rest.slice(length)];
  const isBlank = (text: string): boolean => /^[\r\n]*$/.test(text);
  if (length > 0 && ((isBlank(rest) && rest.length < length) || beginsWithAnswer(rest))) {
    return { body: missingBody(), answer: readAnswer(rest) };
  }
  if (body.length === length && isBlank(surplus)) return { body };
  if (beginsWithAnswer(surplus)) return { body, answer: readAnswer(surplus) };
  const note = `Content-Length is ${String(length)}, but the body has ${counted(rest.length, 'byte')}: it was cut, or changed when the file was saved.`;
  return { body, note };
}
