import { describe, expect, it } from 'vitest';
import { boundedQueue } from '../../src/listen/queue.js';

const never = (error: unknown): void => {
  throw new TypeError('the test did not expect a failure', { cause: error });
};

describe('a bounded queue', () => {
  it('does one piece of work at a time, in order, never at once', async () => {
    const queue = boundedQueue(10, never);
    const log: string[] = [];
    for (const name of ['a', 'b', 'c'])
      queue.add(async () => {
        log.push(`${name} begins`);
        await new Promise(setImmediate);
        log.push(`${name} ends`);
      });
    expect(log).toEqual([]);
    await queue.idle();
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('takes no more than its bound, and again when there is room', async () => {
    const queue = boundedQueue(2, never);
    const work = () => Promise.resolve();
    expect([queue.add(work), queue.add(work), queue.add(work)]).toEqual([true, true, false]);
    await queue.idle();
    expect(queue.add(work)).toBe(true);
    await queue.idle();
  });

  it('goes on after work that failed, and tells of it', async () => {
    const failures: unknown[] = [];
    const queue = boundedQueue(2, (error) => failures.push(error));
    let done = false;
    queue.add(() => Promise.reject(new TypeError('ours')));
    queue.add(() => {
      done = true;
      return Promise.resolve();
    });
    await queue.idle();
    expect({ failures, done }).toEqual({ failures: [new TypeError('ours')], done: true });
  });

  it('forgets what has not begun when it is cleared', async () => {
    const queue = boundedQueue(2, never);
    let done = false;
    queue.add(() => {
      done = true;
      return Promise.resolve();
    });
    queue.clear();
    await queue.idle();
    expect(done).toBe(false);
  });
});
