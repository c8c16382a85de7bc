import { hash } from 'node:crypto';
import { wrongUsage } from '../tables/refusals.js';
import type { BatchRow } from './row.js';

/** A part of the rows, the same on every machine: it depends only on the receipt of each row. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

const most = 100_000;

/** `3/8`; schedulers that count from 0 give `0/8` for the last one. @throws {PvgError} `usage` */
export function readShard(text: string): Shard {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (index !== undefined && count !== undefined && count >= 1 && count <= most && index <= count) {
    return { index: index === 0 ? count : index, count };
  }
  throw wrongUsage(
    '--shard must be <i>/<n> with i from 1 to n (0 means n).',
    'Example: `--shard 3/8` is the third of eight parts.',
  );
}

/** 48 bits. */
export function numberOfReceipt(receipt: string): number {
  return parseInt(hash('sha256', receipt, 'hex').slice(0, 12), 16);
}

/** By the first 48 bits of SHA-256, which spread evenly over any number of parts; without a receipt by row number. */
export function isInShard({ purchase, has, number }: BatchRow, shard: Shard | undefined): boolean {
  if (shard === undefined || shard.count === 1) return true;
  const receipt = purchase?.receipt ?? has?.receipt;
  const key = receipt === undefined ? number : numberOfReceipt(receipt);
  return key % shard.count === shard.index % shard.count;
}
