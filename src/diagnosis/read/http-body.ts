import { Cursor, withoutLastBlanks } from './cursor.js';
import { headerOf, type Headers } from './found.js';
import { answerLine, nextRequest, requestLineAt, unversioned, versioned } from './request-line.js';

/** Where the body of a raw HTTP request ends, and where the next request begins. */

interface Place {
  readonly file: string;
  /** Of the request line. */
  readonly start: number;
  /** Of the body. */
  readonly from: number;
}

interface Body {
  readonly body: string;
  readonly next: number | undefined;
}

export function bodyAt(place: Place, headers: Headers, notes: string[]): Body {
  if (/\bchunked\b/i.test(headerOf(headers, 'transfer-encoding') ?? '')) return byChunks(place, notes);
  const announced = headerOf(headers, 'content-length') ?? '';
  return /^\d{1,15}$/.test(announced) ? byLength(place, Number(announced), notes) : toTheEnd(place, notes);
}

function toTheEnd({ file, from }: Place, notes: string[]): Body {
  const following = requestLineAt(file, from, [versioned]);
  if (following !== undefined) return { body: '', next: following };
  // Editors part the requests of a file so; no JSON text has a line that begins like this.
  const parted = file.indexOf('\n###', from - 1);
  if (parted !== -1) {
    return {
      body: withoutLastBlanks(file.slice(from, parted + 1)),
      next: requestLineAt(file, parted + 1, [versioned, unversioned]),
    };
  }
  const body = file.slice(from);
  if (body.endsWith('\n')) {
    notes.push(
      'There is no Content-Length; the line end at the end of the file was taken as part of the body.',
    );
  }
  return { body, next: undefined };
}

/** The length decides, but for line ends that an editor changed when it saved the file. */
function byLength({ file, start, from }: Place, length: number, notes: string[]): Body {
  const rest = file.slice(from);
  const body = rest.slice(0, length);
  const next = nextRequest(file, from + length);
  if (rest.length === length || next !== undefined) return { body, next };
  const surplus = rest.slice(length);
  if (/^[\r\n]+$/.test(surplus)) {
    notes.push('The line end after the body was dropped: Content-Length ends before it.');
    return { body, next };
  }
  if (new Cursor(surplus).take(answerLine)) {
    notes.push('What follows the request is an answer; it was left out.');
    return { body, next };
  }
  const changed = withOtherLineEnds(file.slice(start), rest, length);
  notes.push(
    changed?.note ??
      (surplus === ''
        ? `Content-Length says ${String(length)} bytes and ${String(rest.length)} follow: the body was cut, or changed when it was saved.`
        : `Content-Length ends before the file does: ${String(surplus.length)} bytes after the body were left out.`),
  );
  return { body: changed?.body ?? body, next };
}

/** The body as it was before an editor changed all line ends of the file: so it has its length. */
function withOtherLineEnds(
  file: string,
  rest: string,
  length: number,
): { body: string; note: string } | undefined {
  const note = (saved: string, sent: string): string =>
    `The file was saved with ${saved}; with ${sent} the body has its Content-Length, so it was read like that.`;
  if (!file.includes('\r\n')) {
    const body = rest.replaceAll('\n', '\r\n');
    return body.length === length ? { body, note: note('LF', 'CRLF') } : undefined;
  }
  if (/(?<!\r)\n/.test(file)) return undefined;
  const body = rest.replaceAll('\r\n', '\n');
  // The editor may have added a last line end, too.
  const added = body.length === length + 1 && body.endsWith('\n');
  return added || body.length === length
    ? { body: body.slice(0, length), note: note('CRLF', 'LF') }
    : undefined;
}

function byChunks({ file, from }: Place, notes: string[]): Body {
  const cursor = new Cursor(file, from);
  const body = readChunks(cursor);
  if (body !== undefined) return { body, next: nextRequest(file, cursor.at) };
  notes.push('The body is announced as chunked but holds no whole chunks; its bytes were taken as they are.');
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
