import { Argument, Option, type Command } from 'commander';
import { looksLikeToken } from '../contract/purchase-token.js';
import { PvgError } from '../failure.js';
import { hasUnsafe } from '../text/visible.js';
import { joinWithAnd } from '../text/sentences.js';
import { didYouMean, nearest } from '../text/nearest.js';

type Switch = 'json' | 'text' | 'raw' | 'quiet' | 'verbose' | 'debug' | 'color' | 'input';

/** `input` is false with --no-input: never ask. */
export type GlobalOptions = Readonly<Record<Switch, boolean>> & {
  readonly profile?: string | undefined;
  readonly query?: string | undefined;
};

/** In the help of one command they are one line. */
export function addGlobalOptions(command: Command): Command {
  const countBefore = command.options.length;
  command
    .option('-p, --profile <name>', 'the profile to use; `local` needs no setup')
    .option('--json', 'print the result as one JSON object')
    .option('--query <jmespath>', 'pick a part of the JSON')
    .option('--text', 'with --query: print strings without quotes, lists one item a line')
    .option('--raw', 'print the bytes of the answer’s body')
    .option('-q, --quiet', 'on success print nothing for people')
    .option(
      '-v, --verbose',
      'show all facts, and request and answer on standard error, without secrets',
    )
    .option('--debug', 'show stack traces too')
    .option('--no-color', 'no colours')
    .option('--no-input', 'never ask for input; fail instead');
  if (command.parent === null) return command;
  for (const option of command.options.slice(countBefore)) option.hideHelp();
  return command.addHelpText('after', '\nGlobal options: `pvg --help`.');
}

type OptionName = `--${string}`;

/** Options that cannot be given together; commander's own `conflicts` does not know those of other levels. */
interface OptionConflict {
  readonly option: OptionName;
  readonly excludes: readonly OptionName[];
}

/** An option that does nothing alone: it needs one of the others, of those that the command has. */
interface OptionNeed {
  readonly option: OptionName;
  readonly needsOneOf: readonly OptionName[];
}

const optionConflicts: readonly OptionConflict[] = [
  { option: '--raw', excludes: ['--json', '--query'] },
  {
    option: '--token-only',
    excludes: ['--check', '--reply', '--report', '--json', '--query', '--raw'],
  },
  { option: '--form', excludes: ['--out', '--json', '--query'] },
  { option: '--list', excludes: ['--copy'] },
  { option: '--receipt', excludes: ['--purchase-json'] },
  { option: '--pick', excludes: ['--receipt', '--body'] },
  { option: '--resume', excludes: ['--overwrite'] },
  {
    option: '--merge',
    excludes: ['--resume', '--shard', '--rate', '--concurrency', '--dry-run'],
  },
  {
    option: '--sql',
    excludes: ['--against', '--out', '--report', '--fail-on', '--format', '--json', '--query'],
  },
  {
    option: '--body',
    excludes: ['--receipt', '--purchase-json', '--product-id', '--package', '--field'],
  },
  {
    option: '--body',
    excludes: [
      '--player-id',
      '--character-id',
      '--server-id',
      '--game-version',
      '--username',
      '--game-id',
      '--role-id',
    ],
  },
  {
    option: '--snippet',
    excludes: [
      '--body',
      '--show',
      '--timestamp',
      '--client-id',
      '--client-secret-file',
      '--secret-key-file',
    ],
  },
];

const optionNeeds: readonly OptionNeed[] = [
  { option: '--as', needsOneOf: ['--dry-run'] },
  { option: '--text', needsOneOf: ['--query'] },
  { option: '--overwrite', needsOneOf: ['--out', '--report', '--summary', '--failed'] },
  { option: '--resume', needsOneOf: ['--out'] },
  { option: '--merge', needsOneOf: ['--out'] },
  { option: '--allow-host', needsOneOf: ['--host'] },
];

/** @throws {PvgError} `usage`, before the command runs */
export function checkOptionRules(command: Command): void {
  const typedOptions = namesOfTypedOptions(command);
  for (const conflict of optionConflicts) refuseConflict(conflict, typedOptions);
  for (const need of optionNeeds) refuseMissing(need, typedOptions, command);
}

/** The long names of the options that were typed, of this command and of those above it. */
function namesOfTypedOptions(command: Command): ReadonlySet<string> {
  const names = new Set<string>();
  for (const level of levelsOf(command)) {
    for (const option of level.options) {
      const isTyped = level.getOptionValueSource(option.attributeName()) === 'cli';
      if (isTyped && option.long) names.add(option.long);
    }
  }
  return names;
}

function refuseConflict(
  { option, excludes }: OptionConflict,
  typedOptions: ReadonlySet<string>,
): void {
  const excluded = excludes.filter((name) => typedOptions.has(name));
  if (!typedOptions.has(option) || excluded.length === 0) return;
  const quoted = excluded.map((name) => `\`${name}\``);
  throw new PvgError('usage', `${option} cannot be used together with ${joinWithAnd(excluded)}.`, {
    hint: `Use either \`${option}\` or ${joinWithAnd(quoted)}.`,
  });
}

