import { fromLatin1, type InputText } from './text.js';
import { headerOf, mostRequests, unreadable, type Found, type Headers } from './read-request.js';

/** Requests as they are on the wire. The body is never decoded as text: its bytes are what was signed. */

const versioned = /^([A-Z][A-Z-]{1,19}) (\S+) HTTP\/\d(?:\.\d)?$/;
// As .http files of editors have it.
const unversioned = /^(POST|PUT|PATCH|DELETE|GET|HEAD|OPTIONS) ((?:\/|https?:\/\/)\S*)$/;
const anyRequestLine = /(?:POST|PUT|PATCH|DELETE|GET|HEAD|OPTIONS) \S+ HTTP\/\d(?:\.\d)?\r?\n/g;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:[ \t]*(.*?)[ \t]*$/s;
const preambleLines = 50;

/** Every request of the input; undefined when it does not begin with a request line. */
export function readHttp({ bytes, latin1 }: InputText): Found[] | undefined {
  let at = startOfRequest(bytes, 0, { versionNeeded: false });
  if (at === undefined) return undefined;
  const found: Found[] = [];
  while (at !== undefined && found.length <= mostRequests) {
    const { request, next } = readOne({ bytes, latin1 }, at);
    found.push(request);
    at = next;
  }
  return found;
}

/** An answer instead of a request is a likely slip, and worth its own words. */
export const beginsWithResponse = ({ latin1 }: InputText): boolean =>
  /^\s*(?:< )?HTTP\/\d(?:\.\d)? \d{3}/.test(latin1.slice(0, 256));

interface Line {
  readonly text: string;
  readonly next: number;
}

function lineAt(bytes: Buffer, at: number): Line {
  const end = bytes.indexOf(0x0a, at);
  const stop = end === -1 ? bytes.length : end;
  const text = bytes.toString('latin1', at, stop > at && bytes[stop - 1] === 0x0d ? stop - 1 : stop);
  return { text, next: end === -1 ? bytes.length : end + 1 };
}

