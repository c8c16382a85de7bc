import type { Context } from '../context.js';
import type { InputReader } from '../input/bytes.js';
import type { GlobalOptions } from '../input/options.js';
import { recordPlace } from '../output/place.js';
import { note } from '../output/present.js';
import { resolveProfile, type ProfileFlags, type ResolvedProfile } from '../profiles/resolve.js';
import { readSecret } from '../profiles/secret-input.js';

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

export interface SecretFileOptions {
  readonly clientSecretFile?: string;
  readonly secretKeyFile?: string;
  readonly clientId?: string;
  readonly gameId?: string;
}

/** The secrets whose files the command line names. */
export async function readSecretFiles(
  context: Context,
  input: InputReader,
  globals: { readonly quiet: boolean },
  { clientSecretFile, secretKeyFile }: SecretFileOptions,
): Promise<Pick<ProfileFlags, 'clientSecret' | 'secretKey'>> {
  const read = async (option: string, label: string, file: string): Promise<string> => {
    // Through the reader, so that no second option reads standard input.
    const stdin = { ...context.stdin, readAll: () => input.stdin(option) };
    const { files, prompt, secrets } = context;
    const secret = await readSecret({ files, prompt, secrets, stdin }, { option, label, file, ask: false });
    for (const text of secret?.notes ?? []) await note(context, globals, text);
    return secret?.value ?? '';
  };
  return {
    ...(clientSecretFile !== undefined && {
      clientSecret: await read('--client-secret-file', 'client secret', clientSecretFile),
    }),
    ...(secretKeyFile !== undefined && {
      secretKey: await read('--secret-key-file', 'secret key', secretKeyFile),
    }),
  };
}

/** The same files for another command line; standard input and a shell's pipe are empty by then. */
export const secretFileWords = ({ clientSecretFile, secretKeyFile }: SecretFileOptions): string[] =>
  Object.entries({ '--client-secret-file': clientSecretFile, '--secret-key-file': secretKeyFile }).flatMap(
    ([option, file]) =>
      file === undefined || file === '-' || /^\/(?:dev|proc)\//.test(file) ? [] : [option, file],
  );
