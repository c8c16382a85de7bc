import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { shownFingerprint } from '../signing/digest.js';
import { counted } from '../text/sentences.js';
import { linesOfPart, openPart } from './part-lines.js';
import type { BatchRow } from './row.js';
import { mostShards, numberOfReceipt, shardNumberOf, type Shard } from './shard.js';

/** Rows that no part answers: which they are, and the command that looks them up. */

/** The command line of a part. */
export type LineForShard = (out: string, shard: Shard) => string;

interface Incomplete {
  readonly paths: readonly string[];
  /** The rows that no part has. */
  readonly rows: AsyncIterable<BatchRow>;
  readonly commandForShard: LineForShard;
}

/** How many rows, and how many parts, the error names. */
const mostNamed = 5;

/** The error to throw: it names the rows and the command. @throws {PvgError} `input-unreadable`; the reason of an interruption */
export async function missingRowsError(
  context: Pick<Context, 'files' | 'interrupt'>,
  { paths, rows, commandForShard }: Incomplete,
): Promise<PvgError> {
  const shards = await shardsOf(context, paths);
  const names: string[] = [];
  const missingParts = new Set<number>();
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (names.length < mostNamed) names.push(`${row.source.place}: ${nameOfRow(row)}`);
    if (shards !== undefined) missingParts.add(partOfRow(row, shards.count));
  }
  const more = count > names.length ? `; and ${count - names.length} more` : '';
  const says = `The parts have no line for ${counted(count, 'row')} of the input. Nothing was written. ${names.join('; ')}${more}.`;
  const parts = [...missingParts].sort((part, other) => part - other);
  return new PvgError('usage', says, {
    hint: hintFor(parts, shards, paths),
    nextCommand: nextCommand(parts, shards, { commandForShard }),
  });
}

function nameOfRow({ purchase, purchaseParts = purchase }: BatchRow): string {
  if (purchaseParts?.orderId !== undefined) return purchaseParts.orderId;
  return purchaseParts?.receipt === undefined
    ? 'no receipt'
    : `receipt ${shownFingerprint(purchaseParts.receipt)}`;
}

/** The files of shards by their index. */
interface KnownShards {
  readonly count: number;
  readonly paths: ReadonlyMap<number, string>;
}

/** The remainder 0 is the last shard: 8 of 8. */
const partOfRow = (row: BatchRow, count: number): number => shardNumberOf(row) % count || count;

/**
 * With fewer differences the number of shards stays unknown: their greatest common divisor may by chance be a multiple of n.
 * With so many, that happens once in a thousand times.
 */
const leastDifferenceCount = 10;

/** All receipts of shard i of n have the same remainder by n, so n is the greatest common divisor of their differences. */
async function shardsOf(
  context: Pick<Context, 'files' | 'interrupt'>,
  paths: readonly string[],
): Promise<KnownShards | undefined> {
  let count = 0;
  let differenceCount = 0;
  const firstNumbers = new Map<string, number>();
  for (const path of paths) {
    const file = await openPart(context, path);
    for await (const { line } of linesOfPart(file, context.interrupt)) {
      const receipt = line?.purchase?.receipt;
      if (receipt === undefined) continue;
      const number = numberOfReceipt(receipt);
      const first = firstNumbers.get(path) ?? number;
      firstNumbers.set(path, first);
      if (number === first) continue;
      differenceCount += 1;
      count = commonDivisor(count, Math.abs(number - first));
    }
  }
  if (count < 2 || count > mostShards || differenceCount < leastDifferenceCount) return undefined;
  const byIndex = new Map([...firstNumbers].map(([path, first]) => [first % count || count, path]));
  return byIndex.size === firstNumbers.size ? { count, paths: byIndex } : undefined;
}

function commonDivisor(first: number, second: number): number {
  return second === 0 ? first : commonDivisor(second, first % second);
}

function hintFor(
  parts: readonly number[],
  shards: KnownShards | undefined,
  paths: readonly string[],
): string {
  if (shards === undefined) {
    const part = paths.length === 1 ? 'the part' : 'the part that these rows belong to';
    return `Is a part missing? Add its \`--merge\`. Else run ${part} again with \`--resume\`, then join again.`;
  }
  const listed = parts.slice(0, mostNamed).join(', ') + (parts.length > mostNamed ? ', …' : '');
  const isOne = parts.length === 1;
  const lacking = `${isOne ? 'Part' : 'Parts'} ${listed} of ${shards.count} ${isOne ? 'lacks' : 'lack'} rows.`;
  const isGiven = parts.every((part) => shards.paths.has(part));
  const notGiven = isGiven ? '' : ' A part without a line here may only need `--merge`.';
  return `${lacking}${notGiven} Run ${isOne ? 'it' : 'each'} again with \`--resume\`, then join again.`;
}

function nextCommand(
  [part]: readonly number[],
  shards: KnownShards | undefined,
  { commandForShard }: Pick<Incomplete, 'commandForShard'>,
): string | undefined {
  // Without the number of parts, a run over all rows would write the rows of the other parts into this one.
  if (shards === undefined || part === undefined) return undefined;
  const path = shards.paths.get(part) ?? `part-${part}.ndjson`;
  return commandForShard(path, { index: part, count: shards.count });
}
