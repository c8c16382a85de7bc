import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { readProjectFile } from './project-file.js';

export interface JournalSetting {
  readonly on: boolean;
  /** What switched it off. */
  readonly because?: string;
  /** It stays off since this cannot be read. */
  readonly trouble?: string;
}

/** Off where any of them says so: PVG_NO_JOURNAL, `"journal": false` in .pvg.json or in settings.json. */
export async function journalSetting(context: Context): Promise<JournalSetting> {
  const variable = context.env['PVG_NO_JOURNAL'];
  if (variable !== undefined && variable !== '' && variable !== '0')
    return { on: false, because: 'PVG_NO_JOURNAL' };
  try {
    const project = await readProjectFile(context);
    if (project?.journal === false) return { on: false, because: project.path };
    return (await context.profiles.journal()) === false
      ? { on: false, because: 'settings.json' }
      : { on: true };
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    // Whoever switched it off must not find it on because a file was damaged since.
    return { on: false, trouble: error.message };
  }
}
