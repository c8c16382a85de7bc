import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { headerValues, WireFailure, type WireResponse } from '../wire.js';

/**
 * Undoes a compression that nobody asked for, up to `maxBytes`: undici's own cap counts compressed bytes, of which
 * 389 KB can become 400 MB.
 * @throws {WireFailure}
 */
export async function inflated(answer: WireResponse, maxBytes: number): Promise<WireResponse> {
  const codings = headerValues(answer.headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = codings;
  if (coding === undefined || answer.body.length === 0) return answer;
  const decode = codings.length === 1 ? decoders.get(coding) : undefined;
  const details = { status: answer.status, headers: answer.headers };
  if (!decode)
    throw new WireFailure('garbled', 'the answer is encoded in a way that pvg cannot read', details);
  try {
    return { ...answer, body: await decode(answer.body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    throw decodingFailure(error, details);
  }
}

type Decode = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const zlibInflate = promisify<Uint8Array, object, Uint8Array>(inflate);
const rawInflate = promisify<Uint8Array, object, Uint8Array>(inflateRaw);

/** RFC 9110 means zlib by `deflate`; some servers send the bare stream. */
const deflate: Decode = (body, options) =>
  isZlib(body) ? zlibInflate(body, options) : rawInflate(body, options);

/** RFC 1950: method 8, and the first two bytes are a multiple of 31. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', promisify<Uint8Array, object, Uint8Array>(gunzip)],
  ['x-gzip', promisify<Uint8Array, object, Uint8Array>(gunzip)],
  ['deflate', deflate],
  ['br', promisify<Uint8Array, object, Uint8Array>(brotliDecompress)],
]);

function decodingFailure(
  error: unknown,
  details: { status: number; headers: WireResponse['headers'] },
): WireFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'Z_ERROR';
  const because = { cause: error };
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new WireFailure('oversized', 'the answer is larger than 4 MB', { ...details, code }, because);
  if (code === 'Z_BUF_ERROR')
    return new WireFailure(
      'cut',
      'the compressed answer broke off before its end',
      { ...details, code },
      because,
    );
  return new WireFailure(
    'garbled',
    'the answer is not compressed as its headers say',
    { ...details, code },
    because,
  );
}
