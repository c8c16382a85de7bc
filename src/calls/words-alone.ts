import { PvgError } from '../failure.js';
import { findOrderId } from '../input/pasted/order-ids.js';
import { replyCommand } from '../input/pasted/reply-command.js';
import { hasLabelledReceipt, findMaskInReceipt } from '../input/pasted/store-names.js';
import { codeInPaste } from '../support/explain/code-in-paste.js';
import { namesPurchase } from '../support/report/actions.js';
import type { Refusal } from '../support/ticket-refusal.js';
import { joinSentences } from '../text/sentences.js';
import { replyLine, replyOptions, replyPhrase } from '../text/reply-line.js';
import { optionWords, shellLine } from '../text/shell.js';

/** The next command for a text that was pasted as a purchase and has none: it names an error, or nothing at all. */

/** The beginning of a purchase token. A text that has it has at least a part of a receipt. */
const beginningOfToken = /[a-z]{16}\.AO-/;

/** If the pasted text is an error and no purchase, the refusal leads to `pvg explain-error`. */
export function withPastedCode(
  failure: PvgError,
  text: string,
  caseId: string | undefined,
): PvgError {
  const { code, details } = failure;
  const pasted = isWithoutReceipt(failure, text) ? codeInPaste(text) : undefined;
  if (pasted === undefined) return failure;
  const orderId = findOrderId(text);
  const hasOrder = orderId !== undefined;
  const ticket = optionWords({ '--case': caseId });
  const explain = shellLine(['pvg', 'explain-error', pasted.code, ...ticket]);
  const quotedReply = replyCommand(hasOrder ? 'need-receipt' : 'need-order-id', caseId);
  const receiptWords = hasOrder ? `order id ${orderId} without its receipt` : 'no receipt';
  const says = `This text has ${pasted.noun}, and ${receiptWords}.`;
  // The other details are about a purchase that cannot be read, and this text has none.
  return new PvgError(code, says, {
    section: details.section,
    understood: details.understood,
    hint: `Explain ${pasted.code} first: the explanation says who acts. For a look-up, ask the game’s developers for the receipt. It is in the game’s server log.`,
    hintAtTerminal: `Meanwhile ${quotedReply} prints a reply for the player.`,
    asks: { missing: ['--receipt'], names: 'error', code: pasted.code },
    nextCommand: explain,
  });
}

/** Whether a text was refused because it has no purchase at all. A text with a damaged receipt or an Apple purchase does have one. */
function isWithoutReceipt({ code, details }: PvgError, text: string): boolean {
  const { asks, isRefusedPaste = false } = details;
  // A single word was taken for a receipt, and refused because its product is missing. Without `isRefusedPaste` a failure may
  // be of something else that was typed.
  const isWordAlone = isRefusedPaste && /^\s*[\w=:-]{1,60}\s*$/.test(text);
  const isAboutText = code === 'receipt-doubtful' || code === 'input-unreadable' || isWordAlone;
  const hasSeveralPurchases = asks?.choices !== undefined;
  const isOfApple = asks?.situation === 'ios';
  if (!isAboutText || hasSeveralPurchases || isOfApple) return false;
  if (beginningOfToken.test(text) || hasLabelledReceipt(text)) return false;
  return findMaskInReceipt(text) === undefined;
}

interface NamedTicket {
  readonly caseId: string | undefined;
  readonly languages: readonly string[];
}

interface LostReceipt extends NamedTicket {
  readonly refusal: Pick<Refusal, 'situation' | 'named' | 'kept'>;
}

/** If the receipt is cut or is something else, the refusal of a ticket leads to the reply that fits until the whole one is there. */
export function withReplyToLostReceipt(
  failure: PvgError,
  { caseId, languages, refusal: { situation, named, kept } }: LostReceipt,
): PvgError {
  const { code, message, details } = failure;
  const { lostReceipt, nextCommand, hint, hintAtTerminal } = details;
  const isLost = lostReceipt !== undefined || kept?.receipt_problem === 'damaged';
  if (!isLost || nextCommand !== undefined) return failure;
  // With the name of a product, the developers may find the purchase without the player.
  const isNumberNeeded = situation === 'need-order-id' && !namesPurchase(named);
  const hasReply = caseId !== undefined && named.situation !== null;
  return new PvgError(code, message, {
    ...details,
    hint: joinSentences(
      hint,
      isNumberNeeded &&
        'The developers find it by the order number: ask the player for that as text.',
    ),
    hintAtTerminal: joinSentences(
      hintAtTerminal,
      hasReply && 'Meanwhile the command below prints a reply for the player.',
    ),
    nextCommand: hasReply ? replyLine(languages, replyOptions(situation, caseId)) : undefined,
  });
}

/** If a text names nothing, the refusal leads to the reply that asks for the order number. */
export function withReplyToWords(failure: PvgError, { caseId, languages }: NamedTicket): PvgError {
  const { code, message, details } = failure;
  const namesNothing = details.asks?.names === 'nothing';
  const hasWayOn = details.nextCommand !== undefined;
  if (!namesNothing || hasWayOn) return failure;
  const words = replyOptions('need-order-id', caseId);
  const asksForOrder =
    'The command below prints a reply that asks the player for the order number.';
  return new PvgError(code, message, {
    ...details,
    hintAtTerminal: joinSentences(details.hintAtTerminal, asksForOrder),
    nextCommand: replyLine(languages, words),
  });
}

/** Writes the unknown language in the hints as in the next command: two kinds of placeholder would look like two things. */
export function withOnePlaceholder(failure: PvgError): PvgError {
  const { code, message, details } = failure;
  const { nextCommand = '', hint, hintAtTerminal } = details;
  if (!nextCommand.startsWith(replyLine([], []))) return failure;
  const inHint = (text: string | undefined): string | undefined =>
    text?.replaceAll(replyPhrase([], []), replyLine([], []));
  return new PvgError(code, message, {
    ...details,
    hint: inHint(hint),
    hintAtTerminal: inHint(hintAtTerminal),
  });
}
