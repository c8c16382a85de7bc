import type { Mistaken } from './format.js';
import { TextDecoder } from 'node:util';
import { FileError } from '../context.js';
import { PvgError } from '../failure.js';
import { whyUnreadable } from '../input/bytes.js';
import { inputsTold, namesTold } from './formats.js';
import { fixRow } from './purchase.js';
import { wrongInput } from './refusal.js';
import type { Row } from './row.js';

/** Inputs that cannot be used, and what they seem to be. */

export const noRows = (says: string): PvgError =>
  wrongInput(says, 'If an empty input is normal, add `--allow-empty`: the status is then 0.');

/** If no first row can be read, the file is wrong or has other column names: no need to read all of it. */
export function noneReadable(rows: readonly Row[], mistaken: Mistaken | undefined): PvgError {
  if (mistaken !== undefined) return wrongInput(`The input is ${mistaken.is}.`, mistaken.hint);
  const all =
    rows.length === 1
      ? 'The only row cannot be read'
      : `The first ${String(rows.length)} rows cannot be read`;
  const { says = '', hint = fixRow } = rows[0]?.problem ?? {};
  return wrongInput(`${all}. ${says}`, hint === fixRow ? `Use ${inputsTold}.` : hint);
}

/** Turns a FileError of the input into a PvgError, because a failure of the output is a FileError too. */
export const inputFailure = (error: unknown, nothingSent: boolean): unknown =>
  error instanceof FileError
    ? unreadableInput(
        `pvg ${whyUnreadable(error)}.`,
        nothingSent,
        'Check the path and its permissions, or use `-` for standard input.',
        error,
      )
    : error;

const unreadableInput = (says: string, nothingSent: boolean, hint: string, cause: unknown): PvgError =>
  new PvgError('input-unreadable', `${says}${nothingSent ? ' Nothing was sent.' : ''}`, { hint, cause });

/** @throws {PvgError} `input-unreadable` if the first bytes show another kind of file, used by mistake */
export async function* textOnly(
  chunks: AsyncIterable<Uint8Array>,
  nothingSent: () => boolean,
): AsyncGenerator<Uint8Array, undefined> {
  let start = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    let piece = chunk;
    if (start.length < startBytes) {
      piece = start = Buffer.concat([start, chunk]);
      if (start.length < startBytes) continue;
      assertText(start);
      decoder = utf16Of(start);
    }
    yield decoder === undefined ? piece : asUtf8(decoder, nothingSent, piece);
  }
  if (start.length < startBytes) yield start;
  else if (decoder !== undefined) yield asUtf8(decoder, nothingSent);
}

/** This many bytes show what an input is. */
const startBytes = 4;

/** PowerShell 5 and spreadsheets write UTF-16 with a byte order mark. */
const utf16Of = ([first, second]: Uint8Array): TextDecoder | undefined =>
  first === 0xff && second === 0xfe
    ? new TextDecoder('utf-16le', { fatal: true })
    : first === 0xfe && second === 0xff
      ? new TextDecoder('utf-16be', { fatal: true })
      : undefined;

function asUtf8(decoder: TextDecoder, nothingSent: () => boolean, chunk?: Uint8Array): Uint8Array {
  try {
    return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
  } catch (error) {
    throw unreadableInput(
      'The input begins as UTF-16, but a later part is not UTF-16.',
      nothingSent(),
      'Save the file again as UTF-8.',
      error,
    );
  }
}

function assertText(start: Uint8Array): void {
  const [first, second] = start;
  const zip = first === 0x50 && second === 0x4b && start[2] === 3;
  const gzip = first === 0x1f && second === 0x8b;
  if (zip)
    throw noText('a spreadsheet or another zip file', 'Save the sheet as “CSV UTF-8” and use that file.');
  if (gzip) throw noText('a gzip file', 'Unpack it first: `gunzip -c <file> | pvg batch -`.');
  if (!utf16Of(start) && start.subarray(0, 8).includes(0))
    throw noText(
      'UTF-16 without a byte order mark, or not text',
      'Convert it to UTF-8: `iconv -f UTF-16LE -t UTF-8 <file>`.',
    );
}

const noText = (what: string, hint: string): PvgError =>
  wrongInput(`The input is ${what}, not ${namesTold} in UTF-8.`, hint);
