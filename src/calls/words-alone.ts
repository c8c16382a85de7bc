import { PvgError } from '../failure.js';
import { findOrderId } from '../input/pasted/order-ids.js';
import { replyCommand } from '../input/pasted/reply-command.js';
import { hasLabelledReceipt, maskInReceipt } from '../input/pasted/store-names.js';
import { codeInPaste } from '../support/explain/code-in-paste.js';
import { questionLine } from '../support/replies/question-notes.js';
import { joinSentences } from '../text/sentences.js';
import { replyLine } from '../text/reply-line.js';
import { optionWords, shellLine } from '../text/shell.js';

/** The way on for a text that was pasted as a purchase and has words alone: an error, or a player without an order number. */

const mayHaveReceipt = /[a-z]{16}\.AO-/;

/** An error that somebody pasted as a purchase leads to what it means. */
export function withPastedCode(
  failure: PvgError,
  text: string,
  ticket: string | undefined,
): PvgError {
  const { code, details } = failure;
  const pasted = isWithoutReceipt(failure, text) ? codeInPaste(text) : undefined;
  if (pasted === undefined) return failure;
  const hasOrder = findOrderId(text) !== undefined;
  const explain = shellLine(['pvg', 'explain-error', pasted.code]);
  const reply = replyCommand(hasOrder ? 'need-receipt' : 'need-order-id', ticket);
  const says = `This text has ${pasted.noun}, and no receipt.`;
  return new PvgError(code, says, {
    section: details.section,
    hint: 'For a look-up, ask the game’s developers for the receipt. It is in the game’s server log.',
    hintAtTerminal: `\`${explain}\` says what it means, and who acts. Meanwhile ${reply} prints a reply for the player.`,
    asks: { missing: ['--receipt'], names: hasOrder ? 'order' : 'nothing' },
    nextCommand: explain,
  });
}

/** A purchase that cannot be read stays one, and so does one of Apple. */
function isWithoutReceipt({ code, details: { asks } }: PvgError, text: string): boolean {
  const isOfText = code === 'receipt-doubtful' || code === 'input-unreadable';
  const isOther = asks?.choices !== undefined || asks?.situation === 'ios';
  if (!isOfText || isOther || mayHaveReceipt.test(text)) return false;
  return !hasLabelledReceipt(text) && maskInReceipt(text) === undefined;
}

interface NamedTicket {
  readonly caseId: string | undefined;
  readonly languages: readonly string[];
  /** What the text mentions. */
  readonly questions: readonly string[];
}

/** A text that names nothing leads to the reply to its question, or to the one that asks for the order number. */
export function withReplyToWords(
  failure: PvgError,
  { caseId, languages, questions }: NamedTicket,
): PvgError {
  const { code, message, details } = failure;
  if (details.asks?.names !== 'nothing' || details.nextCommand !== undefined) return failure;
  const toQuestion = questionLine(questions, caseId, languages);
  const words = optionWords({ '--for': 'need-order-id', '--case': caseId });
  const asksForOrder =
    'The command below prints a reply that asks the player for the order number.';
  return new PvgError(code, message, {
    ...details,
    hintAtTerminal: joinSentences(details.hintAtTerminal, toQuestion === undefined && asksForOrder),
    nextCommand: toQuestion ?? replyLine(languages, words),
  });
}
