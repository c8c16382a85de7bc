import { PvgError } from '../failure.js';
import { CsvReader } from './csv-rows.js';
import { readBlocks, type Block } from './lines.js';
import { NdjsonReader } from './ndjson-rows.js';
import type { Row, RowSettings, RowSource } from './row.js';

/** How many rows are looked at before the first request. */
const rowsChecked = 100;

/**
 * Opens the input and checks what can be checked of it: that it is text, its header, and its first rows.
 * @throws {PvgError} 2
 */
export async function openRows(
  input: { readonly chunks: AsyncIterable<Uint8Array>; readonly bytes: number | undefined },
  settings: RowSettings,
): Promise<RowSource> {
  let bytesRead = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input.chunks) {
      bytesRead += chunk.length;
      yield chunk;
    }
  }
  const blocks = withLast(readBlocks(counted()));
  const begun = await firstBlock(blocks);
  if (begun === undefined) throw noRows('The input is empty.');
  const format = formatOf(begun.block.text);
  const reader = format === 'csv' ? new CsvReader(settings) : new NdjsonReader(settings);

  async function* batches(): AsyncGenerator<readonly Row[], undefined, undefined> {
    if (begun !== undefined) yield reader.read(begun.block, begun.last);
    for await (const { block, last } of blocks) yield reader.read(block, last);
    return undefined;
  }
  const rows = batches();
  const first: Row[] = [];
  for (;;) {
    const next = await rows.next();
    if (next.done === true) break;
    first.push(...next.value);
    if (first.length > 0) break;
  }
  if (first.length === 0)
    throw noRows(format === 'csv' ? 'The input has a header and no rows.' : 'The input has no rows.');
  assertSomeReadable(first.slice(0, rowsChecked));
  return {
    format,
    columns: reader.columns,
    notes: [],
    rows: startingWith(first, rows),
    bytesRead: () => bytesRead,
    bytes: input.bytes,
  };
}

async function* startingWith(
  first: readonly Row[],
  rest: AsyncGenerator<readonly Row[], undefined, undefined>,
): AsyncGenerator<readonly Row[], undefined, undefined> {
  yield first;
  yield* rest;
  return undefined;
}

/** Past lines without anything on them. */
async function firstBlock(
  blocks: AsyncGenerator<{ block: Block; last: boolean }>,
): Promise<{ block: Block; last: boolean } | undefined> {
  for (;;) {
    const next = await blocks.next();
    if (next.done === true) return undefined;
    if (next.value.block.tooLong || next.value.block.text.trim() !== '') return next.value;
  }
}

/** Each with whether it is the last: an open quote at the end is one for good. */
async function* withLast(
  blocks: AsyncGenerator<Block>,
): AsyncGenerator<{ block: Block; last: boolean }, undefined, undefined> {
  let held: Block | undefined;
  for await (const block of blocks) {
    if (held !== undefined) yield { block: held, last: false };
    held = block;
  }
  if (held !== undefined) yield { block: held, last: true };
  return undefined;
}

function formatOf(text: string): 'csv' | 'ndjson' {
  const start = text.trimStart();
  if (start.startsWith('[')) {
    throw new PvgError('input-unreadable', 'The input is a JSON array, not NDJSON. Nothing was sent.', {
      hint: 'Write one object a line: `jq -c ".[]" <file> | pvg batch -`.',
    });
  }
  return start.startsWith('{') ? 'ndjson' : 'csv';
}

const noRows = (says: string): PvgError =>
  new PvgError('input-unreadable', `${says} Nothing was sent.`, {
    hint: 'It takes CSV with a header (`receipt,product_id,package`) or NDJSON, one purchase a line.',
  });

/** A file of which no row can be read is the wrong file, or has other names: no reason to go through all of it. */
function assertSomeReadable(rows: readonly Row[]): void {
  const problem = rows[0]?.problem;
  if (problem === undefined || rows.some((row) => row.problem?.code !== 'input-unreadable')) return;
  const all =
    rows.length === 1
      ? 'The only row cannot be read'
      : `None of the first ${String(rows.length)} rows can be read`;
  throw new PvgError('input-unreadable', `${all}. ${problem.says} Nothing was sent.`, {
    hint: problem.hint,
  });
}
