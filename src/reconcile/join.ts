import { orderIdFromCell, orderNumber } from '../contract/order-id.js';
import { idFromCell } from '../contract/placeholder-texts.js';
import { lookupKinds } from '../service/outcome.js';
import { shortName } from '../tables/columns.js';
import type { TableRow, RowValues } from '../tables/table-row.js';
import { parseUnits } from './extent.js';
import type { Fault } from './faults.js';
import { findDateProblem } from './timestamps.js';
import { NumberColumn } from './number-column.js';
import { comesBefore, type JoinedPurchase, type Lookup } from './purchase.js';
import { feeForm, reportKind, parseExtent } from './refund-words.js';
import type { InputField, RoleId } from './column-roles.js';
import { StoredPurchases, type ReceiptSource } from './stored-purchases.js';

type Row = Pick<TableRow<InputField>, 'line' | 'values' | 'fingerprint'>;

/** Where a row comes from. */
interface RowSource {
  readonly role: RoleId;
  /** The statuses of a grant; undefined if every row is one. */
  readonly grantStatuses?: ReadonlySet<string> | undefined;
}

/**
 * Joins rows by order id, else by receipt. A row that has only a receipt belongs to the order that any row has this
 * receipt with; of several orders to the one whose id sorts first. What the store says comes before what the game says.
 */
