import { looksLikeJson } from '../input/pasted/paste-error.js';
import { readPasted } from '../input/pasted/read.js';

/** The store’s purchase JSON in the cell that should have the receipt. */

/** The values of a row, by field. */
interface PurchaseValues {
  readonly receipt?: string | undefined;
  readonly product_id?: string | undefined;
  readonly package?: string | undefined;
  readonly order_id?: string | undefined;
}

interface PurchaseInCell {
  /** The receipt of the purchase JSON, and its values for the fields that the row lacks. */
  readonly values: Readonly<Partial<Record<keyof PurchaseValues, string>>>;
  /** How the row contradicts its JSON, as a clause. */
  readonly problem?: string;
}

/** The purchase JSON in the cell of the receipt; undefined for any other cell. */
export function readPurchaseCell(row: PurchaseValues): PurchaseInCell | undefined {
  if (row.receipt?.includes('{') !== true) return undefined;
  const { receipt, product_id: productId, package: packageName, order_id: orderId } = row;
  if (!looksLikeJson(receipt)) return undefined;
  const pasted = readPasted(receipt, { productId, orderId });
  if (pasted.kind !== 'purchase') return undefined;
  const { purchase } = pasted;
  const values: Partial<Record<keyof PurchaseValues, string>> = { receipt: purchase.receipt };
  if (orderId === undefined && purchase.orderId !== undefined) values.order_id = purchase.orderId;
  if (productId === undefined && purchase.productId !== undefined) {
    values.product_id = purchase.productId;
  }
  if (packageName === undefined && purchase.package !== undefined) {
    values.package = purchase.package;
  }
  const isOther = (own: string | undefined, inJson: string | undefined): boolean =>
    own !== undefined && inJson !== undefined && own !== inJson;
  const contradicted = [
    ...(isOther(productId, purchase.productId) ? ['product_id'] : []),
    ...(isOther(packageName, purchase.package) ? ['package'] : []),
  ];
  if (contradicted.length === 0) return { values };
  return {
    values,
    problem: `has a purchase JSON, and another ${contradicted.join(' and another ')} beside it`,
  };
}
