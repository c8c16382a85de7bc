import { listedId, listedOrderId, orderNumber } from '../contract/purchase-token.js';
import { lookupKinds } from '../service/outcome.js';
import { shortName } from '../tables/columns.js';
import type { TableRow, Values } from '../tables/table.js';
import { unitsIn } from './extent.js';
import { spanOf } from './timestamps.js';
import { JoinedPurchase, type Lookup } from './purchase.js';
import { feeForm, reportKind, saidExtent } from './refund-words.js';
import type { InputField, RoleId } from './column-roles.js';

/** Rows of an input with a fault, or that were left out. */
export interface Fault {
  readonly id:
    /** Without an id. */
    | 'skipped'
    /** Neither a void nor a charge. */
    | 'unlisted'
    /** Its status is one that the user did not name. */
    | 'other-status'
    /** pvg does not know its refund type. */
    | 'refund-type'
    /** Its date cannot be read. */
    | 'undated'
    /** Its receipt is of another order: the order id counts. */
    | 'contradictory'
    /** A void or a grant that stands there already. */
    | 'repeated';
  readonly role: RoleId;
  count: number;
  /** Where the first of them stands. */
  readonly line: number;
  readonly text: string;
}

type Row = Pick<TableRow<InputField>, 'line' | 'values' | 'fingerprint'>;

/** Where a row comes from. */
interface RowSource {
  readonly role: RoleId;
  /** The statuses of a grant; undefined if every row is one. */
  readonly grantStatuses?: ReadonlySet<string> | undefined;
}

/**
 * Joins rows by order id, else by receipt. A row that has only a receipt belongs to the order that any row has this
 * receipt with; of several orders to the first by name. What the store says comes before what the game says.
 */
