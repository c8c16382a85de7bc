import { randomUUID } from 'node:crypto';
import { onFileError } from '../context.js';
import { StateLines, type StateEntry, type StateFile } from './state-lines.js';

/**
 * Fingerprints of what was verified, in memory and in a file that several processes may share. Each verify appends one
 * JSON line that names its ledger, and then reads what the file has: of two lines about one receipt the first one counts.
 * So no lock is needed, and a killed process leaves none. If a line is damaged, the methods reject with a PvgError and
 * write nothing.
 */
export class Ledger {
  readonly #id = randomUUID();
  readonly #fingerprints = new Set<string>();
  /** Lines of this ledger that are being written: another one for the same receipt must not be written too. */
  readonly #underWay = new Set<string>();
  /** By fingerprint: whether the line that this ledger wrote was the first about its receipt. */
  readonly #isFirst = new Map<string, boolean>();
  #lines: StateLines | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** undefined if the ledger is kept in memory only. */
  constructor(private file?: StateFile) {
    this.#lines = file && new StateLines(file);
  }

  async has(fingerprint: string): Promise<boolean> {
    await this.#readOn();
    return this.#isKnown(fingerprint);
  }

  #isKnown(fingerprint: string): boolean {
    return this.#fingerprints.has(fingerprint) || this.#underWay.has(fingerprint);
  }

  /** true if the fingerprint was new. Of several calls at once, in this process or in others, only one gets true. */
  async add(fingerprint: string): Promise<boolean> {
    await this.#readOn();
    // Nothing is awaited between this question and the note that the line is under way.
    if (this.#isKnown(fingerprint)) return false;
    this.#underWay.add(fingerprint);
    try {
      await this.#append({ fingerprint, by: this.#id });
      await this.#readOn();
      if (this.file === undefined) this.#fingerprints.add(fingerprint);
      return this.#isFirst.get(fingerprint) ?? true;
    } finally {
      this.#underWay.delete(fingerprint);
      this.#isFirst.delete(fingerprint);
    }
  }

  /** Appends a line `reset`, so that every process that shares the file forgets the entries before it. */
  async clear(): Promise<void> {
    await this.#readOn();
    await this.#append({ reset: true });
    await this.#readOn();
    if (this.file === undefined) this.#fingerprints.clear();
  }

  async #readOn(): Promise<void> {
    await this.#lines?.readOn({
      begin: () => this.#fingerprints.clear(),
      take: (entry) => this.#take(entry),
    });
  }

  #take(entry: StateEntry): void {
    if ('reset' in entry) return this.#fingerprints.clear();
    const { fingerprint, by: ledgerId } = entry;
    if (ledgerId === this.#id) this.#isFirst.set(fingerprint, !this.#fingerprints.has(fingerprint));
    this.#fingerprints.add(fingerprint);
  }

  /**
   * Appends one line after the other, because thousands at once would be as many open files. After a failure the ledger
   * continues in memory.
   */
  #append(entry: StateEntry): Promise<void> {
    const write = async (): Promise<void> => {
      const { file } = this;
      if (file === undefined) return;
      const failed = onFileError(({ code }) => {
        this.file = undefined;
        this.#lines = undefined;
        const what = `The state file ${file.path} could not be written (${code})`;
        file.say(`${what}; this run keeps its state in memory only.`);
      });
      // The first line break ends a last line that has none.
      await file.files.append(file.path, `\n${JSON.stringify(entry)}\n`).catch(failed);
    };
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}
