import type { Suggestion, Suggestions } from './suggest.js';

/**
 * One script for each shell (src/shipped/completion). Each passes the words to the left of the cursor to `pvg completion
 * <shell> --complete=<word> -- <words before>` and offers what pvg prints. No script may evaluate what was typed: an
 * unfinished command line may contain `$(…)`, `<(…)` or `> file`.
 */
interface Script {
  /** Of the folder `completion`. */
  readonly name: string;
  /** Loads the script into the current shell. */
  readonly line: string;
  /** Where that line serves every new shell. */
  readonly startUp: string;
}

export const scripts = {
  bash: { name: 'pvg.bash', line: 'eval "$(pvg completion bash)"', startUp: '~/.bashrc' },
  zsh: { name: 'pvg.zsh', line: 'eval "$(pvg completion zsh)"', startUp: '~/.zshrc' },
  fish: { name: 'pvg.fish', line: 'pvg completion fish | source', startUp: '~/.config/fish/config.fish' },
  powershell: {
    name: 'pvg.ps1',
    line: 'pvg completion powershell | Out-String | Invoke-Expression',
    startUp: '$PROFILE',
  },
} as const satisfies Readonly<Record<string, Script>>;

export type Shell = keyof typeof scripts;

/** A word as a POSIX shell reads it, also one whose quotation mark is still open: nothing is run. */
const shellWords = /(?:\\[^]|'[^']*(?:'|$)|"(?:\\[^]|[^"\\])*(?:"|$)|[^\s'"\\])+/g;
const unquoted = (word: string): string =>
  word.replace(
    /'([^']*)(?:'|$)|"((?:\\[^]|[^"\\])*)(?:"|$)|\\([^])/g,
    (_, single?: string, double?: string, escaped = '') =>
      single ?? double?.replace(/\\([^])/g, '$1') ?? escaped,
  );

/** The arguments of a command line, without assignments (`PVG_PROFILE=x`) and the program's name; the last is unfinished. */
export function argumentsOf(line: string): { readonly before: string[]; readonly current: string } {
  const found = [...line.matchAll(shellWords)];
  const words = found.map(([word]) => unquoted(word));
  const end = found.at(-1);
  const current = end && end.index + end[0].length === line.length ? (words.pop() ?? '') : '';
  const program = words.findIndex((word) => !/^\w+=/.test(word));
  return { before: words.slice(program + 1), current };
}

/** What a script reads: which files to offer on the first line, then one suggestion on each line. */
export const reply = (shell: Shell, { files, words }: Suggestions, typed: number): string =>
  [files, ...words.map((word) => line(shell, word, typed))].map((each) => `${each}\n`).join('');

function line(shell: Shell, { value, says }: Suggestion, typed: number): string {
  switch (shell) {
    case 'bash':
      // Bash replaces only the text after the last `=`, `:` or `@`.
      return value.slice(typed);
    case 'zsh':
      return says === '' ? escaped(value) : `${escaped(value)}:${says}`;
    default:
      return says === '' ? value : `${value}\t${says}`;
  }
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
