import { expect, it } from 'vitest';
import { openClock } from '../../src/system/process.js';

const clock = openClock();

it('tells the time of the computer, and one that only goes forward while it sleeps', async () => {
  const [earliest, before] = [Date.now(), clock.elapsed()];
  await clock.sleep(30);
  expect(clock.elapsed() - before).toBeGreaterThan(25);
  expect(clock.now()).toBeGreaterThanOrEqual(earliest);
  expect(clock.now()).toBeLessThanOrEqual(Date.now());
});

it('sleeps very long, too, until its signal wakes it with a reason', async () => {
  const controller = new AbortController();
  const reason = new Error('by the user');
  const sleeping = clock.sleep(1e12, controller.signal);
  expect(await Promise.race([sleeping, clock.sleep(20).then(() => 'asleep')])).toBe('asleep');
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
});
