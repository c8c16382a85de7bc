import { Argument, Option, type Command } from 'commander';
import { PvgError } from '../failure.js';
import { hasUnsafe } from '../text/json/plain-text.js';
import { joinWithAnd } from '../text/join-with-and.js';
import { didYouMean, nearest } from '../text/nearest.js';

type Switch = 'json' | 'text' | 'raw' | 'quiet' | 'verbose' | 'debug' | 'color' | 'input';

/** `input` is false with --no-input: never ask. */
export type GlobalOptions = Readonly<Record<Switch, boolean>> & {
  readonly profile?: string | undefined;
  readonly query?: string | undefined;
};

/** In the help of one command they are one line. */
export function addGlobalOptions(command: Command): Command {
  const own = command.options.length;
  command
    .option('-p, --profile <name>', 'the profile to use; `local` needs no setup')
    .option('--json', 'print the result as one JSON object')
    .option('--query <jmespath>', 'pick a part of the JSON')
    .option('--text', 'with --query: print strings without quotes, lists one item a line')
    .option('--raw', 'print the bytes of the answer’s body')
    .option('-q, --quiet', 'on success print nothing for people')
    .option('-v, --verbose', 'show request and answer on standard error, without secrets')
    .option('--debug', 'show stack traces too')
    .option('--no-color', 'no colours')
    .option('--no-input', 'never ask for input; fail instead');
  if (command.parent === null) return command;
  for (const option of command.options.slice(own)) option.hideHelp();
  return command.addHelpText('after', '\nGlobal options: `pvg --help`.');
}

/** The first excludes the others; what commander's own `conflicts` cannot say: options of every command are among them. */
const conflictingOptions: readonly string[] = [
  '--raw --json --query',
  '--token-only --check --json --query --raw',
  '--receipt --purchase-json',
  '--resume --overwrite',
  '--body --receipt --purchase-json --product-id --package --field',
  '--body --player-id --character-id --server-id --game-version --username --game-id --role-id',
  '--snippet --body --show --timestamp --client-id --client-secret-file --secret-key-file',
];

/** The first needs the second, or what this command has instead. */
const requiredOptions: readonly string[] = [
  '--as --dry-run',
  '--text --query',
  '--overwrite --out --report --summary',
  '--resume --out',
  '--allow-host --host',
];

/** @throws {PvgError} `usage`, before the command runs */
export function checkRules(command: Command): void {
  const given: string[] = [];
  for (let level: Command | null = command; level !== null; level = level.parent) {
    for (const option of level.options) {
      if (level.getOptionValueSource(option.attributeName()) === 'cli') {
        given.push(option.long ?? '');
      }
    }
  }
  for (const [option = '', ...others] of conflictingOptions.map((rule) => rule.split(' '))) {
    const found = given.includes(option) ? others.filter((each) => given.includes(each)) : [];
    if (found.length > 0) {
      throw new PvgError('usage', `${option} cannot be used together with ${joinWithAnd(found)}.`, {
        hint: `Use either \`${option}\` or ${joinWithAnd(found.map((each) => `\`${each}\``))}.`,
      });
    }
  }
  for (const [option = '', ...others] of requiredOptions.map((rule) => rule.split(' '))) {
    if (!given.includes(option) || others.some((each) => given.includes(each))) continue;
    const needed = others.filter((each) => command.options.some(({ long }) => long === each));
    throw new PvgError('usage', `${option} needs ${needed.join(' or ')}.`, {
      hint: `Add \`${needed[0] ?? ''}\`.`,
    });
  }
}

/** An option with few values, in any case of letters. */
export function choiceOption(flags: string, says: string, choices: readonly string[]): Option {
  return new Option(flags, says)
    .choices(choices)
    .argParser((typed) => readChoice(flags.split(' ')[0] ?? '', typed, choices));
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
  let given: Partial<GlobalOptions> = {};
  for (let level: Command | null = command; level !== null; level = level.parent) {
    const { color, input, ...own }: Partial<GlobalOptions> = level.opts();
    given = {
      ...own,
      ...(color === false && { color }),
      ...(input === false && { input }),
      ...given,
    };
  }
  const all = { ...off, color: true, input: true, ...given };
  return { ...all, json: all.json || all.query !== undefined };
}

export type CallOptions = ReturnType<typeof readCallOptions>;

