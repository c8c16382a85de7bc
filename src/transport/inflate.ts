import { promisify } from 'node:util';
import {
  headerValues,
  WireFailure,
  type WireFailureKind,
  type WireResponse,
} from '../contract/wire.js';

/**
 * Undoes gzip, which pvg did not ask for, up to `maxBytes`: undici's own limit counts compressed bytes, and 389 KB of them
 * can become 400 MB.
 * @throws {WireFailure} also for any other encoding
 */
export async function inflated(answer: WireResponse, maxBytes: number): Promise<WireResponse> {
  const { status, headers, body } = answer;
  const codings = headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || body.length === 0) return answer;
  // Several encodings, joined by commas, are in no list.
  if (!['gzip', 'x-gzip'].includes(codings.join())) {
    const says = 'the answer is encoded in a way that pvg cannot read (it reads gzip)';
    throw new WireFailure('garbled', says, { status, headers });
  }
  // Slow to load, and hardly any answer needs it.
  const { gunzip } = await import('node:zlib');
  try {
    return { ...answer, body: await promisify(gunzip)(body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_ERROR';
    const [kind, says] = failures[code] ?? [
      'garbled',
      'the answer is not compressed as its headers say',
    ];
    throw new WireFailure(kind, says, { status, headers, code, cause: error });
  }
}

const failures: Readonly<Record<string, readonly [WireFailureKind, string]>> = {
  ERR_BUFFER_TOO_LARGE: ['oversized', 'the answer is larger than 4 MB'],
  Z_BUF_ERROR: ['cut', 'the compressed answer broke off before its end'],
};
