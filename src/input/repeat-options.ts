import type { Option } from 'commander';
import { optionWithValue } from '../text/shell.js';

interface TypedLine {
  /** The options of the command, without the global ones. */
  readonly ownOptions: readonly Option[];
  /** The values as commander read them. */
  readonly options: object;
  /** The long names of options to leave out: `--overwrite`. */
  readonly notRepeated: readonly string[];
}

/** The options of a command line as they were typed, for a next command that is like it. */
export function repeatOptions({ ownOptions, options, notRepeated }: TypedLine): string[] {
  const values = new Map<string, unknown>(Object.entries(options));
  return ownOptions.flatMap((option) => {
    const { long } = option;
    if (long === undefined || notRepeated.includes(long)) return [];
    return repeatOption(long, values.get(option.attributeName()));
  });
}

function repeatOption(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => repeatOption(name, each));
  if (typeof value === 'string') return optionWithValue(name, value);
  return value === true ? [name] : [];
}
