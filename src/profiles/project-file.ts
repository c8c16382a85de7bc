import { join } from 'node:path';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { onFileError } from '../file-access.js';
import { JsonSyntaxError, parseRecord } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
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
      throw brokenFileError(path, `cannot be read (${code})`, {
        hint: 'Make it readable for you.',
      });
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
      nextCommand: editorLine(path),
    });
  }
  const usualForm = { hint: rightForm, nextCommand: editorLine(path) };
  if (record === undefined) throw brokenFileError(path, formFault(text), usualForm);
  const { profile, journal } = record;
  // Up to version 0.2, `journal` could switch the journal off. Now the file is refused, so that nobody believes it still does.
  if (journal !== undefined) {
    const hint = `Remove it. PVG_NO_JOURNAL=1 switches the journal off. ${rightForm}`;
    throw brokenFileError(path, 'has the member `journal`, which pvg does not read', {
      ...usualForm,
      hint,
    });
  }
  if (profile === undefined || typeof profile === 'string') return { path, profile };
  throw brokenFileError(path, 'has a `profile` that is not a text', usualForm);
}

const rightForm = 'The file must be like `{"profile": "game-dev"}`.';

const editorLine = (path: string): string => `"\${EDITOR:-vi}" ${shellWord(path)}`;

/** Why the text is not a JSON object, without anything of the text. */
function formFault(text: string): string {
  const json = tryJson(text.replace(/^\uFEFF/, ''));
  return json instanceof JsonSyntaxError ? `is not JSON: ${json.message}` : 'is not a JSON object';
}

function brokenFileError(path: string, what: string, details: PvgError['details']): PvgError {
  const says = `The project file ${path} ${what}.`;
  return new PvgError('configuration-unreadable', says, { ...details, about: path });
}
