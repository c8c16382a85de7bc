import { setImmediate } from 'node:timers/promises';

/** Work done one at a time, off the path of the answers; what is over the bound is not taken. */
export interface Queue {
  /** false: it is full, and the work will not be done. */
  readonly add: (work: () => Promise<void>) => boolean;
  readonly clear: () => void;
  readonly idle: () => Promise<void>;
}

export function boundedQueue(most: number, onFailure: (error: unknown) => void): Queue {
  const waiting: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // Answers that are ready leave first.
    for (await setImmediate(); waiting.length > 0; await setImmediate()) {
      await waiting.shift()?.().catch(onFailure);
    }
    running = undefined;
  };
  return {
    add: (work) => {
      if (waiting.length >= most) return false;
      waiting.push(work);
      running ??= run();
      return true;
    },
    clear: () => {
      waiting.length = 0;
    },
    idle: () => running ?? Promise.resolve(),
  };
}
