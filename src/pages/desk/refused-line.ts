import type { RemarkEntry } from '../../desk/wire.js';

/** A refused paste of the journal, in the page’s words: the journal has why it was refused, which names what a terminal needs. */

/** One line of the journal in a few words, with the class of its sign. */
export interface LineWords {
  readonly sign: string;
  readonly text: string;
  /** Who acts, and what they do; empty if the words say all. */
  readonly next: string;
}

/** The line of a refused paste. It does not change when its order is looked up later: the look-up has a line of its own. */
export function formatRefusal(remark: RemarkEntry): LineWords {
  const { code, situation, order_id: orderId, text, receipt_problem: receiptProblem } = remark;
  // One of several purchases has to be chosen, or only a name is missing beside the receipt.
  if (situation === null && code === 'input-unreadable') return choiceLine;
  if (situation === 'ios' && orderId !== null) {
    return carefulLine(
      iosLine.text,
      `Who acts next: you, then the operator. ${giveOperator(orderId)}`,
    );
  }
  if (situation !== 'need-receipt' && situation !== 'need-order-id') {
    return refusedLines[situation ?? ''] ?? carefulLine(text ?? 'Nothing was sent', '');
  }
  if (receiptProblem === 'damaged') return damagedReceipt;
  if (orderId === null) return textWithoutNames;
  return carefulLine(
    `Order ${orderId}, without its receipt`,
    'Who acts next: you. Ask the game’s developers for the receipt of this order.',
  );
}

const carefulLine = (text: string, next: string): LineWords => ({ sign: 'careful', text, next });

const choiceLine: LineWords = {
  sign: 'note-sign',
  text: 'A text with several purchases, to choose from',
  next: '',
};

/** What to do if the text has the number of Apple’s e-mail: nobody needs to look for it. */
export function giveOperator(appleNumber: string): string {
  return `Give the operator Apple’s order id ${appleNumber}.`;
}

const iosLine = carefulLine(
  'An iOS purchase, which cannot be looked up here',
  'Who acts next: the operator, with the order number of Apple’s e-mail.',
);

const textWithoutNames = carefulLine(
  'A text without a receipt and without an order id',
  'Who acts next: the player, who sends the order number as text.',
);

/** What to do with a receipt that cannot be sent. */
export const askForWhole = 'Ask the game’s developers for the whole receipt, and paste it here.';

const damagedReceipt = carefulLine(
  'A receipt that is probably cut, masked or changed',
  `Who acts next: you. ${askForWhole}`,
);

const refusedLines: Readonly<Record<string, LineWords>> = {
  'need-username': carefulLine(
    'A text about the verification of a player: nothing was checked yet',
    'Who acts next: you. Check the exact name in the game.',
  ),
  ios: iosLine,
};
