import type { Advice } from '../service/policy.js';
import { looksLikeToken } from '../contract/purchase-token.js';
import { isOrder } from '../service/asked.js';
import { shownFingerprint } from '../signing/digest.js';
import { placeTold, type Row, type RowPurchase } from './row.js';

/** What the page of `--report` says about single rows: a limited number of them, so that memory stays flat. */

export interface PageRow {
  readonly row: number;
  /** A verdict's id or an error's code. */
  readonly counts: string;
  readonly advice: Advice | null;
  /** Of the answer. */
  readonly orderId: string | null;
  /** What is unusual in the answer; empty if nothing. */
  readonly unusual: string;
  /** Why it failed. */
  readonly failure?: string | undefined;
  /** Of its input, which may be read later than its answer. */
  readonly where?: string | undefined;
  readonly purchase?: Named | undefined;
}

type Named = Partial<Pick<RowPurchase, 'receipt' | 'productId' | 'orderId'>>;

export interface ShownRow extends Omit<PageRow, 'purchase'> {
  readonly receipt: string | null;
  readonly product: string | null;
  /** The order id of the row, if the answer is about another one. */
  readonly asked: string | null;
}

/** pvg's own policy: with more rows a browser gets slow. */
const mostRows = 5_000;
/** So that a frequent verdict does not keep the rare ones off the page. */
const mostOfVerdict = 500;

export class PageRows {
  readonly #rows = new Map<number, ShownRow>();
  readonly #ofVerdict = new Map<string, number>();
  /** How many rows have something unusual, also those that are not shown. */
  unusual = 0;

  add({ row, counts, advice, orderId, unusual, failure, where, purchase }: PageRow): void {
    if (unusual !== '') this.unusual += 1;
    const kind = unusual === '' ? counts : `${counts}, unusual`;
    const before = this.#ofVerdict.get(kind) ?? 0;
    if (this.#rows.size >= mostRows || before >= mostOfVerdict) return;
    this.#ofVerdict.set(kind, before + 1);
    const names = namesOf(purchase, { orderId, unusual });
    this.#rows.set(row, { row, counts, advice, unusual, failure, where, ...names });
  }

  /** The input of a row that an earlier run had answered. */
  name(row: Row): void {
    const known = this.#rows.get(row.number);
    if (known === undefined) return;
    const names = namesOf(row.purchase, known);
    this.#rows.set(row.number, { ...known, where: placeTold(row), ...names });
  }

  /** In the order of the input. */
  all(): ShownRow[] {
    return [...this.#rows.values()].sort((one, other) => one.row - other.row);
  }
}

/** Never the receipt itself, not even one in the wrong column or repeated by the service. */
function namesOf(
  { receipt, productId, orderId: own }: Named = {},
  { orderId, unusual }: Pick<PageRow, 'orderId' | 'unusual'>,
): Pick<ShownRow, 'receipt' | 'product' | 'orderId' | 'asked'> {
  const shown = (id: string | null | undefined): string | null =>
    id === null || id === undefined || looksLikeToken(id) || (receipt !== undefined && id.includes(receipt))
      ? null
      : id;
  const isOther = unusual !== '' && orderId !== null && own !== undefined && !isOrder(orderId, own);
  return {
    receipt: receipt === undefined ? null : shownFingerprint(receipt),
    product:
      productId === undefined ? null : looksLikeToken(productId) ? shownFingerprint(productId) : productId,
    orderId: shown(orderId ?? own),
    asked: isOther ? shown(own) : null,
  };
}
