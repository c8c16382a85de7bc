import type { Context } from '../context.js';
import { optionWords } from '../text/shell.js';
import type { InputReader } from '../input/bytes.js';
import type { GlobalOptions } from '../input/options.js';
import { recordPlace } from '../output/place.js';
import { note } from '../output/present.js';
import { secretFields } from '../profiles/fields.js';
import { resolveProfile, type ProfileFlags, type ResolvedProfile } from '../profiles/resolve.js';
import { readSecret } from '../profiles/secret-input.js';

/** The options of a command that give credentials for this run; secrets by the files that hold them. */
export interface CredentialOptions {
  readonly clientSecretFile?: string;
  readonly secretKeyFile?: string;
  readonly clientId?: string;
  readonly gameId?: string;
}

/** The profile that a command speaks with; says on stderr what there is to say about it. @throws {PvgError} 2, 3 or 13 */
export async function profileFor(
  context: Context,
  input: InputReader,
  globals: GlobalOptions,
  options: CredentialOptions,
  flags: Omit<ProfileFlags, 'profile' | 'clientSecret' | 'secretKey'>,
): Promise<ResolvedProfile> {
  const secrets: Record<string, string> = {};
  for (const { member, option, attribute, words } of secretFields) {
    const file = options[attribute as keyof CredentialOptions];
    if (file === undefined) continue;
    // Through the reader, so that no second option reads standard input.
    const stdin = { ...context.stdin, readAll: () => input.stdin(option) };
    const secret = await readSecret({ ...context, stdin }, { option, label: words, file, ask: false });
    for (const text of secret?.notes ?? []) await note(context, globals, text);
    secrets[member] = secret?.value ?? '';
  }
  const profile = await resolveProfile(context, { ...flags, profile: globals.profile, ...secrets });
  recordPlace(context, profile, flags.interface);
  for (const text of profile.notes) await note(context, globals, text);
  return profile;
}

/** The same files for another command line; standard input and a shell's pipe are empty by then. */
export function secretFileWords({ clientSecretFile, secretKeyFile }: CredentialOptions): string[] {
  const lasting = (file = '-'): string | undefined =>
    file === '-' || /^\/(?:dev|proc)\//.test(file) ? undefined : file;
  return optionWords({
    '--client-secret-file': lasting(clientSecretFile),
    '--secret-key-file': lasting(secretKeyFile),
  });
}
