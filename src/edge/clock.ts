import { setMaxListeners } from 'node:events';
import { hrtime } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../context.js';

/** A timer with more milliseconds fires at once. */
const longestTimerMs = 2 ** 31 - 1;

export const openClock = (): Clock => ({
  now: () => Date.now(),
  // Not performance.now(): loading it takes more than a millisecond.
  elapsed: () => {
    const [seconds, nanoseconds] = hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    // All waits of a batch listen to one signal, and node warns from the eleventh listener on.
    if (signal) setMaxListeners(0, signal);
    try {
      await wait(Math.min(ms, longestTimerMs), undefined, signal && { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
  every: (ms, call) => {
    const timer = setInterval(call, ms);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  },
});
