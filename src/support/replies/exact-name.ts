import { withNotesAtTerminal, type CommandResult } from '../../output/command-result.js';
import { replyLine, replyOptions, replyPhrase } from '../../text/reply-line.js';
import { nextLanguages, type TicketLines } from './ticket-lines.js';

/** The reply that asks the player for the exact name in the game. */

interface AskedName {
  readonly caseId: string | undefined;
  /** The languages of `--reply`. */
  readonly typedLanguages: readonly string[];
  readonly ticket: TicketLines;
}

/** The command for that reply. @param situation `verification-not-recorded` if a name was checked already: its reply says so */
export function exactNameReplyCommand(
  situation: 'need-username' | 'verification-not-recorded',
  { caseId, typedLanguages, ticket }: AskedName,
): { readonly line: string; readonly phrase: string } {
  const languages = nextLanguages(typedLanguages, ticket);
  const words = replyOptions(situation, caseId);
  return { line: replyLine(languages, words), phrase: replyPhrase(languages, words) };
}

/** Adds the command for the reply to a player who says that verification is done. For a ticket, or with --reply, it becomes the next command, unless that reply was the last one. */
export function withExactNameReply(result: CommandResult, asked: AskedName): CommandResult {
  const { caseId, typedLanguages, ticket } = asked;
  const situation = 'verification-not-recorded';
  const { line, phrase } = exactNameReplyCommand(situation, asked);
  const sentence = `If the player says that it is done: \`${phrase}\` asks for the exact name.`;
  const noted = withNotesAtTerminal(result, sentence);
  const isOfTicket = caseId !== undefined || typedLanguages.length > 0;
  if (!isOfTicket || ticket.replies.at(-1)?.situation === situation) return noted;
  return { ...noted, view: { ...noted.view, nextCommand: line } };
}
