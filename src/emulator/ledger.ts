import { onFileError, type Files } from '../context.js';
import { PvgError, type FailureCode } from '../failure.js';
import { isRecord } from '../text/json/record.js';
import { utf8Text } from '../text/utf8.js';

interface LedgerFile {
  readonly files: Pick<Files, 'readIfThere' | 'append' | 'write'>;
  readonly path: string;
  /** The code for an unreadable file: it is the user's input or pvg's own state. */
  readonly unreadable: Extract<FailureCode, 'input-unreadable' | 'configuration-unreadable'>;
  /** Called once if the file cannot be written; the ledger continues in memory. */
  readonly say: (text: string) => void;
}

/**
 * Fingerprints of what was verified, in memory and in a file with one JSON line for each. The file is read at the first
 * use; what another process adds later is not seen. If it is damaged, the methods reject with a PvgError and never
 * write it.
 */
export class Ledger {
  readonly #fingerprints = new Set<string>();
  #reading: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** undefined: in memory only. */
  constructor(private file?: LedgerFile) {}

  async has(fingerprint: string): Promise<boolean> {
    await (this.#reading ??= this.#read());
    return this.#fingerprints.has(fingerprint);
  }

  /** true if it was new; of two that come at once, only one gets true: nothing is awaited in between. */
  async add(fingerprint: string): Promise<boolean> {
    await this.has(fingerprint);
    if (this.#fingerprints.has(fingerprint)) return false;
    this.#fingerprints.add(fingerprint);
    await this.#write(({ files, path }) => files.append(path, `\n${JSON.stringify({ fingerprint })}`));
    return true;
  }

  async clear(): Promise<void> {
    await this.has('');
    this.#fingerprints.clear();
    await this.#write(({ files, path }) => files.write(path, ''));
  }

  /** One after the other: thousands at once would be as many open files. After a failure, in memory only. */
  #write(how: (file: LedgerFile) => Promise<unknown>): Promise<void> {
    const write = async (): Promise<void> => {
      const { file } = this;
      const failed = onFileError(({ code }) => {
        this.file = undefined;
        const what = `The state file ${file?.path ?? ''} could not be written (${code})`;
        file?.say(`${what}; this run keeps its state in memory only.`);
      });
      if (file !== undefined) await how(file).catch(failed);
    };
    return (this.#writing = this.#writing.then(write, write));
  }

  async #read(): Promise<void> {
    if (this.file === undefined) return;
    const { files, path, unreadable } = this.file;
    const failed = onFileError((cause) => {
      // A part of the path is not a folder: a write reports it.
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined;
      throw new PvgError(unreadable, `The state file ${path} could not be read (${cause.code}).`, { cause });
    });
    const bytes = await files.readIfThere(path).catch(failed);
    if (bytes === undefined || bytes.length === 0) return;
    const entries = (utf8Text(bytes) ?? 'not UTF-8')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap(entriesIn);
    if (!entries.every(isEntry))
      throw new PvgError(unreadable, `The state file ${path} is damaged. pvg did not change it.`, {
        hint: 'Move the file away. The next verify starts a new one.',
      });
    for (const { fingerprint } of entries) this.#fingerprints.add(fingerprint);
  }
}

/** Of one line; none if a kill cut it. pvg 0.2 wrote one object with all entries. */
function entriesIn(line: string): unknown[] {
  try {
    const value = JSON.parse(line) as { readonly recorded?: unknown } | null;
    return Array.isArray(value?.recorded) ? value.recorded : [value];
  } catch {
    return line.startsWith('{"fingerprint":') ? [] : [undefined];
  }
}

const isEntry = (value: unknown): value is { readonly fingerprint: string } =>
  isRecord(value) && /^[0-9a-f]{12}$/.test(String(value['fingerprint']));
