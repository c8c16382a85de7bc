import { describe, expect, it } from 'vitest';
import { openClock } from '../../src/edge/clock.js';

const clock = openClock();

describe('the clock', () => {
  it('tells the time of the computer, and one that only goes forward', () => {
    const earliest = Date.now();
    const now = clock.now();
    expect(now).toBeGreaterThanOrEqual(earliest);
    expect(now).toBeLessThanOrEqual(Date.now());
    const before = clock.elapsed();
    expect(clock.elapsed()).toBeGreaterThanOrEqual(before);
  });

  it('sleeps', async () => {
    const before = clock.elapsed();
    await clock.sleep(30);
    expect(clock.elapsed() - before).toBeGreaterThan(25);
  });

  it('wakes with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('by the user');
    const sleeping = clock.sleep(60_000, controller.signal);
    controller.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    await expect(clock.sleep(1, controller.signal)).rejects.toBe(reason);
  });

  it('does not take a very long sleep for none', async () => {
    const controller = new AbortController();
    const sleeping = clock.sleep(1e12, controller.signal);
    const first = await Promise.race([sleeping, clock.sleep(20).then(() => 'still asleep')]);
    expect(first).toBe('still asleep');
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
  });
});
