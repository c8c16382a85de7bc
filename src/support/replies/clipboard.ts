import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import { joinSentences, joinWithAnd } from '../../text/sentences.js';

/** Puts a text on the clipboard, with the program that the system has for it. */

interface ClipboardProgram {
  readonly name: string;
  readonly command: readonly string[];
  /** Added to the environment of pvg. */
  readonly extraEnv?: Readonly<Record<string, string>>;
}

const pbcopy: ClipboardProgram = {
  name: 'pbcopy',
  command: ['pbcopy'],
  // Without a locale, pbcopy does not read its input as UTF-8.
  extraEnv: { LC_ALL: 'en_US.UTF-8' },
};

const readAsUtf8 =
  '$reader = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)';

const powershell: ClipboardProgram = {
  name: 'powershell.exe',
  command: [
    'powershell.exe',
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    `${readAsUtf8}; Set-Clipboard -Value $reader.ReadToEnd()`,
  ],
};

const wlCopy: ClipboardProgram = { name: 'wl-copy', command: ['wl-copy', '--type', 'text/plain'] };

const xclip: ClipboardProgram = { name: 'xclip', command: ['xclip', '-selection', 'clipboard'] };

const xsel: ClipboardProgram = { name: 'xsel', command: ['xsel', '--clipboard', '--input'] };

/** PowerShell needs about a second to start. */
const timeoutMs = 10_000;

type ClipboardContext = Pick<Context, 'env' | 'execute' | 'interrupt' | 'platform' | 'secrets'>;

/** Returns the name of the program that took the text. @throws {PvgError} `output-unwritable` */
export async function copyToClipboard(context: ClipboardContext, text: string): Promise<string> {
  const programs = clipboardPrograms(context);
  if (programs.length === 0) throw noClipboardError(context.env);
  const failures: string[] = [];
  for (const program of programs) {
    const failure = await runProgramWith(context, program, text);
    if (failure === undefined) return program.name;
    if (failure !== 'ENOENT') failures.push(`${program.name} ${failure}`);
  }
  throw failures.length === 0 ? notInstalledError(programs) : copyError(failures);
}

/** In the order in which they are tried. */
function clipboardPrograms({ env, platform }: ClipboardContext): readonly ClipboardProgram[] {
  if (platform === 'darwin') return [pbcopy];
  if (platform === 'win32') return [powershell];
  // In Linux on Windows (WSL) the clipboard is that of Windows.
  const ofWindows = env['WSL_DISTRO_NAME'] ? [powershell] : [];
  const ofWayland = env['WAYLAND_DISPLAY'] ? [wlCopy] : [];
  const ofX11 = env['DISPLAY'] ? [xclip, xsel] : [];
  return [...ofWindows, ...ofWayland, ...ofX11];
}

/** Why it failed, as a clause, or `ENOENT` for a program that is not there; undefined if it took the text. */
async function runProgramWith(
  { execute, interrupt, secrets }: ClipboardContext,
  { command, extraEnv = {} }: ClipboardProgram,
  text: string,
): Promise<string | undefined> {
  const { status, failed } = await execute(command, {
    stdin: Buffer.from(secrets.redact(text)),
    env: extraEnv,
    timeoutMs,
    signal: interrupt,
    // `xclip` and `wl-copy` stay in the background until another text is copied, and hold the output open until then.
    isOutputIgnored: true,
  });
  interrupt.throwIfAborted();
  if (status === 0) return undefined;
  if (failed === 'ENOENT') return failed;
  if (failed === 'ETIMEDOUT') return `did not end within ${timeoutMs / 1000} seconds`;
  if (failed !== undefined) return `could not be started (${failed})`;
  return status === null ? 'was ended by a signal' : `ended with status ${status}`;
}

const textIsAbove = 'The text is on standard output: copy it from there.';

function noClipboardError(env: Context['env']): PvgError {
  const isRemote = (env['SSH_CONNECTION'] ?? env['SSH_TTY']) !== undefined;
  const where = isRemote ? 'an ssh session without a display' : 'a session without a display';
  const why = 'neither DISPLAY nor WAYLAND_DISPLAY is set';
  const otherWay = isRemote ? 'Or run pvg on your own computer.' : undefined;
  return unwritableError(`--copy: this is ${where} (${why}), so there is no clipboard.`, otherWay);
}

function notInstalledError(programs: readonly ClipboardProgram[]): PvgError {
  const names = programs.map(({ name }) => name);
  const [first = ''] = names;
  const isOrAre = names.length === 1 ? 'is' : 'are';
  const debianPackage = first === 'wl-copy' ? 'wl-clipboard' : first;
  const isOfSystem = [pbcopy.name, powershell.name].includes(first);
  const install = isOfSystem
    ? `${first} belongs to the system: check that PATH has its folder.`
    : `Or install ${first}. On Debian and Ubuntu: \`sudo apt install ${debianPackage}\`.`;
  return unwritableError(
    `--copy needs ${joinWithAnd(names, 'or')}, which ${isOrAre} not installed.`,
    install,
  );
}

function copyError(failures: readonly string[]): PvgError {
  return unwritableError(
    `--copy: ${joinWithAnd(failures)}.`,
    'Then check the display of this session.',
  );
}

/** @param otherWay a sentence after the one that says where the text is */
function unwritableError(says: string, otherWay: string | undefined): PvgError {
  const hint = joinSentences(textIsAbove, otherWay);
  return new PvgError('output-unwritable', says, { hint });
}
