import { type Command, type CommanderError, Option } from 'commander';
import { interfaces } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { didYouMean, nearest } from '../text/nearest.js';
import { shellLine } from '../text/shell.js';
import { topicNames } from './topic-names.js';

/** What each word of a command line stands for (readCommandLine), and what is wrong with it (usageError and the refusals). */

/** The error for a command line that commander refused. A mistyped word may be a secret, so only names are repeated. */
export function usageError(
  program: Command,
  argv: readonly string[],
  error: CommanderError,
): PvgError {
  const { command, operands } = readCommandLine(program, argv);
  const path = commandPath(command);
  // Commander quotes the word that it refused.
  const typed = /'(.*)'/s.exec(error.message)?.[1] ?? '';
  const unknownWordError = (what: string, near: readonly string[]): PvgError =>
    commandUsageError(
      command,
      `${nameWord(argv, findOffender(argv, typed))} is not ${what} of \`${path}\`.`,
      didYouMean(near),
    );
  const elsewhere = elsewhereError(command, optionNameInWord(typed));
  if (elsewhere !== undefined) return elsewhere;
  switch (error.code) {
    case 'commander.unknownOption': {
      const word = argv[findOffender(argv, typed)] ?? '';
      // Commander takes `--json=true` for an option that it does not know.
      if (word.includes('=') && longNames(program, command).includes(optionNameInWord(word))) {
        return commandUsageError(
          command,
          `\`${optionNameInWord(word)}\` does not take a value.`,
          `Write \`${optionNameInWord(word)}\` alone, or leave it out.`,
        );
      }
      if (optionNameInWord(typed) === '--case') {
        return commandUsageError(command, `\`--case\` is not an option of \`${path}\`.`, noteHint);
      }
      const names = [...new Set([...longNames(program, command), '--help'])].map(withoutHyphens);
      return unknownWordError('an option', nearOptions(optionNameInWord(typed), names));
    }
    case 'commander.unknownCommand': {
      const names = command.commands.map((each) => each.name());
      const near = nearest(typed, [...names, ...topicNames]);
      const lines = near.map((name) => (names.includes(name) ? name : `help ${name}`));
      return unknownWordError('a command', lines);
    }
    case 'commander.help':
      return commandUsageError(command, `\`${path}\` needs a command.`);
    case 'commander.excessArguments':
      return excessWordError(command, argv, operands);
    default: {
      // These messages name our own declarations and nothing that was typed.
      const option = /option '([^']*)'/.exec(error.message)?.[1];
      const name = /missing required argument '([^']*)'/.exec(error.message)?.[1] ?? '';
      if (option === undefined) return missingArgumentError(command, name);
      const mayBeComment = option.startsWith('--case ') && argv.at(-1) === '--case';
      return commandUsageError(
        command,
        `\`${option}\` needs a value.`,
        mayBeComment ? commentHint : undefined,
      );
    }
  }
}

/** What people look for under a command that does not have it, and where it is. */
const wordsElsewhere = [
  {
    command: 'batch',
    word: '--fail-on',
    hint: 'A batch does not judge its verdicts. Branch on `by_verdict` of `--summary`, or give the results to `pvg reconcile --lookups <file> --fail-on <classes>`.',
  },
  { command: 'journal', word: 'export', hint: 'Use `pvg journal list --format csv`, or `--json`.' },
];

function elsewhereError(command: Command, name: string): PvgError | undefined {
  const found = wordsElsewhere.find(
    (each) => each.command === command.name() && each.word === name,
  );
  if (found === undefined) return undefined;
  const what = name.startsWith('-') ? 'an option' : 'a command';
  return commandUsageError(
    command,
    `\`${name}\` is not ${what} of \`${commandPath(command)}\`.`,
    found.hint,
  );
}

/** A typed word with fewer letters says too little to find the option that has it in its name. */
const fewestOfWord = 4;

/**
 * The options that were probably meant. `--ticket` means `--case`. A word that is in the names of two options may mean either:
 * `--secret` is in `--client-secret-file` and in `--secret-key-file`.
 */
