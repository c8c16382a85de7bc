import { TextDecoder } from 'node:util';
import { FileError } from '../context.js';
import { PvgError } from '../failure.js';
import { whyUnreadable } from '../input/bytes.js';
import { inputsTold, namesTold, type Mistaken } from './formats.js';
import { fixRow } from './purchase.js';
import { wrongInput } from './refusal.js';
import type { Row } from './row.js';

/** What an input is that is none. */

export const noRows = (says: string): PvgError => wrongInput(says, `It takes ${inputsTold}.`);

/** A file of which no row can be read is the wrong file, or has other names: no reason to go through all of it. */
export function noneReadable(rows: readonly Row[], mistaken: Mistaken | undefined): PvgError {
  if (mistaken !== undefined) return wrongInput(`The input is ${mistaken.is}.`, mistaken.hint);
  const all =
    rows.length === 1
      ? 'The only row cannot be read'
      : `None of the first ${String(rows.length)} rows can be read`;
  const { says = '', hint = fixRow } = rows[0]?.problem ?? {};
  return hint === fixRow ? noRows(`${all}. ${says}`) : wrongInput(`${all}. ${says}`, hint);
}

/** Told apart from a failure of the output, which would be a FileError too. */
export const inputFailure = (error: unknown, nothingSent: boolean): unknown =>
  error instanceof FileError
    ? unreadableInput(
        `The input: ${whyUnreadable(error)}.`,
        nothingSent,
        'Check the path and its permissions; `-` reads standard input.',
        error,
      )
    : error;

const unreadableInput = (says: string, nothingSent: boolean, hint: string, cause: unknown): PvgError =>
  new PvgError('input-unreadable', `${says}${nothingSent ? ' Nothing was sent.' : ''}`, { hint, cause });

/** @throws {PvgError} `input-unreadable`, by the first bytes, for what people hand over by mistake */
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

/** By as many bytes it is known what an input is. */
const startBytes = 4;

/** What PowerShell 5 and spreadsheets write; known by its byte order mark. */
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
      'The input begins as UTF-16 and does not go on as such.',
      nothingSent(),
      'Save the file again, best as UTF-8.',
      error,
    );
  }
}

function assertText(start: Uint8Array): void {
  const [first, second] = start;
  const zip = first === 0x50 && second === 0x4b && start[2] === 3;
  const gzip = first === 0x1f && second === 0x8b;
  if (zip)
    throw noText('a spreadsheet or another zip file', 'Save the sheet as “CSV UTF-8” and give that file.');
  if (gzip) throw noText('a gzip file', 'Unpack it on the way: `gunzip -c <file> | pvg batch -`.');
  if (!utf16Of(start) && start.subarray(0, 8).includes(0))
    throw noText(
      'UTF-16 without its mark, or no text at all',
      'Save it as UTF-8: `iconv -f UTF-16LE -t UTF-8 <file>`.',
    );
}

const noText = (what: string, hint: string): PvgError =>
  wrongInput(`The input is ${what}, not ${namesTold} in UTF-8.`, hint);
