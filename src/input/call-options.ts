import type { Command } from 'commander';
import { choiceOption } from './choice-option.js';
import { readNumber } from './number-option.js';
import type { TypedFlags } from './options.js';

/** The options of a command that calls the service. */

export type CallOptions = ReturnType<typeof readCallOptions>;

/** @param forms in which a dry run can print the request; without any, a dry run only checks the input */
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

/** `case` is added by `addCaseOption` and read by `readCase` (case-option.ts), for the commands that keep a ticket. */
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
  const timeoutS = readNumber('--timeout', flags.timeout, { usual: 10, above: 0, max: 3600 });
  const retriesRule = { usual: 3, min: 0, max: 100, isWhole: true };
  const clockOffsetRule = { usual: 0, min: -1e9, max: 1e9, isWhole: true };
  return {
    dryRun,
    as,
    timeoutMs: Math.ceil(1000 * timeoutS),
    retries: readNumber('--retries', flags.retries, retriesRule),
    clockOffsetS: readNumber('--clock-offset', flags.clockOffset, clockOffsetRule),
    baseUrl,
  };
}