function nearOptions(option: string, names: readonly string[]): string[] {
  const typed = withoutHyphens(option);
  const withWord = names.filter((name) => name.split('-').includes(typed));
  const isEither = withWord.length === 2 && typed.length >= fewestOfWord;
  const isTicket = typed === 'ticket' && names.includes('case');
  if (isTicket) return ['--case'];
  // `--query` takes an expression of jq, and other programs call such an option `--jq`.
  if (typed === 'jq' && names.includes('query')) return ['--query'];
  return (isEither ? withWord : nearest(typed, names)).map((name) => `--${name}`);
}

const commandUsageError = (
  command: Command,
  says: string,
  hint = `See \`${commandPath(command)} --help\`.`,
): PvgError => new PvgError('usage', says, { hint });

function missingArgumentError(command: Command, name: string): PvgError {
  const says = `\`${commandPath(command)}\` needs <${name}>.`;
  return commandUsageError(
    command,
    says,
    command.name() === 'sign' ? chooseInterfaceHint : undefined,
  );
}

const chooseInterfaceHint =
  'Name the interface first: `pvg sign gateway …` for purchases, or `pvg sign session …` for player verification.';

const commentHint =
  "If the number of the ticket begins with #, put it in quotes: `--case '#4711'`. Without them, the shell takes it, and all that follows, for a comment.";

const noteHint =
  'To keep something for a ticket, use `pvg journal note --case T-1 "…"`, with its number in place of T-1.';

const splitTextHint =
  'The shell split the text into words. Save it in a file and use `pvg lookup @<file>`, or paste it after `pvg lookup -`.';

const isInterface = (word = ''): boolean => interfaces.some((name) => name === word);

/** What a superfluous word after `pvg sign` was probably meant to be. */
function signOrderHint(argv: readonly string[], operands: readonly number[]): string {
  const words = operands.map((index) => argv[index]);
  return isInterface(words[0])
    ? "The body is an option: `--body '{}'`, or `--body @<file>`."
    : 'The interface comes first, and the body is an option: `pvg sign gateway --body @<file>`.';
}

/** @param operands the positions of the words that are not options and not values of options */
function excessWordError(
  command: Command,
  argv: readonly string[],
  operands: readonly number[],
): PvgError {
  const index = operands[command.registeredArguments.length] ?? argv.length;
  const word = argv[index] ?? '';
  const path = commandPath(command);
  const general =
    command.registeredArguments.length > 0
      ? `Put quotes around a value that has spaces. See \`${path} --help\`.`
      : `\`${path}\` takes each value with its option. See \`${path} --help\`.`;
  const hints: Readonly<Record<string, string>> = {
    lookup: splitTextHint,
    sign: signOrderHint(argv, operands),
    reconcile: reconcileHint,
    verify: verifyHint,
    batch: batchHint,
  };
  const place = isRepeatable(word) ? `\`${word}\`` : describePlace(argv, index);
  const says = `Unexpected word ${place}.`;
  const hint = hints[command.name()] ?? general;
  return new PvgError('usage', says, {
    hint,
    nextCommand: lineWithFileOption(command, argv, operands),
  });
}

const reconcileHint =
  'A file of look-ups, which `pvg batch` wrote, is given with `--lookups`; the store’s list with `--voided`, the game’s with `--granted`.';

const batchHint =
  '`pvg batch` takes one file of purchases: run it once for each. A new file for the results is given with `--out`.';

const verifyHint =
  'A verify takes the store’s purchase JSON with its option: `--purchase-json @<file>`, or `--purchase-json -` to paste it. A receipt alone: `--receipt`, with `--product-id` and `--package`.';

/** The option for the file of a command: people often give the file without it. */
const optionOfFile: Readonly<Record<string, string>> = {
  sign: '--body',
  reconcile: '--lookups',
  verify: '--purchase-json',
  batch: '--out',
};

/** Options that take a text, or the name of a file behind an @. */
const takesText: readonly string[] = ['--body', '--purchase-json'];

