import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers';
import type { AppendFile, Sink } from '../context.js';
import type { Result } from './result.js';

/** Where lines go: a file that is whole at every moment, or standard output. */
export interface Target {
  /** Whether more may be handed over now. */
  hasRoom(): boolean;
  /** @throws {FileError} */
  write(data: string | Uint8Array): void;
  /** Everything is where it belongs. @throws {FileError | PvgError} */
  close(): Promise<void>;
}

export const fileTarget = (file: AppendFile): Target => ({
  hasRoom: () => true,
  write: (data) => {
    file.write(data);
  },
  close: () => file.close(),
});

const mostPending = 1024 * 1024;

/** A reader that reads slowly slows the look-ups down, and nothing piles up. */
export function sinkTarget(
  sink: Sink,
  { onRoom, onFailure }: { onRoom: () => void; onFailure: (error: unknown) => void },
): Target {
  let pending = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    hasRoom: () => pending < mostPending,
    write: (data) => {
      // The lines' buffer is used again before a slow reader has read it.
      const bytes = typeof data === 'string' ? data : Uint8Array.from(data);
      pending += bytes.length;
      last = sink.write(bytes).then(() => {
        pending -= bytes.length;
        onRoom();
      });
      last.catch(onFailure);
    },
    close: () => last,
  };
}

const bufferBytes = 256 * 1024;

/** Rows that wait for one before them, with `--ordered`. */
const widestWindow = 4_096;
const mostHeldCharacters = 32 * 1024 * 1024;

/**
 * Lines as their rows are done. Those of one turn of the event loop are written together at its end and before any
 * request that follows on them is sent: what a kill can lose is only what was under way.
 */
export class ResultWriter {
  readonly #buffer = Buffer.allocUnsafe(bufferBytes);
  /** What is in the buffer and not written. */
  #bytes = 0;
  #scheduled = false;
  #held = new Map<number, string>();
  #heldCharacters = 0;
  #nextPlace = 0;
  #highestPlace = 0;

  constructor(
    private readonly target: Target,
    private readonly line: (result: Result) => string,
    private readonly options: { readonly ordered: boolean; readonly onFailure: (error: unknown) => void },
  ) {}

  hasRoom(): boolean {
    return (
      this.target.hasRoom() &&
      this.#highestPlace - this.#nextPlace < widestWindow &&
      this.#heldCharacters < mostHeldCharacters
    );
  }

  add(result: Result): void {
    const line = this.line(result);
    if (!this.options.ordered) {
      this.#put(line);
      return;
    }
    this.#held.set(result.place, line);
    this.#heldCharacters += line.length;
    this.#highestPlace = Math.max(this.#highestPlace, result.place);
    for (;;) {
      const next = this.#held.get(this.#nextPlace);
      if (next === undefined) return;
      this.#held.delete(this.#nextPlace);
      this.#heldCharacters -= next.length;
      this.#nextPlace += 1;
      this.#put(next);
    }
  }

  /** @throws {FileError | PvgError} */
  async close(): Promise<void> {
    try {
      // The run ended early: what waited for its turn is done all the same.
      for (const place of [...this.#held.keys()].sort((one, other) => one - other))
        this.#append(this.#held.get(place) ?? '');
      this.#held.clear();
      this.#flush();
    } catch (error) {
      await this.target.close().catch(() => undefined);
      throw error;
    }
    await this.target.close();
  }

  #put(line: string): void {
    this.#try(() => {
      this.#append(line);
    });
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#try(() => {
        this.#flush();
      });
    });
  }

  #try(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.options.onFailure(error);
    }
  }

  /** Into the buffer at once: copied later, many lines would have left the processor's cache. */
  #append(line: string): void {
    // A character is at most three bytes.
    const mostBytes = line.length * 3;
    if (this.#bytes + mostBytes > this.#buffer.length) this.#flush();
    if (mostBytes > this.#buffer.length) this.target.write(line);
    else this.#bytes += this.#buffer.write(line, this.#bytes, 'utf8');
  }

  #flush(): void {
    const bytes = this.#bytes;
    this.#bytes = 0;
    if (bytes > 0) this.target.write(this.#buffer.subarray(0, bytes));
  }
}