function refuseMissing(
  { option, needsOneOf }: OptionNeed,
  typedOptions: ReadonlySet<string>,
  command: Command,
): void {
  const hasNeeded = needsOneOf.some((name) => typedOptions.has(name));
  if (!typedOptions.has(option) || hasNeeded) return;
  const possible = needsOneOf.filter((name) => command.options.some(({ long }) => long === name));
  throw new PvgError('usage', `${option} needs ${possible.join(' or ')}.`, {
    hint: `Add \`${possible[0] ?? ''}\`.`,
  });
}

/** An option with few values, in any case of letters. */
export function choiceOption(flags: string, says: string, choices: readonly string[]): Option {
  const option = new Option(flags, says).choices(choices);
  return option.argParser((typed) => readChoice(option.long ?? flags, typed, choices));
}

/** An argument with few values. */
export function choiceArgument(name: string, says: string, choices: readonly string[]): Argument {
  return new Argument(name, says)
    .choices(choices)
    .argParser((typed) => readChoice(name, typed, choices));
}

/** The options of a command as commander read them: texts, and switches. */
export type TypedFlags<Text extends string, Switch extends string = never> = {
  readonly [Name in Text]?: string;
} & { readonly [Name in Switch]?: boolean };

/** For an option that may be repeated. */
export function appendValue(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** The option of the innermost command wins; a switch counts wherever it is. */
export function globalOptions(command: Command): GlobalOptions {
  const off = { json: false, text: false, raw: false, quiet: false, verbose: false, debug: false };
  let options: GlobalOptions = { ...off, color: true, input: true };
  for (const level of levelsOf(command)) {
    const typedOptions: Partial<GlobalOptions> = level.opts();
    options = {
      ...options,
      ...typedOptions,
      color: options.color && typedOptions.color !== false,
      input: options.input && typedOptions.input !== false,
    };
  }
  return { ...options, json: options.json || options.query !== undefined };
}

/** From the program to the command. */
function levelsOf(command: Command): readonly Command[] {
  const above = command.parent === null ? [] : levelsOf(command.parent);
  return [...above, command];
}

export type CallOptions = ReturnType<typeof readCallOptions>;

/** Without `forms` a dry run prints no request: it checks the input. */
export function addCallOptions(command: Command, forms: readonly string[]): Command {
  return addDryRunOptions(command, forms)
    .option('--timeout <seconds>', 'time limit of one attempt (default: 10)')
    .option(
      '--retries <n>',
      'more attempts after a 5xx; for a look-up or a session also after a lost answer, a refused connection or a short 429 (default: 3)',
    )
    .option('--clock-offset <seconds>', 'seconds to add to this computer’s clock when signing')
    .option('--base-url <url>', 'use this address of the interface instead');
}

function addDryRunOptions(command: Command, forms: readonly string[]): Command {
  if (forms.length === 0) return command.option('--dry-run', 'check the input, send nothing');
  return command
    .option('--dry-run', 'sign and print the request; send nothing')
    .addOption(
      choiceOption('--as <form>', 'with --dry-run: the form of the printed request', forms),
    );
}

export type CallFlags = TypedFlags<
  'as' | 'timeout' | 'retries' | 'clockOffset' | 'baseUrl' | 'case',
  'dryRun'
>;

/** What a look-up adds for the ticket. */
export type TicketFlags = TypedFlags<'report', 'overwrite'> & {
  readonly reply?: readonly string[];
};

export function readCallOptions(flags: CallFlags) {
  const { dryRun = false, as, baseUrl } = flags;
  const timeoutS = readNumber('--timeout', flags.timeout, { otherwise: 10, over: 0, most: 3600 });
  const retries = { otherwise: 3, least: 0, most: 100, isWhole: true };
  const clockOffset = { otherwise: 0, least: -1e9, most: 1e9, isWhole: true };
  return {
    dryRun,
    as,
    timeoutMs: Math.ceil(1000 * timeoutS),
    retries: readNumber('--retries', flags.retries, retries),
    clockOffsetS: readNumber('--clock-offset', flags.clockOffset, clockOffset),
    baseUrl,
  };
}

/** Which numbers an option takes: `least` itself is allowed, `over` itself is not. */
type NumberBounds = {
  readonly most: number;
  readonly isWhole?: boolean;
} & ({ readonly least: number } | { readonly over: number });

/** `otherwise` is the number without the option. It is also the example in the error. */
type NumberRule = NumberBounds & { readonly otherwise: number };

/** `example` is for the error alone: without the option there is no number. */
type OptionalNumberRule = NumberBounds & { readonly example: number };

/**
 * A number from an option; without a value, that of the rule.
 * @throws {PvgError} `usage` with the option and the bounds, never with the value
 */
export function readNumber(option: string, value: unknown, rule: NumberRule): number {
  const optionalRule = { ...rule, example: rule.otherwise };
  return readOptionalNumber(option, value, optionalRule) ?? rule.otherwise;
}

/** Like `readNumber`; undefined without a value. @throws {PvgError} `usage` */
export function readOptionalNumber(
  option: string,
  value: unknown,
  rule: OptionalNumberRule,
): number | undefined {
  const { example, most, isWhole = false } = rule;
  if (value === undefined) return undefined;
  const number = /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : Number.NaN;
  const isEnough = 'least' in rule ? number >= rule.least : number > rule.over;
  const hasRightForm = !isWhole || Number.isInteger(number);
  if (isEnough && number <= most && hasRightForm) return number;
  const kind = isWhole ? 'whole number' : 'number';
  const lowest = 'least' in rule ? `from ${rule.least}` : `above ${rule.over}`;
  throw new PvgError('usage', `${option} must be a ${kind} ${lowest} to ${most}.`, {
    hint: `Example: \`${option} ${example}\`.`,
  });
}

/** The port of a server on this computer; 0: the system chooses one. @throws {PvgError} `usage` */
export function readPort(typed: unknown): number {
  return readNumber('--port', typed, {
    otherwise: 8787,
    least: 0,
    most: 65_535,
    isWhole: true,
  });
}

/** The ticket of a call, as the journal has it. */
export function addCaseOption(command: Command): Command {
  return command.addOption(
    caseOption('the ticket: written to the journal, found with `pvg journal find`'),
  );
}

/** `--case`, wherever it is: a receipt in it is refused before any message can repeat it. */
export function caseOption(says: string): Option {
  return new Option('--case <id>', says).argParser((typed) => {
    refuseReceiptAsCase(typed);
    return typed;
  });
}

const longestCase = 100;

/** @throws {PvgError} `usage` */
export function readCase(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  refuseReceiptAsCase(typed);
  const caseId = typed.trim();
  if (caseId !== '' && !isTooLong(caseId) && !hasUnsafe(caseId)) return caseId;
  throw wrongCaseError();
}

function isTooLong(caseId: string): boolean {
  return [...caseId].length > longestCase;
}

function wrongCaseError(): PvgError {
  return new PvgError('usage', `--case must be printable text of 1 to ${longestCase} characters.`, {
    hint: 'Use the number of the ticket: `--case TICKET-4711`.',
  });
}

/** Journal, report and next command show the ticket to everybody: never a receipt, with whatever around it. */
function refuseReceiptAsCase(typed: string): void {
  if (isTooLong(typed.trim())) throw wrongCaseError();
  if (!typed.split(/[^\w.~+-]/).some(looksLikeToken)) return;
  throw new PvgError('usage', '--case looks like a receipt. A ticket is shown to everybody.', {
    hint: 'Use the number of the ticket: `--case TICKET-4711`. The receipt goes into `--receipt`.',
  });
}

interface Choices {
  /** `--as`, or `<shell>`. */
  readonly name: string;
  readonly choices: readonly string[];
  /** What the choices may be written as; without it, the choices themselves. */
  readonly spellings?: readonly string[];
}

/** For a mistyped value, which is never repeated: the nearest spellings are offered. */
export function wrongChoiceError(
  typed: string,
  { name, choices, spellings = choices }: Choices,
): PvgError {
  const withOption = (value: string): string => (name.startsWith('-') ? `${name} ${value}` : value);
  const suggestion = didYouMean(nearest(typed, spellings).map(withOption));
  return new PvgError('usage', `${name} must be one of: ${choices.join(', ')}.`, {
    hint: suggestion ?? `Example: \`${withOption(choices[0] ?? '')}\`.`,
  });
}

/** One of few values, in any case of letters. @throws {PvgError} `usage` */
export function readChoice<Choice extends string>(
  name: string,
  typed: string,
  choices: readonly Choice[],
): Choice {
  const typedInSmallLetters = typed.toLowerCase();
  const choice = choices.find((value) => value === typedInSmallLetters);
  if (choice === undefined) throw wrongChoiceError(typed, { name, choices });
  return choice;
}

/** In the help of each command that a read-only profile limits, or that somebody may believe it limits. */
export const readOnlyMeaning =
  'A read-only profile is about what pvg sends: pvg sends no verify with it. It does not guard the secret. Whoever can use the profile can sign any request with it, for example with `pvg sign`.';

/**
 * Examples that run as printed, at the head of a command's help.
 * @param needs a sentence about what a new machine lacks for them
 */
export function addExamples(command: Command, lines: readonly string[], needs?: string): Command {
  const commands = lines.map((line) => `  $ ${line}\n`).join('');
  command.addHelpText('before', `Examples:\n${commands}`);
  return needs === undefined ? command : command.addHelpText('before', `${needs}\n`);
}
