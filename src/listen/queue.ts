import { setImmediate } from 'node:timers/promises';

/** Does work one at a time, after the answers. When the queue is full, it takes no more work. */
export interface Queue {
  /** false if the queue is full: the work will not be done. */
  readonly add: (work: () => Promise<void>) => boolean;
  readonly clear: () => void;
  readonly idle: () => Promise<void>;
}

export function boundedQueue(most: number, onFailure: (error: unknown) => void): Queue {
  const waiting: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // Let answers that are ready go first.
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
