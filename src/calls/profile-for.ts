import type { Context } from '../context.js';
import type { InputReader } from '../input/bytes.js';
import type { GlobalOptions } from '../input/global-options.js';
import { recordPlace } from '../output/place.js';
import { note } from '../output/present.js';
import { resolveProfile, type ProfileFlags, type ResolvedProfile } from '../profiles/resolve.js';
import { readSecretFiles, type SecretFileOptions } from './secret-files.js';

type Flags = Omit<ProfileFlags, 'profile' | 'clientSecret' | 'secretKey'>;

/** The profile that a command speaks with; says on stderr what there is to say about it. @throws {PvgError} 2, 3 or 13 */
export async function profileFor(
  context: Context,
  input: InputReader,
  globals: GlobalOptions,
  options: SecretFileOptions,
  flags: Flags,
): Promise<ResolvedProfile> {
  const profile = await resolveProfile(context, {
    ...flags,
    ...(globals.profile !== undefined && { profile: globals.profile }),
    ...(await readSecretFiles(context, input, globals, options)),
  });
  recordPlace(context, profile, flags.interface);
  for (const text of profile.notes) await note(context, globals, text);
  return profile;
}
