import type { Format, Found, OutputForm } from './format.js';
import { Buffer } from 'node:buffer';
import type { PvgError } from '../failure.js';
import { DoneRows } from './done-rows.js';
import { readBlocks } from './lines.js';
import { wrongUsage } from './refusal.js';

/**
 * Reads an output to continue it. The file is its own journal: an incomplete line is cut, and rows that failed are
 * removed and tried again.
 */

interface ReadOutput {
  readonly done: DoneRows;
  /** The bytes to keep, as stretches with an exclusive end. */
  readonly kept: readonly Stretch[];
}

export type Stretch = readonly [start: number, end: number];

const longestRecordBytes = 64 * 1024 * 1024;

/**
 * @param input the format of the input
 * @param clean removes secrets from a row's input, as for the output
 * @throws {PvgError} `usage` for a file that pvg did not write in this form: it is not touched
 */
export async function readDone(
  chunks: AsyncIterable<Uint8Array>,
  form: OutputForm,
  input: Format,
  clean: (input: string) => string,
): Promise<ReadOutput> {
  const done = new DoneRows((input) => form.keyOf(clean(input)));
  const kept: [start: number, end: number][] = [];
  let [rest, start, records, begins] = ['', 0, 0, ''];
  for await (const { text: more, tooLong } of readBlocks(chunks, longestRecordBytes)) {
    if (tooLong) throw notOurs(records + 1);
    const text = rest + more;
    if (start === 0) begins = text.slice(0, beginning);
    let at = 0;
    for (;;) {
      const found = form.next(text, at);
      if (found === undefined) break;
      if (found === 'foreign' || !isPossible(found)) throw otherFormat(begins, form) ?? notOurs(records + 1);
      records += 1;
      const end = start + Buffer.byteLength(text.slice(at, found.end));
      const row = found.row && { ...found.row, wasBroken: found.row.wasBroken && input.spansLines };
      if (row === undefined || done.add(row)) keep(kept, start, end);
      start = end;
      at = found.end;
    }
    rest = text.slice(at);
  }
  // Zeros: what a power loss leaves of a line that had not reached the disk.
  if (!form.couldBegin(rest) && !/^\0*$/.test(rest)) throw otherFormat(begins, form) ?? notOurs(records + 1);
  return { done, kept };
}

function keep(kept: [start: number, end: number][], start: number, end: number): void {
  const last = kept.at(-1);
  if (last?.[1] === start) last[1] = end;
  else kept.push([start, end]);
}

/** No row has a larger number. */
const mostRows = 2 ** 31;
const isPossible = ({ row }: Found): boolean =>
  row === undefined ||
  (Number.isInteger(row.row) && row.row >= 1 && row.row < mostRows && !Number.isNaN(row.exit));

const notOurs = (line: number): PvgError =>
  wrongUsage(
    `pvg cannot continue the file given with --out: line ${String(line)} is not a row of this batch. The file was not changed.`,
    'Choose another --out, or replace the file with `--overwrite`.',
  );

/** This much of an output shows its format. */
const beginning = 8;

/** An output that a run in another format wrote. Only CSV has a header. */
function otherFormat(begins: string, { header }: OutputForm): PvgError | undefined {
  const [has, writes] = header === '' ? ['CSV', 'NDJSON'] : ['NDJSON', 'CSV'];
  const isOther = has === 'CSV' ? /^\ufeff?row[^\w"]/.test(begins) : begins.startsWith('{"row":');
  if (!isOther) return undefined;
  return wrongUsage(
    `The file given with --out has ${has} rows, but this run writes ${writes}. The file was not changed.`,
    `Resume with \`--format ${has.toLowerCase()}\`, or choose another --out.`,
  );
}

/** Only the bytes in these stretches. */
export async function* only(
  chunks: AsyncIterable<Uint8Array>,
  kept: readonly Stretch[],
): AsyncGenerator<Uint8Array> {
  let chunkStart = 0;
  let next = 0;
  for await (const chunk of chunks) {
    const chunkEnd = chunkStart + chunk.length;
    for (; next < kept.length; next += 1) {
      const [start, end] = kept[next] ?? [chunkEnd, chunkEnd];
      if (start < chunkEnd)
        yield chunk.subarray(Math.max(0, start - chunkStart), Math.min(end, chunkEnd) - chunkStart);
      if (end > chunkEnd) break;
    }
    chunkStart = chunkEnd;
  }
}
