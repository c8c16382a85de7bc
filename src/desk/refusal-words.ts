import type { Asks } from '../failure.js';
import type { CommandResult } from '../output/command-result.js';
import type { RemarkEntry } from '../support/journal/entry.js';
import { namedErrorIn } from '../support/explain/named-error.js';
import { findAction, findRefusalAction, namesPurchase } from '../support/report/actions.js';
import { joinSentences } from '../text/sentences.js';
import type { ShownRemark } from './wire.js';

/** What a refused text was understood as, and what to do with it at the page: pvg’s own words name options and commands. */

interface RefusalWords {
  readonly headline?: string;
  readonly next?: string;
}

/** The words that replace those of the terminal; empty if these hold at the page, too. */
export function refusalWords({
  command,
  asks,
  error,
}: Pick<CommandResult, 'command' | 'asks' | 'error'>): RefusalWords {
  if (command !== 'lookup' || asks === undefined) return {};
  const { names: subject, situation, choices } = asks;
  if (subject === 'player') {
    return {
      headline: 'The text is about the verification of a player, not about a purchase.',
      next: nextForPlayer(asks),
    };
  }
  // The page has its own headline: it names all orders of the text.
  if (subject === 'order') {
    return {
      next: `Nothing can be looked up by an order id. ${askDevelopers} Meanwhile, the reply below fits.`,
    };
  }
  if (subject === 'nothing') {
    return {
      headline: 'The text has nothing to look up: no receipt and no order id.',
      next: `Ask the player for the order number, with the reply below. ${askDevelopers}`,
    };
  }
  // pvg's own words about an error code hold on the page too.
  const isReceiptMissing =
    subject !== 'error' && (situation === 'need-receipt' || situation === 'need-order-id');
  if (!isReceiptMissing || choices !== undefined) return {};
  // The refusal knows best what helps: its hint has no command.
  return { next: error?.hint || askForReceipt };
}

/** A refused text of the journal in a few words. */
export function nameRefused(remark: RemarkEntry): string {
  const { situation, order_ids: orderIds, text, receipt_problem: receiptProblem } = remark;
  if (situation === 'ios') return 'An iOS purchase, which cannot be looked up here';
  if (situation === 'need-username') {
    return 'A text about the verification of a player: nothing was checked yet';
  }
  const reason = text ?? 'Nothing was sent';
  // No situation: nothing is missing but a choice or a name. A code such as that of an error stands in capitals.
  const isReasonBest = situation === null || receiptProblem === 'damaged' || hasCode.test(reason);
  if (isReasonBest) return reason;
  const [first, ...others] = orderIds;
  if (first === undefined) return 'A text without a receipt and without an order id';
  return others.length === 0
    ? `Order ${first}, without its receipt`
    : `Orders ${orderIds.join(', ')}, without their receipts`;
}

/** Who acts on a refused text of the journal, as the report says it, and what they do at the page. */
export function refusedAction(refusal: RemarkEntry): ShownRemark['action'] {
  const { who, not } = findRefusalAction(refusal);
  const { situation, text, receipt_problem: problem } = refusal;
  if (namesPurchase(refusal) || problem === 'damaged') return { who, not, next: askForReceipt };
  // Without a situation the text itself says what it lacks.
  if (situation === null) return { who, not, next: '' };
  const code = namedErrorIn(text ?? '')?.code;
  const explain = code !== undefined && `The tab Explain says what ${code} means.`;
  return { who, not, next: joinSentences(explain, findAction(situation).next) };
}

const hasCode = /\b[A-Z]{4}/;

function nextForPlayer({ username, possible_username: possibleName }: Asks): string {
  if (username !== undefined) return 'Check this player.';
  if (possibleName === undefined) return askForName;
  return `The name in the game is probably ${possibleName}. Check it if you are sure. If you are not, ask the player for the exact name, with the reply below.`;
}

const askForName =
  'The text has no name that is certain. Ask the player for the exact name in the game, with the reply below, and check that.';

const askDevelopers =
  'Ask the game’s developers for the receipt, which is in the game’s server log, and paste it here.';

const askForReceipt = 'Ask the game’s developers for the whole receipt, and paste it here.';
