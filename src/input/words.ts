import { Option, type Command } from 'commander';

/** Where an option's value should stand, there is another option. Names as they were typed, never with a value. */
interface TakenOption {
  readonly option: Option;
  readonly optionName: string;
  /** An option of the command, or `--`. */
  readonly takenName: string;
}

/**
 * What the words of a command line stand for, as commander reads them: an option's value may look like an option, and
 * `--` ends the options. `command`: the deepest that the words name; `operands`: the positions of the words that it gets
 * as its arguments; `awaited`: the option of the last word, if it still needs its value; `taken`: the first value that
 * is an option of the command itself.
 */
export function walk(program: Command, words: readonly string[]) {
  let command = program;
  let awaited: NamedOption | undefined;
  let taken: TakenOption | undefined;
  let isEnded = false;
  const operands: number[] = [];
  for (const [index, word] of words.entries()) {
    const options = [...command.options, ...program.options, help];
    const isLikeOption = /^-./.test(word);
    // Commander gives an optional value only what does not look like an option.
    if (awaited !== undefined && (awaited.option.required || !isLikeOption)) {
      const takenName = optionNameOf(options, word);
      if (takenName !== undefined) {
        taken ??= { option: awaited.option, optionName: awaited.name, takenName };
      }
      awaited = undefined;
    } else if (!isEnded && word === '--') {
      awaited = undefined;
      isEnded = true;
    } else if (!isEnded && isLikeOption) {
      awaited = awaitedAfter(options, word);
    } else {
      const next =
        operands.length > 0 ? undefined : command.commands.find((each) => each.name() === word);
      if (next === undefined) operands.push(index);
      else command = next;
    }
  }
  return { command, operands, awaited: awaited?.option, isEnded, taken };
}

/** Every command has it, and no command's list. */
const help = new Option('-h, --help');

/** A word with its value, `--as=curl`, is not the name of an option. */
export function optionNamed(options: readonly Option[], name: string): Option | undefined {
  return options.find(({ long, short }) => [long, short].includes(name));
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** An option, and the name of it that was typed. */
interface NamedOption {
  readonly option: Option;
  readonly name: string;
}

/** The option whose value is the next word: of `--receipt`, of `-p`, and of `-qp`, where -q takes none. */
function awaitedAfter(options: readonly Option[], word: string): NamedOption | undefined {
  const long = optionNamed(options, word);
  if (long !== undefined) return takesValue(long) ? { option: long, name: word } : undefined;
  const group = shortGroup(options, word);
  return group?.isValueAttached === false ? group.valued : undefined;
}

/** What a value would be as an option of the command: `--receipt`, also of `--receipt=x`; undefined for any other text. */
function optionNameOf(options: readonly Option[], word: string): string | undefined {
  if (word === '--') return word;
  if (!word.startsWith('--')) return shortGroup(options, word) && word.slice(0, 2);
  const [name = ''] = word.split('=');
  return optionNamed(options, name) && name;
}

interface ShortGroup {
  /** The option that takes a value, which ends the group. */
  readonly valued: NamedOption | undefined;
  /** `-pgame-dev` */
  readonly isValueAttached: boolean;
}

/** Short options behind one hyphen, as commander takes them apart: `-qv`, `-pgame-dev`; undefined if one is not known. */
function shortGroup(options: readonly Option[], word: string): ShortGroup | undefined {
  const letters = [...word.slice(1)];
  if (!word.startsWith('-') || letters.length === 0) return undefined;
  for (const [place, letter] of letters.entries()) {
    const name = `-${letter}`;
    const option = optionNamed(options, name);
    if (option === undefined) return undefined;
    if (takesValue(option)) {
      return { valued: { option, name }, isValueAttached: place < letters.length - 1 };
    }
  }
  return { valued: undefined, isValueAttached: false };
}