/** The command line with the option before the file; undefined without such a file, or if a word may not be repeated. */
function lineWithFileOption(
  command: Command,
  argv: readonly string[],
  operands: readonly number[],
): string | undefined {
  const option = optionOfFile[command.name()];
  const isOneTooMany = operands.length === command.registeredArguments.length + 1;
  const fileIndex = operands.findLast((index) => looksLikeFileName(argv[index] ?? ''));
  if (option === undefined || fileIndex === undefined || !isOneTooMany) return undefined;
  const file = argv[fileIndex] ?? '';
  // A second table may be another input, which `--out` would replace.
  if (option === '--out' && !file.endsWith('.ndjson')) return undefined;
  const otherWords = argv.filter((_, index) => index !== fileIndex);
  if (!otherWords.every(isRepeatable)) return undefined;
  const value = takesText.includes(option) ? file.replace(/^@?/, '@') : file;
  return shellLine(['pvg', ...otherWords, option, value]);
}

/**
 * Refuses an option that begins with a long dash: a mail or a text program made it of two hyphens.
 * @throws {PvgError} `usage`
 */
export function refuseLongDash(program: Command, argv: readonly string[]): void {
  const { command, operands } = readCommandLine(program, argv);
  const knownNames = longNames(program, command);
  for (const index of operands) {
    const [, name = ''] =
      /^[\u2010-\u2015\u2212]+-?([a-z][a-z-]*)(?:=|$)/.exec(argv[index] ?? '') ?? [];
    if (!knownNames.includes(`--${name}`)) continue;
    const says = `The option \`--${name}\` begins with a long dash instead of two hyphens.`;
    throw commandUsageError(
      command,
      says,
      `A mail or text program replaced them. Type \`--${name}\`.`,
    );
  }
}

/**
 * Refuses an option whose value was forgotten: commander takes the next word as the value, even if it is an option.
 * @throws {PvgError} `usage`
 */
export function refuseTakenOption(program: Command, argv: readonly string[]): void {
  const { command, taken } = readCommandLine(program, argv);
  if (taken === undefined) return;
  const { option, optionName, takenName } = taken;
  const says = `\`${optionName}\` needs a value, but \`${takenName}\` comes next.`;
  const meant = `${option.long ?? optionName}=${takenName}`;
  throw commandUsageError(
    command,
    says,
    `Add the value. If \`${takenName}\` is the value, write \`${meant}\`.`,
  );
}

const longNames = (program: Command, command: Command): string[] =>
  [...command.options, ...program.options].flatMap(({ long }) => long ?? []);

const withoutHyphens = (option: string): string => option.replace(/^-+/, '');

/** `--name=value` without its value. */
const optionNameInWord = (word: string): string => word.split('=')[0] ?? '';

/** Whether a word is a command or the name of an option: lower-case letters and hyphens, as no secret has. */
const looksLikeName = (word: string): boolean => /^-{0,2}[a-z]+(?:-[a-z]+)*$/.test(word);

/** Whether a word ends as names of files do, and no secret does: `orders.csv`. */
const looksLikeFileName = (word: string): boolean =>
  /^@?[\w./\\ -]*\w\.(?:ndjson|jsonl?|csv|tsv|txt|har|http|log|xlsx|gz|zip)$/i.test(word);

/** Whether a message may show a word: it is surely no secret and no receipt. */
const isRepeatable = (word: string): boolean => looksLikeName(word) || looksLikeFileName(word);

/** What a sentence calls a word at its beginning: `--receipt`, or `The word after …` for a word that may be a secret. */
const nameWord = (argv: readonly string[], index: number): string => {
  const name = optionNameInWord(argv[index] ?? '');
  return looksLikeName(name) ? `\`${name}\`` : `The word ${describePlace(argv, index)}`;
};

/** Says where a word stands that may not be repeated. */
function describePlace(argv: readonly string[], index: number): string {
  const before = optionNameInWord(argv[index - 1] ?? 'pvg');
  return isRepeatable(before) ? `after \`${before}\`` : 'after "…"';
}

