import { PvgError } from '../failure.js';
import type { GlobalOptions } from '../input/options.js';
import { placeholder } from '../text/shell.js';
import { commandLineFor, withOverwrite } from '../wording/next-command.js';
import { connectionOptions, type ConnectOptions } from './connection.js';

/** The way on for a refused paste that is about a player: the check of the session interface. */

interface TypedCommand {
  readonly globals: GlobalOptions;
  readonly options: ConnectOptions;
}

/** If the paste names a player, the next command is the check of that player, with the same profile and for the same ticket. */
export function addPlayerCheck(failure: PvgError, { globals, options }: TypedCommand): PvgError {
  const { code, message, details } = failure;
  const { asks } = details;
  if (asks?.names !== 'player') return failure;
  const typedOptions = connectionOptions(options, globals, globals.profile);
  // Address and secret files are left out: they are those of the gateway, and the check asks the session interface.
  const keptOptions = typedOptions.filter(([option]) => optionsOfBothInterfaces.includes(option));
  return new PvgError(code, message, {
    ...details,
    nextCommand: commandLineFor('session', withOverwrite(keptOptions), {
      '--username': asks.username ?? placeholder('PLAYER'),
      '--check': undefined,
    }),
  });
}

const optionsOfBothInterfaces = [
  '--profile',
  '--clock-offset',
  '--case',
  '--reply',
  '--report',
  '--overwrite',
];
