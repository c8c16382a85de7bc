import { replyLine, replyPhrase } from '../../text/reply-line.js';
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

/** The reply to the first question that the text mentions: the one for the state of the purchase may not answer it. */
export function questionLine(
  [question]: readonly string[],
  caseId: string | undefined,
  languages: readonly string[],
): string | undefined {
  if (question === undefined) return undefined;
  return replyLine(languages, optionWords({ '--for': question, '--case': caseId }));
}