/** The position of the word that commander refused. @param quoted the word as commander’s message quotes it */
function findOffender(argv: readonly string[], quoted: string): number {
  const index = argv.findIndex((word) => word === quoted || word.startsWith(`${quoted}=`));
  // Commander reports only the letter of an unknown short option: `-x` for `-xSECRET`.
  return Math.max(
    0,
    index === -1 ? argv.findIndex((word) => word.startsWith(quoted.slice(0, 2))) : index,
  );
}

/** `pvg journal list`. */
export function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}

/** An option whose value is missing, and the option that stands in the value's place. Names as they were typed, never values. */
interface TakenOption {
  readonly option: Option;
  readonly optionName: string;
  /** An option of the command, or `--`. */
  readonly takenName: string;
}

/**
 * Reads the words of a command line as commander does: an option's value may look like an option, and `--` ends the options.
 * @returns `command`: the innermost command that the words name. `operands`: the positions of its arguments. `awaited`: the
 * option of the last word, if its value is still missing. `isEnded`: whether `--` has ended the options. `taken`: the first
 * value that is itself an option of the command.
 */
export function readCommandLine(program: Command, words: readonly string[]) {
  let command = program;
  let awaited: NamedOption | undefined;
  let taken: TakenOption | undefined;
  let isEnded = false;
  const operands: number[] = [];
  for (const [index, word] of words.entries()) {
    const options = [...command.options, ...program.options, help];
    const isLikeOption = /^-./.test(word);
    // Commander gives an optional value only what does not look like an option.
    if (awaited !== undefined && (awaited.option.required || !isLikeOption)) {
      const takenName = optionNameOf(options, word);
      if (takenName !== undefined) {
        taken ??= { option: awaited.option, optionName: awaited.name, takenName };
      }
      awaited = undefined;
    } else if (!isEnded && word === '--') {
      awaited = undefined;
      isEnded = true;
    } else if (!isEnded && isLikeOption) {
      awaited = awaitedAfter(options, word);
    } else {
      const subcommand =
        operands.length > 0 ? undefined : command.commands.find((each) => each.name() === word);
      if (subcommand === undefined) operands.push(index);
      else command = subcommand;
    }
  }
  return { command, operands, awaited: awaited?.option, isEnded, taken };
}

/** Every command has this option, but commander leaves it out of `options`. */
const help = new Option('-h, --help');

/** The option with this name. @param name without a value: not `--as=curl` */
export function optionNamed(options: readonly Option[], name: string): Option | undefined {
  return options.find(({ long, short }) => [long, short].includes(name));
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** An option, and the name of it that was typed. */
interface NamedOption {
  readonly option: Option;
  readonly name: string;
}

/** The option that takes the next word as its value: after `--receipt`, after `-p`, and after `-qp`, where -q takes no value. */
function awaitedAfter(options: readonly Option[], word: string): NamedOption | undefined {
  const long = optionNamed(options, word);
  if (long !== undefined) return takesValue(long) ? { option: long, name: word } : undefined;
  const group = shortGroup(options, word);
  return group?.isValueAttached === false ? group.valued : undefined;
}

/** The name of the option that a word is: `--receipt` for `--receipt=x`. undefined if it is not an option of the command. */
function optionNameOf(options: readonly Option[], word: string): string | undefined {
  if (word === '--') return word;
  if (!word.startsWith('--')) return shortGroup(options, word) && word.slice(0, 2);
  const [name = ''] = word.split('=');
  return optionNamed(options, name) && name;
}

interface ShortGroup {
  /** The option that takes a value, which ends the group. */
  readonly valued: NamedOption | undefined;
  /** `-pgame-dev` */
  readonly isValueAttached: boolean;
}

/** Short options behind one hyphen, such as `-qv` or `-pgame-dev`; undefined if a letter is not a known option. */
function shortGroup(options: readonly Option[], word: string): ShortGroup | undefined {
  const letters = [...word.slice(1)];
  if (!word.startsWith('-') || letters.length === 0) return undefined;
  for (const [place, letter] of letters.entries()) {
    const name = `-${letter}`;
    const option = optionNamed(options, name);
    if (option === undefined) return undefined;
    if (takesValue(option)) {
      return { valued: { option, name }, isValueAttached: place < letters.length - 1 };
    }
  }
  return { valued: undefined, isValueAttached: false };
}