export class Join {
  readonly #byOrder = new Map<string, JoinedPurchase>();
  /** Rows without an order id. */
  readonly #byReceipt = new Map<string, JoinedPurchase>();
  /** The order of each receipt; of several the first by name. */
  readonly #orderOf = {
    receipt: new Map<string, JoinedPurchase>(),
    receiptOfGrants: new Map<string, JoinedPurchase>(),
  };
  readonly faults: Fault[] = [];

  /** The grants come last. */
  add(source: RowSource, row: Row): void {
    if (this.#isLeftOut(source, row)) return;
    const { role } = source;
    const { line, values } = row;
    const date = values.voided_at ?? values.granted_at;
    if (date !== undefined && spanOf(date) === undefined) {
      this.#fault('undated', { role, line, text: date });
    }
    const orderId = listedOrderId(values.order_id);
    const receipt = listedId(values.receipt);
    const purchase = this.#purchaseOf(orderId, receipt);
    if (purchase === undefined) this.#fault('skipped', { role, line });
    else if (role === 'granted') this.#addGrant(purchase, receipt, row);
    else {
      this.#takeReceipt(purchase, receipt, 'receipt');
      if (role === 'lookups') purchase.takeLookup(lookupOf(values));
      else this.#addVoid(purchase, row);
    }
  }

  /** The store's reports have rows for charges, too. */
  #isLeftOut({ role, grantStatuses }: RowSource, { line, values }: Row): boolean {
    const { kind } = values;
    if (role === 'voided' && kind !== undefined) {
      const kindOfRow = reportKind(kind);
      if (kindOfRow === 'unknown') this.#fault('unlisted', { role, line, text: kind });
      if (kindOfRow !== 'void') return true;
    }
    const status = values.status?.trim() ?? '';
    if (grantStatuses === undefined || grantStatuses.has(status)) return false;
    this.#fault('other-status', { role, line, text: status });
    return true;
  }

  #addVoid(purchase: JoinedPurchase, { line, values, fingerprint }: Row): void {
    const { voided_at = null, reason = null, source = null, kind = '', refund_type = '' } = values;
    const extent = saidExtent(refund_type, kind);
    // The rows of fees have no refund type.
    if (extent === null && refund_type !== '') {
      this.#fault('refund-type', { role: 'voided', line, text: refund_type });
    }
    purchase.takeVoid({
      at: voided_at,
      reason,
      source,
      quantity: unitsIn(values.quantity),
      extent,
      feeKind: feeForm.test(kind) ? kind : null,
      fingerprint,
      line,
    });
  }

  #addGrant(
    purchase: JoinedPurchase,
    receipt: string | null,
    { line, values, fingerprint }: Row,
  ): void {
    const { orderId } = purchase;
    const ofStore = receipt === null ? undefined : this.#orderOf.receipt.get(receipt);
    const storeOrderId = ofStore?.orderId ?? null;
    const isOther =
      orderId !== null &&
      storeOrderId !== null &&
      orderNumber(storeOrderId) !== orderNumber(orderId);
    if (isOther) this.#fault('contradictory', { role: 'granted', line });
    this.#takeReceipt(purchase, receipt, 'receiptOfGrants');
    purchase.takeGrant({
      at: values.granted_at ?? null,
      player: values.player ?? null,
      // As an id, `n/a` would make one grant of two.
      id: listedId(values.id),
      fingerprint,
      line,
    });
  }

  #purchaseOf(orderId: string | null, receipt: string | null): JoinedPurchase | undefined {
    const [known, key] = orderId === null ? [this.#byReceipt, receipt] : [this.#byOrder, orderId];
    if (key === null) return undefined;
    let purchase = known.get(key);
    if (purchase === undefined) {
      purchase = new JoinedPurchase(orderId, orderId === null ? receipt : null);
      known.set(key, purchase);
    }
    return purchase;
  }

  #takeReceipt(
    purchase: JoinedPurchase,
    receipt: string | null,
    member: 'receipt' | 'receiptOfGrants',
  ): void {
    if (purchase.orderId === null || receipt === null) return;
    const known = purchase[member];
    if (known === null || receipt < known) purchase[member] = receipt;
    const first = this.#orderOf[member].get(receipt)?.orderId ?? null;
    if (first === null || purchase.orderId < first) this.#orderOf[member].set(receipt, purchase);
  }

  #fault(id: Fault['id'], row: Pick<Fault, 'role' | 'line'> & Partial<Pick<Fault, 'text'>>): void {
    const { role, line, text = '' } = row;
    const known = this.faults.find((fault) => fault.id === id && fault.role === role);
    if (known) known.count += 1;
    else this.faults.push({ id, role, count: 1, line, text: shortName(text) });
  }

  /** Call it once, after the last row. */
  *purchases(): Generator<JoinedPurchase> {
    for (const [receipt, loose] of this.#byReceipt) {
      const whole =
        this.#orderOf.receipt.get(receipt) ?? this.#orderOf.receiptOfGrants.get(receipt);
      if (whole === undefined) continue;
      this.#byReceipt.delete(receipt);
      const isOfStore = loose.lookup !== null || loose.voidCount > 0;
      this.#takeReceipt(whole, receipt, isOfStore ? 'receipt' : 'receiptOfGrants');
      whole.takeAll(loose);
    }
    for (const orders of Object.values(this.#orderOf)) orders.clear();
    for (const purchase of this.#byOrder.values()) purchase.receipt ??= purchase.receiptOfGrants;
    for (const purchases of [this.#byOrder, this.#byReceipt]) {
      for (const purchase of purchases.values()) {
        this.#countOnce(purchase);
        yield purchase;
      }
    }
  }

  #countOnce(purchase: JoinedPurchase): void {
    if (purchase.voidCount < 2 && purchase.grantCount < 2) return;
    const repeated = purchase.countOnce();
    for (const line of repeated.voids) this.#fault('repeated', { role: 'voided', line });
    for (const line of repeated.grants) this.#fault('repeated', { role: 'granted', line });
  }
}

function lookupOf(values: Values<InputField>): Lookup {
  const { verdict, looked_up_at: lookedUpAt = null, quantity = null } = values;
  const isOtherProduct = values.error === 'PRODUCT_MISMATCH';
  if (verdict === undefined) {
    return { verdict: 'failed', at: lookedUpAt, quantity, isOtherProduct };
  }
  // An id that a later pvg wrote is a result that this one cannot judge.
  const known = lookupKinds.find((kind) => kind === verdict) ?? 'unknown';
  return { verdict: known, at: lookedUpAt, quantity, isOtherProduct };
}
