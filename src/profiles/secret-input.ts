import type { Context, InputStream } from '../context.js';
import { onFileError, whyFailed } from '../file-access.js';
import { PvgError } from '../failure.js';
import { looseMode } from '../text/loose-mode.js';
import { saveAsUtf8, utf8Text } from '../text/utf8.js';
import { type ProfileField, secretProblem } from './fields.js';

/** Secrets come from files, pipes and prompts, never from an argument. No message repeats a path: it may be the secret. */

const largestSecretBytes = 64 * 1024;

/** A sentence, with the command that fixes the problem. */
export interface Note {
  readonly says: string;
  readonly fix?: string | undefined;
  /** Whether the note is a problem rather than a warning. */
  readonly isProblem?: boolean;
  /** The variable that names the secret's file, if the note is about that file. */
  readonly fileVariable?: string | undefined;
}

export function noteSentence({ says, fix }: Note): string {
  return fix ? `${says} Run \`${fix}\`.` : says;
}

/** What reading a secret needs of the context. */
interface SecretReading extends Pick<Context, 'files' | 'secrets'> {
  readonly stdin: Pick<InputStream, 'readAll'>;
}

interface SecretHelp {
  readonly hint?: string | undefined;
  /** What to type next. It is used only if a variable names the file. */
  readonly nextCommand?: string;
}

const usualHint = (option: string, isStdin: boolean): string =>
  isStdin
    ? `\`${option} -\` reads the secret, and nothing else, from standard input.`
    : `${option} needs the path of a file that contains only the secret, never the secret itself.`;

/**
 * Reads a secret from a file, a pipe, or standard input (`-`), with notes about the file's mode and about a removed line
 * break, white space or quotes.
 * @param option the option or the variable that names the file
 * @throws {PvgError} `input-unreadable` for an option, `configuration-unreadable` for a variable: never with the content
 */
export async function readSecret(
  { files, secrets, stdin }: SecretReading,
  file: string,
  option: string,
) {
  const isVariable = !option.startsWith('--');
  const isStdin = file === '-' && !isVariable;
  const called = isStdin ? `Standard input (${option})` : `The file given with ${option}`;
  const secretError = (problem: string, { hint, nextCommand }: SecretHelp = {}): PvgError =>
    new PvgError(
      isVariable ? 'configuration-unreadable' : 'input-unreadable',
      `${called} ${problem}.`,
      {
        hint: hint ?? usualHint(option, isStdin),
        // The secret is of whoever called pvg: a ticket has nothing to do with it.
        isRefusedPaste: false,
        about: isVariable ? option : undefined,
        nextCommand: isVariable ? nextCommand : undefined,
      },
    );
  const throwUnreadable = onFileError(({ code }): never => {
    const isTooLarge = code === 'EFBIG';
    throw secretError(isTooLarge ? 'is larger than 64 KB' : `cannot be read: ${whyFailed(code)}`);
  });
  const bytes = isStdin
    ? await stdin.readAll({ isSecret: true })
    : await files.read(file, largestSecretBytes).catch(throwUnreadable);
  if (bytes.byteLength > largestSecretBytes) throw secretError('is larger than 64 KB');
  const text = utf8Text(bytes);
  if (text === undefined) throw secretError('is not UTF-8 text', { hint: saveAsUtf8 });
  const value = text.replace(/\r?\n$/, '');
  const problem = secretProblem(value);
  const isMarked = value.startsWith('\uFEFF');
  if (problem !== undefined) {
    throw secretError(problem, { hint: isMarked ? saveAsUtf8 : undefined });
  }
  if (/[\r\n][^\r\n]/.test(value)) {
    const nextCommand = `wc -l <"$(printenv ${option})"`;
    throw secretError('has more than one line', { nextCommand });
  }
  secrets.add(value);
  const notes: Note[] = [];
  const fileStatus = isStdin ? undefined : await files.status(file);
  // A file that a variable names, or that another user owns, counts as mounted. That its group may read it is not noted, because
  // whoever mounts it, such as Kubernetes, chose that. That everybody may is noted.
  const isMounted = isVariable || fileStatus?.isOwn === false;
  const isForGroup = isMounted && ((fileStatus?.mode ?? 0) & 0o007) === 0;
  const loose = looseMode(file, fileStatus, `The file given with ${option}`);
  if (loose && fileStatus?.kind === 'file' && !isForGroup) {
    notes.push({ ...loose, fileVariable: isVariable ? option : undefined });
  }
  if (text !== value) notes.push({ says: `Removed the line break after the secret (${option}).` });
  notes.push(...secretDoubts(value, `The secret (${option})`).map((says) => ({ says })));
  return { value, notes };
}

/**
 * Sentences about white space and quotes in a secret: it seldom has them on purpose, and the service refuses a wrong copy.
 * @param called how the sentences name it: `The secret (--client-secret-file)`
 */
export function secretDoubts(value: string, called: string): string[] {
  const doubts: string[] = [];
  if (value.trim() !== value) {
    doubts.push(`${called} begins or ends with white space. pvg uses it unchanged.`);
  }
  if (/^(["'`]).*\1$/.test(value)) {
    doubts.push(`${called} is in quotes. pvg uses them as a part of it.`);
  }
  return doubts;
}

/** Reads a secret from a variable, or from the file that a variable names. @throws {PvgError} `configuration-unreadable` */
export async function secretOfVariable(
  context: SecretReading & Pick<Context, 'env'>,
  { variable, fileVariable }: ProfileField,
) {
  const value = context.env[variable];
  const file = context.env[fileVariable];
  if (value) context.secrets.add(value);
  if (value && file) {
    throw new PvgError(
      'configuration-unreadable',
      `${variable} and ${fileVariable} are both set.`,
      {
        hint: `Unset one of them: \`unset ${variable}\` keeps the file.`,
        about: variable,
      },
    );
  }
  if (file) return { ...(await readSecret(context, file, fileVariable)), variable: fileVariable };
  if (!value) return undefined;
  const notes: Note[] = [];
  // A variable is used unchanged; `$(cat file)` removes the line break, other ways do not.
  if (/[\r\n]$/.test(value)) {
    notes.push({
      says: `The environment variable ${variable} ends with a line break. pvg uses it unchanged.`,
      fix: `export ${variable}="$(printenv ${variable})"`,
    });
  }
  return { value, variable, notes };
}
