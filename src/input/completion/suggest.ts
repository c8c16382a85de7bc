import type { Argument, Command, Option } from 'commander';
import { optionNamed, walk } from '../words.js';

export interface Suggestion {
  readonly value: string;
  readonly says: string;
}

export interface Suggestions {
  /** Whether the shell also offers file names, and which. */
  readonly files: 'none' | 'files' | '@files';
  readonly words: readonly Suggestion[];
}

/** The command line up to the cursor, without the program's name and without quotes. */
export interface Typed {
  readonly before: readonly string[];
  readonly current: string;
}

export type Known = 'profiles' | 'codes' | 'commands';

type KnownValues = (known: Known) => Promise<readonly Suggestion[]>;

/** What may come at the cursor. As in commander, an option's value may look like an option, and `--` ends the options. */
export async function suggest(
  program: Command,
  { before, current }: Typed,
  knownValues: KnownValues,
): Promise<Suggestions> {
  const { command, operands, awaited, isEnded } = walk(program, before);
  const options = isEnded ? [] : optionsAt(program, command);
  const { registeredArguments: all } = command;
  const argument = all[operands.length] ?? all.findLast(({ variadic }) => variadic);
  if (awaited !== undefined) return valuesFor(slotOfOption(awaited), current, knownValues);
  if (!isEnded && current.startsWith('-')) return words(current, options.map(named));
  if (argument !== undefined) {
    const values = await valuesFor(slotOfArgument(command, argument), current, knownValues);
    // Free text that may be left out: the options go on.
    if (argument.required || values.files !== 'none' || values.words.length > 0) return values;
  }
  const subcommands = command.createHelp().visibleCommands(command);
  const offered = subcommands.map((each) => ({ value: each.name(), says: each.description() }));
  // No further argument is possible: offer the options.
  return words(current, offered.length > 0 ? offered : options.map(named));
}

/** A command's own options first, then the options everywhere. Only the program itself has `--version`. */
function optionsAt(program: Command, command: Command): Option[] {
  const own = command.createHelp().visibleOptions(command);
  const everywhere = program.createHelp().visibleOptions(program);
  return [...own, ...everywhere.filter(({ long = '' }) => long !== '--version' && !optionNamed(own, long))];
}

/** Offers the long name only: it explains itself. */
const named = ({ long, description }: Option): Suggestion => ({ value: long ?? '', says: description });

const words = (current: string, offered: readonly Suggestion[]): Suggestions => ({
  files: 'none',
  words: offered.filter(({ value }) => value.startsWith(current)),
});

/** A place for a value, read from its declaration, so that no second list is needed. */
interface Slot {
  /** `path|-`, `text|@file|-`. */
  readonly placeholder: string;
  readonly declared: Option | Argument;
  readonly known: Known | undefined;
}

async function valuesFor(
  { placeholder, declared, known }: Slot,
  current: string,
  knownValues: KnownValues,
): Promise<Suggestions> {
  const kinds = placeholder.replace(/\.\.\.$/, '').split('|');
  if (kinds.includes('@file') && current.startsWith('@')) return { files: '@files', words: [] };
  // `<dev|prod>` is a list of two choices; `a complete signer instead: bash, cpp` ends with one.
  const isChoice = kinds.length > 1 && kinds.every((kind) => /^[a-z][a-z0-9-]*$/.test(kind));
  const described = /: ([\w-]+(?:, [\w-]+)+)$/.exec(declared.description)?.[1]?.split(', ') ?? [];
  const choices = declared.argChoices ?? (isChoice ? kinds : described);
  const offered = known === undefined ? [] : await knownValues(known);
  const isFile = kinds.some((kind) => ['file', 'path', 'folder'].includes(kind));
  const listed = choices.map((value) => ({ value, says: '' }));
  return { ...words(current, [...offered, ...listed]), files: isFile ? 'files' : 'none' };
}

const slotOfOption = (declared: Option): Slot => ({
  placeholder: /[<[]([^<[]+)[>\]]/.exec(declared.flags)?.[1] ?? '',
  declared,
  known: declared.long === '--profile' ? 'profiles' : undefined,
});

/** Never known: the value of `--confirm` and the name of a new profile, which a person types. */
function slotOfArgument(command: Command, declared: Argument): Slot {
  const placeholder = declared.name();
  const isStored = command.parent?.name() === 'profile' && command.name() !== 'add' && placeholder === 'name';
  const known = isStored ? 'profiles' : placeholder.startsWith('code|') ? 'codes' : undefined;
  return { placeholder, declared, known: command.name() === 'help' ? 'commands' : known };
}
