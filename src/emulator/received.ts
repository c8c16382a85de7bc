import type { Arrived, Watch } from './server.js';

/** A request that the emulator received. */
export interface Received extends Arrived {
  /** From 1. */
  readonly number: number;
  readonly atMs: number;
  /** null while it is being answered, or if the answer was lost. */
  status: number | null;
  refused: string | null;
}

/** With more, a long load test would fill the memory. */
const mostKept = 1_000;

/** The last requests, oldest first. */
export class ReceivedRequests {
  #all: Received[] = [];
  #count = 0;

  watch(now: () => number): Watch {
    return (request) => {
      this.#count += 1;
      const received: Received = {
        ...request,
        number: this.#count,
        atMs: now(),
        status: null,
        refused: null,
      };
      this.#all.push(received);
      if (this.#all.length > 2 * mostKept) this.#all = this.#all.slice(-mostKept);
      return (status, refused) => {
        Object.assign(received, { status, refused: refused ?? null });
      };
    };
  }

  last(): readonly Received[] {
    return this.#all.slice(-mostKept);
  }

  clear(): void {
    this.#all = [];
    this.#count = 0;
  }
}
