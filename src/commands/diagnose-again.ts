import type { CredentialOptions } from '../calls/connection.js';
import type { Interface } from '../contract/interfaces.js';
import type { GlobalOptions, TypedFlags } from '../input/options.js';
import type { Judged } from '../diagnosis/answer.js';
import { BodyNotRead, NoRequest } from '../diagnosis/read/found.js';
import { optionWords, placeholder, shellLine, type ShellWord } from '../text/shell.js';
import { missingFlags, type RequestOptions } from './diagnose-input.js';

/** An option that `pvg diagnose` leaves out of the next command is undefined here, not missing (`noSecretFiles`). */
type RepeatedOptions = Omit<CredentialOptions, 'clientSecretFile' | 'secretKeyFile'> &
  RequestOptions &
  TypedFlags<never, 'allProfiles'> & {
    readonly interface?: Interface;
    readonly credentials?: string | undefined;
    readonly clientSecretFile?: string | undefined;
    readonly secretKeyFile?: string | undefined;
  };

interface RepeatedInput {
  readonly files: readonly string[];
  readonly options: RepeatedOptions;
}

/**
 * The command that diagnoses the same input again. It repeats the options that decide what is read and which secrets are
 * tried. The sender’s values, --budget, --deep and --lang are left out: the next step usually changes one of them.
 */
export function repeatedCommand(
  files: readonly string[],
  options: RepeatedOptions,
  { profile }: GlobalOptions,
): string {
  return shellLine([
    ...['pvg', 'diagnose', ...inputWords(files, options)],
    ...optionWords<ShellWord>({
      '--profile': profile,
      '--credentials': fileOrPlaceholder(options.credentials, '@CREDENTIALS_FILE'),
      '--client-secret-file': fileOrPlaceholder(options.clientSecretFile, 'CLIENT_SECRET_FILE'),
      '--secret-key-file': fileOrPlaceholder(options.secretKeyFile, 'SECRET_KEY_FILE'),
    }),
    ...(options.allProfiles === true ? ['--all-profiles'] : []),
    ...(options.force === true ? ['--force'] : []),
  ]);
}

/** Returns a function that gives the command for one of several requests, by its file and its number in that file. */
export function commandOfOne({ files, options }: RepeatedInput, globals: GlobalOptions) {
  return ({ file, number }: Pick<Judged, 'file' | 'number'>): string => {
    const places = file === undefined ? files : [file];
    const chosen = number === undefined ? options : { ...options, entry: String(number) };
    return repeatedCommand(places, chosen, globals);
  };
}

/** The same command with what it lacks: `--interface "$INTERFACE"`. */
export function completedCommand(
  options: RepeatedOptions,
  globals: GlobalOptions,
  missing: readonly string[],
): string {
  const words = missing.flatMap((option): ShellWord[] => [
    option,
    placeholder(placeholderOf(option)),
  ]);
  return [repeatedCommand([], options, globals), shellLine(words)].join(' ').trimEnd();
}

/** The command that gives what a file lacks: the body, or a request whose parts stand in a log. Undefined for other errors. */
export function commandAfterUnread(
  error: unknown,
  { files, options }: RepeatedInput,
  globals: GlobalOptions,
): string | undefined {
  if (error instanceof BodyNotRead) {
    return repeatedCommand(files, { ...options, body: '-' }, globals);
  }
  const parts = error instanceof NoRequest ? error.parts : undefined;
  if (parts === undefined) return undefined;
  const given = { ...options, ...parts };
  const missing = missingFlags(parts.interface, given);
  const lacksClientId = parts.interface === 'gateway' && given.clientId === undefined;
  return completedCommand(given, globals, lacksClientId ? [...missing, '--client-id'] : missing);
}

const placeholderOf = (option: string): string =>
  option === '--body' ? '@BODY_FILE' : option.slice(2).replaceAll('-', '_').toUpperCase();

/** The input as words of the same command. */
function inputWords(files: readonly string[], options: RepeatedOptions): ShellWord[] {
  return [
    ...files.map((file) => (file === '-' ? placeholder('REQUEST_FILE') : file)),
    ...optionWords<ShellWord>({
      '--entry': options.entry,
      '--interface': options.interface,
      '--body': options.body === undefined ? undefined : repeatedBody(options.body),
      '--signature': options.signature,
      '--timestamp': options.timestamp,
      '--client-id': options.clientId,
    }),
  ];
}

/** Standard input can be read only once, so that the next command needs a file in its place. */
function fileOrPlaceholder(
  source: string | undefined,
  placeholderName: string,
): ShellWord | undefined {
  return source === '-' ? placeholder(placeholderName) : source;
}

/** A body is repeated by its file name, or as typed unless it may have a receipt. */
function repeatedBody(body: string): ShellWord {
  if (body === '-') return placeholder('@BODY_FILE');
  return isRepeatable(body) ? body : placeholder('BODY');
}

const isRepeatable = (body: string): boolean =>
  body.startsWith('@') || (body.length <= 200 && !/receipt|token/i.test(body));
