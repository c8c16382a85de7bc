import { looksLikeToken } from '../../contract/purchase-token.js';
import type { Candidate } from './candidates.js';
import { orderIdIn } from './look-alikes.js';

/** One of several purchases in a text, and how to say which one is meant. */
export interface PurchaseChoice {
  readonly orderId: string | undefined;
  readonly productId: string | undefined;
  /** None if nothing tells it from the others. */
  readonly options: readonly (readonly [option: '--order-id' | '--product-id', value: string])[];
}

type Names = Omit<PurchaseChoice, 'options'>;

/** Each purchase once: the same order and product may stand in a text in several ways. */
export function choicesAmong(purchases: readonly Candidate[]): readonly PurchaseChoice[] {
  const byName = new Map(purchases.map(namesOf).map((names) => [JSON.stringify(names), names]));
  const all = [...byName.values()];
  return all.map((names) => ({ ...names, options: optionsFor(names, all) }));
}

function namesOf({ orderId, productId }: Candidate): Names {
  const isName = productId !== undefined && !looksLikeToken(productId);
  return { orderId: orderIdIn(orderId ?? ''), productId: isName ? productId : undefined };
}

function optionsFor(names: Names, all: readonly Names[]): PurchaseChoice['options'] {
  const { orderId, productId } = names;
  const withOrder = all.filter((each) => each.orderId === orderId);
  const withProduct = all.filter((each) => each.productId === productId);
  if (orderId !== undefined && withOrder.length === 1) return [['--order-id', orderId]];
  if (productId !== undefined && withProduct.length === 1) return [['--product-id', productId]];
  if (orderId === undefined || productId === undefined) return [];
  return [
    ['--order-id', orderId],
    ['--product-id', productId],
  ];
}
