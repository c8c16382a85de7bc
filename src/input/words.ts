import type { Command, Option } from 'commander';

/**
 * What the words of a command line stand for, as commander reads them: an option's value may look like an option, and
 * `--` ends the options. `command`: the deepest that the words name; `operands`: the positions of the words that it gets
 * as its arguments; `awaited`: the option of the last word, if it still needs its value.
 */
export function walk(program: Command, words: readonly string[]) {
  let command = program;
  let awaited: Option | undefined;
  let isEnded = false;
  const operands: number[] = [];
  for (const [at, word] of words.entries()) {
    if (awaited !== undefined) awaited = undefined;
    else if (!isEnded && word === '--') isEnded = true;
    else if (!isEnded && /^-./.test(word)) {
      const option = optionNamed([...command.options, ...program.options], word);
      awaited = option && takesValue(option) ? option : undefined;
    } else {
      const next = operands.length > 0 ? undefined : command.commands.find((each) => each.name() === word);
      if (next === undefined) operands.push(at);
      else command = next;
    }
  }
  return { command, operands, awaited, isEnded };
}

/** A word with its value, `--as=curl`, is not the name of an option. */
export const optionNamed = (options: readonly Option[], name: string): Option | undefined =>
  options.find(({ long, short }) => [long, short].includes(name));

const takesValue = ({ required, optional }: Option): boolean => required || optional;
