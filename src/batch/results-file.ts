import { setImmediate } from 'node:timers';
import type { AppendFile, Sink } from '../context.js';
import type { Result } from './result.js';

/** A slow reader slows the look-ups down, so that memory stays bounded. */
const mostPending = 1024 * 1024;
/** How many rows may wait for an earlier one, with `--ordered`. */
const widestWindow = 4_096;
const mostHeld = 32 * 1024 * 1024;

interface WriterOptions {
  /** undefined: standard output. */
  readonly file: AppendFile | undefined;
  readonly stdout: Sink;
  readonly line: (result: Result) => string;
  readonly ordered: boolean;
  /** Called when a write fails. */
  readonly onFailure: (error: unknown) => void;
  /** Called when there may be room again. */
  readonly onRoom: () => void;
}

/**
 * Writes lines as their rows are done. The lines of one turn of the event loop are written together at its end, before
 * any following request is sent: a kill loses only the look-ups under way. Sizes are in characters.
 */
export class ResultWriter {
  #lines: string[] = [];
  /** Characters passed to standard output but not written yet. */
  #pending = 0;
  #last = Promise.resolve();
  readonly #held = new Map<number, string>();
  #heldSize = 0;
  #nextPlace = 0;
  #highestPlace = 0;

  constructor(private readonly options: WriterOptions) {}

  /** Whether another row may begin. */
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

  /** Writes a line at once, whatever its place. */
  put(line: string): void {
    if (this.#lines.push(line) > 1) return;
    setImmediate(() => {
      this.#flush();
    });
  }

  /** @throws {FileError} */
  async close(): Promise<void> {
    // If the run ended early, rows may still wait for their turn: write them.
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
