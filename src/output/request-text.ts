import { printJson } from '../text/json/print.js';
import type { WireRequest } from '../contract/wire.js';
import { shellWord } from '../text/shell.js';
import { utf8Text } from '../text/utf8.js';

/** How a signed request is written out (`--as`). Each form holds the exact bytes. */
export const requestForms = ['curl', 'http', 'json'] as const;
export type RequestForm = (typeof requestForms)[number];

/** The request in one of the forms; bytes, because a body need not be text. */
export function writeRequest(request: WireRequest, form: RequestForm): Uint8Array {
  if (form === 'http') return asHttp(request);
  return Buffer.from(form === 'curl' ? asCurl(request) : `${printJson(envelope(request), { indent: 2 })}\n`);
}

/** pvg's own JSON form of a request, which `pvg diagnose` reads. */
export const envelope = (
  request: WireRequest,
): { method: string; url: string; headers: Record<string, string>; body?: string; body_base64?: string } => {
  const text = utf8Text(request.body);
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(text === undefined ? { body_base64: Buffer.from(request.body).toString('base64') } : { body: text }),
  };
};

function asHttp({ method, url, headers, body }: WireRequest): Uint8Array {
  const { host, pathname, search } = new URL(url);
  const head = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${String(body.byteLength)}`,
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), body]);
}

/** For a POSIX shell. */
function asCurl({ method, url, headers, body }: WireRequest): string {
  const text = utf8Text(body);
  // --data would drop line breaks; a body that a shell word cannot carry goes through printf.
  const plain =
    text !== undefined && body.byteLength <= longestWord && !/\p{Cc}/u.test(text) && !text.startsWith('@');
  const command = [
    `curl --request ${method} ${shellWord(url)}`,
    ...headers.map(([name, value]) => `  --header ${shellWord(`${name}: ${value}`)}`),
    plain ? `  --data-binary ${shellWord(text)}` : '  --data-binary @-',
  ].join(' \\\n');
  return plain ? `${command}\n` : `printf '${octal(body)}' | ${command}\n`;
}

// Linux takes 128 KB; Windows 32 KB for the whole command.
const longestWord = 16 * 1024;

/** Bytes for the printf of any POSIX shell; a dash in front would be an option. */
const octal = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte, at) =>
      byte >= 0x20 && byte < 0x7f && !(at === 0 ? "-\\%'" : "\\%'").includes(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `\\${byte.toString(8).padStart(3, '0')}`,
    )
    .join('');
