import type { Advice } from '../contract/judgement.js';
import { looksLikeToken } from '../contract/purchase-token.js';
import type { LookupFields } from '../gateway/request.js';
import { shownFingerprint } from '../signing/digest.js';

/** What the page of `--report` says about single rows: a limited number of them, so that memory stays flat. */

export interface PageRow {
  readonly row: number;
  /** A verdict's id or an error's code. */
  readonly counts: string;
  readonly advice: Advice | null;
  readonly orderId: string | null;
  /** Of its input, which may be read later than its answer. */
  readonly purchase?: Pick<LookupFields, 'receipt' | 'productId'> | undefined;
}

export interface ShownRow extends Omit<PageRow, 'purchase'> {
  readonly receipt: string | null;
  readonly product: string | null;
}

/** pvg's own policy: with more rows a browser gets slow. */
const mostRows = 5_000;
/** So that a frequent verdict does not keep the rare ones off the page. */
const mostOfVerdict = 500;

export class PageRows {
  readonly #rows = new Map<number, ShownRow>();
  readonly #ofVerdict = new Map<string, number>();

  add({ purchase, row, counts, advice, orderId }: PageRow): void {
    const before = this.#ofVerdict.get(counts) ?? 0;
    if (this.#rows.size >= mostRows || before >= mostOfVerdict) return;
    this.#ofVerdict.set(counts, before + 1);
    this.#rows.set(row, { row, counts, advice, ...namesOf(purchase, orderId) });
  }

  /** The purchase of a row that an earlier run had answered. */
  name(row: number, purchase: PageRow['purchase']): void {
    const known = this.#rows.get(row);
    if (known !== undefined) this.#rows.set(row, { ...known, ...namesOf(purchase, known.orderId) });
  }

  /** In the order of the input. */
  all(): ShownRow[] {
    return [...this.#rows.values()].sort((one, other) => one.row - other.row);
  }
}

/** Never the receipt itself, not even one in the wrong column or repeated by the service. */
function namesOf(
  purchase: PageRow['purchase'],
  orderId: string | null,
): Pick<ShownRow, 'receipt' | 'product' | 'orderId'> {
  if (purchase === undefined) return { receipt: null, product: null, orderId };
  const { receipt, productId } = purchase;
  const isReceipt = orderId !== null && (orderId.includes(receipt) || looksLikeToken(orderId));
  return {
    receipt: shownFingerprint(receipt),
    product: looksLikeToken(productId) ? shownFingerprint(productId) : productId,
    orderId: isReceipt ? null : orderId,
  };
}
