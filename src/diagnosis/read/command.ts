import { lineOf } from './cursor.js';

/** Shared by the readers of command lines. Text has one character per byte, as in the file. */

export interface Word {
  readonly text: string;
  /** Part of it is a variable or the output of a command, so its value is unknown. */
  readonly open: boolean;
}

export interface Command {
  readonly words: readonly Word[];
  /** It has a here-document, a here-string or `<`, which are not read. */
  readonly redirected?: boolean;
  /** The command before the `|`. */
  readonly pipedFrom?: Command | undefined;
}

export const known = (text: string): Word => ({ text, open: false });
export const unknownWord: Word = { text: '', open: true };

/** A word is built from pieces. An empty piece is a word too. */
export const joined = (word: Word | undefined, piece: Word): Word =>
  word === undefined ? piece : { text: word.text + piece.text, open: word.open || piece.open };

export class OpenQuote extends Error {
  constructor(readonly at: number) {
    super('a quote is not closed');
  }
}

export interface Script {
  readonly commands: readonly Command[];
  /** The line of a quote that is not closed. Everything before it was read. */
  readonly openQuoteLine?: number;
}

/** The commands that `read` finds, up to the end or to a quote that is not closed. */
export function scriptOf(text: string, read: (commands: Command[]) => void): Script {
  const commands: Command[] = [];
  try {
    read(commands);
    return { commands };
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error;
    return { commands, openQuoteLine: lineOf(text, error.at) };
  }
}
