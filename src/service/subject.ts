import { osIds } from '../contract/platforms.js';
import { isSameOrder } from '../contract/order-id.js';
import { looksLikeToken } from '../contract/purchase-token.js';
import { type Json, JsonNumber, type JsonObject, readMember } from '../text/json/json.js';
import { anomaly, type Anomaly, type Outcome, type Subject } from './outcome.js';
import {
  isEmptyText,
  isUsableId,
  membersIn,
  numberText,
  readBody,
  uniqueMember,
} from './fields.js';

/** What a call is about: read from its request, and compared with its answer. */

export function isIos({ osId }: Subject): boolean {
  return osId === osIds.ios;
}

/**
 * The names that every output shows, although a hidden receipt may have one of them inside: product, package and order. A name
 * that looks like a token is left out, because it may be the receipt itself.
 */
export function namesIn({ productId, package: packageName, orderId }: Subject): string[] {
  const names = [productId, packageName, orderId].filter((name) => name !== undefined);
  return names.filter((name) => !looksLikeToken(name));
}

/** Reads what a request is about from its bytes. Members that cannot be read are undefined. */
export function readSubject(body: Uint8Array): Subject {
  const object = membersIn(readBody(body));
  const text = (name: string): string | undefined => {
    const value = uniqueMember(object, name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    productId: text('product_id'),
    package: text('package'),
    receipt: text('receipt'),
    osId: Number(numberText(object, 'os_id')) || undefined,
    gameId: text('gameId'),
    username: text('username'),
  };
}

/**
 * Whether a purchase may be of iOS, whose fields the contract does not show (§2.3), so that they are not checked. If the request
 * is not known, `platform` decides; without it, a purchase that has `purchase_state` is taken for one of Android.
 */
export function maybeIos(purchase: JsonObject, subject: Subject): boolean {
  if (subject.osId !== undefined) return isIos(subject);
  const platform = purchase.get('platform');
  return platform === 'ios' || (platform !== 'android' && !purchase.has('purchase_state'));
}

/** Whether an answer or a transaction names a different product from the one asked for. */
export function isOfOtherProduct(answerOrTransaction: Json, { productId }: Subject): boolean {
  const product = readMember(answerOrTransaction, 'product_id');
  return productId !== undefined && typeof product === 'string' && product !== productId;
}

/** A part of an answer that may name the order. */
interface AnswerPart {
  readonly object: Json;
  /** Where it is in the answer; empty for the answer itself. */
  readonly path: string;
}

/**
 * The anomaly of an answer about another order than those that the ticket names; none if they agree. The first order id in the
 * parts counts as that of the answer: `order_id`, or the transaction id, which is the same (§2.2). On iOS the contract shows
 * none (§2.3). The id in `orderId` must be the very same, so a renewal is another order than its subscription. For the other ids
 * `isSameOrder` decides, which takes both for the same order.
 */
export function otherOrderAnomalies(subject: Subject, ...parts: readonly AnswerPart[]): Anomaly[] {
  const { orderId, otherOrderIds = [] } = subject;
  const hasOrder = orderId !== undefined || otherOrderIds.length > 0;
  const answeredOrder = hasOrder && !isIos(subject) ? firstOrderId(parts) : undefined;
  if (answeredOrder === undefined || isOrderOfSeveral(subject, answeredOrder.id)) return [];
  const isSame = answeredOrder.id.trim().toLowerCase() === orderId?.trim().toLowerCase();
  const otherIds = otherOrderIds.filter((id) => !isSameOrder(id, answeredOrder.id));
  const differingIds = orderId === undefined || isSame ? otherIds : [orderId.trim(), ...otherIds];
  if (differingIds.length === 0) return [];
  return [anomaly('other-order', answeredOrder.field, answeredOrder.id, differingIds.join(', '))];
}

/** Whether an answer is about one of the orders of a text that has several purchases. If one order is meant (`orderId`), the others do not count. */
export function isOrderOfSeveral(
  { orderId, otherOrderIds = [], isOneOfSeveral = false }: Subject,
  answered: string,
): boolean {
  const isNamed = otherOrderIds.some((id) => isSameOrder(id, answered));
  return isOneOfSeveral && orderId === undefined && isNamed;
}

/** The damaged order id of the text, if it may be another one than that of the answer; undefined without one. */
export function unreadOrderOf(
  outcome: Pick<Outcome, 'subject' | 'answer' | 'judgedPart'>,
): Subject['unreadOrder'] {
  const { unreadOrder } = outcome.subject;
  const { order_id: answered } = identifiersIn(outcome);
  if (unreadOrder === undefined || answered === null || isIos(outcome.subject)) return undefined;
  return isSameOrder(unreadOrder.probableOrderId, answered) ? undefined : unreadOrder;
}

/** The first order id in these parts, with the path of its member. */
function firstOrderId(
  parts: readonly AnswerPart[],
): { readonly field: string; readonly id: string } | undefined {
  for (const { object, path } of parts) {
    for (const member of ['order_id', 'transaction_id']) {
      const id = readMember(object, member);
      const field = path === '' ? member : `${path}.${member}`;
      if (typeof id === 'string' && !isEmptyText(id)) return { field, id };
    }
  }
  return undefined;
}

/** Whether two ids of one purchase name different orders (§2.2–2.4). A renewal and its subscription are the same order here. */
export function nameDifferentOrders(one: Json | undefined, other: Json | undefined): boolean {
  return isUsableId(one) && isUsableId(other) && !isSameOrder(one, other);
}

interface Identifiers {
  readonly order_id: string | null;
  readonly purchase_state: string | null;
}

/** The order id and the state in the answer to a verify or a look-up, as they came (§2.2, §2.3). */
export function identifiersIn({
  answer,
  judgedPart,
}: Pick<Outcome, 'answer' | 'judgedPart'>): Identifiers {
  return {
    order_id:
      textOrDigits(judgedPart, 'order_id') ??
      textOrDigits(answer, 'order_id') ??
      textOrDigits(uniqueMember(answer, 'receipt_info'), 'order_id') ??
      textOrDigits(answer, 'transaction_id'),
    purchase_state: textOrDigits(judgedPart, 'purchase_state'),
  };
}

function textOrDigits(object: Json | undefined, member: string): string | null {
  const value = uniqueMember(object, member);
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value !== '' ? value : null;
}
