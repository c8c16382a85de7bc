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
  const counts = {
    orderIds: countEach(all.map(({ orderId }) => orderId)),
    productIds: countEach(all.map(({ productId }) => productId)),
  };
  return all.map((names) => ({ ...names, options: optionsFor(names, counts) }));
}

type Counts = ReadonlyMap<string | undefined, number>;

function countEach(values: readonly (string | undefined)[]): Counts {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function namesOf({ orderId, productId }: Candidate): Names {
  const isName = productId !== undefined && !looksLikeToken(productId);
  return { orderId: orderIdIn(orderId ?? ''), productId: isName ? productId : undefined };
}

interface CountsOfNames {
  readonly orderIds: Counts;
  readonly productIds: Counts;
}

function optionsFor(names: Names, counts: CountsOfNames): PurchaseChoice['options'] {
  const { orderId, productId } = names;
  const isOnlyOrder = counts.orderIds.get(orderId) === 1;
  const isOnlyProduct = counts.productIds.get(productId) === 1;
  if (orderId !== undefined && isOnlyOrder) return [['--order-id', orderId]];
  if (productId !== undefined && isOnlyProduct) return [['--product-id', productId]];
  if (orderId === undefined || productId === undefined) return [];
  return [
    ['--order-id', orderId],
    ['--product-id', productId],
  ];
}

/** Another purchase of a text than the chosen one. */
interface OtherChoice extends PurchaseChoice {
  /** It stands before the chosen one. */
  readonly isBefore: boolean;
}

/** The purchases of a text that come after the chosen one, and then those before it: each can be chosen. */
export function choicesAround(
  chosen: Candidate,
  purchases: readonly Candidate[],
): readonly OtherChoice[] {
  const choices = choicesAmong(purchases);
  const { orderId, productId } = namesOf(chosen);
  const index = choices.findIndex(
    (choice) => choice.orderId === orderId && choice.productId === productId,
  );
  const after = choices.slice(index + 1).map((choice) => ({ ...choice, isBefore: false }));
  const before = choices.slice(0, Math.max(0, index));
  const others = [...after, ...before.map((choice) => ({ ...choice, isBefore: true }))];
  return others.filter(({ options }) => options.length > 0);
}

/** `--order-id GPA.…` (gems_100). */
export function choiceWords({ orderId, productId, options }: PurchaseChoice): string {
  const typed = options.map((option) => option.join(' ')).join(' ');
  const others = [orderId, productId].filter((name) => name !== undefined && !typed.includes(name));
  const names = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return typed === '' ? `one to paste alone${names}` : `\`${typed}\`${names}`;
}
