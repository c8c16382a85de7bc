import type { Argument, Command, Option } from 'commander';
import { optionNamed, readCommandLine } from '../usage.js';

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
  const { command, operands, awaited, isEnded } = readCommandLine(program, before);
  if (awaited !== undefined) {
    const [, placeholder = ''] = /[<[]([^<[]+)[>\]]/.exec(awaited.flags) ?? [];
    const otherValues = awaited.long === '--profile' ? await profiles() : [];
    return suggestValues(awaited, placeholder, { current, otherValues });
  }
  const options = isEnded ? [] : optionsAt(program, command).map(suggestLongName);
  if (!isEnded && current.startsWith('-')) return suggestWords(current, options);
  const { registeredArguments: declared } = command;
  const argument = declared[operands.length] ?? declared.findLast(({ variadic }) => variadic);
  if (argument !== undefined) {
    const isProfile = takesProfile(command, argument);
    const names = command.name() === 'help' ? suggestCommands(program) : [];
    const otherValues = isProfile ? await profiles() : names;
    const values = suggestValues(argument, argument.name(), { current, otherValues });
    // An optional value that is free text has no suggestions, so the options are suggested.
    const hasValues = values.files !== 'none' || values.words.length > 0;
    if (argument.required || hasValues) return values;
  }
  const subcommands = suggestCommands(command);
  return suggestWords(current, subcommands.length > 0 ? subcommands : options);
}

/** A command's own options first, then the options everywhere. Only the program itself has `--version`. */
function optionsAt(program: Command, command: Command): Option[] {
  const visibleOptions = command.createHelp().visibleOptions(command);
  const everywhere = program.createHelp().visibleOptions(program);
  return [
    ...visibleOptions,
    ...everywhere.filter(
      ({ long = '' }) => long !== '--version' && !optionNamed(visibleOptions, long),
    ),
  ];
}

/** Offers the long name only: it explains itself. */
function suggestLongName({ long, description }: Option): Suggestion {
  return { value: long ?? '', says: description };
}

function suggestCommands(command: Command): Suggestion[] {
  const commands = command.createHelp().visibleCommands(command);
  return commands.map((each) => ({ value: each.name(), says: each.description() }));
}

/** Whether an argument is the name of a stored profile. The name of a new one cannot be suggested. */
function takesProfile(command: Command, argument: Argument): boolean {
  const isOfProfile = command.parent?.name() === 'profile' && command.name() !== 'add';
  return isOfProfile && argument.name() === 'name';
}

function suggestWords(current: string, offered: readonly Suggestion[]): Suggestions {
  return { files: 'none', words: offered.filter(({ value }) => value.startsWith(current)) };
}

interface ValueAtCursor {
  readonly current: string;
  /** Values that the declaration cannot name, such as the stored profiles. */
  readonly otherValues: readonly Suggestion[];
}

/**
 * The values that the declaration of an option or argument names, so that no second list is needed.
 * @param placeholder `path|-`, `text|@file|-`
 */
function suggestValues(
  { argChoices, description }: Option | Argument,
  placeholder: string,
  { current, otherValues }: ValueAtCursor,
): Suggestions {
  const kinds = placeholder.replace(/\.\.\.$/, '').split('|');
  if (kinds.includes('@file') && current.startsWith('@')) return { files: '@files', words: [] };
  // `<dev|prod>` is a list of two choices.
  const isChoice = kinds.length > 1 && kinds.every((kind) => /^[a-z][a-z0-9-]*$/.test(kind));
  // A description may end with a list of choices: `a complete signer instead: bash, cpp`.
  const describedChoices = /: ([\w-]+(?:, [\w-]+)+)$/.exec(description)?.[1]?.split(', ') ?? [];
  const choices = argChoices ?? (isChoice ? kinds : describedChoices);
  const declared = choices.map((value) => ({ value, says: '' }));
  const isFile = kinds.some((kind) => ['file', 'path', 'folder'].includes(kind));
  const { words } = suggestWords(current, [...otherValues, ...declared]);
  return { files: isFile ? 'files' : 'none', words };
}
