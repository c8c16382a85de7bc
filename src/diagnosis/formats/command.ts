/** What the readers of command lines have in common; text is one character a byte, as the file has it. */

export interface Word {
  readonly text: string;
  /** Part of it is a variable or a command's output, whose value the input does not show. */
  readonly open: boolean;
}

export interface Command {
  readonly words: readonly Word[];
  /** A here-document, a here-string or `<`; undefined when nothing is redirected. */
  readonly stdin: Word | undefined;
  /** The command before the `|`. */
  readonly pipedFrom: Command | undefined;
}

export interface Script {
  readonly commands: readonly Command[];
  /** Line of a quote that is never closed; what stands before it was read. */
  readonly openQuoteLine?: number;
}

export const unknownWord: Word = { text: '', open: true };

export const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;