export class PurchaseJoiner {
  /** Purchases, order ids and receipts have numbers from 1 here; 0 is none. */
  readonly #purchases = new StoredPurchases();
  /** The purchase of each order id. */
  readonly #byOrder = new NumberColumn();
  /** The purchase of each receipt that came without an order id. */
  readonly #byReceipt = new NumberColumn();
  /** The purchase of each receipt that came with an order id; of several the first by order id. */
  readonly #orderedByReceipt: Readonly<Record<ReceiptSource, NumberColumn>> = {
    store: new NumberColumn(),
    grants: new NumberColumn(),
  };
  readonly faults: Fault[] = [];

  /** Adds a row. Grants come last, because their receipts are compared with those of the store. */
  add(source: RowSource, row: Row): void {
    if (this.#isLeftOut(source, row)) return;
    const { role } = source;
    const { line, values } = row;
    const date = values.voided_at ?? values.granted_at;
    const dateProblem = date === undefined ? undefined : findDateProblem(date);
    if (dateProblem !== undefined) this.#countFault(dateProblem, { role, line, text: date ?? '' });
    const orderId = orderIdFromCell(values.order_id);
    const receipt = this.#purchases.receipts.add(idFromCell(values.receipt));
    const purchase = this.#findOrCreate(orderId, receipt);
    if (purchase === 0) this.#countFault('skipped', { role, line });
    else if (role === 'granted') this.#addGrant(purchase, receipt, row);
    else {
      this.#takeReceipt(purchase, receipt, 'store');
      if (role === 'lookups') this.#purchases.takeLookup(purchase, parseLookup(values));
      else this.#addVoid(purchase, row);
    }
  }

  /** Whether a row does not count: the store's reports have rows for charges, and a grant may have another status. */
  #isLeftOut({ role, grantStatuses }: RowSource, { line, values }: Row): boolean {
    const { kind } = values;
    if (role === 'voided' && kind !== undefined) {
      const kindOfRow = reportKind(kind);
      if (kindOfRow === 'unknown') this.#countFault('unlisted', { role, line, text: kind });
      if (kindOfRow !== 'void') return true;
    }
    const status = values.status?.trim() ?? '';
    if (grantStatuses === undefined || grantStatuses.has(status)) return false;
    this.#countFault('other-status', { role, line, text: status });
    return true;
  }

  #addVoid(purchase: number, { line, values, fingerprint }: Row): void {
    const { voided_at = null, reason = null, source = null, kind = '', refund_type = '' } = values;
    const extent = parseExtent(refund_type, kind);
    // The rows of fees have no refund type.
    if (extent === null && refund_type !== '') {
      this.#countFault('refund-type', { role: 'voided', line, text: refund_type });
    }
    const isFee = feeForm.test(kind);
    this.#purchases.takeVoid(purchase, {
      at: voided_at,
      reason,
      source,
      // A fee has no units.
      quantity: isFee ? null : parseUnits(values.quantity),
      extent,
      feeKind: isFee ? kind : null,
      fingerprint,
      line,
    });
  }

  #addGrant(purchase: number, receipt: number, { line, values, fingerprint }: Row): void {
    const orderId = this.#purchases.readOrderId(purchase);
    const storeOrderId = this.#purchases.readOrderId(this.#orderedByReceipt.store.get(receipt));
    const isOfOtherOrder =
      orderId !== null &&
      storeOrderId !== null &&
      orderNumber(storeOrderId) !== orderNumber(orderId);
    if (isOfOtherOrder) this.#countFault('contradictory', { role: 'granted', line });
    this.#takeReceipt(purchase, receipt, 'grants');
    this.#purchases.takeGrant(purchase, {
      at: values.granted_at ?? null,
      player: values.player ?? null,
      // A placeholder is no id: if `n/a` were one, two grants with it would count as one.
      id: idFromCell(values.id),
      fingerprint,
      line,
    });
  }

  /** The number of the purchase with this order id, else with this receipt; 0 for a row without an id. */
  #findOrCreate(orderId: string | null, receipt: number): number {
    const order = this.#purchases.orders.add(orderId);
    const purchaseByKey = order === 0 ? this.#byReceipt : this.#byOrder;
    const key = order === 0 ? receipt : order;
    if (key === 0) return 0;
    if (purchaseByKey.get(key) === 0) {
      purchaseByKey.set(key, this.#purchases.create(order, order === 0 ? receipt : 0));
    }
    return purchaseByKey.get(key);
  }

  /** Keeps the receipt of a purchase with an order id. If several orders have it, its rows without an order id go to the one whose id sorts first. */
  #takeReceipt(purchase: number, receipt: number, source: ReceiptSource): void {
    if (receipt === 0 || !this.#purchases.hasOrder(purchase)) return;
    this.#purchases.takeReceipt(purchase, receipt, source);
    const first = this.#orderedByReceipt[source].get(receipt);
    if (first === purchase) return;
    const orderId = this.#purchases.readOrderId(purchase);
    if (first === 0 || comesBefore(orderId, this.#purchases.readOrderId(first))) {
      this.#orderedByReceipt[source].set(receipt, purchase);
    }
  }

  #countFault(
    id: Fault['id'],
    row: Pick<Fault, 'role' | 'line'> & Partial<Pick<Fault, 'text'>>,
  ): void {
    const { role, line, text = '' } = row;
    const faultSoFar = this.faults.find((fault) => fault.id === id && fault.role === role);
    if (faultSoFar) faultSoFar.count += 1;
    else this.faults.push({ id, role, count: 1, line, text: shortName(text) });
  }

  /** Every purchase by its number, those with an order id first. Call it once, after the last row. */
  *purchases(): Generator<readonly [number: number, purchase: JoinedPurchase]> {
    this.#joinByReceipt();
    for (const number of this.#numbers()) {
      const purchase = this.#purchases.read(number);
      const repeated = purchase.removeRepeatedRows();
      for (const line of repeated.voids) this.#countFault('repeated', { role: 'voided', line });
      for (const line of repeated.grants) this.#countFault('repeated', { role: 'granted', line });
      yield [number, purchase];
    }
  }

  *#numbers(): Generator<number> {
    for (let order = 1; order < this.#byOrder.length; order += 1) yield this.#byOrder.get(order);
    for (let receipt = 1; receipt < this.#byReceipt.length; receipt += 1) {
      const number = this.#byReceipt.get(receipt);
      if (number !== 0 && !this.#purchases.hasOrder(number)) yield number;
    }
  }

  /** A purchase after `purchases()`, by its number. */
  purchase(number: number): JoinedPurchase {
    const purchase = this.#purchases.read(number);
    purchase.removeRepeatedRows();
    return purchase;
  }

  /**
   * The number of a purchase after `purchases()`; 0 if no input has it. If the order id is null or unknown, the receipt
   * decides, but an unknown order id does not find a purchase that has another one.
   */
  find(orderId: string | null, receiptText: string | null): number {
    const orderPurchase = this.#byOrder.get(this.#purchases.orders.find(orderId));
    if (orderPurchase !== 0) return orderPurchase;
    const receipt = this.#purchases.receipts.find(receiptText);
    const receiptPurchase = this.#byReceipt.get(receipt);
    if (orderId !== null) return this.#purchases.hasOrder(receiptPurchase) ? 0 : receiptPurchase;
    return (
      receiptPurchase ||
      this.#orderedByReceipt.store.get(receipt) ||
      this.#orderedByReceipt.grants.get(receipt)
    );
  }

  /** Moves rows that have only a receipt to the order that has this receipt. */
  #joinByReceipt(): void {
    for (let receipt = 1; receipt < this.#byReceipt.length; receipt += 1) {
      const withoutOrder = this.#byReceipt.get(receipt);
      const withOrder =
        this.#orderedByReceipt.store.get(receipt) || this.#orderedByReceipt.grants.get(receipt);
      if (withoutOrder === 0 || withOrder === 0) continue;
      this.#byReceipt.set(receipt, withOrder);
      const source = this.#purchases.hasStoreRow(withoutOrder) ? 'store' : 'grants';
      this.#purchases.takeReceipt(withOrder, receipt, source);
      this.#purchases.moveRows(withoutOrder, withOrder);
    }
  }
}

function parseLookup(values: RowValues<InputField>): Lookup {
  const { verdict, looked_up_at: lookedUpAt = null, quantity = null } = values;
  const isOtherProduct = values.error === 'PRODUCT_MISMATCH';
  if (verdict === undefined) {
    const failure = values.advice === 'fix-request' ? 'refused' : 'failed';
    return { verdict: failure, at: lookedUpAt, quantity, isOtherProduct };
  }
  // An id that a later pvg wrote is a result that this one cannot judge.
  const kind = lookupKinds.find((each) => each === verdict) ?? 'unknown';
  const isStoreClosed = kind === 'store-unavailable' && values.advice === 'check';
  const judged = isStoreClosed ? 'store-closed' : kind;
  return { verdict: judged, at: lookedUpAt, quantity, isOtherProduct };
}
