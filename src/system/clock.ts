import { setMaxListeners } from 'node:events';
import { hrtime } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../context.js';

/** In milliseconds: a timer that is set to more fires at once. */
const longestTimerMs = 2 ** 31 - 1;

export function openClock(): Clock {
  return {
    now: () => Date.now(),
    // Not of node:perf_hooks, which is slow to load.
    elapsed: () => Number(hrtime.bigint()) / 1e6,
    sleep: async (ms, signal) => {
      // All waits of a batch listen to one signal, and node warns from the eleventh listener on.
      if (signal) setMaxListeners(0, signal);
      await wait(Math.min(ms, longestTimerMs), undefined, signal && { signal }).catch(
        (error: unknown) => {
          signal?.throwIfAborted();
          throw error;
        },
      );
    },
    every: (ms, call) => {
      const timer = setInterval(call, ms);
      timer.unref();
      return () => {
        clearInterval(timer);
      };
    },
  };
}

/**
 * The time zone of this computer: `Europe/Berlin`. If its offset is zero in winter and in summer, the answer is UTC
 * without asking: loading the zone names takes half as long as a bare start.
 */
export function systemTimeZone(): string {
  const isUtc = [0, 6].every((month) => new Date(2026, month, 1).getTimezoneOffset() === 0);
  return isUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
