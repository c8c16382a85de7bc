import { headerNames, type InterfaceRecord, interfaceRecords } from '../../contract/interfaces.js';
import type { readBody } from '../../service/fields.js';
import { JsonObject } from '../../text/json/json.js';
import { utf8Text } from '../../text/utf8.js';
import { bodyProblemClause } from '../../wording/describe.js';
import { hintsFor, senderOf, type SenderHints } from '../catalogue/sender.js';
import { headerOf, type ObservedRequest } from '../observed-request.js';
import type { LintFinding } from '../outcome.js';
import { quoteText } from '../spelling.js';
import { isBodyPlaceholder } from '../read/placeholder.js';
import { requestFindings } from './problem.js';

/** Whether an HTTP client followed a redirect: after 301, 302 or 303 it sends a GET with the headers but without the body. */
export function isFollowedRedirect({ method, body, headers }: ObservedRequest): boolean {
  return (
    /^GET$/i.test(method) && body.length === 0 && headerOf(headers, 'x-signature') !== undefined
  );
}

/** The problem of a body that is not a JSON object: form data, empty, compressed, a printed object. */
export function bodyFormLint(
  request: ObservedRequest,
  object: ReturnType<typeof readBody>['object'],
): LintFinding[] {
  const { body } = request;
  const formWords = formDataOf(body);
  if (formWords !== undefined) {
    return requestFindings({
      part: 'body',
      effect: 'refused',
      says: `The body is ${formWords}, not JSON.`,
      fix: 'Send the fields as JSON, and sign exactly those JSON bytes.',
    });
  }
  if (object instanceof JsonObject) return [];
  if (body.length === 0) return emptyBodyLint(request);
  const printed = printedObject.exec(Buffer.from(body.subarray(0, 100)).toString('latin1').trim());
  if (printed !== null) {
    return requestFindings({
      part: 'body',
      effect: 'refused',
      says: `The body that was sent is ${quoteText(printed[0])}: the program printed an object in place of its JSON.`,
      fix: `Give the HTTP client the text that was signed.${languageHint(textHints, request)}`,
    });
  }
  if (isCompressed(body)) {
    return requestFindings({
      part: 'body',
      effect: 'not-allowed',
      says: 'The body is compressed. The contract shows no compressed body.',
      fix: 'Remove the compression and the `Content-Encoding` header, and send the JSON itself.',
    });
  }
  return requestFindings(
    isBodyPlaceholder(Buffer.from(body).toString()) && {
      part: 'masked',
      effect: 'unclear',
      says: 'The body looks like what a log or a recording writes in place of a body.',
      fix: 'Give the body as it was sent: `--body @file`.',
    },
    {
      part: 'body',
      effect: 'refused',
      says: `The service needs a JSON object, but ${bodyProblemClause(object)}.`,
      fix: objectAdvice(request),
    },
  );
}

function objectAdvice(request: ObservedRequest): string {
  if (utf8Text(request.body) === undefined) {
    const hint = languageHint(charsetHints, request);
    return `Encode the JSON as UTF-8 once, and send the bytes that are signed.${hint}`;
  }
  return `Send a JSON object.${isCopyOfLog(request) ? copiedAdvice : ''}`;
}

const charsetHints: SenderHints = {
  java: 'In Java, give the HTTP client `text.getBytes(StandardCharsets.UTF_8)`: RestTemplate writes a text in Latin-1.',
  python: 'In Python, give the HTTP client `text.encode()`: it may write a text in Latin-1.',
};

/**
 * What languages print for an object that was not turned into JSON: `[object Object]` of JavaScript, `System.Byte[]` of C#,
 * `[B@1f` of Java, `<app.Order object at 0x7f1c>` of Python.
 */
