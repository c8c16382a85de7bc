import { promisify } from 'node:util';
import { headerValues, WireFailure, type WireFailureKind, type WireResponse } from '../contract/wire.js';

/**
 * Undoes a compression that pvg did not ask for, up to `maxBytes`: undici's own limit counts compressed bytes, and 389 KB
 * of them can become 400 MB.
 * @throws {WireFailure}
 */
export async function inflated(answer: WireResponse, maxBytes: number): Promise<WireResponse> {
  if (!answer.headers.some(([name]) => name === 'content-encoding')) return answer;
  const codings = headerValues(answer.headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = codings;
  if (coding === undefined || answer.body.length === 0) return answer;
  const decode = codings.length === 1 ? await decoderOf(coding, answer.body) : undefined;
  const details = { status: answer.status, headers: answer.headers };
  if (decode === undefined)
    throw new WireFailure('garbled', 'the answer is encoded in a way that pvg cannot read', details);
  try {
    return { ...answer, body: await decode(answer.body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_ERROR';
    const [kind, says] = failures.get(code) ?? ['garbled', 'the answer is not compressed as its headers say'];
    throw new WireFailure(kind, says, { ...details, code }, { cause: error });
  }
}

/** node:zlib is slow to load, and hardly any answer needs it. */
async function decoderOf(coding: string, body: Uint8Array) {
  const { brotliDecompress, gunzip, inflate, inflateRaw } = await import('node:zlib');
  if (coding === 'gzip' || coding === 'x-gzip') return promisify(gunzip);
  // RFC 9110: deflate means zlib; some servers send the raw stream.
  if (coding === 'deflate') return promisify(isZlib(body) ? inflate : inflateRaw);
  return coding === 'br' ? promisify(brotliDecompress) : undefined;
}

/** RFC 1950: method 8, and the first two bytes are a multiple of 31. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

const failures: ReadonlyMap<string, readonly [WireFailureKind, string]> = new Map([
  ['ERR_BUFFER_TOO_LARGE', ['oversized', 'the answer is larger than 4 MB']],
  ['Z_BUF_ERROR', ['cut', 'the compressed answer broke off before its end']],
]);
