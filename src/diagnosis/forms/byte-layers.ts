import { getBuiltinModule } from 'node:process';
import { inverses } from './layer-inverses.js';
import { byteOrderMark, type LayerRow, type LayerRows } from './layer-row.js';
import { base64InLines, base64LineForms } from './text-escapes.js';

/** Longer bodies are not tried as lists of their bytes: such a list is four times as long. */
const mostListedBytes = 100_000;

/** How a language prints a list of bytes. */
interface ListForm {
  readonly open: string;
  /** Between two numbers. */
  readonly mark: string;
  readonly close: string;
  /** The bytes are numbers from -128 to 127, as Java has them. */
  readonly isSigned?: boolean;
}

const commaList: ListForm = { open: '[', mark: ', ', close: ']' };
const listRow = (
  shape: string,
  { open, mark, close, isSigned = false }: ListForm,
): LayerRow<Buffer> => ({
  cost: 2,
  says: `as a list of its bytes, ${shape}`,
  change: (bytes) => {
    if (bytes.length > mostListedBytes) return undefined;
    const items = isSigned ? Int8Array.from(bytes) : bytes;
    return open + items.join(mark) + close;
  },
});

const withoutBom = (bytes: Buffer): Buffer | undefined =>
  bytes.subarray(0, 3).equals(Buffer.from(byteOrderMark)) ? bytes.subarray(3) : undefined;

const withEnd = (end: string) => (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(end)]);

/** Layers over any bytes. */
export const byteRows: LayerRows<Buffer> = {
  'body-trailing-newline': [
    {
      cost: 1,
      says: 'with a line break (LF) after it',
      change: withEnd('\n'),
      inverse: inverses.lf,
    },
    {
      cost: 1,
      says: 'with a line break (CRLF) after it',
      change: withEnd('\r\n'),
      inverse: inverses.crlf,
    },
  ],
  'body-bom-stripped': [
    {
      cost: 1,
      says: 'without the byte order mark (EF BB BF) that it was sent with',
      change: withoutBom,
    },
  ],
  'body-mojibake': [
    {
      cost: 1,
      says: 'with U+FFFD in place of the bytes that are not UTF-8',
      change: (bytes) => bytes.toString('utf8'),
    },
  ],
  'body-base64': [
    {
      cost: 1,
      says: 'as base64',
      change: (bytes) => bytes.toString('base64'),
      inverse: inverses.base64,
    },
    // Hex has the id of base64, because the advice is the same.
    { cost: 2, says: 'as hex', change: (bytes) => bytes.toString('hex') },
    ...base64LineForms.map((form) => ({
      cost: 2,
      says: `as base64 in lines of ${String(form.length)} characters`,
      change: (bytes: Buffer) => base64InLines(bytes, form),
    })),
  ],
  'body-gzip-mismatch': [{ cost: 1, says: 'before it was compressed', change: unzipped }],
  'body-signed-twice': [
    { cost: 2, says: 'twice in a row', change: (bytes) => Buffer.concat([bytes, bytes]) },
  ],
  // What a program prints for an object of bytes.
  'body-object-tostring': [
    listRow('[1, 2, …]', commaList),
    listRow('[1 2 …]', { open: '[', mark: ' ', close: ']' }),
    listRow('1,2,…', { open: '', mark: ',', close: '' }),
    listRow('{"type":"Buffer","data":[1,2,…]}', {
      open: '{"type":"Buffer","data":[',
      mark: ',',
      close: ']}',
    }),
    listRow('from -128 to 127, [1, -2, …]', { ...commaList, isSigned: true }),
  ],
};

function unzipped(bytes: Buffer): Uint8Array | undefined {
  const inflate = inflaterOf(bytes);
  try {
    return inflate?.(bytes, { maxOutputLength: 16_000_000 });
  } catch {
    return undefined;
  }
}

/**
 * Chooses by the first byte: 1f for gzip, 78 for zlib. node:zlib is slow to load and seldom needed, so it is loaded here and
 * not imported.
 */
function inflaterOf([first]: Buffer) {
  if (first === 0x1f) return getBuiltinModule('node:zlib').gunzipSync;
  if (first === 0x78) return getBuiltinModule('node:zlib').inflateSync;
  return undefined;
}
