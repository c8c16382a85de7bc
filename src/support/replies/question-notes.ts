import { replyLine, replyOptions, replyPhrase } from '../../text/reply-line.js';
import { questionNames } from './asked-questions.js';
import { questions as allQuestions, type WantedReply } from './situations.js';
import type { TicketLines } from './ticket-lines.js';

/** One note for each question that the text mentions: whoever reads the text decides whether the player asks it. */
export function questionNotes(
  questions: readonly string[],
  caseId: string | undefined,
  languages: readonly string[],
): string[] {
  return questions.map((question) => {
    const command = replyPhrase(languages, replyOptions(question, caseId));
    return `The text mentions ${questionNames[question] ?? question}. If the player asks about that: \`${command}\`.`;
  });
}

/** The command for the reply to the first question that the text mentions: the reply for the state of the purchase may not answer it. */
export function questionLine(
  [question]: readonly string[],
  caseId: string | undefined,
  languages: readonly string[],
): string | undefined {
  if (question === undefined) return undefined;
  return replyLine(languages, replyOptions(question, caseId));
}

/** Notes about the questions that texts of a ticket mention, and that no reply answers, neither an earlier one nor the printed one. */
export function openQuestionNotes(
  { calls, replies, remarks }: TicketLines,
  printed: string,
  { caseId, languages }: WantedReply,
): string[] {
  const mentioned = [...calls, ...remarks].flatMap(({ questions }) => questions);
  const answered = new Set([printed, ...replies.map(({ situation }) => situation)]);
  // Filtering `allQuestions` drops the ids that this version does not know: a colleague may have a newer one.
  const openQuestions = allQuestions.filter(
    (each) => mentioned.includes(each) && !answered.has(each),
  );
  return openQuestions.map((question) => {
    const command = replyPhrase(languages, replyOptions(question, caseId));
    return `A text of this ticket mentions ${questionNames[question] ?? question}, and no reply is about that. If the player asks about it: \`${command}\`.`;
  });
}
