import type { NewestAnswer, RemarkEntry } from '../../desk/wire.js';

/** A refused paste of the journal, in the page’s words: the journal has why it was refused, which names what a terminal needs. */

/** One line of the journal in a few words, with the class of its sign. */
export interface LineWords {
  readonly sign: string;
  readonly words: string;
  /** Who acts, and what they do; empty if the words say all. */
  readonly next: string;
}

/** @param answer what is known of its order */
export function refusedLine(remark: RemarkEntry, answer: NewestAnswer | undefined): LineWords {
  const { code, situation, order_id: orderId, text } = remark;
  if (answer !== undefined && orderId !== null) return answeredLine(orderId, answer);
  // One of several purchases has to be chosen, or only a name is missing beside the receipt.
  if (situation === null && code === 'input-unreadable') return choiceLine;
  if (situation === 'need-receipt') {
    return { ...refusedLines['need-receipt'], words: `Order ${orderId ?? ''}: no receipt yet` };
  }
  return refusedLines[situation ?? ''] ?? careful(text ?? 'Nothing was sent', '');
}

function answeredLine(orderId: string, answer: NewestAnswer): LineWords {
  const { tone, says, who, case: ticket } = answer;
  const place = ticket === null ? 'looked up' : `looked up for ${ticket}`;
  const next = who === '' ? answer.next : `Who acts next: ${who}. ${answer.next}`;
  return { sign: tone, words: `Order ${orderId}: ${place}: ${says}`, next };
}

const careful = (words: string, next: string): LineWords => ({ sign: 'careful', words, next });

const choiceLine: LineWords = {
  sign: 'note-sign',
  words: 'A text with several purchases, to choose from',
  next: '',
};

const refusedLines: Readonly<Record<string, LineWords>> & { readonly 'need-receipt': LineWords } = {
  'need-receipt': careful(
    '',
    'Who acts next: the game’s developers, who have the receipt in the game’s server log.',
  ),
  'need-order-id': careful(
    'A text without a receipt and without an order id',
    'Who acts next: the player, who sends the order number as text.',
  ),
  'need-username': careful(
    'A text about the verification of a player: nothing was checked yet',
    'Who acts next: you. Check the exact name in the game.',
  ),
  ios: careful(
    'An iOS purchase, which cannot be looked up here',
    'Who acts next: the operator, with the order number of Apple’s e-mail.',
  ),
};
