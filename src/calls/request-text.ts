import { PvgError } from '../failure.js';
import { printJson } from '../text/json/json.js';
import type { WireRequest } from '../contract/wire.js';
import { shellWord } from '../text/shell.js';
import { utf8Text } from '../text/utf8.js';

/** How a signed request is written out (`--as`). Each form holds the exact bytes. */
export const requestForms = ['curl', 'http', 'json'] as const;
type RequestForm = (typeof requestForms)[number];

/** The request in one of the forms; bytes, because a body need not be text. @throws {PvgError} `usage` */
export function writeRequest(request: WireRequest, form: RequestForm): Uint8Array {
  if (form === 'http') return asHttp(request);
  return Buffer.from(
    form === 'curl' ? asCurl(request) : `${printJson(envelope(request), { indent: 2 })}\n`,
  );
}

/** pvg's own JSON form of a request, which `pvg diagnose` reads. */
export function envelope({ method, url, headers, body }: WireRequest) {
  const text = utf8Text(body);
  const head = { method, url, headers: Object.fromEntries(headers) };
  if (text === undefined) return { ...head, body_base64: Buffer.from(body).toString('base64') };
  return { ...head, body: text };
}

function asHttp({ method, url, headers, body }: WireRequest): Uint8Array {
  const { host, pathname, search } = new URL(url);
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.byteLength}`,
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), body]);
}

/** For a POSIX shell. @throws {PvgError} `usage` for a body that a word of a shell cannot carry */
function asCurl({ method, url, headers, body }: WireRequest): string {
  const text = utf8Text(body);
  // curl takes a word that begins with `@` for the name of a file. A control character other than a line break or a tab is no
  // plain text, which a person can copy.
  if (
    text === undefined ||
    body.byteLength > longestShellWord ||
    /^@|(?![\n\r\t])\p{Cc}/u.test(text)
  ) {
    throw new PvgError('usage', 'This body cannot be written as one curl command.', {
      hint: 'It is too long, begins with `@`, or is not plain text. Use `--as http` or `--as json`.',
    });
  }
  const parts = [
    `curl --request ${method} ${shellWord(url)}`,
    ...headers.map(([name, value]) => `--header ${shellWord(`${name}: ${value}`)}`),
    // `--data-binary`, because `--data` drops line breaks.
    `--data-binary ${shellWord(text)}`,
  ];
  return `${parts.join(' \\\n  ')}\n`;
}

// Linux takes a word of 128 KB; Windows takes 32 KB for the whole command.
const longestShellWord = 16 * 1024;
