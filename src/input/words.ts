import type { Command, Option } from 'commander';

/** What the words of a command line stand for, as commander reads them. */
interface Words {
  /** The deepest command that the words name. */
  readonly command: Command;
  /** The positions of the words that it gets as its arguments. */
  readonly operands: readonly number[];
  /** The option of the last word, if it still needs its value. */
  readonly awaited: Option | undefined;
  /** `--` was among the words: no option can follow. */
  readonly isEnded: boolean;
}

/** An option's value may look like an option, and `--` ends the options. */
export function walk(program: Command, words: readonly string[]): Words {
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
