import { setImmediate } from 'node:timers';
import type { AppendFile, Sink } from '../context.js';
import type { Result } from './result.js';

/** A slow reader slows the look-ups down, so that memory stays bounded. */
const mostPending = 1024 * 1024;
/** How much may wait for the first look-up before earlier results are replaced. */
const mostHeld = 32 * 1024 * 1024;

/** Results of an earlier run in the file of `--out`. */
export interface Earlier {
  /** Puts a file with this text in their place. */
  replace(text: string): Promise<void>;
  /** Opens that file. */
  open(text: string): Promise<AppendFile>;
}

interface WriterOptions {
  /** undefined: standard output, or in the place of earlier results. */
  readonly file: AppendFile | undefined;
  readonly earlier: Earlier | undefined;
  readonly stdout: Sink;
  readonly line: (result: Result) => string;
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
  /** Rows whose lines are written. */
  written = 0;
  #text = '';
  #rows = 0;
  #isDue = false;
  /** Characters passed to standard output but not written yet. */
  #pending = 0;
  #last = Promise.resolve();
  #file: AppendFile | undefined;
  /** Whether earlier results are still in the file: no look-up is done. */
  isKept: boolean;
  #isReplacing = false;

  constructor(private readonly options: WriterOptions) {
    this.#file = options.file;
    this.isKept = options.earlier !== undefined;
  }

  /** Whether another row may begin. */
  hasRoom(): boolean {
    return this.#pending < mostPending && !this.#isReplacing;
  }

  add(result: Result): void {
    this.#rows += 1;
    this.put(this.options.line(result));
    if (result.at !== null || this.#text.length > mostHeld) this.#replace();
  }

  put(line: string): void {
    this.#text += line;
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#flush();
    });
  }

  /** @param replaces whether earlier results go although no look-up is done. @throws {FileError} */
  async close(replaces: boolean): Promise<void> {
    if (replaces) this.#replace();
    await this.#last;
    this.#flush();
    await this.#last;
    await this.#file?.close();
  }

  #take(): { readonly text: string; readonly rows: number } {
    const taken = { text: this.#text, rows: this.#rows };
    this.#text = '';
    this.#rows = 0;
    return taken;
  }

  #replace(): void {
    const { earlier, onFailure, onRoom } = this.options;
    if (earlier === undefined || !this.isKept || this.#isReplacing) return;
    this.#isReplacing = true;
    const { text, rows } = this.#take();
    const replaced = async (): Promise<void> => {
      await earlier.replace(text);
      this.isKept = false;
      this.written += rows;
      this.#file = await earlier.open(text);
      this.#isReplacing = false;
      this.#flush();
      onRoom();
    };
    this.#last = replaced().catch(onFailure);
  }

  #flush(): void {
    if (this.isKept || this.#isReplacing || this.#text === '') return;
    const { stdout, onFailure, onRoom } = this.options;
    const { text, rows } = this.#take();
    if (this.#file) {
      try {
        this.#file.write(text);
        this.written += rows;
      } catch (error) {
        onFailure(error);
      }
      return;
    }
    this.#pending += text.length;
    this.#last = stdout.write(text).then(() => {
      this.#pending -= text.length;
      this.written += rows;
      onRoom();
    }, onFailure);
  }
}
