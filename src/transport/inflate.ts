import { promisify } from 'node:util';
import { headerValues, WireFailure, type WireFailureKind, type WireResponse } from '../contract/wire.js';

/**
 * Undoes a compression that pvg did not ask for, up to `maxBytes`: undici's own limit counts compressed bytes, and 389 KB
 * of them can become 400 MB.
 * @throws {WireFailure}
 */
export async function inflated(answer: WireResponse, maxBytes: number): Promise<WireResponse> {
  const { status, headers, body } = answer;
  const codings = headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = codings;
  if (coding === undefined || body.length === 0) return answer;
  const decode = codings.length === 1 ? await decoderOf(coding, body) : undefined;
  if (decode === undefined)
    throw new WireFailure('garbled', 'the answer is encoded in a way that pvg cannot read', {
      status,
      headers,
    });
  try {
    return { ...answer, body: await decode(body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_ERROR';
    const [kind, says] = failures[code] ?? ['garbled', 'the answer is not compressed as its headers say'];
    throw new WireFailure(kind, says, { status, headers, code }, { cause: error });
  }
}

/** node:zlib is slow to load, and hardly any answer needs it. */
async function decoderOf(coding: string, [first = 0, second = 0]: Uint8Array) {
  const { brotliDecompress, gunzip, inflate, inflateRaw } = await import('node:zlib');
  if (coding === 'gzip' || coding === 'x-gzip') return promisify(gunzip);
  // RFC 9110: deflate means zlib (RFC 1950: method 8, two bytes that are a multiple of 31); some servers send the raw stream.
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  if (coding === 'deflate') return promisify(isZlib ? inflate : inflateRaw);
  return coding === 'br' ? promisify(brotliDecompress) : undefined;
}

const failures: Readonly<Record<string, readonly [WireFailureKind, string]>> = {
  ERR_BUFFER_TOO_LARGE: ['oversized', 'the answer is larger than 4 MB'],
  Z_BUF_ERROR: ['cut', 'the compressed answer broke off before its end'],
};
