import { shownFingerprint } from '../../signing/digest.js';
import { nonEmptyTexts } from '../../text/sentences.js';
import { comparableNames, type NumberedPurchase } from './numbered.js';

type ChoosingOption = '--order-id' | '--product-id' | '--pick';

/** One of several purchases in a text, and how to say which one is meant. */
export interface PurchaseChoice {
  /** Its number in the text. */
  readonly pick: number;
  readonly orderId: string | undefined;
  readonly productId: string | undefined;
  /** The fingerprint of its receipt, as output shows it. */
  readonly fingerprint: string;
  readonly options: readonly (readonly [option: ChoosingOption, value: string])[];
}

type NamesOfPurchase = Omit<PurchaseChoice, 'options'>;

/** The options that choose each purchase: its order id or product, if these tell all purchases apart; else `--pick`. */
export function buildChoices(purchases: readonly NumberedPurchase[]): readonly PurchaseChoice[] {
  const shownPurchases = purchases.map((purchase) => ({
    pick: purchase.pick,
    ...comparableNames(purchase),
    fingerprint: shownFingerprint(purchase.receipt),
  }));
  const counts = {
    orderIds: countEach(shownPurchases.map(({ orderId }) => orderId)),
    productIds: countEach(shownPurchases.map(({ productId }) => productId)),
  };
  const namedChoices = shownPurchases.map((names) => ({
    ...names,
    options: listChoosingOptions(names, counts),
  }));
  if (namedChoices.every(({ options }) => options.length > 0)) return namedChoices;
  return shownPurchases.map((names) => ({ ...names, options: [['--pick', String(names.pick)]] }));
}

/** How often each value stands among the purchases; undefined counts the purchases without one. */
type Counts = ReadonlyMap<string | undefined, number>;

interface CountsOfNames {
  readonly orderIds: Counts;
  readonly productIds: Counts;
}

function countEach(values: readonly (string | undefined)[]): Counts {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The options that choose a purchase by order id or product; an empty list if another purchase has the same ones. */
function listChoosingOptions(
  names: NamesOfPurchase,
  counts: CountsOfNames,
): PurchaseChoice['options'] {
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
  /** Whether it stands before the chosen one. */
  readonly isBefore: boolean;
}

/** The purchases of a text that come after the chosen one, and then those before it. */
export function listOtherChoices(
  chosenPick: number,
  purchases: readonly NumberedPurchase[],
): readonly OtherChoice[] {
  const choices = buildChoices(purchases);
  const after = choices.filter(({ pick }) => pick > chosenPick);
  const before = choices.filter(({ pick }) => pick < chosenPick);
  return [
    ...after.map((choice) => ({ ...choice, isBefore: false })),
    ...before.map((choice) => ({ ...choice, isBefore: true })),
  ];
}

/**
 * `--order-id GPA.…` (gems_100), or `--pick 2` (receipt sha256:…, gems_100, line 8).
 * @param place where it stands in the text: `line 8`
 */
export function describeChoice(choice: PurchaseChoice, place?: string): string {
  const { orderId, productId, fingerprint, options } = choice;
  const typedOptions = options.map((option) => option.join(' ')).join(' ');
  const order = orderId ?? `receipt ${fingerprint}`;
  const otherNames = nonEmptyTexts(order, productId, place).filter(
    (name) => !typedOptions.includes(name),
  );
  return otherNames.length === 0
    ? `\`${typedOptions}\``
    : `\`${typedOptions}\` (${otherNames.join(', ')})`;
}
