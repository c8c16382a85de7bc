import { isSameOrder } from '../contract/order-id.js';
import { PvgError } from '../failure.js';
import { joinSentences, joinWithAnd, nonEmptyTexts } from '../text/sentences.js';
import { readTypedOrders } from './typed-orders.js';

/** A refused text may name another order than `--order-id`. Then one of the two numbers is wrong, and no reply can be made before somebody has compared them. */

interface OrderDifference {
  readonly typed: string;
  /** The orders of the text. */
  readonly named: readonly string[];
}

/** undefined if the text has the typed order, or no order that is certain. */
export function findOrderDifference(
  typedOrderId: string | undefined,
  texts: readonly string[],
): OrderDifference | undefined {
  const [typed] = readTypedOrders(nonEmptyTexts(typedOrderId));
  const certain = readTypedOrders(texts).filter(({ isGuessed }) => !isGuessed);
  const named = certain.map(({ orderId }) => orderId);
  if (typed === undefined || named.length === 0) return undefined;
  if (named.some((orderId) => isSameOrder(orderId, typed.orderId))) return undefined;
  return { typed: typed.orderId, named };
}

/** Says that the two numbers differ, and then why the text was refused. @param lookupLine the typed look-up without `--order-id` */
export function withOrderDifference(
  { code, message, details }: PvgError,
  { typed, named }: OrderDifference,
  lookupLine: string,
): PvgError {
  const says = `The typed order id ${typed} is not in the text, which names ${joinWithAnd(named)}.`;
  const { missing = ['--receipt'], names } = details.asks ?? {};
  return new PvgError(code, says, {
    ...details,
    asks: names === undefined ? { missing } : { missing, names },
    hint: joinSentences(
      'Which one is right? Compare both with the ticket before you reply to the player.',
      message,
    ),
    hintAtTerminal: `If the text is right, leave out \`--order-id\`, as the command below does. If ${typed} is right, this text is about another purchase: ask the game’s developers for the receipt of ${typed}.`,
    nextCommand: lookupLine,
  });
}