/** The request line at or after a place, behind blank lines and comments. */
function startOfRequest(
  bytes: Buffer,
  from: number,
  { versionNeeded }: { versionNeeded: boolean },
): number | undefined {
  let at = from;
  for (let lines = 0; at < bytes.length && lines < preambleLines; lines += 1) {
    const { text, next } = lineAt(bytes, at);
    if (versioned.test(text) || (!versionNeeded && unversioned.test(text))) return at;
    if (!/^(?:\s*|#.*|\/\/.*)$/s.test(text)) return undefined;
    at = next;
  }
  return undefined;
}

interface Head {
  readonly headers: Headers;
  readonly bodyStart: number;
  /** Whether every line of it ends in CRLF, or none does. */
  readonly ends: 'crlf' | 'lf' | 'mixed';
  readonly notes: readonly string[];
}

function readOne(
  input: Pick<InputText, 'bytes' | 'latin1'>,
  start: number,
): { request: Found; next: number | undefined } {
  const line = lineAt(input.bytes, start);
  const [, method = '', url = ''] = versioned.exec(line.text) ?? unversioned.exec(line.text) ?? [];
  const head = readHead(input.bytes, line.next);
  const framed = frame(input, head);
  return {
    request: {
      ok: true,
      request: { method, url: fromLatin1(url), headers: head.headers, body: framed.body },
      notes: [...head.notes, ...framed.notes],
    },
    next: framed.next,
  };
}

function readHead(bytes: Buffer, from: number): Head {
  const headers: [string, string][] = [];
  let at = from;
  let passedOver = 0;
  const notes: string[] = [];
  while (at < bytes.length) {
    const { text, next } = lineAt(bytes, at);
    if (text === '') {
      at = next;
      break;
    }
    const [, name, value = ''] = headerLine.exec(text) ?? [];
    const last = headers.at(-1);
    if (/^[ \t]/.test(text) && last !== undefined) last[1] = `${last[1]} ${text.trim()}`.trim();
    else if (name !== undefined) headers.push([name, value]);
    else if (/^[{[]/.test(text)) {
      notes.push('There is no blank line before the body; it was taken to begin at the first brace.');
      break;
    } else passedOver += 1;
    at = next;
  }
  if (passedOver > 0)
    notes.push(`${String(passedOver)} lines among the headers are none and were passed over.`);
  return {
    headers: headers.map(([name, value]) => [name, fromLatin1(value)]),
    bodyStart: at,
    ends: lineEnds(bytes, from, at),
    notes,
  };
}

function lineEnds(bytes: Buffer, from: number, to: number): Head['ends'] {
  let feeds = 0;
  let pairs = 0;
  for (let at = bytes.indexOf(0x0a, from - 1); at !== -1 && at < to; at = bytes.indexOf(0x0a, at + 1)) {
    feeds += 1;
    if (bytes[at - 1] === 0x0d) pairs += 1;
  }
  return pairs === 0 ? 'lf' : pairs === feeds ? 'crlf' : 'mixed';
}

interface Framed {
  readonly body: Uint8Array;
  readonly next: number | undefined;
  readonly notes: readonly string[];
}

function frame({ bytes, latin1 }: Pick<InputText, 'bytes' | 'latin1'>, head: Head): Framed {
  const from = head.bodyStart;
  if (/\bchunked\b/i.test(headerOf(head.headers, 'transfer-encoding') ?? '')) {
    const chunked = readChunks(bytes, from);
    if (chunked !== undefined)
      return { ...chunked, next: nextRequest(bytes, latin1, chunked.end), notes: [] };
    const notes = [
      'The body is announced as chunked but holds no whole chunks; its bytes were taken as they are.',
    ];
    return { body: bytes.subarray(from), next: undefined, notes };
  }
  const announced = headerOf(head.headers, 'content-length');
  return announced !== undefined && /^\d{1,15}$/.test(announced)
    ? byLength(bytes, latin1, head, Number(announced))
    : toTheEnd(bytes, latin1, from);
}

function toTheEnd(bytes: Buffer, latin1: string, from: number): Framed {
  const following = startOfRequest(bytes, from, { versionNeeded: true });
  if (following !== undefined) return { body: new Uint8Array(), next: following, notes: [] };
  // Editors part the requests of a file so; no JSON text has a line that begins like this.
  const parted = latin1.indexOf('\n###', from - 1);
  if (parted !== -1) {
    const end = latin1.slice(from, parted + 1).trimEnd().length + from;
    return {
      body: bytes.subarray(from, end),
      next: startOfRequest(bytes, parted + 1, { versionNeeded: false }),
      notes: [],
    };
  }
  const body = bytes.subarray(from);
  return {
    body,
    next: undefined,
    notes:
      body.at(-1) === 0x0a
        ? ['There is no Content-Length; the line end at the end of the file was taken as part of the body.']
        : [],
  };
}

/** The length decides, but for line ends that an editor changed when it saved the file. */
function byLength(bytes: Buffer, latin1: string, head: Head, length: number): Framed {
  const from = head.bodyStart;
  const rest = bytes.subarray(from);
  const body = rest.subarray(0, length);
  const missing = length - rest.length;
  if (missing === 0) return { body, next: undefined, notes: [] };
  if (missing > 0) return tooShort(rest, head, missing, length);
  const next = nextRequest(bytes, latin1, from + length);
  if (next !== undefined) return { body, next, notes: [] };
  const tail = rest.toString('latin1', length, length + 64);
  const lineEndsOnly = -missing <= 64 && /^[\r\n]+$/.test(tail);
  if (lineEndsOnly) {
    return { body, next, notes: ['The line end after the body was dropped: Content-Length ends before it.'] };
  }
  if (/^\s*HTTP\/\d/.test(tail))
    return { body, next, notes: ['What follows the request is an answer; it was left out.'] };
  return (
    restored(rest, head, -missing) ?? {
      body,
      next,
      notes: [
        `Content-Length ends before the file does: ${String(-missing)} bytes after the body were left out.`,
      ],
    }
  );
}

function tooShort(rest: Buffer, head: Head, missing: number, length: number): Framed {
  const { feeds, pairs } = countLineEnds(rest);
  if (head.ends === 'lf' && pairs === 0 && feeds === missing) {
    const body = Buffer.from(rest.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
    const notes = [
      'The file was saved with LF; with CRLF the body has its Content-Length, so it was read like that.',
    ];
    return { body, next: undefined, notes };
  }
  const notes = [
    `Content-Length says ${String(length)} bytes and ${String(rest.length)} follow: the body was cut, or changed when it was saved.`,
  ];
  return { body: rest, next: undefined, notes };
}

/** LF that became CRLF in the file: the surplus is exactly the number of line ends, with or without a last one. */
function restored(rest: Buffer, head: Head, surplus: number): Framed | undefined {
  if (head.ends !== 'crlf') return undefined;
  const { feeds, pairs } = countLineEnds(rest);
  if (pairs === 0 || feeds !== pairs) return undefined;
  const text = rest.toString('latin1').replaceAll('\r\n', '\n');
  // A last line end that the editor added is surplus by both of its bytes.
  const addedEnd = surplus === pairs + 1 && text.endsWith('\n');
  if (surplus !== pairs && !addedEnd) return undefined;
  return {
    body: Buffer.from(addedEnd ? text.slice(0, -1) : text, 'latin1'),
    next: undefined,
    notes: [
      'The file was saved with CRLF; with LF the body has its Content-Length, so it was read like that.',
    ],
  };
}

function countLineEnds(bytes: Buffer): { feeds: number; pairs: number } {
  let feeds = 0;
  let pairs = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    feeds += 1;
    if (at > 0 && bytes[at - 1] === 0x0d) pairs += 1;
  }
  return { feeds, pairs };
}

/** The request after this one, also behind an answer, as in a recorded connection. */
function nextRequest(bytes: Buffer, latin1: string, from: number): number | undefined {
  const direct = startOfRequest(bytes, from, { versionNeeded: true });
  if (direct !== undefined || !/^\s*HTTP\/\d/.test(latin1.slice(from, from + 64))) return direct;
  anyRequestLine.lastIndex = from;
  return anyRequestLine.exec(latin1)?.index;
}

function readChunks(bytes: Buffer, from: number): { body: Uint8Array; end: number } | undefined {
  const chunks: Uint8Array[] = [];
  let at = from;
  while (at < bytes.length) {
    const line = lineAt(bytes, at);
    const digits = /^[ \t]*([0-9a-f]{1,8})[ \t]*(?:;.*)?$/is.exec(line.text)?.[1];
    if (digits === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    if (size === 0) return { body: Buffer.concat(chunks), end: endOfTrailers(bytes, line.next) };
    if (line.next + size > bytes.length) return undefined;
    chunks.push(bytes.subarray(line.next, line.next + size));
    const end = lineAt(bytes, line.next + size);
    if (end.text !== '') return undefined;
    at = end.next;
  }
  return undefined;
}

function endOfTrailers(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const { text, next } = lineAt(bytes, at);
    // A request that follows at once, without the blank line, is none of the trailers.
    if (text !== '' && !headerLine.test(text)) return at;
    at = next;
    if (text === '') return at;
  }
  return at;
}

// What curl -v prints: `>` for what it sent, `<` for what came, `*` for its own words, braces for counted data.
const sentRequestLine = /^> ?([A-Z][A-Z-]{1,19} \S+ HTTP\/\d(?:\.\d)?)\r?$/m;
const notTheBody = /^(?:[*<](?: |\r?$)|[{}] \[\d+ bytes data\]|> ?[A-Z][A-Z-]{1,19} \S+ HTTP\/\d)/;

/** Requests in the output of `curl -v`; undefined when there is none. */
export function readVerbose({ latin1 }: InputText): Found[] | undefined {
  if (!sentRequestLine.test(latin1)) return undefined;
  const lines = latin1.split('\n').map((line) => line.replace(/\r$/, ''));
  const found: Found[] = [];
  for (let at = 0; at < lines.length && found.length <= mostRequests; at += 1) {
    if (sentRequestLine.test(lines[at] ?? '')) found.push(readVerboseRequest(lines, at));
  }
  return found;
}

function readVerboseRequest(lines: readonly string[], start: number): Found {
  const head: string[] = [];
  let at = start;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    // curl's own words may stand between two headers.
    if (/^\*(?: |$)/.test(line)) continue;
    const sent = /^> ?(.*)$/s.exec(line)?.[1];
    if (sent === undefined || sent === '' || (at > start && sentRequestLine.test(line))) break;
    head.push(sent);
  }
  const body: string[] = [];
  for (at += 1; at < lines.length && !notTheBody.test(lines[at] ?? ''); at += 1) body.push(lines[at] ?? '');
  const marked = body.some((line) => line.startsWith('>'));
  const text = (marked ? body.map((line) => line.replace(/^> ?/, '')) : body).join('\n');
  const latin1 = `${head.join('\n')}\n\n${text}`;
  const { request } = readOne({ bytes: Buffer.from(latin1, 'latin1'), latin1 }, 0);
  if (
    request.ok &&
    request.request.body.length === 0 &&
    Number(headerOf(request.request.headers, 'content-length')) > 0
  ) {
    return unreadable(
      'The output of `curl -v` does not show the body; put the command, or the body below its headers, beside it.',
    );
  }
  return request;
}
