import { PvgError } from '../failure.js';
import { isProfileName } from './names.js';
import { toProfileJson, toPublicJson, type ProfileJson } from './profile-json.js';
import type { Profile } from './profile.js';

/** @throws {PvgError} `usage` where the options of `profile export` do not go together */
export function checkExport(
  name: string,
  options: { readonly out: string | undefined; readonly withSecrets: boolean; readonly overwrite: boolean },
): void {
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
}

/** What `profile import` reads. */
export const exportedJson = (profile: Profile, withSecrets: boolean): ProfileJson =>
  withSecrets ? { name: profile.name, ...toProfileJson(profile) } : toPublicJson(profile);
