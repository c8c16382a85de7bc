import type { Word } from './command.js';

/** One option of a command line, or a word that is none. */
export interface Option {
  /** The long name, or the letter of an option that no reader uses; `operand` for a word that is not an option. */
  readonly name: string;
  /** Empty for a switch, and for a missing value. */
  readonly value: Word;
}

interface OptionNames {
  /** Long names of the options that take a value; all others are switches. */
  readonly withValue: readonly string[];
  /** The long name of each letter that shapes the request. */
  readonly letters: Readonly<Record<string, string>>;
  /** Further letters that take a value. */
  readonly lettersWithValue?: string;
}

const noValue: Word = { text: '', open: false };

/** Reads words as such a program does: `-sSXPOST`, `-X POST`, `--name value`, `--name=value`, and operands after `--`. */
export function optionReader({ withValue, letters, lettersWithValue = '' }: OptionNames) {
  const valued = new Set(withValue);
  const takesValue = (letter: string): boolean =>
    lettersWithValue.includes(letter) || valued.has(letters[letter] ?? '');
  const nameOf = (letter: string): string => letters[letter] ?? letter;

  return (words: readonly Word[]): Option[] => {
    const options: Option[] = [];
    const waiting = words.values();
    const next = (): Word => waiting.next().value ?? noValue;
    let ended = false;
    for (const word of waiting) {
      const { text, open } = word;
      const [, long, attached] = /^--([^=]+)(?:=([^]*))?$/.exec(text) ?? [];
      if (ended || !/^-[^]/.test(text)) options.push({ name: 'operand', value: word });
      else if (text === '--') ended = true;
      else if (long !== undefined) {
        const value = attached === undefined ? undefined : { text: attached, open };
        options.push({ name: long, value: value ?? (valued.has(long) ? next() : noValue) });
      } else {
        for (let at = 1; at < text.length; at += 1) {
          const letter = text.charAt(at);
          const rest = takesValue(letter) ? text.slice(at + 1) : undefined;
          const value = rest === undefined ? noValue : rest === '' ? next() : { text: rest, open };
          options.push({ name: nameOf(letter), value });
          if (rest !== undefined) break;
        }
      }
    }
    return options;
  };
}
