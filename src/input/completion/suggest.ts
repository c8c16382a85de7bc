import type { Argument, Command, Option } from 'commander';

export interface Suggestion {
  readonly value: string;
  readonly says: string;
}

export interface Suggestions {
  /** Whether the shell offers file names besides, and of which kind. */
  readonly files: 'none' | 'files' | '@files';
  readonly words: readonly Suggestion[];
}

/** The command line up to the cursor, without the program's name; quotes are taken off. */
export interface Typed {
  readonly before: readonly string[];
  readonly current: string;
}

type KnownValues = (known: Known) => Promise<readonly Suggestion[]>;

/** What may stand at the cursor. Reads like commander: an option's value may look like an option, `--` ends them. */
export async function suggest(
  program: CommandShape,
  { before, current }: Typed,
  knownValues: KnownValues,
): Promise<Suggestions> {
  const place = walk(program, before);
  if (place.awaited !== undefined) return valuesFor(place.awaited, current, knownValues);
  if (place.options !== undefined && current.startsWith('-')) {
    const [name = '', value] = splitOption(current);
    if (value === undefined) return words(current, place.options.flatMap(optionNames));
    const slot = optionNamed(place.options, name)?.slot;
    return slot === undefined ? nothing : prefixed(`${name}=`, await valuesFor(slot, value, knownValues));
  }
  if (place.slot !== undefined) return valuesFor(place.slot, current, knownValues);
  if (place.command.commands.length > 0) {
    const named = place.command.commands.map(({ name, says }) => ({ value: name, says }));
    return words(current, named);
  }
  // A command that takes no further argument takes options.
  return words(current, (place.options ?? []).flatMap(optionNames));
}

interface Cursor {
  readonly command: CommandShape;
  /** undefined behind `--`. */
  readonly options: readonly OptionShape[] | undefined;
  /** The option before the cursor waits for its value. */
  readonly awaited: Slot | undefined;
  readonly slot: Slot | undefined;
}

function walk(program: CommandShape, before: readonly string[]): Cursor {
  let command = program;
  let options: readonly OptionShape[] | undefined = program.options;
  let awaited: Slot | undefined;
  let position = 0;
  for (const word of before) {
    if (awaited !== undefined) awaited = undefined;
    else if (options !== undefined && word === '--') options = undefined;
    else if (options !== undefined && /^-./.test(word)) {
      const [name = '', value] = splitOption(word);
      awaited = value === undefined ? optionNamed(options, name)?.slot : undefined;
    } else {
      const next = position === 0 ? command.commands.find(({ name }) => name === word) : undefined;
      if (next === undefined) position += 1;
      else {
        command = next;
        options &&= merged(next.options, program.options);
      }
    }
  }
  const last = command.slots.at(-1);
  const slot = command.slots[position] ?? (last?.variadic === true ? last : undefined);
  return { command, options, awaited, slot };
}

/** Those of every command stand behind a command's own; `--version` is the program's alone. */
const merged = (own: readonly OptionShape[], everywhere: readonly OptionShape[]): OptionShape[] => {
  const names = new Set(own.flatMap((option) => option.names));
  return [
    ...own,
    ...everywhere.filter((option) => !option.names.some((name) => names.has(name) || name === '--version')),
  ];
};

/** `--as=curl` in two; `-` and `--as` alone. */
const splitOption = (word: string): readonly [name: string, value?: string] => {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
};

const optionNamed = (options: readonly OptionShape[], name: string): OptionShape | undefined =>
  options.find(({ names }) => names.includes(name));

/** The long name: short ones are for those who know them. */
const optionNames = ({ names, says }: OptionShape): Suggestion[] =>
  names.slice(0, 1).map((value) => ({ value, says }));

async function valuesFor(slot: Slot, current: string, knownValues: KnownValues): Promise<Suggestions> {
  if (slot.atFiles && current.startsWith('@')) return { files: '@files', words: [] };
  const known = slot.known === undefined ? [] : await knownValues(slot.known);
  const listed = slot.choices.map((value) => ({ value, says: '' }));
  return { files: slot.files ? 'files' : 'none', words: words(current, [...known, ...listed]).words };
}

const words = (current: string, offered: readonly Suggestion[]): Suggestions => ({
  files: 'none',
  words: offered.filter(({ value }) => value.startsWith(current)),
});

const nothing = words('', []);

const prefixed = (prefix: string, { files, words: offered }: Suggestions): Suggestions => ({
  files,
  words: offered.map(({ value, says }) => ({ value: prefix + value, says })),
});

/** What completion needs to know of a command, read from its declaration: nothing is listed a second time. */
interface CommandShape {
  readonly name: string;
  readonly says: string;
  readonly options: readonly OptionShape[];
  readonly slots: readonly Slot[];
  readonly commands: readonly CommandShape[];
}

interface OptionShape {
  readonly names: readonly string[];
  readonly says: string;
  readonly slot: Slot | undefined;
}

interface Slot {
  readonly choices: readonly string[];
  readonly known: Known | undefined;
  readonly files: boolean;
  readonly atFiles: boolean;
  readonly variadic: boolean;
}

export type Known = 'profiles' | 'codes' | 'commands';

export function commandShape(command: Command): CommandShape {
  const help = command.createHelp();
  return {
    name: command.name(),
    says: command.description(),
    options: help.visibleOptions(command).map(optionShape),
    slots: command.registeredArguments.map((argument) => argumentSlot(command, argument)),
    commands: help.visibleCommands(command).map(commandShape),
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
