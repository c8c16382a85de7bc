import { isDemoReceipt, looksLikeToken } from '../../contract/purchase-token.js';
import { shownFingerprint } from '../../signing/digest.js';
import type { Candidate } from './candidates.js';
import { orderIdIn } from './look-alikes.js';

/** One of several purchases in a text, and how to say which one is meant. */
export interface PurchaseChoice {
  readonly orderId: string | undefined;
  readonly productId: string | undefined;
  /** The fingerprint of its receipt, where no name tells it from another one. */
  readonly fingerprint: string | undefined;
  /** None if nothing tells it from the others. */
  readonly options: readonly (readonly [option: ChoosingOption, value: string])[];
}

type ChoosingOption = '--order-id' | '--product-id' | '--receipt';
type Names = Pick<PurchaseChoice, 'orderId' | 'productId'>;

/** Each purchase once: the same order and product may stand in a text in several ways. */
export function choicesAmong(purchases: readonly Candidate[]): readonly PurchaseChoice[] {
  const all = [...groupByNames(purchases).values()].flatMap(namedOrByReceipt);
  const counts = {
    orderIds: countEach(all.map(({ orderId }) => orderId)),
    productIds: countEach(all.map(({ productId }) => productId)),
  };
  return all.map((choice) => ({ ...choice, options: optionsFor(choice, counts) }));
}

function groupByNames(purchases: readonly Candidate[]): ReadonlyMap<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const purchase of purchases) {
    const names = JSON.stringify(namesOf(purchase));
    const group = groups.get(names);
    if (group === undefined) groups.set(names, [purchase]);
    else group.push(purchase);
  }
  return groups;
}

type Choosable = Omit<PurchaseChoice, 'options'>;

/** Whoever paid twice may have two rows without order ids: then each receipt is a purchase of its own. */
function namedOrByReceipt(group: readonly Candidate[]): readonly Choosable[] {
  const [first] = group;
  if (first === undefined) return [];
  const names = namesOf(first);
  const receipts = [...new Set(group.map(({ receipt }) => receipt))];
  const isByReceipt = names.orderId === undefined && receipts.length > 1 && !hasCut(receipts);
  if (!isByReceipt) return [{ ...names, fingerprint: undefined }];
  return receipts.map((receipt) => ({ ...names, fingerprint: shownFingerprint(receipt) }));
}

/** Whether one of them may be the beginning of another. The receipts of the emulated service are whole. */
export function hasCut(receipts: readonly string[]): boolean {
  const sorted = receipts.toSorted();
  return sorted.some((receipt, index) => {
    const next = sorted[index + 1];
    return (
      next !== undefined && next !== receipt && next.startsWith(receipt) && !isDemoReceipt(receipt)
    );
  });
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

function optionsFor(choice: Choosable, counts: CountsOfNames): PurchaseChoice['options'] {
  const { orderId, productId, fingerprint } = choice;
  if (fingerprint !== undefined) return [['--receipt', fingerprint]];
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
  const fingerprints = [undefined, shownFingerprint(chosen.receipt)];
  const index = choices.findIndex(
    (choice) =>
      choice.orderId === orderId &&
      choice.productId === productId &&
      fingerprints.includes(choice.fingerprint),
  );
  const after = choices.slice(index + 1).map((choice) => ({ ...choice, isBefore: false }));
  const before = choices.slice(0, Math.max(0, index));
  const others = [...after, ...before.map((choice) => ({ ...choice, isBefore: true }))];
  return others.filter(({ options }) => options.length > 0);
}

/** `--order-id GPA.…` (gems_100). */
export function choiceWords(
  { orderId, productId, options }: PurchaseChoice,
  place?: string,
): string {
  const typed = options.map((option) => option.join(' ')).join(' ');
  const others = [orderId, productId, place].filter(
    (name) => name !== undefined && !typed.includes(name),
  );
  const names = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return typed === '' ? `one to paste alone${names}` : `\`${typed}\`${names}`;
}
