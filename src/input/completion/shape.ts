import type { Argument, Command, Option } from 'commander';

/** What completion needs to know of a command, read from its declaration: nothing is listed a second time. */
export interface CommandShape {
  readonly name: string;
  readonly says: string;
  readonly options: readonly OptionShape[];
  readonly slots: readonly Slot[];
  readonly commands: readonly CommandShape[];
}

export interface OptionShape {
  readonly names: readonly string[];
  readonly says: string;
  readonly slot: Slot | undefined;
}

export interface Slot {
  readonly choices: readonly string[];
  /** Values that only the running program knows. */
  readonly known: Known | undefined;
  readonly files: boolean;
  /** `@<file>` names a file there. */
  readonly atFiles: boolean;
  readonly variadic: boolean;
}

export type Known = 'profiles' | 'codes' | 'commands';

export function shapeOf(command: Command): CommandShape {
  const help = command.createHelp();
  return {
    name: command.name(),
    says: command.description(),
    options: help.visibleOptions(command).map(optionShape),
    slots: command.registeredArguments.map((argument) => argumentSlot(command, argument)),
    commands: help.visibleCommands(command).map(shapeOf),
  };
}

function optionShape(option: Option): OptionShape {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null);
  const value = /[<[](.+)[>\]]/.exec(option.flags)?.[1];
  if (value === undefined) return { names, says: option.description, slot: undefined };
  const known = option.long === '--profile' ? 'profiles' : undefined;
  return { names, says: option.description, slot: slotOf(value, option, known) };
}

const argumentSlot = (command: Command, argument: Argument): Slot =>
  slotOf(argument.name(), argument, knownOf(command, argument.name()));

/** Not `--confirm`, and not a name that is yet to be given: those are typed by a person. */
function knownOf(command: Command, argument: string): Known | undefined {
  if (command.name() === 'help') return 'commands';
  if (argument.startsWith('code|')) return 'codes';
  const ofStored = command.parent?.name() === 'profile' && command.name() !== 'add' && argument === 'name';
  return ofStored ? 'profiles' : undefined;
}

interface Declared {
  readonly description: string;
  readonly argChoices?: string[] | undefined;
  readonly variadic: boolean;
}

/** `<dev|prod>` are two choices, `<path|->` and `<text|@file|->` are kinds of value. */
function slotOf(placeholder: string, declared: Declared, known: Known | undefined): Slot {
  const parts = placeholder.replace(/\.\.\.$/, '').split('|');
  return {
    choices: declared.argChoices ?? (choices(parts) || listed(declared.description)),
    known,
    files: parts.some((part) => ['file', 'path', 'folder'].includes(part)),
    atFiles: parts.includes('@file'),
    variadic: declared.variadic,
  };
}

const choices = (parts: readonly string[]): readonly string[] | false =>
  parts.length > 1 && parts.every((part) => /^[a-z][a-z0-9-]*$/.test(part)) && parts;

/** A description that ends in a list of words names the values: `a complete signer instead: bash, cpp, csharp`. */
const listed = (description: string): readonly string[] =>
  /: ([\w-]+(?:, [\w-]+)+)$/.exec(description)?.[1]?.split(', ') ?? [];
