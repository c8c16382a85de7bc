import type { Command } from 'commander';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

/** The name of a file where its content is meant: it would be sent, signed or compared. */

/** Options that take the text itself. Those that read a file, too, are checked by who reads them. */
const textOnlyOptions: ReadonlySet<string> = new Set([
  '--product-id',
  '--package',
  '--order-id',
  '--player-id',
  '--character-id',
  '--game-version',
  '--username',
  '--game-id',
  '--server-id',
  '--role-id',
  '--client-id',
  '--signature',
  '--timestamp',
  '--signed-body-hash',
]);

/** Options that take `name=value` and may be repeated. */
const memberOptions: ReadonlySet<string> = new Set(['--field']);

/**
 * For commands with --force, which sends or signs the name itself.
 * @throws {PvgError} `usage`, before the command runs
 */
export async function refuseFileNames(context: Context, command: Command): Promise<void> {
  // What a model gives may name any file, and an answer would tell whether it is there.
  if (context.assistant !== undefined) return;
  const optionValues = command.opts<Readonly<Record<string, unknown>>>();
  const canForce = command.options.some(({ long }) => long === '--force');
  if (!canForce || optionValues['force'] === true) return;
  for (const option of command.options) {
    const { long = '' } = option;
    const texts = textsOfOption(long, optionValues[option.attributeName()]);
    for (const text of texts) await refuseFileName(context, long, text);
  }
}

/** The same for a text that stands alone. @throws {PvgError} `usage` */
export async function refuseFileName(context: Context, what: string, text: string): Promise<void> {
  if (context.assistant !== undefined) return;
  if (await isFileName(context, text)) throw fileNameInsteadOfText(what);
}

/** The texts that the call would send as they are; none for an option that reads files itself. */
function textsOfOption(option: string, value: unknown): readonly string[] {
  if (textOnlyOptions.has(option) && typeof value === 'string') return [value];
  if (memberOptions.has(option) && Array.isArray(value)) {
    return value.map((member) => String(member).replace(/^[^=]*=/, ''));
  }
  return [];
}

async function isFileName(context: Pick<Context, 'files'>, text: string): Promise<boolean> {
  const status = await context.files.look(text.replace(/^@/, ''));
  // A shell makes an empty file for `> "$USERNAME"` before pvg starts.
  return status?.kind === 'file' && !status.isEmpty;
}

function fileNameInsteadOfText(option: string): PvgError {
  return new PvgError(
    'usage',
    `The value of ${option} is the name of a file. ${option} takes the text itself.`,
    {
      hint: 'Give the text that is in the file. To use the name itself, add `--force`.',
    },
  );
}
