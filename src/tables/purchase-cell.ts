import { looksLikeJson } from '../input/pasted/paste-error.js';
import { readPasted } from '../input/pasted/read.js';

/** The store’s purchase JSON in the cell that should have the receipt. */

/** The values of a row, by field. */
interface PurchaseValues {
  receipt?: string;
  product_id?: string;
  package?: string;
  order_id?: string;
}

interface ReadCell {
  readonly isPurchase: boolean;
  /** How the row contradicts its JSON, as a clause. */
  readonly problem?: string;
}

export const noPurchase: ReadCell = { isPurchase: false };

/** Puts the receipt in the place of a purchase JSON, and fills empty fields from it. Any other cell stays as it is. */
export function unpackPurchaseCell(values: PurchaseValues): ReadCell {
  if (values.receipt?.includes('{') !== true) return noPurchase;
  const { receipt, product_id: productId, package: packageName, order_id: orderId } = values;
  if (!looksLikeJson(receipt)) return noPurchase;
  const pasted = readPasted(receipt, { productId, orderId });
  if (pasted.kind !== 'purchase') return noPurchase;
  const { purchase } = pasted;
  values.receipt = purchase.receipt;
  if (purchase.orderId !== undefined) values.order_id ??= purchase.orderId;
  if (purchase.productId !== undefined) values.product_id ??= purchase.productId;
  if (purchase.package !== undefined) values.package ??= purchase.package;
  const isOther = (own: string | undefined, inJson: string | undefined): boolean =>
    own !== undefined && inJson !== undefined && own !== inJson;
  const contradicted = [
    ...(isOther(productId, purchase.productId) ? ['product_id'] : []),
    ...(isOther(packageName, purchase.package) ? ['package'] : []),
  ];
  if (contradicted.length === 0) return { isPurchase: true };
  return {
    isPurchase: true,
    problem: `has a purchase JSON, and another ${contradicted.join(' and another ')} beside it`,
  };
}
