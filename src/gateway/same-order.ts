import { osIds } from '../contract/platforms.js';
import type { Advice, Anomaly, Fact } from '../contract/judgement.js';
import { memberIn, type Json } from '../text/json/json.js';
import type { Asked } from './request.js';

/** Whether an answer is about the order of the ticket: on Android the contract shows order ids, on iOS none (§2.3). */

/** What differs, for programs and for people. */
interface Difference {
  readonly anomalies: readonly Anomaly[];
  readonly facts: readonly Fact[];
}

const none: Difference = { anomalies: [], facts: [] };

const plain = (id: string): string => id.trim().toLowerCase();

/** The store's ids end in `..0`, `..1` and so on for one order number; the contract does not say what that means. */
const orderNumber = (id: string): string => plain(id).split('..')[0] ?? '';

/** The order id of a transaction or of a `receipt_info`; §2.3: the transaction id is the same. */
const orderIdOf = (named: Json | undefined): string | undefined =>
  ['order_id', 'transaction_id']
    .map((name) => memberIn(named, name))
    .find((value): value is string => typeof value === 'string' && value !== '');

export const isOrder = (found: string, asked: string): boolean => plain(found) === plain(asked);

export const isOrderAskedFor = (named: Json, { orderId }: Asked): boolean =>
  orderId !== undefined && isOrder(orderIdOf(named) ?? '', orderId);

export const hasOrderId = (named: Json): boolean => orderIdOf(named) !== undefined;

/** @param path of the object that has the order id, with its dot */
export function otherOrder(named: Json | undefined, path: string, { orderId, osId }: Asked): Difference {
  const found = osId === osIds.ios ? undefined : orderIdOf(named);
  if (orderId === undefined || found === undefined || isOrder(found, orderId)) return none;
  const isEnding = orderNumber(found) === orderNumber(orderId);
  const says = 'is not the order id that was asked about';
  const field = memberIn(named, 'order_id') === found ? 'order_id' : 'transaction_id';
  return {
    anomalies: [
      {
        field: `${path}${field}`,
        says: isEnding ? `${says}: the same order number with another ending` : says,
      },
    ],
    facts: [
      checkFirst(
        isEnding
          ? `The answer is about order ${found}, not about ${orderId.trim()}: the same order number with another ending. The contract does not say what the ending means.`
          : `The answer is about order ${found}, not about ${orderId.trim()}: this may be another purchase of the same player.`,
      ),
    ],
  };
}

/** Said right below the verdict, and instead of a reply to the player: the difference may be the agent's own. */
export const checkFirst = (value: string): Fact => ({ id: 'check-first', label: 'Check first', value });

export const checkTheProduct = checkFirst('Is `--product-id` right, and is this the receipt of the ticket?');

/** Who acts on an answer about another order. */
export const getTheRightOne = {
  who: 'you',
  next: 'Get the receipt of the order in the ticket, and look that up. What is said here is about the other order.',
} as const;

/** An answer about another order is no reason to grant, or to leave the ticket at that. */
export const adviceWith = (advice: Advice, { anomalies }: Difference): Advice =>
  anomalies.length > 0 && (advice === 'none' || advice === 'grant') ? 'check' : advice;
