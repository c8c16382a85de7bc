import { onFileError, type Context, type Looked } from '../context.js';
import { PvgError } from '../failure.js';
import { looseMode } from '../text/loose-mode.js';
import { utf8Text } from '../text/utf8.js';

/** Secrets come from files, pipes and prompts; never from an argument. No message repeats the path: it may be the secret. */

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
  /** What to say: a loose mode, a dropped line end, white space that stays. */
  readonly notes: readonly Note[];
}

/** A sentence to say, with the command that makes an end of what it tells. */
export interface Note {
  readonly says: string;
  readonly fix?: string;
}

type Doors = Pick<Context, 'files' | 'prompt' | 'secrets' | 'stdin'>;

/**
 * undefined when no file was named and nobody can be asked.
 * @throws {PvgError} `usage`, `input-unreadable`: the option is named, the content never
 */
export async function readSecret(context: Doors, request: SecretRequest): Promise<ReadSecret | undefined> {
  const { file, label, option, ask } = request;
  if (file !== undefined) return readFrom(context, file, option);
  return ask && context.prompt.possible ? askSecret(context, label) : undefined;
}

/** @throws {PvgError} `usage` when standard input would have to give two things. */
export function checkOneStandardInput(
  given: readonly (readonly [option: string, value: string | undefined])[],
): void {
  const options = given.filter(([, value]) => value === '-').map(([option]) => option);
  if (options.length > 1) {
    throw new PvgError('usage', `${options.join(' and ')} cannot both read standard input.`, {
      hint: 'Give one of them as a file.',
    });
  }
}

interface SecretVariables {
  readonly variable: string;
  readonly fileVariable: string | undefined;
}

/** What the environment gives, in a variable or in the file that one names. @throws {PvgError} `configuration-unreadable` */
export async function secretOfVariable(
  context: Doors & Pick<Context, 'env'>,
  { variable, fileVariable = '' }: SecretVariables,
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
  if (value !== undefined) return { value, variable, notes: [...lineEndNote(variable, value)] };
  if (file === undefined) return undefined;
  try {
    if (file === '-') throw notASecret(fileVariable, 'is standard input, not a file');
    return { ...(await readFrom(context, file, fileVariable)), variable: fileVariable };
  } catch (error) {
    if (!(error instanceof PvgError)) throw error;
    const hint = `${fileVariable} takes the path of a file that holds the secret and nothing else.`;
    throw new PvgError('configuration-unreadable', error.message, { hint, about: fileVariable });
  }
}

/** A variable is used as it is; `$(cat file)` drops the line end, other ways do not. */
function* lineEndNote(variable: string, value: string): Generator<Note> {
  if (/[\r\n]$/.test(value))
    yield {
      says: `The environment variable ${variable} ends in a line end; it is used as it is.`,
      fix: `export ${variable}="$(printenv ${variable})"`,
    };
}

async function askSecret(context: Doors, label: string): Promise<ReadSecret> {
  const value = await context.prompt.secret(`${label} (not shown): `);
  const problem = secretProblem(value);
  if (problem !== undefined) throw new PvgError('usage', `The ${label} typed ${problem}.`);
  context.secrets.add(value);
  return { value, notes: [] };
}

async function readFrom(context: Doors, file: string, option: string): Promise<ReadSecret> {
  const bytes = file === '-' ? await context.stdin.readAll() : await readPath(context, file, option);
  if (bytes.byteLength > largestSecret) throw notASecret(option, 'is larger than 64 KB');
  const text = utf8Text(bytes);
  if (text === undefined) throw notASecret(option, 'is not UTF-8');
  const value = text.replace(/\r?\n$/, '');
  const problem = secretProblem(value);
  if (problem !== undefined) throw notASecret(option, problem);
  context.secrets.add(value);
  const found = file === '-' ? undefined : await context.files.look(file);
  return { value, notes: [...notesOf({ file, option }, found, text, value)] };
}

/** What no secret can be, as the end of a sentence. */
export const secretProblem = (value: string): string | undefined => {
  if (value === '') return 'is empty';
  return value.includes('\0') ? 'has a NUL character' : undefined;
};

const notASecret = (option: string, problem: string): PvgError =>
  new PvgError('usage', `What ${option} gives ${problem}.`, {
    hint: 'It should hold the secret and nothing else.',
  });

function* notesOf(
  { file, option }: { readonly file: string; readonly option: string },
  found: Looked | undefined,
  text: string,
  value: string,
): Generator<Note> {
  // A file of another owner is read by a group that its owner chose: so Kubernetes mounts a secret.
  const isMounted = found?.isOwn === false && (found.mode & 0o007) === 0;
  const loose = found?.kind === 'file' && !isMounted && looseMode(file, found, `The file of ${option}`);
  if (loose) yield loose;
  if (text !== value) yield { says: `One final line end of ${option} was dropped.` };
  if (value.trim() !== value)
    yield { says: `The secret of ${option} begins or ends with white space; it is used as it is.` };
}

const readPath = (context: Doors, file: string, option: string): Promise<Uint8Array> =>
  context.files.read(file).catch(
    onFileError(({ code }) => {
      throw new PvgError('input-unreadable', `The file of ${option} cannot be read (${code}).`, {
        hint: `${option} takes a path or \`-\`, never the secret itself.`,
      });
    }),
  );
