import type { Context } from '../context.js';
import type { InputReader } from '../input/bytes.js';
import { note } from '../output/present.js';
import type { ProfileFlags } from '../profiles/resolve.js';
import { readSecret } from '../profiles/secret-input.js';

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
