import { lineOf } from './cursor.js';

/** What the readers of command lines have in common; text is one character a byte, as the file has it. */

export interface Word {
  readonly text: string;
  /** Part of it is a variable or a command's output, whose value the input does not show. */
  readonly open: boolean;
}

export interface Command {
  readonly words: readonly Word[];
  /** A here-document, a here-string or `<`; undefined when nothing is redirected. */
  readonly stdin?: Word | undefined;
  /** The command before the `|`. */
  readonly pipedFrom?: Command | undefined;
}

export const known = (text: string): Word => ({ text, open: false });
export const unknownWord: Word = { text: '', open: true };

/** A word is put together of pieces; an empty piece makes a word, too. */
export const joined = (word: Word | undefined, piece: Word): Word =>
  word === undefined ? piece : { text: word.text + piece.text, open: word.open || piece.open };

export class OpenQuote extends Error {
  constructor(readonly at: number) {
    super('a quote is never closed');
  }
}

export interface Script {
  readonly commands: readonly Command[];
  /** Line of a quote that is never closed; what stands before it was read. */
  readonly openQuoteLine?: number;
}

/** The commands that `read` hands over until the end, or until a quote that is never closed. */
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
