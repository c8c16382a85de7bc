import type { Suggestion, Suggestions, TypedLine } from './suggest.js';

/**
 * One script for each shell (src/shipped/completion). Each passes the words to the left of the cursor to `pvg completion
 * <shell> --complete=<word> -- <words before>` and offers what pvg prints. No script may evaluate what was typed: an
 * unfinished command line may contain `$(…)`, `<(…)` or `> file`. `line` loads the script into the current shell; in the
 * file `startUp` it serves every new shell.
 */
export const scripts = {
  bash: { name: 'pvg.bash', line: 'eval "$(pvg completion bash)"', startUp: '~/.bashrc' },
  zsh: { name: 'pvg.zsh', line: 'eval "$(pvg completion zsh)"', startUp: '~/.zshrc' },
  fish: {
    name: 'pvg.fish',
    line: 'pvg completion fish | source',
    startUp: '~/.config/fish/config.fish',
  },
  powershell: {
    name: 'pvg.ps1',
    line: 'pvg completion powershell | Out-String | Invoke-Expression',
    startUp: '$PROFILE',
  },
} as const;

export type Shell = keyof typeof scripts;

/** The arguments in a line of bash, split at blanks, so that nothing is run; the last is unfinished. */
export function argumentsOf(line: string): TypedLine {
  const words = line.trimStart().split(/\s+/);
  const current = words.pop() ?? '';
  // Assignments may stand before the program: `PVG_PROFILE=x pvg …`.
  const program = words.findIndex((word) => !/^\w+=/.test(word));
  return { before: words.slice(program + 1), current };
}

/**
 * What a script reads: which files to offer on the first line, then one suggestion on each line.
 * @param untouched how many characters at the beginning of the word bash does not replace
 */
export function reply(shell: Shell, { files, words }: Suggestions, untouched: number): string {
  return [files, ...words.map((word) => formatSuggestion(shell, word, untouched))]
    .map((each) => `${each}\n`)
    .join('');
}

function formatSuggestion(shell: Shell, { value, says }: Suggestion, untouched: number): string {
  switch (shell) {
    case 'bash':
      // Bash replaces only the text after the last `=`, `:` or `@`.
      return value.slice(untouched);
    case 'zsh':
      return says === '' ? escaped(value) : `${escaped(value)}:${says}`;
    default:
      return says === '' ? value : `${value}\t${says}`;
  }
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
