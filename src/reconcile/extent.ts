import type { JoinedPurchase, Void } from './purchase.js';

/** How much of a purchase the store voided: all its voids together. */
interface Extent {
  /** Units that were voided; null if the store's list does not say. */
  readonly quantity: number | null;
  /** Units that were bought; null if no look-up says. */
  readonly bought: number | null;
  /** Whether some of it is still paid; null if nobody can know. */
  readonly partial: boolean | null;
}

export function computeExtent(purchase: JoinedPurchase): Extent {
  const { voids } = purchase;
  const bought = boughtUnits(purchase);
  if (voids.some(isWhole)) return { quantity: bought, bought, partial: false };
  const units = voids.flatMap((row) => voidedUnits(row, bought) ?? []);
  const quantity = units.length === 0 ? null : units.reduce((sum, count) => sum + count, 0);
  if (bought !== null && quantity !== null && quantity >= bought) {
    return { quantity, bought, partial: false };
  }
  const isKnown = bought !== null || voids.some(({ extent }) => extent === 'part');
  // Never false here: voids that give back everything have returned above.
  return { quantity, bought, partial: isKnown ? true : null };
}

/** The store gives a number of units only for partial refunds, unless it calls the refund full. */
function isWhole({ quantity, extent }: Void): boolean {
  return extent === 'whole' || (quantity === null && extent === null);
}

/**
 * How many units a partial refund gave back; null if its row does not say. A refund of a part of the price gives back no
 * units: its row repeats the number that was bought.
 */
export function voidedUnits({ quantity, extent }: Void, bought: number | null): number | null {
  const isAllBought = quantity !== null && bought !== null && quantity >= bought;
  return isAllBought && extent === 'part' ? null : quantity;
}

/** How many units the look-up of a purchase has; null if there is none, or if it does not say. */
export function boughtUnits({ lookup }: JoinedPurchase): number | null {
  return parseUnits(lookup?.quantity);
}

const unitsForm = /^ *[1-9][0-9]{0,8} *$/;
/** The same form as a text, for the SQL of `--sql`. */
export const unitsPattern = unitsForm.source;

/** A whole number of units; null for any other text. */
export function parseUnits(text: string | null | undefined): number | null {
  return typeof text === 'string' && unitsForm.test(text) ? Number(text) : null;
}

export function isPartlyVoided(purchase: JoinedPurchase): boolean {
  return purchase.voidCount > 0 && computeExtent(purchase).partial === true;
}
