import type { Command } from 'commander';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

/** The name of a file where its content is meant: it would be sent, signed or compared. */

/** Options that take the text itself. Those that read a file, too, are checked by who reads them. */
const textOnly: readonly string[] = [
  ...['productId', 'package', 'orderId', 'playerId', 'characterId', 'gameVersion'],
  ...[
    'username',
    'gameId',
    'serverId',
    'roleId',
    'clientId',
    'signature',
    'timestamp',
    'signedBodyHash',
  ],
];

/**
 * For commands with --force, which sends or signs the name itself.
 * @throws {PvgError} `usage`, before the command runs
 */
export async function refuseFileNames(context: Context, command: Command): Promise<void> {
  // What a model gives may name any file, and an answer would tell whether it is there.
  if (context.assistant !== undefined) return;
  const given = command.opts<Readonly<Record<string, unknown>>>();
  if (given['force'] === true || !command.options.some(({ long }) => long === '--force')) return;
  for (const option of command.options) {
    const value = given[option.attributeName()];
    if (!textOnly.includes(option.attributeName()) || typeof value !== 'string') continue;
    const found = await context.files.look(value.replace(/^@/, ''));
    // A shell makes an empty file for `> "$USERNAME"` before pvg starts.
    if (found?.kind !== 'file' || found.isEmpty) continue;
    const { long = '' } = option;
    throw new PvgError(
      'usage',
      `The value of ${long} is the name of a file. ${long} takes the text itself.`,
      {
        hint: 'Give the text that is in the file. To use the name itself, add `--force`.',
      },
    );
  }
}
