import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import type { GlobalOptions } from '../input/options.js';
import type { TicketLines } from '../support/replies/ticket-lines.js';
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
  const nextCommand = checkLine({ globals, options }, asks.username, optionsOfBothInterfaces);
  return new PvgError(code, message, { ...details, nextCommand });
}

function checkLine(
  { globals, options }: TypedCommand,
  username: string | undefined,
  kept: readonly string[],
): string {
  const typedOptions = connectionOptions(options, globals, globals.profile);
  // Address and secret files are left out: they are those of the gateway, and the check asks the session interface.
  const keptOptions = typedOptions.filter(([option]) => kept.includes(option));
  return commandLineFor('session', withOverwrite(keptOptions), {
    '--username': username ?? placeholder('PLAYER'),
    '--check': undefined,
  });
}

interface TicketOfMention extends TypedCommand {
  readonly ticket: Pick<TicketLines, 'calls'>;
  /** The refusal of the text, if it was refused. */
  readonly failure?: PvgError;
}

/**
 * The note about a verification that the text mentions beside a purchase; none if the ticket has a check. Whoever reads the text
 * decides whether the player asks about it.
 */
export function mentionedPlayerNotes(
  { mentionedPlayer }: Pick<Context, 'mentionedPlayer'>,
  { ticket, failure, globals, options }: TicketOfMention,
): readonly string[] {
  const isChecked = ticket.calls.some(({ command }) => command === 'session');
  const isCheckNext = failure?.details.asks?.names === 'player';
  if (mentionedPlayer === undefined || isChecked || isCheckNext) return [];
  const { username } = mentionedPlayer;
  const command = checkLine({ globals, options }, username, ['--profile', '--case']);
  const name = username === undefined ? ', with the player’s exact name in the game' : '';
  return [
    `The text mentions a verification. If the player asks about that: \`${command}\`${name}.`,
  ];
}

const optionsOfBothInterfaces = [
  '--profile',
  '--clock-offset',
  '--case',
  '--reply',
  '--report',
  '--overwrite',
];
