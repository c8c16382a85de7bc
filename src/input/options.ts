import { type Command, Option } from 'commander';
import { PvgError } from '../failure.js';
import { hasUnsafe } from '../text/json/plain-text.js';
import { nearest } from '../text/nearest.js';

export interface GlobalOptions {
  readonly profile?: string | undefined;
  readonly json: boolean;
  readonly query?: string | undefined;
  readonly text: boolean;
  readonly raw: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly debug: boolean;
  readonly color: boolean;
  /** false with --no-input: never ask. */
  readonly input: boolean;
}

export function addGlobalOptions(command: Command): Command {
  return command
    .option('-p, --profile <name>', 'stored credentials to use; `local` needs no set-up')
    .option('--json', 'print the result as one JSON object')
    .option('--query <jmespath>', 'pick from the JSON')
    .option('--text', 'with --query: print a string bare, a list one item a line')
    .option('--raw', 'print the bytes of the answer’s body')
    .option('-q, --quiet', 'print nothing for people on success')
    .option('-v, --verbose', 'show the exchange on stderr, redacted')
    .option('--debug', 'show stack traces too')
    .option('--no-color', 'no colours')
    .option('--no-input', 'never ask; fail instead');
}

/** Of an option that may be given several times. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

/** The nearest command's word wins; a switch given anywhere counts. */
export function globalOptions(command: Command): GlobalOptions {
  const switches = {
    text: false,
    raw: false,
    quiet: false,
    verbose: false,
    debug: false,
    color: true,
    input: true,
  };
  let given: Partial<GlobalOptions> = {};
  for (let level: Command | null = command; level !== null; level = level.parent) {
    const { color, input, ...own }: Partial<GlobalOptions> = level.opts();
    given = { ...own, ...(color === false && { color }), ...(input === false && { input }), ...given };
  }
  return { ...switches, ...given, json: given.json === true || given.query !== undefined };
}

export interface CallOptions {
  readonly dryRun: boolean;
  readonly as: string | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly clockOffsetS: number;
  readonly baseUrl: string | undefined;
}

/** Without `forms` a dry run writes nothing out: it checks. */
export const addCallOptions = (command: Command, forms: readonly string[]): Command =>
  (forms.length === 0
    ? command.option('--dry-run', 'check the input, send nothing')
    : command
        .option('--dry-run', 'sign, write the request out, send nothing')
        .addOption(new Option('--as <form>', 'with --dry-run: how it is written out').choices(forms))
  )
    .option('--timeout <seconds>', 'for one attempt, to its last byte (default: 10)')
    .option(
      '--retries <n>',
      'further attempts after a 5xx; but for verify also after a lost answer, a refused connection, a 429 with a short Retry-After (default: 3)',
    )
    .option('--clock-offset <seconds>', 'add to this computer’s clock when signing')
    .option('--base-url <url>', 'another address of the interface called');

export function readCallOptions(options: Record<string, unknown>): CallOptions {
  const dryRun = options['dryRun'] === true;
  const as = text(options['as']);
  if (as !== undefined && !dryRun) {
    throw new PvgError('usage', '--as goes with --dry-run.', {
      hint: 'Add `--dry-run`: nothing is sent then.',
    });
  }
  return {
    dryRun,
    as,
    timeoutMs: Math.ceil(1000 * number('--timeout', options['timeout'], 10, { over: 0, most: 3600 })),
    retries: number('--retries', options['retries'], 3, { least: 0, most: 100, whole: true }),
    clockOffsetS: number('--clock-offset', options['clockOffset'], 0, {
      least: -1e9,
      most: 1e9,
      whole: true,
    }),
    baseUrl: text(options['baseUrl']),
  };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

interface Bounds {
  readonly least?: number;
  readonly over?: number;
  readonly most: number;
  readonly whole?: boolean;
}

/** A number from an option; the message names the option and the bounds, never the value. */
export function number(option: string, value: unknown, otherwise: number, bounds: Bounds): number {
  if (value === undefined) return otherwise;
  const { least = -Infinity, over = -Infinity, most, whole = false } = bounds;
  const parsed = /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : Number.NaN;
  if (parsed >= least && parsed > over && parsed <= most && (!whole || Number.isInteger(parsed)))
    return parsed;
  const from = bounds.over === undefined ? `from ${String(least)}` : `above ${String(over)}`;
  throw new PvgError(
    'usage',
    `${option} takes a ${whole ? 'whole number' : 'number'} ${from} to ${String(most)}.`,
    {
      hint: `Example: \`${option} ${String(otherwise)}\`.`,
    },
  );
}

/** The ticket that a call belongs to, as the journal keeps it. */
export const addCaseOption = (command: Command): Command =>
  command.option('--case <id>', 'the ticket it belongs to: kept in the journal, found by `pvg journal find`');

const longestCase = 100;

export function readCase(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = given.trim();
  if (text !== '' && [...text].length <= longestCase && !hasUnsafe(text)) return text;
  throw new PvgError('usage', `--case takes printable text of 1 to ${String(longestCase)} characters.`, {
    hint: 'Give the number of the ticket: `--case TICKET-4711`.',
  });
}

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A moment in milliseconds: an ISO date (of UTC) or time, or how long ago. @throws {PvgError} `usage` */
export function readSince(given: unknown, nowMs: number): number | undefined {
  if (typeof given !== 'string') return undefined;
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(given) ?? [];
  if (count !== undefined) return nowMs - Number(count) * (unitsMs[unit] ?? 0);
  const at = isoTime.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new PvgError('usage', '--since takes a date, a time with its zone, or how long ago.', {
    hint: 'Examples: `--since 2026-11-20`, `--since 2026-11-20T14:00Z`, `--since 7d`.',
  });
}

/** A mistyped value of an option that takes one of a few: never repeated, the nearest is offered. */
export function noChoice(
  option: string,
  typed: string,
  choices: readonly string[],
  example = choices[0],
): PvgError {
  const near = nearest(typed, choices);
  return new PvgError('usage', `${option} takes one of: ${choices.join(', ')}.`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.map((name) => `\`${option} ${name}\``).join(' or ')}?`
        : `Example: \`${option} ${example ?? ''}\`.`,
  });
}

/** @throws {PvgError} `usage`: an option without text would be sent as "", which is not the same as leaving it out */
export function refuseEmpty(given: Readonly<Record<string, string | undefined>>): void {
  const empty = Object.entries(given).find(([, value]) => value === '');
  if (empty === undefined) return;
  throw new PvgError('usage', `${empty[0]} is empty.`, {
    hint: 'Leave the option out, or give it a value: an empty text would be sent as it is.',
  });
}

/** Puts examples that run as printed at the head of a command's help, before its options. */
export const examples = (command: Command, lines: readonly string[]): Command =>
  command.addHelpText('before', ['Examples:', ...lines.map((line) => `  $ ${line}`), ''].join('\n'));
