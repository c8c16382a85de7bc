import { Argument, Option } from 'commander';
import { PvgError } from '../failure.js';
import { didYouMean, nearest } from '../text/nearest.js';

/** Options and arguments with few values. */

/** An option with few values, in any case of letters. */
export function choiceOption(flags: string, says: string, choices: readonly string[]): Option {
  const option = new Option(flags, says).choices(choices);
  return option.argParser((typed) => readChoice(option.long ?? flags, typed, choices));
}

/** An option with a list of few values: separated by commas, and repeatable. */
export function choiceListOption(flags: string, says: string, choices: readonly string[]): Option {
  const option = new Option(flags, says).choices(choices);
  return option.argParser((typed, before?: readonly string[]) => [
    ...(before ?? []),
    ...typed.split(',').map((each) => readChoice(option.long ?? flags, each.trim(), choices)),
  ]);
}

/** An argument with few values. */
export function choiceArgument(name: string, says: string, choices: readonly string[]): Argument {
  return new Argument(name, says)
    .choices(choices)
    .argParser((typed) => readChoice(name, typed, choices));
}

interface Choices {
  /** `--as`, or `<shell>`. */
  readonly name: string;
  readonly choices: readonly string[];
  /** What the choices may be written as; without it, the choices themselves. */
  readonly spellings?: readonly string[];
}

/** For a mistyped value, which is never repeated: the nearest spellings are offered. */
export function wrongChoiceError(
  typed: string,
  { name, choices, spellings = choices }: Choices,
): PvgError {
  const withOption = (value: string): string => (name.startsWith('-') ? `${name} ${value}` : value);
  const suggestion = didYouMean(nearest(typed, spellings).map(withOption));
  return new PvgError('usage', `${name} must be one of: ${choices.join(', ')}.`, {
    hint: suggestion ?? `Example: \`${withOption(choices[0] ?? '')}\`.`,
  });
}

/** One of few values, in any case of letters. @throws {PvgError} `usage` */
export function readChoice<Choice extends string>(
  name: string,
  typed: string,
  choices: readonly Choice[],
): Choice {
  const typedInSmallLetters = typed.toLowerCase();
  const choice = choices.find((value) => value === typedInSmallLetters);
  if (choice === undefined) throw wrongChoiceError(typed, { name, choices });
  return choice;
}
