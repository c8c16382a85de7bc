import { Argument, Option } from 'commander';
import { PvgError } from '../failure.js';
import { didYouMean, nearest } from '../text/nearest.js';

/** Options and arguments with few values. */

/** An option with few values, which may be typed in small letters or capitals. */
export function choiceOption(flags: string, says: string, choices: readonly string[]): Option {
  const option = new Option(flags, says).choices(choices);
  return option.argParser((typed) => readChoice(option.long ?? flags, typed, choices));
}

/** An option with a list of few values: separated by commas, and repeatable. */
export function choiceListOption(flags: string, says: string, choices: readonly string[]): Option {
  const option = new Option(flags, says).choices(choices);
  return option.argParser((typed, before?: readonly string[]) => [
    ...(before ?? []),
    ...readChoices(option.long ?? flags, typed, choices),
  ]);
}

/**
 * Values that are separated by commas. An error names the place of the wrong one, because a mistyped value is never repeated.
 * @throws {PvgError} `usage`
 */
export function readChoices<Choice extends string>(
  name: string,
  typed: string,
  choices: readonly Choice[],
): Choice[] {
  const values = typed.split(',');
  return values.map((value, index) => {
    const place = values.length > 1 ? `Value ${index + 1} of ` : '';
    return findChoice(value.trim(), { name, choices, place });
  });
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
  /** Which of several values it is: `Value 2 of `. */
  readonly place?: string;
}

/** The error for a mistyped value, with the nearest spellings. The value itself is never repeated. */
export function wrongChoiceError(
  typed: string,
  { name, choices, spellings = choices, place = '' }: Choices,
): PvgError {
  const withOption = (value: string): string => (name.startsWith('-') ? `${name} ${value}` : value);
  const suggestion = didYouMean(nearest(typed, spellings).map(withOption));
  return new PvgError('usage', `${place}${name} must be one of: ${choices.join(', ')}.`, {
    hint: suggestion ?? `Example: \`${withOption(choices[0] ?? '')}\`.`,
  });
}

/** One of few values, which may be typed in small letters or capitals. @param choices in small letters @throws {PvgError} `usage` */
export function readChoice<Choice extends string>(
  name: string,
  typed: string,
  choices: readonly Choice[],
): Choice {
  return findChoice(typed, { name, choices });
}

function findChoice<Choice extends string>(
  typed: string,
  wanted: Omit<Choices, 'choices'> & { readonly choices: readonly Choice[] },
): Choice {
  const typedInSmallLetters = typed.toLowerCase();
  const choice = wanted.choices.find((value) => value === typedInSmallLetters);
  if (choice === undefined) throw wrongChoiceError(typed, wanted);
  return choice;
}
