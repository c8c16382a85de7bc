import { known, type Command, type Word } from './command.js';
import { echo, printf } from './escapes.js';

/** Returns what is left of a standard input; undefined if only a run would show it. */
export type StdinReader = () => Word | undefined;

/** The first reader gets everything. */
export function stdinReader(command: Command): StdinReader {
  let left: Word | undefined;
  return () => {
    const word = left ?? stdinOf(command);
    left = known('');
    return word;
  };
}

function stdinOf(command: Command): Word | undefined {
  let reader = command;
  while (reader.stdin === undefined && reader.pipedFrom !== undefined) {
    const { name, given } = programOf(reader.pipedFrom);
    if (name !== 'cat' || given.some(({ text }) => text !== '-')) return outputOf(reader.pipedFrom);
    reader = reader.pipedFrom;
  }
  return reader.stdin;
}

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
