import type { Command, Word } from './command.js';
import { echo, printf } from './escapes.js';
import { inputUnreadable } from './found.js';
import { inAFile } from './open.js';

/** What a command reads beside its words; texts have one character per byte. */
export interface Sources {
  /** What is left of the standard input. @throws {PvgError} if only a run would show it */
  readonly stdin: () => string;
  /** Whether anything is piped or redirected into the command. */
  readonly hasStdin: boolean;
}

/** The first reader of the standard input gets everything. */
export function sourcesOf({ redirected = false, pipedFrom }: Command): Sources {
  let isRead = false;
  return {
    hasStdin: redirected || pipedFrom !== undefined,
    stdin: () => {
      if (redirected) throw inAFile();
      const word = isRead ? undefined : outputOf(pipedFrom);
      if (isRead) return '';
      isRead = true;
      if (word?.open === false) return word.text;
      throw inputUnreadable('The body comes from standard input, from a program that pvg does not run.');
    },
  };
}

/** What printf and echo write. The output of any other program is unknown. */
function outputOf(command: Command | undefined): Word | undefined {
  if (command === undefined || command.redirected) return undefined;
  // A prompt is not part of the command.
  const [program, ...given] = command.words.filter(({ text }) => text !== '$');
  const texts = given.map(({ text }) => text);
  const [format = '', ...values] = texts[0] === '--' ? texts.slice(1) : texts;
  const text =
    program?.text === 'echo' ? echo(texts) : program?.text === 'printf' ? printf(format, values) : undefined;
  return text === undefined ? undefined : { text, open: given.some(({ open }) => open) };
}
