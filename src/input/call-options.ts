import { Option, type Command } from 'commander';
import { PvgError } from '../failure.js';

/** The options of every command that sends. */
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
    .option('--retries <n>', 'further attempts after the first (default: 3)')
    .option('--clock-offset <seconds>', 'add to this computer’s clock when signing')
    .option('--base-url <url>', 'another address of the interface called');

/** @throws {PvgError} `usage`, naming the option. */
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
