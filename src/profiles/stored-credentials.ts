import type { Context } from '../context.js';
import { secretsIn, type Credential } from '../contract/credential.js';
import type { Environment } from '../contract/environments.js';
import { onPvgError } from '../failure.js';
import { secretFields } from './fields.js';
import { credentialOf } from './resolve.js';
import { secretOfVariable } from './secret-input.js';

/** The credentials of stored profiles, which a diagnosis tries after those of the named one. */
export interface StoredCredentials {
  readonly credentials: readonly Credential[];
  /** Whether there are profiles of other environments that were left out. */
  readonly leftOut: boolean;
  /** A sentence for each profile that cannot be read. */
  readonly notes: readonly string[];
}

/** `wanted`: one environment, or undefined for all. From here on, no output shows these secrets. */
export async function storedCredentials(
  { profiles, secrets }: Pick<Context, 'profiles' | 'secrets'>,
  wanted: Environment | undefined,
  except: string | null,
): Promise<StoredCredentials> {
  const credentials: Credential[] = [];
  const notes: string[] = [];
  let leftOut = false;
  const orNote = async <Value>(read: Promise<Value>): Promise<Value | undefined> =>
    read.catch(onPvgError(({ message }) => void notes.push(`${message} No secret of it was tried.`)));
  for (const name of (await orNote(profiles.names())) ?? []) {
    if (name === except) continue;
    // A keyring may ask the person, so it is opened only for the profiles that are wanted.
    const found = await orNote(profiles.read(name, { secrets: false }));
    if (found === undefined) continue;
    if (wanted !== undefined && found.environment !== wanted) {
      leftOut = true;
      continue;
    }
    const profile = await orNote(profiles.withSecrets(found));
    if (profile === undefined) continue;
    const credential = credentialOf(name, profile);
    for (const secret of secretsIn(credential)) secrets.add(secret);
    credentials.push(credential);
  }
  return { credentials, leftOut, notes };
}

/**
 * From here on, no output and no kept line has a secret that this computer knows: of any stored profile, variable or
 * file that a variable names. A keyring may ask the person, and a pipe can be read only once, so these stay closed.
 */
export async function withholdKnownSecrets(context: Context): Promise<void> {
  const { env, files, profiles, secrets } = context;
  for (const { variable, fileVariable = '' } of secretFields) {
    if (env[variable]) secrets.add(env[variable]);
    const path = env[fileVariable];
    if (path && (await files.look(path))?.kind === 'file')
      await secretOfVariable(context, { variable: '', fileVariable }).catch(onPvgError(() => undefined));
  }
  const read = (name: string) => profiles.read(name, { secrets: false }).catch(onPvgError(() => undefined));
  for (const name of await profiles.names().catch(onPvgError(() => []))) {
    const profile = await read(name);
    if (profile === undefined) continue;
    for (const secret of secretsIn(credentialOf(name, profile))) secrets.add(secret);
  }
}
