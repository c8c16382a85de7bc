import { replyLine, replyOptions, replyPhrase } from '../../text/reply-line.js';
import type { RemarkEntry } from '../journal/entry.js';
import { namesPurchase } from '../report/actions.js';
import { questionNames } from './asked-questions.js';
import {
  questions as allQuestions,
  situations,
  type Situation,
  type WantedReply,
} from './situations.js';
import type { TicketLines } from './ticket-lines.js';

/** The text mentions what no look-up shows: whoever reads it decides whether the player asks about that. */
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

/** The reply to the first question that the text mentions: the one for the state of the purchase may not answer it. */
export function questionLine(
  [question]: readonly string[],
  caseId: string | undefined,
  languages: readonly string[],
): string | undefined {
  if (question === undefined) return undefined;
  return replyLine(languages, replyOptions(question, caseId));
}

/**
 * Which reply a refused paste needs: the one to its question, where the receipt alone is missing. Without an order number
 * nobody can find the purchase, so that is asked for first.
 */
export function situationOfRefused(
  refusals: readonly Pick<RemarkEntry, 'questions' | 'situation' | 'product'>[],
): Situation | undefined {
  const [newest] = refusals;
  const situation = newest?.situation;
  const mentioned =
    situation === 'need-receipt' ? refusals.flatMap((refusal) => refusal.questions) : [];
  const question = allQuestions.find((each) => mentioned.includes(each));
  if (question !== undefined) return question;
  // The developers have the whole receipt of a purchase whose names are known.
  if (newest !== undefined && namesPurchase(newest)) return undefined;
  // The line may be of a colleague’s pvg, with a situation that this one does not know.
  return [...situations.keys()].find((each) => each === situation);
}

/** What the texts of a ticket mention, and neither a reply of it nor the one that is printed answers. */
export function openQuestionNotes(
  { calls, replies, remarks }: TicketLines,
  printed: string,
  { caseId, languages }: WantedReply,
): string[] {
  const mentioned = [...calls, ...remarks].flatMap(({ questions }) => questions);
  const answered = new Set([printed, ...replies.map(({ situation }) => situation)]);
  // A line of a colleague’s pvg may have a question that this one does not know.
  const open = allQuestions.filter((each) => mentioned.includes(each) && !answered.has(each));
  return open.map((question) => {
    const command = replyPhrase(languages, replyOptions(question, caseId));
    return `A text of this ticket mentions ${questionNames[question] ?? question}, and no reply is about that. If the player asks about it: \`${command}\`.`;
  });
}
