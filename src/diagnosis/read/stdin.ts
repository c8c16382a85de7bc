import { known, unknownWord, type Command, type Word } from './command.js';
import { echo, printf } from './escapes.js';
import { inputUnreadable } from './found.js';
import type { NamedFiles } from './named-files.js';

/** What a command reads beside its words; texts have one character per byte. */
export interface Sources {
  /** What is left of the standard input. @throws {PvgError} if only a run would show it */
  readonly stdin: (notes: string[]) => string;
  readonly file: NamedFiles['read'];
  /** Whether anything is piped or redirected into the command. */
  readonly hasStdin: boolean;
}

/** The first reader of the standard input gets everything. */
export function sourcesOf(command: Command, files: NamedFiles): Sources {
  const file: NamedFiles['read'] = (name, notes) => files.read(name, notes);
  let isRead = false;
  return {
    file,
    hasStdin: [command.stdin, command.stdinFile, command.pipedFrom].some((source) => source !== undefined),
    stdin: (notes) => {
      const word = isRead ? known('') : stdinOf(command, (name) => file(name, notes));
      isRead = true;
      if (word !== undefined && !word.open) return word.text;
      throw inputUnreadable(
        'The body comes from a program before the pipe, which pvg does not run. Save what it prints in a file and write `< <file>` instead of the pipe.',
      );
    },
  };
}

function stdinOf(command: Command, read: (name: string) => string): Word | undefined {
  let reader = command;
  for (;;) {
    if (reader.stdinFile !== undefined) return contentOf([reader.stdinFile], read);
    if (reader.stdin !== undefined || reader.pipedFrom === undefined) return reader.stdin;
    const { name, given } = programOf(reader.pipedFrom);
    const isCat = name === 'cat' && !given.some(({ text }) => /^-./.test(text));
    const files = given.filter(({ text }) => text !== '-');
    if (!isCat) return outputOf(reader.pipedFrom);
    if (files.length > 0) return files.length === given.length ? contentOf(files, read) : undefined;
    reader = reader.pipedFrom;
  }
}

const contentOf = (files: readonly Word[], read: (name: string) => string): Word =>
  files.some(({ open }) => open) ? unknownWord : known(files.map(({ text }) => read(text)).join(''));

/** Without the prompt, which is not part of the command. */
function programOf(command: Command): { name: string | undefined; given: readonly Word[] } {
  const [program, ...given] = command.words.filter(({ text }) => text !== '$');
  return { name: program?.text, given };
}

/** What printf and echo write. The output of any other program is unknown. */
function outputOf(command: Command): Word | undefined {
  const { name, given } = programOf(command);
  const texts = given.map(({ text }) => text);
  const [format = '', ...values] = texts[0] === '--' ? texts.slice(1) : texts;
  const text = name === 'echo' ? echo(texts) : name === 'printf' ? printf(format, values) : undefined;
  return text === undefined ? undefined : { text, open: given.some(({ open }) => open) };
}
