import type { Context } from '../context.js';
import type { Environment } from '../contract/environments.js';
import type { Profile } from '../contract/profile.js';
import { onPvgError } from '../failure.js';
import { listProfiles, secretFields, listSecrets } from './fields.js';
import { credentialOf } from './resolve.js';
import { readSecret } from './secret-input.js';

/** Secrets on this computer besides those of the chosen profile: a diagnosis tries them, and no output may show them. */

interface StoredCredentialsSearch {
  /** Only profiles of this environment are searched; undefined for all. */
  readonly environment: Environment | undefined;
  /** The profile whose credentials were already tried. */
  readonly triedName: string | undefined;
}

/**
 * The credentials of the other stored profiles, which a diagnosis tries last. From here on, no output shows their secrets.
 * @returns also whether there are more (those of other environments), and a sentence for each that cannot be read
 */
export async function storedCredentials(
  context: Pick<Context, 'profiles' | 'secrets'>,
  { environment: wantedEnvironment, triedName }: StoredCredentialsSearch,
) {
  const isOfEnvironment = ({ environment }: Profile): boolean =>
    wantedEnvironment === undefined || environment === wantedEnvironment;
  const mayOpenKeyring = (profile: Profile): boolean =>
    profile.name !== triedName && isOfEnvironment(profile);
  const notes: string[] = [];
  const note = onPvgError(
    ({ message }) => void notes.push(`${message} No secret of it was tried.`),
  );
  const listed = (await listProfiles(context, mayOpenKeyring).catch(note)) ?? [];
  const otherProfiles = listed.filter(({ name }) => name !== triedName);
  for (const { error } of otherProfiles) if (error) note(error);
  const stored = otherProfiles.flatMap(({ profile, error }) => (profile && !error ? profile : []));
  const tried = stored.filter(isOfEnvironment);
  for (const secret of tried.flatMap(listSecrets)) context.secrets.add(secret);
  const credentials = tried.map((profile) => credentialOf(profile.name, profile));
  return { credentials, hasMore: tried.length < stored.length, notes };
}

/**
 * Reads every secret of stored profiles, of variables and of files that variables name, so that no later output and no kept
 * line has one. Keyrings and pipes stay closed: a keyring may ask the person, and a pipe can be read only once.
 */
export async function withholdKnownSecrets(context: Context): Promise<void> {
  const { env, files, secrets } = context;
  for (const { variable, fileVariable } of secretFields) {
    if (env[variable]) secrets.add(env[variable]);
    const path = env[fileVariable] ?? '';
    if ((await files.status(path))?.kind === 'file') {
      await readSecret(context, path, fileVariable).catch(onPvgError(() => undefined));
    }
  }
  const listed = await listProfiles(context).catch(onPvgError(() => []));
  for (const { profile } of listed) {
    for (const secret of listSecrets(profile ?? {})) secrets.add(secret);
  }
}
