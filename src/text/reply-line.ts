import { optionWords, placeholder, shellLine, type ShellWord } from './shell.js';

/** Builds the command that prints a reply to the player. The language is never guessed: a reply in the wrong language would
 * stand in the journal of the ticket. */

/**
 * @param languages empty if they are not known: then a placeholder stands for the language
 * @param words the options that choose the reply
 */
export function replyLine(languages: readonly string[], words: readonly ShellWord[]): string {
  const languageWords = languages.length > 0 ? languages : [unknownLanguage];
  return shellLine(['pvg', 'reply', ...languageWords, ...words]);
}

/** The options that choose a reply by its situation, and name the ticket with which it is kept. */
export function replyOptions(situation: string, caseId?: string | null): readonly ShellWord[] {
  return optionWords({ '--for': situation, '--case': caseId });
}

// The name is not `LANGUAGE`, because that is a variable in many shells.
export const languagePlaceholder = 'REPLY_LANGUAGE';

const unknownLanguage = placeholder(languagePlaceholder);

/** The command that prints a reply, for a sentence: with `<language>` if the languages are not known. */
export function replyPhrase(languages: readonly string[], words: readonly ShellWord[]): string {
  const languageWords = languages.length > 0 ? shellLine(languages) : '<language>';
  return `pvg reply ${languageWords} ${shellLine(words)}`.trimEnd();
}
