import { counted } from '../../text/counted.js';
import { withoutEnd } from '../../text/ends.js';
import type { PvgError } from '../../failure.js';
import { Cursor, withoutLastBlanks } from './cursor.js';
import { readAnswer } from './answer.js';
import { inputUnreadable, type AnswerRead, type Headers } from './found.js';
import { headerOf } from '../observed-request.js';
import { answerLine, nextRequest, requestLineAt, unversioned, versioned } from './request-line.js';

/** Where the body of a raw HTTP request ends, and where the next request begins. */

interface Place {
  readonly file: string;
  readonly from: number;
}

interface Body {
  readonly body: string | PvgError;
  readonly next: number | undefined;
  readonly answer?: AnswerRead | undefined;
  readonly endsFile?: true;
}

export function bodyAt(place: Place, headers: Headers, notes: string[]): Body {
  if (/\bchunked\b/i.test(headerOf(headers, 'transfer-encoding') ?? '')) return byChunks(place);
  const announced = headerOf(headers, 'content-length') ?? '';
  return /^\d{1,15}$/.test(announced) ? byLength(place, Number(announced), notes) : toTheEnd(place);
}

function toTheEnd({ file, from }: Place): Body {
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
  if (answered === null) return { body: rest, next: undefined, endsFile: true };
  const body = withoutEnd(rest.slice(0, answered.index), '\r\n');
  return { body, next: undefined, answer: readAnswer(rest.slice(answered.index + 1)) };
}

/** The length decides, unless an editor changed the line breaks when it saved the file. */
function byLength({ file, from }: Place, length: number, notes: string[]): Body {
  const rest = file.slice(from);
  const next = nextRequest(file, from + length);
  const isMissing =
    length > 0 &&
    ((/^[\r\n]*$/.test(rest) && rest.length < length) || new Cursor(rest).take(answerLine) !== undefined);
  if (isMissing) return { body: inputUnreadable('The body of the request is missing.'), next };
  const body = rest.slice(0, length);
  const surplus = rest.slice(length);
  if (next !== undefined || /^[\r\n]*$/.test(surplus)) {
    if (body.length === length) return { body, next };
  } else if (new Cursor(surplus).take(answerLine)) return { body, next, answer: readAnswer(surplus) };
  const saved = [rest.replace(/\r?\n/g, '\r\n'), rest.replaceAll('\r\n', '\n')].find(
    // The editor may also have added a line break at the end.
    (each) => each.length === length || (each.length === length + 1 && each.endsWith('\n')),
  );
  notes.push(
    saved === undefined
      ? `Content-Length is ${String(length)}, but the body has ${counted(rest.length, 'byte')}: it was cut, or changed when the file was saved.`
      : 'The file has other line breaks than the request: the body was read with those that give its Content-Length.',
  );
  return { body: saved?.slice(0, length) ?? body, next };
}

/** Logs have such headers over a body that is joined already. */
function byChunks({ file, from }: Place): Body {
  const cursor = new Cursor(file, from);
  const body = readChunks(cursor);
  return body === undefined
    ? { body: file.slice(from), next: undefined }
    : { body, next: nextRequest(file, cursor.at) };
}

const chunkSize = /[ \t]*([0-9a-f]{1,8})[ \t]*(?:;[^\n]*)?\r?(?:\n|$)/iy;
const trailer = /[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*:[^\n]*(?:\n|$)/y;

function readChunks(cursor: Cursor): string | undefined {
  let body = '';
  for (;;) {
    const digits = cursor.take(chunkSize)?.[1];
    if (digits === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    if (size === 0) break;
    body += cursor.text.slice(cursor.at, cursor.at + size);
    cursor.at += size;
    if (!cursor.take(/\r?\n/y)) return undefined;
  }
  while (cursor.take(trailer));
  cursor.take(/\r?\n/y);
  return body;
}
