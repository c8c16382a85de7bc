import { optionWords, placeholder, shellLine, type ShellWord } from './shell.js';

/** The command that prints a reply to the player. A reply is kept with its ticket, so nobody guesses its language. */

/** @param languages none if nobody knows them: then the person writes theirs @param words what chooses the reply */
export function replyLine(languages: readonly string[], words: readonly ShellWord[]): string {
  const known = languages.length > 0 ? languages : [unknownLanguage];
  return shellLine(['pvg', 'reply', ...known, ...words]);
}

/** What chooses a reply by its situation, and the ticket with which it is kept. */
export function replyOptions(situation: string, caseId?: string | null): readonly ShellWord[] {
  return optionWords({ '--for': situation, '--case': caseId });
}

// Not `LANGUAGE`: many shells have that variable.
export const languagePlaceholder = 'REPLY_LANGUAGE';

const unknownLanguage = placeholder(languagePlaceholder);

/** The command that prints a reply, as a part of a sentence: not quoted, and with `<language>` if nobody knows one. */
export function replyPhrase(languages: readonly string[], words: readonly ShellWord[]): string {
  const known = languages.length > 0 ? shellLine(languages) : '<language>';
  return `pvg reply ${known} ${shellLine(words)}`.trimEnd();
}
