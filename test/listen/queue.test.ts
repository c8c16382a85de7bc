import { describe, expect, it } from 'vitest';
import { Queue } from '../../src/listen/queue.js';

describe('the queue of the listener', () => {
  it('does one piece of work at a time, in order, never at once, and goes on after a failure', async () => {
    const [log, failures]: [string[], unknown[]] = [[], []];
    const queue = new Queue(10, (error) => failures.push(error));
    for (const name of ['a', 'b', 'c'])
      queue.add(async () => {
        log.push(`${name} begins`);
        await new Promise(setImmediate);
        log.push(`${name} ends`);
        if (name === 'b') throw new TypeError('ours');
      });
    expect(log).toEqual([]);
    await queue.idle();
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(failures).toEqual([new TypeError('ours')]);
  });

  it('takes no more than its bound, again when there is room, and forgets what has not begun', async () => {
    const queue = new Queue(2, () => undefined);
    let done = 0;
    const add = (): boolean => queue.add(() => Promise.resolve(void (done += 1)));
    expect([add(), add(), add()]).toEqual([true, true, false]);
    await queue.idle();
    expect([add(), done]).toEqual([true, 2]);
    queue.clear();
    await queue.idle();
    expect(done).toBe(2);
  });
});
