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
  const decoder = codings.length === 1 ? decoders.get(coding) : undefined;
  const details = { status: answer.status, headers: answer.headers };
  if (!decoder)
    throw new WireFailure('garbled', 'the answer is encoded in a way that pvg cannot read', details);
  try {
    const decode = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(decoder);
    return { ...answer, body: await decode(answer.body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    throw decodingFailure(error, details);
  }
}

type Inflate = (
  body: Uint8Array,
  options: { maxOutputLength: number },
  done: (error: Error | null, inflated: Uint8Array) => void,
) => void;

/** RFC 9110 means zlib by `deflate`; some servers send the bare stream. */
const deflate: Inflate = (body, options, done) => {
  (isZlib(body) ? inflate : inflateRaw)(body, options, done);
};

/** RFC 1950: method 8, and the first two bytes are a multiple of 31. */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

/** Each named where it runs: node:zlib is loaded for an answer that needs it. */
const decoders: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', (...call) => gunzip(...call)],
  ['x-gzip', (...call) => gunzip(...call)],
  ['deflate', deflate],
  ['br', (...call) => brotliDecompress(...call)],
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
