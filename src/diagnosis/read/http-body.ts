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
  /** Where the request line begins. */
  readonly start: number;
  readonly from: number;
}

interface Body {
  readonly body: string | PvgError;
  readonly next: number | undefined;
  readonly answer?: AnswerRead | undefined;
  readonly endsFile?: true;
}

export function bodyAt(place: Place, headers: Headers, notes: string[]): Body {
  if (/\bchunked\b/i.test(headerOf(headers, 'transfer-encoding') ?? '')) return byChunks(place, notes);
  const announced = headerOf(headers, 'content-length') ?? '';
  return /^\d{1,15}$/.test(announced) ? byLength(place, Number(announced), notes) : toTheEnd(place, notes);
}

function toTheEnd({ file, from }: Place, notes: string[]): Body {
  const following = requestLineAt(file, from, [versioned]);
  if (following !== undefined) return { body: '', next: following };
  // Editors separate the requests of a file like this. No line of a JSON text begins so.
  const parted = file.indexOf('\n###', from - 1);
  if (parted !== -1) {
    return {
      body: withoutLastBlanks(file.slice(from, parted + 1)),
      next: requestLineAt(file, parted + 1, [versioned, unversioned]),
    };
  }
  // No JSON text has such a line either.
  const rest = file.slice(from);
  const answered = /\nHTTP\/\d(?:\.\d)? \d{3}\b/.exec(rest);
  const body = answered === null ? rest : withoutEnd(rest.slice(0, answered.index), '\r\n');
  if (answered !== null) return { body, next: undefined, answer: readAnswer(rest.slice(answered.index + 1)) };
  if (body.endsWith('\n')) {
    notes.push(
      'There is no Content-Length: the line break at the end of the file was read as part of the body.',
    );
  }
  return { body, next: undefined, endsFile: true };
}

/** The length decides, unless an editor changed the line breaks when it saved the file. */
function byLength({ file, start, from }: Place, length: number, notes: string[]): Body {
  const rest = file.slice(from);
  const body = rest.slice(0, length);
  const next = nextRequest(file, from + length);
  const isMissing =
    length > 0 &&
    ((/^[\r\n]*$/.test(rest) && rest.length < length) || new Cursor(rest).take(answerLine) !== undefined);
  if (isMissing) return { body: inputUnreadable('The body of the request is missing.'), next };
  if (rest.length === length || next !== undefined) return { body, next };
  const surplus = rest.slice(length);
  if (/^[\r\n]+$/.test(surplus)) {
    notes.push('Removed the line break after the body: Content-Length ends before it.');
    return { body, next };
  }
  if (new Cursor(surplus).take(answerLine)) {
    return { body, next, answer: readAnswer(surplus) };
  }
  const changed = withOtherLineEnds(file.slice(start), rest, length);
  notes.push(
    changed?.note ??
      (surplus === ''
        ? `Content-Length is ${String(length)}, but the body has ${counted(rest.length, 'byte')}. It was cut, or changed when the file was saved.`
        : `Ignored ${counted(surplus.length, 'byte')} after the body: the file is longer than Content-Length.`),
  );
  return { body: changed?.body ?? body, next };
}

/** The body before an editor changed all line breaks of the file: only then its length is right. */
function withOtherLineEnds(
  file: string,
  rest: string,
  length: number,
): { body: string; note: string } | undefined {
  const note = (saved: string, sent: string): string =>
    `The file has ${saved} line breaks. The body was read with ${sent}, which gives its Content-Length.`;
  if (!file.includes('\r\n')) {
    const body = rest.replaceAll('\n', '\r\n');
    return body.length === length ? { body, note: note('LF', 'CRLF') } : undefined;
  }
  if (/(?<!\r)\n/.test(file)) return undefined;
  const body = rest.replaceAll('\r\n', '\n');
  // The editor may also have added a line break at the end.
  const added = body.length === length + 1 && body.endsWith('\n');
  return added || body.length === length
    ? { body: body.slice(0, length), note: note('CRLF', 'LF') }
    : undefined;
}

function byChunks({ file, from }: Place, notes: string[]): Body {
  const cursor = new Cursor(file, from);
  const body = readChunks(cursor);
  if (body !== undefined) return { body, next: nextRequest(file, cursor.at) };
  notes.push(
    'The headers say chunked, but the body has no complete chunks. Its bytes were read as they are.',
  );
  return { body: file.slice(from), next: undefined };
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
