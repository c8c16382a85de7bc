import type { JoinedPurchase, Void } from './purchase.js';

/** How much of a purchase the store voided: all its voids together. */
interface Extent {
  /** Units that were voided; null if the store's list does not say. */
  readonly quantity: number | null;
  /** Units that were bought; null if no look-up says. */
  readonly of: number | null;
  /** Whether some of it is still paid; null if nobody can know. */
  readonly partial: boolean | null;
}

export function extentOf({ voids, lookup }: JoinedPurchase): Extent {
  const bought = unitsIn(lookup?.quantity);
  if (voids.some(isWhole)) return { quantity: bought, of: bought, partial: false };
  const units = voids.flatMap(({ quantity }) => quantity ?? []);
  const quantity = units.length === 0 ? null : units.reduce((sum, each) => sum + each, 0);
  if (bought !== null && quantity !== null && quantity >= bought) {
    return { quantity, of: bought, partial: false };
  }
  const isSaid = bought !== null || voids.some(({ isPartial }) => isPartial);
  return { quantity, of: bought, partial: isSaid || null };
}

/** The store counts units, or says that it is a part, of a partial refund alone. */
const isWhole = ({ quantity, isPartial }: Void): boolean => quantity === null && !isPartial;

/** A whole number of units; null for any other text. */
export function unitsIn(text: string | null | undefined): number | null {
  return typeof text === 'string' && /^ *[1-9]\d{0,8} *$/.test(text) ? Number(text) : null;
}

export function isPartlyVoided(purchase: JoinedPurchase): boolean {
  return purchase.voidCount > 0 && extentOf(purchase).partial === true;
}