/** Without `forms` a dry run prints no request: it checks the input. */
export function addCallOptions(command: Command, forms: readonly string[]): Command {
  return (
    forms.length === 0
      ? command.option('--dry-run', 'check the input, send nothing')
      : command
          .option('--dry-run', 'sign and print the request; send nothing')
          .addOption(
            choiceOption('--as <form>', 'with --dry-run: the form of the printed request', forms),
          )
  )
    .option('--timeout <seconds>', 'time limit of one attempt (default: 10)')
    .option(
      '--retries <n>',
      'more attempts after a 5xx; for a look-up or a session also after a lost answer, a refused connection or a short 429 (default: 3)',
    )
    .option('--clock-offset <seconds>', 'seconds to add to this computer’s clock when signing')
    .option('--base-url <url>', 'use this address of the interface instead');
}

export type CallFlags = TypedFlags<
  'as' | 'timeout' | 'retries' | 'clockOffset' | 'baseUrl' | 'case',
  'dryRun'
>;

/** What a look-up adds for the ticket. */
export type TicketFlags = TypedFlags<'report', 'overwrite'> & {
  readonly reply?: readonly string[];
};

export function readCallOptions({ dryRun = false, as, baseUrl, ...given }: CallFlags) {
  const offset = { least: -1e9, most: 1e9, whole: true };
  return {
    dryRun,
    as,
    timeoutMs: Math.ceil(
      1000 * readNumber('--timeout', given.timeout, 10, { over: 0, most: 3600 }),
    ),
    retries: readNumber('--retries', given.retries, 3, { least: 0, most: 100, whole: true }),
    clockOffsetS: readNumber('--clock-offset', given.clockOffset, 0, offset),
    baseUrl,
  };
}

type Bounds = { readonly most: number; readonly whole?: boolean } & (
  { readonly least: number } | { readonly over: number }
);

/** A number from an option; its error has the option and the bounds, never the value. */
export function readNumber(
  option: string,
  value: unknown,
  otherwise: number,
  bounds: Bounds,
): number {
  if (value === undefined) return otherwise;
  const { most, whole = false } = bounds;
  const parsed = /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : Number.NaN;
  const isEnough = 'least' in bounds ? parsed >= bounds.least : parsed > bounds.over;
  if (isEnough && parsed <= most && (!whole || Number.isInteger(parsed))) return parsed;
  const from = 'least' in bounds ? `from ${bounds.least}` : `above ${bounds.over}`;
  const says = `${option} must be a ${whole ? 'whole number' : 'number'} ${from} to ${most}.`;
  throw new PvgError('usage', says, { hint: `Example: \`${option} ${otherwise}\`.` });
}

/** The ticket of a call, as the journal has it. */
export function addCaseOption(command: Command): Command {
  return command.option(
    '--case <id>',
    'the ticket: written to the journal, found with `pvg journal find`',
  );
}

const longestCase = 100;

export function readCase(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const text = given.trim();
  if (text !== '' && [...text].length <= longestCase && !hasUnsafe(text)) return text;
  throw new PvgError('usage', `--case must be printable text of 1 to ${longestCase} characters.`, {
    hint: 'Use the number of the ticket: `--case TICKET-4711`.',
  });
}

/** A mistyped value: never repeated; the nearest of its `spellings` are offered. `name`: `--as`, or `<shell>`. */
export function wrongChoice(
  name: string,
  typed: string,
  choices: readonly string[],
  spellings = choices,
): PvgError {
  const written = (value: string): string => (name.startsWith('-') ? `${name} ${value}` : value);
  const example = `Example: \`${written(choices[0] ?? '')}\`.`;
  return new PvgError('usage', `${name} must be one of: ${choices.join(', ')}.`, {
    hint: didYouMean(nearest(typed, spellings).map(written)) ?? example,
  });
}

/** One of few values, in any case of letters. @throws {PvgError} `usage` */
export function readChoice<Choice extends string>(
  name: string,
  typed: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === typed.toLowerCase());
  if (choice === undefined) throw wrongChoice(name, typed, choices);
  return choice;
}

/** In the help of each command that a read-only profile limits, or that somebody may believe it limits. */
export const readOnlyMeaning =
  'A read-only profile is about what pvg sends: pvg sends no verify with it. It does not guard the secret. Whoever can use the profile can sign any request with it, for example with `pvg sign`.';

/** Examples that run as printed, at the head of a command's help. */
export function addExamples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText(
    'before',
    ['Examples:', ...lines.map((line) => `  $ ${line}`), ''].join('\n'),
  );
}
