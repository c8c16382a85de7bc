import { join } from 'node:path';
import { onFileError, type Context } from '../context.js';
import { onPvgError, PvgError } from '../failure.js';
import { parseRecord } from '../text/json/record.js';
import { shellWord } from '../text/shell.js';
import { utf8Text } from '../text/utf8.js';

/** `.pvg.json`: may name a profile for a project; never contains a secret, because projects are shared. */
interface ProjectFile {
  readonly path: string;
  readonly profile?: string | undefined;
  readonly journal?: boolean | undefined;
}

/** The nearest one in this folder or above. @throws {PvgError} `configuration-unreadable`, quoting nothing of it */
export async function readProjectFile({ files }: Pick<Context, 'files'>): Promise<ProjectFile | undefined> {
  for (const folder of files.foldersUpward()) {
    const path = join(folder, '.pvg.json');
    const unreadable = onFileError(({ code }): never => {
      throw broken(path, `cannot be read (${code})`);
    });
    const bytes = await files.readIfThere(path).catch(unreadable);
    if (bytes !== undefined) return parse(path, utf8Text(bytes) ?? '');
  }
  return undefined;
}

function parse(path: string, text: string): ProjectFile {
  let isSecret = false;
  const record = parseRecord(text, (name, value) => {
    isSecret ||= ['string', 'object'].includes(typeof value) && /secret|private|password|token/i.test(name);
    return value;
  });
  if (isSecret)
    throw broken(path, 'contains what looks like a secret', {
      hint: 'Remove it from the file and store it with `pvg profile add`. If the file was shared, ask the operator for a new secret.',
      // Under another name the secret would stay.
      nextCommand: `"\${EDITOR:-vi}" ${shellWord(path)}`,
    });
  const { profile, journal } = record ?? {};
  const isText = profile === undefined || typeof profile === 'string';
  if (record && isText && (journal === undefined || typeof journal === 'boolean'))
    return { path, profile, journal };
  throw broken(path, 'is damaged');
}

const broken = (path: string, what: string, how?: PvgError['details']): PvgError =>
  new PvgError('configuration-unreadable', `The project file ${path} ${what}.`, {
    ...(how ?? {
      hint: 'It looks like `{"profile": "game-dev", "journal": false}`: text, and true or false.',
    }),
    about: path,
  });

interface JournalSetting {
  /** What switched it off, or why it stays off. */
  readonly off?: string;
  /** Nobody switched it off, but its setting cannot be read. */
  readonly trouble?: PvgError;
}

/** Off if any of these says so: PVG_NO_JOURNAL, `"journal": false` in .pvg.json or in settings.json. */
export async function journalSetting(context: Context): Promise<JournalSetting> {
  const variable = context.env['PVG_NO_JOURNAL'] ?? '';
  if (variable !== '' && variable !== '0') return { off: 'PVG_NO_JOURNAL' };
  const read = async (): Promise<JournalSetting> => {
    const project = await readProjectFile(context);
    if (project?.journal === false) return { off: project.path };
    return (await context.profiles.journal()) ? {} : { off: 'settings.json' };
  };
  // A damaged file must not switch on a journal that somebody switched off.
  return read().catch(onPvgError((error) => ({ off: error.message, trouble: error })));
}

/** The end of a sentence about what the journal does not have; empty while it is on. */
export async function offWords(context: Context): Promise<string> {
  const { off } = await journalSetting(context);
  return off === undefined ? '' : ` and is off (${off})`;
}
