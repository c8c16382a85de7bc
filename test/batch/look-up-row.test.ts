import { expect, it } from 'vitest';
import { lookUpRow } from '../../src/batch/look-up-row.js';
import type { FailedAttempt, Turn } from '../../src/batch/pace.js';
import type { BatchRow } from '../../src/batch/row.js';
import type { Send } from '../../src/contract/wire.js';
import { answer, asked, paid } from '../helpers/batch.js';

/** One row against a pace that says what comes next. */

const rowPurchase = { receipt: 'of-the-row', productId: 'g', package: 'p' };
const knownPurchase = { receipt: 'known', productId: 'g', package: 'p' };
const row: BatchRow = {
  number: 7,
  source: {
    line: 8,
    sheetRow: undefined,
    place: 'Row 7',
    inputJson: () => '{}',
    asWritten: () => '{}',
    isBrokenJson: false,
  },
  purchase: rowPurchase,
};

/** @param waits what the pace says to each failure */
async function lookUp(turns: Turn[], send: Send, waits: (number | 'later')[] = []) {
  const failures: FailedAttempt[] = [];
  const receipts: string[] = [];
  let answers = 0;
  const slept: number[] = [];
  const settled = await lookUpRow(row, rowPurchase, {
    pace: {
      endSignal: new AbortController().signal,
      turn: () => turns.shift() ?? 'failed',
      answered: () => {
        answers += 1;
      },
      failed: (failed) => {
        failures.push(failed);
        return waits.shift() ?? 0;
      },
    },
    transport: {
      send: (request, options) => {
        receipts.push(asked(request)['receipt'] ?? '');
        return send(request, options);
      },
      clock: {
        now: () => 0,
        elapsed: () => 0,
        sleep: (ms) => {
          slept.push(ms);
          return Promise.resolve();
        },
      },
      build: (body) => ({ method: 'POST', url: 'x:', headers: [], body }),
      timeoutMs: 1_000,
    },
    signal: new AbortController().signal,
    mayCredentialsBeWrong: () => false,
    knownPurchase: () => knownPurchase,
    onFailure: () => undefined,
    duringWait: (wait) => wait,
  });
  const failedRows = failures.map((failure) => failure.row);
  return { settled, failedRows, receipts, answers, slept };
}

const bad: Send = () => Promise.resolve(answer(502, 'x'));

it('A probe about a known purchase blames no row, whatever comes of it', async () => {
  const seen = await lookUp(['probe-known', 'ask'], bad, [0, 150]);
  expect(seen.receipts).toEqual(['known', 'of-the-row']);
  expect(seen.failedRows).toEqual([undefined, row]);
  expect(seen.slept).toEqual([150]);
  expect(seen.settled).toMatchObject({ isPostponed: false, judged: { exit: 8 } });
});

it('The answer of a known purchase is no answer of the row', async () => {
  const seen = await lookUp(['probe-known', 'ask'], (request) => {
    const receipt = asked(request)['receipt'] ?? '';
    return Promise.resolve(paid(`GPA.${receipt}`));
  });
  expect(seen.answers).toBe(2);
  expect(seen.settled.judged.orderId).toBe('GPA.of-the-row');
});

it('A row that the service is to blame for comes later', async () => {
  const seen = await lookUp(['probe'], bad, ['later']);
  expect([seen.receipts, seen.settled.isPostponed]).toEqual([['of-the-row'], true]);
});
