import { replyPhrase } from '../../text/reply-line.js';
import { optionWords } from '../../text/shell.js';
import { questionNames } from './asked-questions.js';

/** The text mentions what no look-up shows: whoever reads it decides whether the player asks about that. */
export function questionNotes(
  questions: readonly string[],
  caseId: string | undefined,
  languages: readonly string[],
): string[] {
  return questions.map((question) => {
    const command = replyPhrase(languages, optionWords({ '--for': question, '--case': caseId }));
    return `The text mentions ${questionNames[question] ?? question}. If the player asks about that: \`${command}\`.`;
  });
}
