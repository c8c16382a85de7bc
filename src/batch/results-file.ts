import { setImmediate } from 'node:timers';
import type { AppendFile, Sink } from '../context.js';
import type { Result } from './result.js';

/** A reader that reads slowly slows the look-ups down, and nothing piles up. */
const mostPending = 1024 * 1024;
/** Rows that wait for one before them, with `--ordered`. */
const widestWindow = 4_096;
const mostHeld = 32 * 1024 * 1024;

interface WriterOptions {
  /** undefined: standard output. */
  readonly file: AppendFile | undefined;
  readonly stdout: Sink;
  readonly line: (result: Result) => string;
  readonly ordered: boolean;
  /** Told of what did not go out. */
  readonly onFailure: (error: unknown) => void;
  /** There may be room again. */
  readonly onRoom: () => void;
}

/**
 * Lines as their rows are done. Those of one turn of the event loop are written together at its end and before any
 * request that follows on them is sent: what a kill can lose is only what was under way. Sizes are in characters.
 */
export class ResultWriter {
  #lines: string[] = [];
  /** Given to the target and not gone yet. */
  #pending = 0;
  #last = Promise.resolve();
  readonly #held = new Map<number, string>();
  #heldSize = 0;
  #nextPlace = 0;
  #highestPlace = 0;

  constructor(private readonly options: WriterOptions) {}

  /** Whether another row may be begun. */
  hasRoom(): boolean {
    return (
      this.#pending < mostPending &&
      this.#highestPlace - this.#nextPlace < widestWindow &&
      this.#heldSize < mostHeld
    );
  }

  add(result: Result): void {
    const line = this.options.line(result);
    if (!this.options.ordered) {
      this.put(line);
      return;
    }
    this.#held.set(result.place, line);
    this.#heldSize += line.length;
    this.#highestPlace = Math.max(this.#highestPlace, result.place);
    for (let next = this.#held.get(this.#nextPlace); next !== undefined;) {
      this.#held.delete(this.#nextPlace);
      this.#heldSize -= next.length;
      this.#nextPlace += 1;
      this.put(next);
      next = this.#held.get(this.#nextPlace);
    }
  }

  /** A line of its own, whatever its place. */
  put(line: string): void {
    if (this.#lines.push(line) > 1) return;
    setImmediate(() => {
      this.#flush();
    });
  }

  /** @throws {FileError} */
  async close(): Promise<void> {
    // The run ended early: what waited for its turn is done all the same.
    const waiting = [...this.#held].sort(([one], [other]) => one - other);
    this.#lines.push(...waiting.map(([, line]) => line));
    this.#flush();
    await this.#last;
    await this.options.file?.close();
  }

  #flush(): void {
    const text = this.#lines.join('');
    this.#lines = [];
    if (text === '') return;
    const { file, stdout, onFailure, onRoom } = this.options;
    if (file) {
      try {
        file.write(text);
      } catch (error) {
        onFailure(error);
      }
      return;
    }
    this.#pending += text.length;
    this.#last = stdout.write(text).then(() => {
      this.#pending -= text.length;
      onRoom();
    }, onFailure);
  }
}
