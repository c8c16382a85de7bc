import { join } from 'node:path';
import type { Command, Option } from 'commander';
import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import { PvgError } from '../failure.js';
import { shellLine } from '../text/shell.js';

/** Refuses wrong paths on the command line: the name of a file where its content is meant, empty paths, folders behind links. */

/** Options that take the text itself. An option that also reads files is checked where it is read. */
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
 * Refuses the name of a file in place of a text, in commands that have --force, which sends or signs the name itself.
 * @throws {PvgError} `usage`, before the command runs
 */
export async function refuseFileNames(context: Context, command: Command): Promise<void> {
  // Not for a command line of an assistant or a page: the refusal would tell them which files exist.
  if (context.via !== undefined) return;
  const optionValues = command.opts<Readonly<Record<string, unknown>>>();
  const canForce = command.options.some(({ long }) => long === '--force');
  if (!canForce || optionValues['force'] === true) return;
  for (const option of command.options) {
    const { long = '' } = option;
    const texts = textsOfOption(long, optionValues[option.attributeName()]);
    for (const text of texts) await refuseFileName(context, long, text);
  }
}

/** Refuses the name of a file in place of one text. @param what the option, or `<username>` @throws {PvgError} `usage` */
export async function refuseFileName(context: Context, what: string, text: string): Promise<void> {
  if (context.via !== undefined) return;
  if (await isFileName(context, text)) throw fileNameInsteadOfTextError(what);
}

/** The texts of an option that would be sent as they are; an empty list for an option that reads files itself. */
function textsOfOption(option: string, value: unknown): readonly string[] {
  if (textOnlyOptions.has(option) && typeof value === 'string') return [value];
  if (memberOptions.has(option) && Array.isArray(value)) {
    return value.map((member) => String(member).replace(/^[^=]*=/, ''));
  }
  return [];
}

async function isFileName(context: Pick<Context, 'files'>, text: string): Promise<boolean> {
  const status = await context.files.status(text.replace(/^@/, ''));
  // A shell makes an empty file for `> "$RECEIPT"` before pvg starts.
  return status?.kind === 'file' && !status.isEmpty;
}

function fileNameInsteadOfTextError(option: string): PvgError {
  return new PvgError(
    'usage',
    `The value of ${option} is the name of a file. ${option} takes the text itself.`,
    {
      hint: 'Give the text that is in the file: in a shell, `"$(cat <file>)"` is this text. To use the name itself, add `--force`.',
    },
  );
}

/** The flags of such an option end in `<file>`, `<folder>`, `<path|->`, `<file.html>` or `<part>`. */
function takesPath({ flags }: Pick<Option, 'flags'>): boolean {
  return /<(?:file|folder|path|part)\b[^>]*>$/.test(flags);
}

/**
 * Refuses an option with an empty path, which the system would take for the working folder.
 * @throws {PvgError} `usage`, before the command runs
 */
export function refuseEmptyPaths(command: Command): void {
  const optionValues = command.opts<Readonly<Record<string, unknown>>>();
  for (const option of command.options.filter(takesPath)) {
    const value = optionValues[option.attributeName()];
    const isEmpty = value === '' || (Array.isArray(value) && value.includes(''));
    if (!isEmpty) continue;
    const { long = '' } = option;
    const kind = option.flags.endsWith('<folder>') ? 'folder' : 'file';
    throw new PvgError('usage', `${long} is empty. It needs a ${kind} name.`, {
      hint: `Check whether a shell variable is not set, or leave out \`${long}\`.`,
    });
  }
}

/** Commands that run whatever pvg's folders are: they use no folder, or they say what is wrong with it. */
const commandsWithoutFolders: readonly string[] = [
  'doctor',
  'help',
  'version',
  'completion',
  'vectors',
];

/**
 * Refuses a folder of pvg that is a link, because it may lead to a folder that others can read.
 * @throws {PvgError} `configuration-unreadable`, before the command runs
 */
export async function refuseLinkedFolders(
  { files, folders: { config, state } }: Pick<Context, 'files' | 'folders'>,
  command: Command,
): Promise<void> {
  if (commandsWithoutFolders.includes(command.name())) return;
  const places = [config, state, join(config, 'profiles')];
  const kinds = await Promise.all(
    places.map((each) => files.fileType(each).catch(onFileError(() => null))),
  );
  const folder = places[kinds.indexOf('link')];
  if (folder === undefined) return;
  throw new PvgError('configuration-unreadable', `${folder} is a link to another folder.`, {
    hint: 'pvg keeps secrets in this folder, so it does not follow the link. Replace the link with the folder that it leads to.',
    about: folder,
    nextCommand: shellLine(['ls', '-ld', folder]),
  });
}
