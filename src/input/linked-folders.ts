import { join } from 'node:path';
import type { Command } from 'commander';
import { onFileError, type Context } from '../context.js';
import { PvgError } from '../failure.js';
import { shellLine } from '../text/shell.js';

/** They use neither folder, or say what is wrong with it. */
const always: readonly string[] = ['doctor', 'help', 'version', 'completion', 'vectors'];

/**
 * A link may lead to a folder that others read, and whoever made it chose which.
 * @throws {PvgError} `configuration-unreadable`, before the command runs
 */
export async function refuseLinkedFolders(
  { files, folders: { config, state } }: Pick<Context, 'files' | 'folders'>,
  command: Command,
): Promise<void> {
  if (always.includes(command.name())) return;
  const places = [config, state, join(config, 'profiles')];
  const kinds = await Promise.all(
    places.map((each) => files.kind(each).catch(onFileError(() => null))),
  );
  const folder = places[kinds.indexOf('link')];
  if (folder === undefined) return;
  throw new PvgError('configuration-unreadable', `${folder} is a link to another folder.`, {
    hint: 'pvg keeps secrets in this folder, so it does not follow the link. Replace the link with the folder that it leads to.',
    about: folder,
    nextCommand: shellLine(['ls', '-ld', folder]),
  });
}
