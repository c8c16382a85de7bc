import { onFileError, type Context, type Source } from '../context.js';
import { onPvgError, PvgError } from '../failure.js';
import { looseMode } from '../text/loose-mode.js';
import { utf8Text } from '../text/utf8.js';
import { secretProblem, type Field } from './fields.js';

/** Secrets come from files, pipes and prompts, never from an argument. No message repeats a path: it may be the secret. */

const largestSecret = 64 * 1024;

interface ReadSecret {
  readonly value: string;
  /** Sentences about a loose mode, a removed line break, white space that stays. */
  readonly notes: readonly Note[];
}

/** A sentence, with the command that fixes the problem. */
export interface Note {
  readonly says: string;
  readonly fix?: string;
  /** Worse than a warning. */
  readonly isProblem?: boolean;
}

interface Doors extends Pick<Context, 'files' | 'secrets'> {
  readonly stdin: Pick<Source, 'readAll'>;
}

/**
 * From a file, a pipe, or `-`: standard input.
 * @throws {PvgError} `usage`, `input-unreadable`: the option is named, the content never
 */
export async function readSecret(
  { files, secrets, stdin }: Doors,
  file: string,
  option: string,
): Promise<ReadSecret> {
  const unreadable = onFileError(({ code }): never => {
    throw new PvgError('input-unreadable', `The file given with ${option} cannot be read (${code}).`, {
      hint: `${option} needs a path or \`-\`, never the secret itself.`,
    });
  });
  const bytes = file === '-' ? await stdin.readAll() : await files.read(file).catch(unreadable);
  if (bytes.byteLength > largestSecret) throw notASecret(option, 'is larger than 64 KB');
  const text = utf8Text(bytes);
  if (text === undefined) throw notASecret(option, 'is not UTF-8 text');
  const value = text.replace(/\r?\n$/, '');
  const problem = secretProblem(value);
  if (problem !== undefined) throw notASecret(option, problem);
  secrets.add(value);
  const notes: Note[] = [];
  const found = file === '-' ? undefined : await files.look(file);
  // Kubernetes mounts a secret like this: another owner, who chose the group that may read it.
  const isMounted = found?.isOwn === false && (found.mode & 0o007) === 0;
  const loose = looseMode(file, found, `The file given with ${option}`);
  if (loose && found?.kind === 'file' && !isMounted) notes.push(loose);
  if (text !== value) notes.push({ says: `Removed the line break after the secret (${option}).` });
  if (value.trim() !== value)
    notes.push({ says: `The secret (${option}) begins or ends with white space. pvg uses it unchanged.` });
  return { value, notes };
}

const notASecret = (option: string, problem: string): PvgError =>
  new PvgError('usage', `The file given with ${option} ${problem}.`, {
    hint: 'The file must contain only the secret.',
  });

/** From the environment, in a variable or in the file that a variable names. @throws {PvgError} `configuration-unreadable` */
export async function secretOfVariable(
  { env, ...doors }: Doors & Pick<Context, 'env'>,
  { variable, fileVariable = '' }: Pick<Field, 'variable' | 'fileVariable'>,
): Promise<(ReadSecret & { readonly variable: string }) | undefined> {
  const [value, file] = [env[variable], env[fileVariable]];
  const wrong = (says: string, hint: string, about: string): PvgError =>
    new PvgError('configuration-unreadable', says, { hint, about });
  if (value) {
    doors.secrets.add(value);
    if (!file) return { value, variable, notes: lineEndNotes(variable, value) };
    const hint = `Unset one of them: \`unset ${variable}\` keeps the file.`;
    throw wrong(`${variable} and ${fileVariable} are both set.`, hint, variable);
  }
  if (!file) return undefined;
  const hint = `${fileVariable} must be the path of a file that contains only the secret.`;
  if (file === '-') throw wrong(`${fileVariable} cannot be \`-\`, standard input.`, hint, fileVariable);
  const secret = await readSecret(doors, file, fileVariable).catch(
    onPvgError(({ message }): never => {
      throw wrong(message, hint, fileVariable);
    }),
  );
  return { ...secret, variable: fileVariable };
}

/** A variable is used unchanged; `$(cat file)` removes the line break, other ways do not. */
function lineEndNotes(name: string, value: string): Note[] {
  const says = `The environment variable ${name} ends with a line break. pvg uses it unchanged.`;
  return /[\r\n]$/.test(value) ? [{ says, fix: `export ${name}="$(printenv ${name})"` }] : [];
}
