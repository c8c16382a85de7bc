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

/** The command line up to the cursor, without the program's name. */
export interface TypedLine {
  readonly before: readonly string[];
  readonly current: string;
}

type Profiles = () => Promise<readonly Suggestion[]>;

/** What may come at the cursor. As in commander, an option's value may look like an option, and `--` ends the options. */
export async function suggest(
  program: Command,
  { before, current }: TypedLine,
  profiles: Profiles,
): Promise<Suggestions> {
  const { command, operands, awaited, isEnded } = walk(program, before);
  if (awaited !== undefined) {
    const [, placeholder = ''] = /[<[]([^<[]+)[>\]]/.exec(awaited.flags) ?? [];
    const known = awaited.long === '--profile' ? await profiles() : [];
    return valuesFor(awaited, placeholder, current, known);
  }
  const options = isEnded ? [] : optionsAt(program, command).map(named);
  if (!isEnded && current.startsWith('-')) return words(current, options);
  const { registeredArguments: all } = command;
  const argument = all[operands.length] ?? all.findLast(({ variadic }) => variadic);
  if (argument !== undefined) {
    const known = await knownFor(program, command, argument, profiles);
    const values = valuesFor(argument, argument.name(), current, known);
    // Free text that may be left out: the options go on.
    if (argument.required || values.files !== 'none' || values.words.length > 0) return values;
  }
  const subcommands = commandsOf(command);
  return words(current, subcommands.length > 0 ? subcommands : options);
}

/** A command's own options first, then the options everywhere. Only the program itself has `--version`. */
function optionsAt(program: Command, command: Command): Option[] {
  const own = command.createHelp().visibleOptions(command);
  const everywhere = program.createHelp().visibleOptions(program);
  return [
    ...own,
    ...everywhere.filter(({ long = '' }) => long !== '--version' && !optionNamed(own, long)),
  ];
}

/** Offers the long name only: it explains itself. */
const named = ({ long, description }: Option): Suggestion => ({
  value: long ?? '',
  says: description,
});

const commandsOf = (command: Command): Suggestion[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ value: each.name(), says: each.description() }));

/** Never the name of a new profile, which a person types. */
async function knownFor(
  program: Command,
  command: Command,
  argument: Argument,
  profiles: Profiles,
) {
  if (command.name() === 'help') return commandsOf(program);
  const isOfProfile = command.parent?.name() === 'profile' && command.name() !== 'add';
  return isOfProfile && argument.name() === 'name' ? profiles() : [];
}

const words = (current: string, offered: readonly Suggestion[]): Suggestions => ({
  files: 'none',
  words: offered.filter(({ value }) => value.startsWith(current)),
});

/** Values as their place declares them, so that no second list is needed. `placeholder`: `path|-`, `text|@file|-`. */
function valuesFor(
  { argChoices, description }: Option | Argument,
  placeholder: string,
  current: string,
  known: readonly Suggestion[],
): Suggestions {
  const kinds = placeholder.replace(/\.\.\.$/, '').split('|');
  if (kinds.includes('@file') && current.startsWith('@')) return { files: '@files', words: [] };
  // `<dev|prod>` is a list of two choices; `a complete signer instead: bash, cpp` ends with one.
  const isChoice = kinds.length > 1 && kinds.every((kind) => /^[a-z][a-z0-9-]*$/.test(kind));
  const described = /: ([\w-]+(?:, [\w-]+)+)$/.exec(description)?.[1]?.split(', ') ?? [];
  const choices = argChoices ?? (isChoice ? kinds : described);
  const isFile = kinds.some((kind) => ['file', 'path', 'folder'].includes(kind));
  const listed = choices.map((value) => ({ value, says: '' }));
  return { ...words(current, [...known, ...listed]), files: isFile ? 'files' : 'none' };
}
