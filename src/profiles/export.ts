import { FileError, type Context } from '../context.js';
import { PvgError } from '../failure.js';
import { printJson } from '../json/print.js';
import { isProfileName } from './names.js';
import { toProfileJson, toPublicJson, type ProfileJson } from './profile-json.js';
import type { Profile } from './profile.js';

/** A profile as a file that `profile import` reads. */

export interface ExportOptions {
  readonly out: string | undefined;
  readonly withSecrets: boolean;
  readonly overwrite: boolean;
}

/** @throws {PvgError} `usage` where the options do not go together */
export function exportOptions(name: string, options: ExportOptions): ExportOptions {
  const { out, withSecrets, overwrite } = options;
  if (out === '' || (overwrite && out === undefined)) {
    throw new PvgError('usage', out === '' ? '--out is empty.' : '--overwrite has no file without --out.', {
      hint: 'Name the file to write: `--out <file>`.',
    });
  }
  if (withSecrets && out === undefined) {
    throw new PvgError('usage', 'Secrets are written to a file only, never to standard output.', {
      hint: `Add \`--out ${isProfileName(name) ? name : 'profile'}.json\`.`,
    });
  }
  return options;
}

export function exported(
  profile: Profile,
  { withSecrets }: ExportOptions,
): { readonly json: ProfileJson; readonly data: string } {
  const json = withSecrets ? { name: profile.name, ...toProfileJson(profile) } : toPublicJson(profile);
  return { json, data: `${printJson(json, { indent: 2 })}\n` };
}

/** @throws {PvgError} `output-exists`, `output-unwritable` */
export async function writeExport(
  { files }: Context,
  out: string,
  data: string,
  overwrite: boolean,
): Promise<void> {
  await files.create(out, data).catch(async (error: unknown) => {
    const isThere = error instanceof FileError && error.code === 'EEXIST';
    if (!isThere || !overwrite) return uncreated(error);
    await files.replace(out, data).catch(uncreated);
  });
}

function uncreated(error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  if (error.code === 'EEXIST') {
    throw new PvgError('output-exists', 'The file of --out exists already; it was left as it is.', {
      hint: 'Name a new file, or add `--overwrite`.',
    });
  }
  throw new PvgError('output-unwritable', `The file of --out could not be written (${error.code}).`, {
    hint: 'Check the folder and the room on the disk.',
  });
}
