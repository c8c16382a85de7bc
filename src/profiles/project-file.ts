import { join } from 'node:path';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { onFileError } from '../file-access.js';
import { parseRecord } from '../text/json/json.js';
import { shellWord } from '../text/shell.js';
import { decodeFileText } from '../text/utf8.js';

/** `.pvg.json`: may name a profile for a project; never contains a secret, because projects are shared. */
interface ProjectFile {
  readonly path: string;
  readonly profile?: string | undefined;
}

/** The nearest `.pvg.json` in this folder or above. @throws {PvgError} `configuration-unreadable`, quoting nothing of it */
export async function readProjectFile({
  files,
}: Pick<Context, 'files'>): Promise<ProjectFile | undefined> {
  for (const folder of files.foldersUpward()) {
    const path = join(folder, '.pvg.json');
    const throwUnreadable = onFileError(({ code }): never => {
      throw brokenFileError(path, `cannot be read (${code})`);
    });
    const bytes = await files.readIfThere(path).catch(throwUnreadable);
    if (bytes !== undefined) return parseProjectFile(path, decodeFileText(bytes) ?? '');
  }
  return undefined;
}

function parseProjectFile(path: string, text: string): ProjectFile {
  let isSecret = false;
  // The function changes no value: it only looks at the name of each member, at any depth.
  const record = parseRecord(text, (name, value) => {
    isSecret ||=
      ['string', 'object'].includes(typeof value) && /secret|private|password|token/i.test(name);
    return value;
  });
  if (isSecret) {
    throw brokenFileError(path, 'contains what looks like a secret', {
      hint: 'Remove it from the file and store it with `pvg profile add`. If the file was shared, ask the operator for a new secret.',
      // An editor, not a rename: a renamed file would keep the secret.
      nextCommand: `"\${EDITOR:-vi}" ${shellWord(path)}`,
    });
  }
  const { profile, journal } = record ?? {};
  // Up to version 0.2, `journal` could switch the journal off. Now the file is refused, so that nobody believes it still does.
  if (record && (profile === undefined || typeof profile === 'string') && journal === undefined) {
    return { path, profile };
  }
  throw brokenFileError(path, 'cannot be used');
}

const usualForm = {
  hint: 'It looks like `{"profile": "game-dev"}`. PVG_NO_JOURNAL=1 switches the journal off.',
};

function brokenFileError(
  path: string,
  what: string,
  details: PvgError['details'] = usualForm,
): PvgError {
  const says = `The project file ${path} ${what}.`;
  return new PvgError('configuration-unreadable', says, { ...details, about: path });
}
