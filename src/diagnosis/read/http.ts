import { counted } from '../../text/counted.js';
import { withoutEnd } from '../../text/ends.js';
import type { PvgError } from '../../failure.js';
import { headerOf } from '../observed-request.js';
import { readAnswer } from './answer.js';
import { Cursor, trimmed, withoutLastBlanks } from './cursor.js';
import {
  bytesOf,
  inputUnreadable,
  mostRequests,
  type AnswerRead,
  type Found,
  type Headers,
} from './found.js';
import { fromLatin1 } from './text.js';

/** Raw HTTP requests. The body is never decoded as text: its bytes were signed. */

/** Method and address. */
const versioned = /([A-Z][A-Z-]{1,19}) (\S+) HTTP\/\d(?:\.\d)?\r?(?:\n|$)/y;
/** As in the .http files of editors. */
const unversioned = /(POST|PUT|PATCH|DELETE|GET|HEAD|OPTIONS) ((?:\/|https?:\/\/)\S*)\r?(?:\n|$)/y;
const blankOrComment = /(?:[^\S\n]*|(?:#|\/\/)[^\n]*)\n/y;
const answerLine = /\s*HTTP\/\d/y;
const afterAnswer = /(?:POST|PUT|PATCH|DELETE|GET|HEAD|OPTIONS) \S+ HTTP\/\d(?:\.\d)?\r?\n/g;
const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/s;

/** Every request of the input; undefined if it does not begin with a request line. */
export function readHttp(file: string): Found[] | undefined {
  const found: Found[] = [];
  let at = requestLineAt(file, 0, [versioned, unversioned]);
  if (at === undefined) return undefined;
  while (at !== undefined && found.length <= mostRequests) {
    const cursor: Cursor = new Cursor(file, at);
    const [, method = '', url = ''] = cursor.take(versioned) ?? cursor.take(unversioned) ?? [];
    const headers = readHeaders(cursor);
    const { body, next, notes = [], ...rest } = bodyAt(file, cursor.at, headers);
    found.push({ method, url: fromLatin1(url), headers, body: bytesOf(body), notes, ...rest });
    at = next;
  }
  return found;
}

/** An answer instead of a request is a common mistake, so it has its own message. */
export const beginsWithAnswer = (latin1: string): boolean =>
  /^\s*(?:< )?HTTP\/\d(?:\.\d)? \d{3}/.test(latin1);

/** The first request line, after blank lines and comments. */
function requestLineAt(file: string, from: number, lines: readonly RegExp[]): number | undefined {
  const cursor = new Cursor(file, from);
  while (cursor.take(blankOrComment));
  const { at } = cursor;
  return lines.some((line) => cursor.take(line)) ? at : undefined;
}

/** The next request. In a recorded connection an answer may come before it. */
function nextRequest(file: string, from: number): number | undefined {
  const direct = requestLineAt(file, from, [versioned]);
  if (direct !== undefined || !new Cursor(file, from).take(answerLine)) return direct;
  afterAnswer.lastIndex = from;
  return afterAnswer.exec(file)?.index;
}

function readHeaders(cursor: Cursor): Headers {
  const headers: [string, string][] = [];
  while (!cursor.ended) {
    const start = cursor.at;
    const line = cursor.line();
    if (line === '') break;
    const [, name, value = ''] = header.exec(line) ?? [];
    const last = headers.at(-1);
    const isMore = /^[ \t]/.test(line) && last !== undefined;
    if (isMore) last[1] += ` ${trimmed(line)}`;
    else if (name !== undefined) headers.push([name, value]);
    else if (/^[{[]/.test(line)) {
      // The blank line before the body is missing.
      cursor.at = start;
      break;
    }
  }
  return headers.map(([name, value]) => [name, fromLatin1(trimmed(value))]);
}

interface Body {
  readonly body: string | PvgError;
  /** Where the next request begins. */
  readonly next?: number | undefined;
  readonly answer?: AnswerRead | undefined;
  readonly endsFile?: true;
  readonly notes?: readonly string[];
}

function bodyAt(file: string, from: number, headers: Headers): Body {
  // Logs have such headers over a body that is joined already.
  const isChunked = /\bchunked\b/i.test(headerOf(headers, 'transfer-encoding') ?? '');
  if (isChunked && /^[ \t]*[0-9a-f]{1,8}[ \t]*(?:;[^\n]*)?\r?\n/i.test(file.slice(from, from + 200)))
    return { body: inputUnreadable('The body was recorded in chunks (Transfer-Encoding).') };
  const announced = headerOf(headers, 'content-length') ?? '';
  return !isChunked && /^\d{1,15}$/.test(announced)
    ? byLength(file, from, Number(announced))
    : toTheEnd(file, from);
}

function toTheEnd(file: string, from: number): Body {
  const following = requestLineAt(file, from, [versioned]);
  if (following !== undefined) return { body: '', next: following };
  // Editors separate the requests of a file like this. No line of a JSON text begins so.
  const parted = file.indexOf('\n###', from - 1);
  if (parted !== -1)
    return {
      body: withoutLastBlanks(file.slice(from, parted + 1)),
      next: requestLineAt(file, parted + 1, [versioned, unversioned]),
    };
  // No JSON text has such a line either.
  const rest = file.slice(from);
  const answered = /\nHTTP\/\d(?:\.\d)? \d{3}\b/.exec(rest);
  if (answered === null) return { body: rest, endsFile: true };
  const body = withoutEnd(rest.slice(0, answered.index), '\r\n');
  return { body, answer: readAnswer(rest.slice(answered.index + 1)) };
}

/** The length decides, unless an editor changed the line breaks when it saved the file. */
function byLength(file: string, from: number, length: number): Body {
  const rest = file.slice(from);
  const next = nextRequest(file, from + length);
  const isBlank = (text: string): boolean => /^[\r\n]*$/.test(text);
  if (length > 0 && ((isBlank(rest) && rest.length < length) || new Cursor(rest).take(answerLine)))
    return { body: inputUnreadable('The body of the request is missing.'), next };
  const [body, surplus] = [rest.slice(0, length), rest.slice(length)];
  if (body.length === length && (next !== undefined || isBlank(surplus))) return { body, next };
  if (next === undefined && new Cursor(surplus).take(answerLine))
    return { body, answer: readAnswer(surplus) };
  const saved = [rest.replace(/\r?\n/g, '\r\n'), rest.replaceAll('\r\n', '\n')].find(
    // The editor may also have added a line break at the end.
    (each) => each.length === length || (each.length === length + 1 && each.endsWith('\n')),
  );
  const note =
    saved === undefined
      ? `Content-Length is ${String(length)}, but the body has ${counted(rest.length, 'byte')}: it was cut, or changed when the file was saved.`
      : 'The file has other line breaks than the request: the body was read with those that give its Content-Length.';
  return { body: saved?.slice(0, length) ?? body, next, notes: [note] };
}
