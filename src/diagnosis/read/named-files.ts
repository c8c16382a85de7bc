import { inputUnreadable } from './found.js';
import { fromLatin1 } from './text.js';

/**
 * The files that the commands of an input read, as `curl -d @body.json`. Reading an input opens no file: it tells which
 * ones it wants, and whoever has them reads the input again.
 */
export class NamedFiles {
  readonly wanted = new Set<string>();

  /** undefined: a file that cannot be read. */
  constructor(private readonly contents: ReadonlyMap<string, Uint8Array | undefined> = new Map()) {}

  /** The file’s bytes, one character per byte. @throws {PvgError} `input-unreadable` */
  read(latin1: string, notes: string[]): string {
    const name = fromLatin1(latin1);
    const content = this.contents.get(name);
    if (content !== undefined) {
      notes.push(`The body was read from ${shown(name)} as it is now, not as it was when it was sent.`);
      return Buffer.from(content).toString('latin1');
    }
    this.wanted.add(name);
    throw inputUnreadable(
      `The body is in ${shown(name)}, which cannot be read from this folder. Run pvg in the folder where the command ran, or put the body itself into the command.`,
    );
  }
}

/** A name that may be something else, such as a receipt, is not repeated. */
const shown = (name: string): string =>
  /^[\w ./\\:~-]{1,60}$/.test(name) ? `the file ${name}` : 'a file that the command names';
