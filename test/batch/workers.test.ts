import { expect, it } from 'vitest';
import { Workers } from '../../src/batch/workers.js';

/** How many rows are in hand at a time, and who may end. */

/** A promise that a test resolves. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it('Another works while one waits, up to eight for each place', async () => {
  const { opened, open } = gate();
  let started = 0;
  const workers: Workers = new Workers({
    slots: 2,
    work: async () => {
      started += 1;
      await Promise.resolve();
      await workers.lendSlotDuring(opened);
    },
  });
  const ended = workers.runToEnd();
  await new Promise(setImmediate);
  expect(started).toBe(16);
  open();
  expect(await ended).toBeUndefined();
  expect(started).toBe(16);
});

it('Those that waited work again beside the others: the turns hold the number of look-ups', async () => {
  const wait = gate();
  let started = 0;
  let most = 0;
  let now = 0;
  const workers: Workers = new Workers({
    slots: 1,
    work: async () => {
      started += 1;
      if (started === 1) await workers.lendSlotDuring(wait.opened);
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
    },
  });
  const ended = workers.runToEnd();
  wait.open();
  await ended;
  expect([started, most]).toEqual([2, 2]);
});

it('One that fails leaves the others at work', async () => {
  const { opened, open } = gate();
  let finished = 0;
  let started = 0;
  const failure = new TypeError('broken');
  const workers = new Workers({
    slots: 3,
    work: async () => {
      started += 1;
      if (started === 1) throw failure;
      await opened;
      finished += 1;
    },
  });
  const ended = workers.runToEnd();
  await new Promise(setImmediate);
  open();
  expect(await ended).toEqual({ reason: failure });
  expect(finished).toBe(2);
});
