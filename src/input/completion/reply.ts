import type { Shell } from './scripts.js';
import type { Suggestion, Suggestions } from './suggest.js';

/** The answer that a script reads: what files to offer on the first line, then a suggestion a line. */
export const reply = (shell: Shell, { files, words }: Suggestions, typed: number): string =>
  [files, ...words.map((word) => line(shell, word, typed))].map((each) => `${each}\n`).join('');

function line(shell: Shell, { value, says }: Suggestion, typed: number): string {
  switch (shell) {
    case 'bash':
      // Bash replaces what stands behind the last `=`, `:` or `@` only.
      return value.slice(typed);
    case 'zsh':
      return says === '' ? escaped(value) : `${escaped(value)}:${says}`;
    default:
      return says === '' ? value : `${value}\t${says}`;
  }
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
