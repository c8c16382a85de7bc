import { osIds } from '../contract/platforms.js';
import { looksLikeToken, orderNumber } from '../contract/purchase-token.js';
import { memberIn, type Json, type JsonObject } from '../text/json/json.js';
import { anomaly, type Anomaly } from './outcome.js';
import { isEmptyText, isUsableId, membersIn, numberText, uniqueMember, readBody } from './read.js';

/** What was asked about, as far as judging needs to know it. A member that cannot be read is undefined. */
export interface Subject {
  readonly productId?: string | undefined;
  readonly package?: string | undefined;
  readonly receipt?: string | undefined;
  readonly osId?: number | undefined;
  /** The store's order id of the ticket; it is compared with the answer's and never sent. */
  readonly orderId?: string | undefined;
  /** Further orders that the ticket's text names: an answer is about one order, so these are others. Never sent. */
  readonly otherOrderIds?: readonly string[] | undefined;
  readonly gameId?: string | undefined;
  readonly username?: string | undefined;
  /** When a true answer about this player was seen, in ISO 8601. */
  readonly completedSince?: string | undefined;
}

export function isIos({ osId }: Subject): boolean {
  return osId === osIds.ios;
}

/** The product, the package and the order: named in every output, although a receipt may have them inside. */
export function namesIn({ productId, package: packageName, orderId }: Subject): string[] {
  return [productId, packageName, orderId].flatMap((name) =>
    name === undefined || looksLikeToken(name) ? [] : [name],
  );
}

/** Reads what it can from the bytes of a request. */
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
 * The contract does not show the fields of an iOS purchase (§2.3), so none can be missing. Where the request is not known,
 * a purchase with a `purchase_state` is one of Android, unless it says that it is not.
 */
export function maybeIos(purchase: JsonObject, subject: Subject): boolean {
  if (subject.osId !== undefined) return isIos(subject);
  const platform = purchase.get('platform');
  return platform === 'ios' || (platform !== 'android' && !purchase.has('purchase_state'));
}

/** Whether an answer or a transaction names a different product from the one asked for. */
export function isOfOtherProduct(named: Json, { productId }: Subject): boolean {
  const product = memberIn(named, 'product_id');
  return productId !== undefined && typeof product === 'string' && product !== productId;
}

/**
 * An answer about another order than one that the ticket names: the first order id in these objects counts, each with its
 * path. §2.2: the transaction id is the order id; on iOS the contract shows none (§2.3).
 */
export function otherOrder(
  subject: Subject,
  ...places: readonly (readonly [path: string, Json])[]
): Anomaly[] {
  const { orderId, otherOrderIds = [] } = subject;
  if ((orderId === undefined && otherOrderIds.length === 0) || isIos(subject)) return [];
  const ids = places.flatMap(([path, object]) =>
    ['order_id', 'transaction_id'].map(
      (name) => [`${path}${name}`, memberIn(object, name)] as const,
    ),
  );
  const [field, found] =
    ids.find((each) => typeof each[1] === 'string' && !isEmptyText(each[1])) ?? [];
  if (field === undefined || typeof found !== 'string') return [];
  const isSame = found.trim().toLowerCase() === orderId?.trim().toLowerCase();
  const number = orderNumber(found.trim().toUpperCase());
  const others = otherOrderIds.filter((id) => orderNumber(id) !== number);
  const differing = orderId === undefined || isSame ? others : [orderId.trim(), ...others];
  return differing.length === 0 ? [] : [anomaly('other-order', field, found, differing.join(', '))];
}

/** Two ids of one purchase that name different orders (§2.2–2.4); a renewal has the number of its subscription. */
export function areDifferentOrders(one: Json | undefined, other: Json | undefined): boolean {
  if (!isUsableId(one) || !isUsableId(other)) return false;
  return orderNumber(one.trim().toUpperCase()) !== orderNumber(other.trim().toUpperCase());
}
