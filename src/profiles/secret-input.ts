import { onFileError, type Context, type Source } from '../context.js';
import { PvgError } from '../failure.js';
import { looseMode } from '../text/loose-mode.js';
import { utf8Text } from '../text/utf8.js';
import { secretProblem, type Field } from './fields.js';

/** Secrets come from files, pipes and prompts, never from an argument. No message repeats a path: it may be the secret. */

const largestSecret = 64 * 1024;

interface SecretRequest {
  /** A path (also of a pipe), or `-` for standard input; without it a person is asked. */
  readonly file?: string | undefined;
  readonly option: string;
  readonly label: string;
  readonly ask: boolean;
}

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

interface Doors extends Pick<Context, 'files' | 'prompt' | 'secrets'> {
  readonly stdin: Pick<Source, 'readAll'>;
}

export type EnvironmentDoors = Doors & Pick<Context, 'env'>;

/**
 * undefined if no file was given, and nobody can be asked or types anything.
 * @throws {PvgError} `usage`, `input-unreadable`: the option is named, the content never
 */
export async function readSecret(
  context: Doors,
  { file, label, option, ask }: SecretRequest,
): Promise<ReadSecret | undefined> {
  if (file !== undefined) return readFrom(context, file, option);
  if (!ask || !context.prompt.possible) return undefined;
  const value = await context.prompt.secret(`${label} (not shown): `);
  if (value === '') return undefined;
  const problem = secretProblem(value);
  if (problem !== undefined) throw new PvgError('usage', `The ${label} that you typed ${problem}.`);
  context.secrets.add(value);
  return { value, notes: [] };
}

/** From the environment, in a variable or in the file that a variable names. @throws {PvgError} `configuration-unreadable` */
export async function secretOfVariable(
  context: EnvironmentDoors,
  { variable, fileVariable = '' }: Pick<Field, 'variable' | 'fileVariable'>,
): Promise<(ReadSecret & { readonly variable: string }) | undefined> {
  const value = context.env[variable] || undefined;
  const file = context.env[fileVariable] || undefined;
  if (value !== undefined) context.secrets.add(value);
  if (value !== undefined && file !== undefined) {
    throw new PvgError('configuration-unreadable', `${variable} and ${fileVariable} are both set.`, {
      hint: `Unset one of them: \`unset ${variable}\` keeps the file.`,
      about: variable,
    });
  }
  if (value !== undefined) return { value, variable, notes: lineEndNotes(variable, value) };
  if (file === undefined) return undefined;
  try {
    if (file === '-') throw notASecret(fileVariable, 'is `-`; this variable cannot use standard input');
    return { ...(await readFrom(context, file, fileVariable)), variable: fileVariable };
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    throw new PvgError('configuration-unreadable', error.message, {
      hint: `${fileVariable} must be the path of a file that contains only the secret.`,
      about: fileVariable,
    });
  }
}

/** A variable is used unchanged; `$(cat file)` removes the line break, other ways do not. */
function lineEndNotes(name: string, value: string): Note[] {
  const says = `The environment variable ${name} ends with a line break. pvg uses it unchanged.`;
  return /[\r\n]$/.test(value) ? [{ says, fix: `export ${name}="$(printenv ${name})"` }] : [];
}

async function readFrom(context: Doors, file: string, option: string): Promise<ReadSecret> {
  const unreadable = onFileError(({ code }): never => {
    throw new PvgError('input-unreadable', `The file given with ${option} cannot be read (${code}).`, {
      hint: `${option} needs a path or \`-\`, never the secret itself.`,
    });
  });
  const bytes =
    file === '-' ? await context.stdin.readAll() : await context.files.read(file).catch(unreadable);
  if (bytes.byteLength > largestSecret) throw notASecret(option, 'is larger than 64 KB');
  const text = utf8Text(bytes);
  if (text === undefined) throw notASecret(option, 'is not UTF-8 text');
  const value = text.replace(/\r?\n$/, '');
  const problem = secretProblem(value);
  if (problem !== undefined) throw notASecret(option, problem);
  context.secrets.add(value);
  const notes: Note[] = file === '-' ? [] : await looseNotes(context, file, option);
  if (text !== value) notes.push({ says: `Removed the line break after the secret (${option}).` });
  if (value.trim() !== value)
    notes.push({ says: `The secret (${option}) begins or ends with white space. pvg uses it unchanged.` });
  return { value, notes };
}

const notASecret = (option: string, problem: string): PvgError =>
  new PvgError('usage', `The file given with ${option} ${problem}.`, {
    hint: 'The file must contain only the secret.',
  });

async function looseNotes({ files }: Doors, file: string, option: string): Promise<Note[]> {
  const found = await files.look(file);
  // Kubernetes mounts a secret like this: another owner, who chose the group that may read it.
  const isMounted = found?.isOwn === false && (found.mode & 0o007) === 0;
  const loose = looseMode(file, found, `The file given with ${option}`);
  return loose && found?.kind === 'file' && !isMounted ? [loose] : [];
}
