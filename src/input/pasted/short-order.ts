import { replyLine, replyOptions } from '../../text/reply-line.js';
import { anyHyphen, digitsOfOrderId, findOrderId, hyphen } from './order-ids.js';
import { replyCommand } from './reply-command.js';

/** Recognizes an order id of Google with too few or too many digits, which names no purchase. */

const orderIdOfAnyLength = new RegExp(
  `(?<![\\w.-])GPA\\.(\\d{1,8}(?:${hyphen}\\d{1,8}){1,5})(?![\\w-])`,
  'i',
);

interface ShortOrder {
  readonly says: string;
  readonly hint: string;
  readonly hintAtTerminal: string;
  readonly nextCommand: string;
}

/** The doubt about such an order id; undefined for a text with a whole order id, or without any. */
export function doubtShortOrder(text: string, ticket: string | undefined): ShortOrder | undefined {
  const match = orderIdOfAnyLength.exec(text);
  if (match === null || findOrderId(text) !== undefined) return undefined;
  const [shortOrderId, groups = ''] = match;
  const counts = groups.split(anyHyphen).map(({ length }) => length);
  const hasTooMany = groups.replace(anyHyphen, '').length > digitsOfOrderId;
  const options = replyOptions('need-order-id', ticket);
  return {
    says: `The text has ${hasTooMany ? 'an order id with too many digits' : 'a part of an order id'}, and no receipt.`,
    hint: `An order id of Google has 4-4-4-5 digits, and ${shortOrderId} has ${counts.join('-')}. Ask the player for the whole one, as text.`,
    hintAtTerminal: `${replyCommand('need-order-id', ticket)} asks for it.`,
    nextCommand: replyLine([], options),
  };
}
