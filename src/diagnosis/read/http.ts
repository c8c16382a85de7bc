import { Cursor, withoutLastBlanks } from './cursor.js';
import { bytesOf, mostRequests, type Found, type Headers } from './found.js';
import { bodyAt } from './http-body.js';
import { requestLineAt, unversioned, versioned } from './request-line.js';
import { fromLatin1 } from './text.js';

/** Raw HTTP requests. The body is never decoded as text: its bytes were signed. */

const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/s;

/** Every request of the input; undefined if it does not begin with a request line. */
export function readHttp(file: string): Found[] | undefined {
  const found: Found[] = [];
  let at = requestLineAt(file, 0, [versioned, unversioned]);
  if (at === undefined) return undefined;
  while (at !== undefined && found.length <= mostRequests) {
    const { request, next } = readRequestAt(file, at);
    found.push(request);
    at = next;
  }
  return found;
}

/** An answer instead of a request is a common mistake, so it has its own message. */
export const beginsWithAnswer = (latin1: string): boolean =>
  /^\s*(?:< )?HTTP\/\d(?:\.\d)? \d{3}/.test(latin1);

interface RequestAt {
  readonly request: Found;
  readonly next: number | undefined;
}

function readRequestAt(file: string, start: number): RequestAt {
  const cursor = new Cursor(file, start);
  const notes: string[] = [];
  const [, method = '', url = ''] = cursor.take(versioned) ?? cursor.take(unversioned) ?? [];
  const headers = readHeaders(cursor);
  const { body, next, answer, endsFile } = bodyAt({ file, from: cursor.at }, headers, notes);
  return {
    request: {
      method,
      url: fromLatin1(url),
      headers,
      body: bytesOf(body),
      answer,
      notes,
      ...(endsFile && { endsFile }),
    },
    next,
  };
}

function readHeaders(cursor: Cursor): Headers {
  const headers: [string, string][] = [];
  while (!cursor.ended) {
    const start = cursor.at;
    const line = cursor.line();
    if (line === '') break;
    const [, name, value = ''] = header.exec(line) ?? [];
    const last = headers.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      const more = withoutLastBlanks(line).trimStart();
      if (more !== '') last[1] += ` ${more}`;
    } else if (name !== undefined) headers.push([name, withoutLastBlanks(value).replace(/^[ \t]+/, '')]);
    else if (/^[{[]/.test(line)) {
      // The blank line before the body is missing.
      cursor.at = start;
      break;
    }
  }
  return headers.map(([name, value]) => [name, fromLatin1(withoutLastBlanks(value).trimStart())]);
}
