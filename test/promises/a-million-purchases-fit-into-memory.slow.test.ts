import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { program, startChild } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';

/** The heap of JavaScript must not grow with the rows: what is kept of them is outside it. */

const rowCount = 100_000;
/** A start and the pieces that are read take 40; an object for each row takes more than 80. */
const heapMegabytes = 64;

const orderOf = (index: number): string => `GPA.3300-0000-0000-${String(index).padStart(8, '0')}`;
const receiptOf = (index: number): string =>
  `${'abcdefghijklmnopqrst'}.AO-J1O${'0123456789'.repeat(11)}${index}`;

const lineOf = {
  lookups: (index: number) => ({
    at: new Date(1_793_600_000_000 + index * 1000).toISOString(),
    purchase: { os: 'android', receipt: receiptOf(index), order_id: null },
    verdict: { id: 'paid-and-recorded' },
    answer: { order_id: orderOf(index), transactions: [{ quantity: 1 }] },
  }),
  voided: (index: number) => ({
    orderId: orderOf(2 * index),
    purchaseToken: receiptOf(2 * index),
    voidedTimeMillis: String(1_793_600_000_000 + index),
    voidedReason: index % 9,
  }),
  granted: (index: number) => ({
    order_id: orderOf(index),
    granted_at: new Date(1_793_600_000_000 + index * 7000).toISOString(),
    player: `player-${index}`,
  }),
};

const folder = temporaryFolder();

async function write(role: keyof typeof lineOf): Promise<string> {
  const path = join(folder, `${role}.ndjson`);
  const file = createWriteStream(path);
  for (let index = 0; index < rowCount; index += 1) {
    if (!file.write(`${JSON.stringify(lineOf[role](index))}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return path;
}

it('a reconciliation of long lists needs no larger heap than one of short lists', async () => {
  const lookups = await write('lookups');
  const inputs = ['--lookups', lookups];
  for (const role of ['voided', 'granted'] as const) inputs.push(`--${role}`, await write(role));
  const out = join(folder, 'classes.ndjson');
  const heap = `--max-old-space-size=${heapMegabytes}`;
  const child = startChild(
    process.execPath,
    [heap, program, 'reconcile', ...inputs, '--out', out],
    { env: {} },
  );
  expect(await child.ended).toBe(0);
  const voidedAlone = rowCount / 2;
  expect(readFileSync(out, 'utf8').match(/\n/g)).toHaveLength(rowCount + voidedAlone);
});
