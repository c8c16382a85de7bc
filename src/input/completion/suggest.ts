import type { Argument, Command, Option } from 'commander';
import { optionNamed, takesValue, walk } from '../words.js';

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

export type Known = 'profiles' | 'codes' | 'commands' | 'products';

type KnownValues = (known: Known) => Promise<readonly Suggestion[]>;

/** What may come at the cursor. As in commander, an option's value may look like an option, and `--` ends the options. */
export async function suggest(
  program: Command,
  { before, current }: Typed,
  knownValues: KnownValues,
): Promise<Suggestions> {
  const { command, operands, awaited, isEnded } = walk(program, before);
  const options = isEnded ? undefined : merged(optionsOf(command), optionsOf(program));
  const { registeredArguments: all } = command;
  const argument = all[operands.length] ?? all.findLast(({ variadic }) => variadic);
  if (awaited !== undefined) return valuesFor(slotOfOption(awaited), current, knownValues);
  if (options !== undefined && current.startsWith('-')) {
    const [name = '', value] = splitOption(current);
    if (value === undefined) return words(current, options.map(named));
    const option = optionNamed(options, name);
    if (option === undefined || !takesValue(option)) return words('', []);
    const { files, words: offered } = await valuesFor(slotOfOption(option), value, knownValues);
    return { files, words: offered.map((word) => ({ ...word, value: `${name}=${word.value}` })) };
  }
  if (argument !== undefined) {
    const values = await valuesFor(slotOfArgument(command, argument), current, knownValues);
    // Free text that may be left out: the options go on.
    if (argument.required || values.files !== 'none' || values.words.length > 0) return values;
  }
  const subcommands = command.createHelp().visibleCommands(command);
  // No further argument is possible: offer the options.
  if (subcommands.length === 0) return words(current, (options ?? []).map(named));
  return words(
    current,
    subcommands.map((each) => ({ value: each.name(), says: each.description() })),
  );
}

const optionsOf = (command: Command): readonly Option[] => command.createHelp().visibleOptions(command);

/** A command's own options first, then the options everywhere. Only the program itself has `--version`. */
const merged = (own: readonly Option[], everywhere: readonly Option[]): Option[] => [
  ...own,
  ...everywhere.filter(({ long }) => long !== '--version' && !own.some((option) => option.long === long)),
];

/** `--as=curl` gives two parts; `-` and `--as` give one. */
const splitOption = (word: string): readonly [name: string, value?: string] => {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at === -1 ? [word] : [word.slice(0, at), word.slice(at + 1)];
};

/** Offers the long name only: it explains itself. */
const named = ({ long, description }: Option): Suggestion => ({ value: long ?? '', says: description });

async function valuesFor(slot: Slot, current: string, knownValues: KnownValues): Promise<Suggestions> {
  if (slot.kinds.includes('@file') && current.startsWith('@')) return { files: '@files', words: [] };
  const known = slot.known === undefined ? [] : await knownValues(slot.known);
  const listed = slot.choices.map((value) => ({ value, says: '' }));
  const isFile = slot.kinds.some((kind) => ['file', 'path', 'folder'].includes(kind));
  return { files: isFile ? 'files' : 'none', words: words(current, [...known, ...listed]).words };
}

const words = (current: string, offered: readonly Suggestion[]): Suggestions => ({
  files: 'none',
  words: offered.filter(({ value }) => value.startsWith(current)),
});

/** A place for a value, read from its declaration, so that no second list is needed. */
interface Slot {
  /** `<path|->` and `<text|@file|->` are kinds of value. */
  readonly kinds: readonly string[];
  readonly choices: readonly string[];
  readonly known: Known | undefined;
}

const knownOptions: Readonly<Record<string, Known>> = { '--profile': 'profiles', '--product-id': 'products' };

const slotOfOption = (option: Option): Slot =>
  slotOf(/[<[]([^<[]+)[>\]]/.exec(option.flags)?.[1] ?? '', option, knownOptions[option.long ?? '']);

const slotOfArgument = (command: Command, argument: Argument): Slot =>
  slotOf(argument.name(), argument, knownOf(command, argument.name()));

/** Never for `--confirm` or the name of a new profile: a person types those. */
function knownOf(command: Command, argument: string): Known | undefined {
  if (command.name() === 'help') return 'commands';
  if (argument.startsWith('code|')) return 'codes';
  const ofStored = command.parent?.name() === 'profile' && command.name() !== 'add' && argument === 'name';
  return ofStored ? 'profiles' : undefined;
}

function slotOf(placeholder: string, declared: Option | Argument, known: Known | undefined): Slot {
  const kinds = placeholder.replace(/\.\.\.$/, '').split('|');
  // `<dev|prod>` is a list of two choices.
  const isChoice = kinds.length > 1 && kinds.every((kind) => /^[a-z][a-z0-9-]*$/.test(kind));
  const choices = declared.argChoices ?? (isChoice ? kinds : listed(declared.description));
  return { kinds, choices, known };
}

/** The values, if the description ends with a list of words: `a complete signer instead: bash, cpp, csharp`. */
const listed = (description: string): readonly string[] =>
  /: ([\w-]+(?:, [\w-]+)+)$/.exec(description)?.[1]?.split(', ') ?? [];