const printedObject =
  /^(?:\[object \w+\]|System\.(?:S?Byte|Object|Char)\[\]|\[[BC]@[0-9a-f]{1,8}|<\w[\w.]* object at 0x[0-9a-f]+>)$/;
const textHints: SenderHints = {
  node: 'In JavaScript, `JSON.stringify(payload)` makes it.',
  python: 'In Python, `json.dumps(payload)` makes it.',
};

/** Whether the options of a call, with its headers and its body in them, were sent as the body. */
export function hasHeadersInBody(object: ReturnType<typeof readBody>['object']): boolean {
  const inBody = object instanceof JsonObject ? object.get('headers') : undefined;
  if (!(inBody instanceof JsonObject)) return false;
  const name = headerNames.signature.toLowerCase();
  return inBody.members.some(([member]) => member.toLowerCase() === name);
}

/** The first bytes of gzip, zstd and zlib. */
const compressedStarts = ['1f8b', '28b52ffd', '7801', '789c', '78da'];

function isCompressed(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 4)).toString('hex');
  return compressedStarts.some((magic) => start.startsWith(magic));
}

const codings = /\b(?:gzip|deflate|br|zstd|compress)\b/i;

/** A body that is JSON, but is said to be compressed. */
export function contentEncodingLint(
  { headers }: ObservedRequest,
  object: ReturnType<typeof readBody>['object'],
): LintFinding[] {
  const [coding] = codings.exec(headerOf(headers, 'content-encoding') ?? '') ?? [];
  return requestFindings(
    coding !== undefined &&
      object instanceof JsonObject && {
        part: 'content-encoding',
        effect: 'not-allowed',
        says: `The request has \`Content-Encoding: ${coding.toLowerCase()}\`, but the body is not compressed.`,
        fix: 'Remove the `Content-Encoding` header.',
      },
  );
}

function emptyBodyLint(request: ObservedRequest): LintFinding[] {
  // `methodLint` reports this request already.
  if (isFollowedRedirect(request)) return [];
  const problem = { part: 'body', effect: 'refused' } as const;
  const [name] = queryFields(request);
  if (name !== undefined) {
    return requestFindings({
      ...problem,
      says: `The body is empty: its fields, such as \`${name}\`, are in the query string of the address.`,
      fix: `Send them as JSON in the body, and sign exactly those bytes.${languageHint(queryHints, request)}`,
    });
  }
  return requestFindings({
    ...problem,
    says: 'The service needs a JSON object, but the body is empty.',
    fix: `Send a JSON object. If the program read a stream to sign it, nothing is left of it to send: give the HTTP client the bytes.${languageHint(streamHints, request)}`,
  });
}

/** Members of the body that were sent as parameters in the query of the address. */
function queryFields({ url, interface: interfaceName }: ObservedRequest): string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const { tellingMembers: members }: InterfaceRecord = interfaceRecords[interfaceName];
  return [...new URLSearchParams(query).keys()].filter((name) => members.includes(name));
}

const queryHints: SenderHints = {
  python: 'In requests, `params=` makes a query string: give the bytes as `data=`.',
  node: 'In axios, `params` makes a query string: give the text as `data`.',
};
const streamHints: SenderHints = {
  go: 'In Go, `bytes.NewReader(body)` makes a new reader of them.',
  java: 'In Java, keep the array that `readAllBytes()` returned.',
};

/** The hint for the language that the headers show; empty if they show none or the table has none for it. */
function languageHint(hints: SenderHints, request: ObservedRequest): string {
  const sender = senderOf(request);
  return sender === undefined ? '' : [' ', ...hintsFor(hints, sender)].join('').trimEnd();
}

const copiedAdvice =
  ' If this body was copied from a log, give all of it as it was sent: `--body @file`.';

/** Whether the body looks cut or escaped, as a log writes it; not if its length is that of the Content-Length header. */
function isCopyOfLog({ body, headers }: ObservedRequest): boolean {
  if (headerOf(headers, 'content-length')?.trim() === String(body.length)) return false;
  const text = Buffer.from(body).toString().trim();
  // nginx writes `\x22` for a quote.
  const isCut = /^[{[]/.test(text) && !/[}\]]$/.test(text);
  return isCut || /…|\.{3}$|\*{3}|\\x22/.test(text);
}

/** The kind of form data in words; undefined for any other body. */
function formDataOf(body: Uint8Array): string | undefined {
  const text = Buffer.from(body.subarray(0, 1_000)).toString('latin1');
  if (/^--[^\r\n]+\r?\nContent-Disposition:/i.test(text)) return 'multipart form data';
  return /^[\w.~%+[\]-]+=[^\s{"]*$/.test(text) ? 'form data (`a=1&b=2`)' : undefined;
}
