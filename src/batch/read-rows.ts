import type { RowSource } from './format.js';
import type { OpenFile } from '../context.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { csv } from './csv.js';
import { inputFormat, formats } from './formats.js';
import { readBlocks, type Block } from './lines.js';
import type { Row, Rows, RowSettings } from './row.js';
import { inputFailure, noneReadable, noRows, textOnly } from './wrong-input.js';

/** How many rows are checked before the first request if the first ones cannot be read. */
const rowsChecked = 100;
/** How many rows are kept for an output that takes its columns from rows. */
const rowsKept = 1_000;

/**
 * Opens the input and checks that it is text, its header and its first rows. An interruption ends the rows like the
 * end of the input.
 * @throws {PvgError} 2, or the reason of the interruption
 */
export async function openRows(
  { chunks, size }: Pick<OpenFile, 'chunks' | 'size'>,
  settings: RowSettings,
  interrupt: AbortSignal,
): Promise<RowSource> {
  let [bytesRead, nothingSent] = [0, true];
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of untilInterrupted(chunks, interrupt)) {
        bytesRead += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw inputFailure(error, nothingSent);
    }
  }
  const blocks = readBlocks(textOnly(counted(), () => nothingSent));
  try {
    const opened = await firstOf(blocks, settings, interrupt, () => cutOff(size, bytesRead));
    nothingSent = false;
    return { ...opened, bytesRead: () => bytesRead, bytes: size };
  } catch (error) {
    blocks.return(undefined).catch(() => undefined);
    throw error;
  }
}

async function firstOf(
  blocks: AsyncGenerator<Block>,
  settings: RowSettings,
  interrupt: AbortSignal,
  missing: () => string | undefined,
): Promise<Pick<RowSource, 'format' | 'columns' | 'guessed' | 'delimiter' | 'first' | 'rows'>> {
  const begun = await firstBlock(blocks);
  interrupt.throwIfAborted();
  if (begun === undefined) {
    if (settings.allowEmpty !== true) throw noRows('The input is empty.');
    return { format: formats[0], columns: [], guessed: [], first: [], rows: none() };
  }
  const opening = begun.begins ?? begun.text;
  const format = settings.delimiter === undefined ? inputFormat(opening) : csv;
  const reader = format.reader(settings);

  async function* batches(block: Block): Rows {
    yield* reader.read(block);
    for await (const next of blocks) {
      // Text that an interruption cut off is not a row.
      if (interrupt.aborted) return undefined;
      yield* reader.read(next);
    }
    if (!interrupt.aborted) yield* reader.end(missing());
    return undefined;
  }
  const rows = batches(begun);
  const first = await firstRows(rows);
  interrupt.throwIfAborted();
  if (first.length === 0 && settings.allowEmpty !== true)
    throw noRows(format.hasHeader ? 'The input has a header but no rows.' : 'The input has no rows.');
  const checked = first.slice(0, rowsChecked);
  if (checked.length > 0 && !checked.some(isReadable))
    throw noneReadable(checked, format.mistaken?.(opening, checked));
  const { columns, guessed, delimiter } = reader;
  return {
    format,
    columns,
    guessed,
    delimiter,
    first: first.slice(0, rowsKept),
    rows: startingWith(first, rows),
  };
}

/** Releases the first rows from memory once they are taken. */
async function* startingWith(first: readonly Row[], rest: Rows): Rows {
  yield first;
  yield* rest;
  return undefined;
}

async function* none(): Rows {
  // An input without rows.
}

/** Stops waiting for an idle pipe when the run is interrupted. */
async function* untilInterrupted(
  chunks: AsyncIterable<Uint8Array>,
  interrupt: AbortSignal,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orInterrupted(iterator.next(), interrupt);
      if (next.done === true) return undefined;
      yield next.value;
    }
  } catch (error) {
    if (interrupt.aborted) return undefined;
    throw error;
  } finally {
    // Not awaited: it closes once the pending read ends, which may never happen.
    iterator.return?.().catch(() => undefined);
  }
}

/** A file that shrinks while it is read lacks rows without any other sign. */
const cutOff = (bytes: number | undefined, bytesRead: number): string | undefined =>
  bytes === undefined || bytesRead >= bytes
    ? undefined
    : `is missing: the input ended after ${String(bytesRead)} bytes, but had ${String(bytes)} bytes when pvg opened it. It was cut or replaced in the meantime`;

/** Rows up to the first readable one, or enough to know that the file is the wrong one. */
async function firstRows(rows: Rows): Promise<readonly Row[]> {
  const first: Row[] = [];
  for (;;) {
    const next = await rows.next();
    if (next.done === true) return first;
    for (const row of next.value) first.push(row);
    if (first.length >= rowsChecked || next.value.some(isReadable)) return first;
  }
}

const isReadable = ({ problem }: Row): boolean => problem?.code !== 'input-unreadable';

/** Skips empty lines and a byte order mark. */
async function firstBlock(blocks: AsyncGenerator<Block>): Promise<Block | undefined> {
  for (;;) {
    const next = await blocks.next();
    if (next.done === true) return undefined;
    const text = next.value.text.replace(/^\ufeff/, '');
    if (next.value.tooLong || text.trim() !== '') return { ...next.value, text };
  }
}
