import { hash } from 'node:crypto';
import { wrongUsage } from '../tables/refusals.js';
import type { BatchRow } from './row.js';

/** A part of the rows, the same on every machine: it depends only on the receipt of each row. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

export const mostShards = 100_000;

/** `3/8`; schedulers that count from 0 give `0/8` for the last one. @throws {PvgError} `usage` */
export function readShard(text: string): Shard {
  const typed = /^(?<index>\d{1,6})\/(?<count>\d{1,6})$/.exec(text)?.groups;
  const index = Number(typed?.['index']);
  const count = Number(typed?.['count']);
  if (count >= 1 && count <= mostShards && index <= count) {
    return { index: index === 0 ? count : index, count };
  }
  throw wrongUsage(
    '--shard must be <i>/<n> with i from 1 to n (0 means n).',
    'Example: `--shard 3/8` is the third of eight parts.',
  );
}

/** The first 48 bits of SHA-256, which spread evenly over any number of shards. */
export function numberOfReceipt(receipt: string): number {
  return parseInt(hash('sha256', receipt, 'hex').slice(0, 12), 16);
}

/** The number by which a row gets its shard: of its receipt; without one, the number of the row. */
export function shardNumberOf({ purchase, purchaseParts, number }: BatchRow): number {
  const receipt = purchase?.receipt ?? purchaseParts?.receipt;
  return receipt === undefined ? number : numberOfReceipt(receipt);
}

export function isInShard(row: BatchRow, shard: Shard | undefined): boolean {
  if (shard === undefined || shard.count === 1) return true;
  return shardNumberOf(row) % shard.count === shard.index % shard.count;
}
