import { listedId, listedOrderId, orderNumber } from '../contract/purchase-token.js';
import { lookupKinds } from '../service/outcome.js';
import { shortName } from '../tables/columns.js';
import type { TableRow, Values } from '../tables/table.js';
import { spanOf } from './moments.js';
import type { Field, RoleId } from './roles.js';

/** Rows of an input with a fault. */
export interface Fault {
  /** No id; neither a void nor a charge; a date that pvg cannot read; another order's receipt: the order id counts. */
  readonly id: 'skipped' | 'unlisted' | 'undated' | 'contradictory';
  readonly role: RoleId;
  count: number;
  /** Of the first. */
  readonly line: number;
  readonly text: string;
}

export type Lookup = ReturnType<typeof lookupOf>;
export type Void = ReturnType<typeof voidOf>;

export interface Grant {
  readonly at: string | null;
  readonly player: string | null;
}

// One for all: most purchases of a large list have no grants.
const none: Grant[] = [];

/** What the inputs say about one purchase. Texts are as they came. */
export class Purchase {
  /** The look-up that counts. */
  lookup: Lookup | null = null;
  /** How many rows of the store's list it has; the first of them. */
  voids = 0;
  voided: Void | null = null;
  grants = none;
  /** Of several the first by name. */
  receiptOfGrants: string | null = null;

  /** @param receipt the store's; of several the first by name */
  constructor(
    readonly orderId: string | null,
    public receipt: string | null,
  ) {}

  /** What a row says, or all rows of what turns out to be this purchase. @param grants kept */
  take({ lookup = null, voids = 0, voided = null, grants = none }: Partial<Purchase>): void {
    if (lookup !== null && (this.lookup === null || counts(lookup, this.lookup))) this.lookup = lookup;
    this.voids += voids;
    this.voided ??= voided;
    if (this.grants === none) this.grants = grants;
    else for (const grant of grants) this.grants.push(grant);
  }
}

/**
 * Joins rows by order id, else by receipt. A row that has only a receipt belongs to the order that any row has this
 * receipt with; of several orders to the first by name. What the store says comes before what the game says.
 */
export class Join {
  readonly #byOrder = new Map<string, Purchase>();
  /** Of rows without an order id. */
  readonly #byReceipt = new Map<string, Purchase>();
  /** The order of each receipt; of several the first by name. */
  readonly #orderOf = { receipt: new Map<string, Purchase>(), receiptOfGrants: new Map<string, Purchase>() };
  readonly faults: Fault[] = [];

  /** The grants come last. */
  add(role: RoleId, { line, values }: Pick<TableRow<Field>, 'line' | 'values'>): void {
    const date = values.voided_at ?? values.granted_at;
    if (date !== undefined && spanOf(date) === undefined) this.#fault('undated', role, line, date);
    // The store's sales reports have a row for the charge, too.
    const { kind = 'void' } = role === 'voided' ? values : {};
    if (!/refund|void|charge[d _]*back/i.test(kind))
      return /charge|fee|tax/i.test(kind) ? undefined : this.#fault('unlisted', role, line, kind);
    const [orderId, receipt] = [listedOrderId(values.order_id), listedId(values.receipt)];
    const purchase = this.#purchaseOf(orderId, receipt);
    if (purchase === undefined) this.#fault('skipped', role, line);
    else if (role === 'granted') {
      const { granted_at: at = null, player = null } = values;
      const ofStore = receipt === null ? undefined : this.#orderOf.receipt.get(receipt);
      const isOther = orderId !== null && orderNumber(ofStore?.orderId ?? orderId) !== orderNumber(orderId);
      if (isOther) this.#fault('contradictory', role, line);
      this.#takeReceipt(purchase, receipt, 'receiptOfGrants');
      purchase.take({ grants: [{ at, player }] });
    } else {
      this.#takeReceipt(purchase, receipt, 'receipt');
      purchase.take(role === 'lookups' ? { lookup: lookupOf(values) } : { voids: 1, voided: voidOf(values) });
    }
  }

  #purchaseOf(orderId: string | null, receipt: string | null): Purchase | undefined {
    const [known, key] = orderId === null ? [this.#byReceipt, receipt] : [this.#byOrder, orderId];
    if (key === null) return undefined;
    let purchase = known.get(key);
    if (purchase === undefined) {
      purchase = new Purchase(orderId, orderId === null ? receipt : null);
      known.set(key, purchase);
    }
    return purchase;
  }

  #takeReceipt(purchase: Purchase, receipt: string | null, member: 'receipt' | 'receiptOfGrants'): void {
    if (purchase.orderId === null || receipt === null) return;
    const known = purchase[member];
    if (known === null || receipt < known) purchase[member] = receipt;
    const first = this.#orderOf[member].get(receipt)?.orderId ?? null;
    if (first === null || purchase.orderId < first) this.#orderOf[member].set(receipt, purchase);
  }

  #fault(id: Fault['id'], role: RoleId, line: number, text = ''): void {
    const known = this.faults.find((fault) => fault.id === id && fault.role === role);
    if (known) known.count += 1;
    else this.faults.push({ id, role, count: 1, line, text: shortName(text) });
  }

  /** To be called once, after the last row. */
  *purchases(): Generator<Purchase> {
    for (const [receipt, loose] of this.#byReceipt) {
      const whole = this.#orderOf.receipt.get(receipt) ?? this.#orderOf.receiptOfGrants.get(receipt);
      if (whole === undefined) continue;
      this.#byReceipt.delete(receipt);
      const isOfStore = loose.lookup !== null || loose.voids > 0;
      this.#takeReceipt(whole, receipt, isOfStore ? 'receipt' : 'receiptOfGrants');
      whole.take(loose);
    }
    for (const orders of Object.values(this.#orderOf)) orders.clear();
    for (const purchase of this.#byOrder.values()) purchase.receipt ??= purchase.receiptOfGrants;
    yield* this.#byOrder.values();
    yield* this.#byReceipt.values();
  }
}

function lookupOf(values: Values<Field>) {
  const { verdict, looked_up_at: at = null, quantity = null } = values;
  const isOtherProduct = values.error === 'PRODUCT_MISMATCH';
  // An id that a later pvg wrote is a result that this one cannot judge.
  const known = verdict === undefined ? ('failed' as const) : lookupKinds.find((kind) => kind === verdict);
  return { verdict: known ?? ('unknown' as const), at, quantity, isOtherProduct };
}

function voidOf(values: Values<Field>) {
  const { voided_at: at = null, reason = null, source = null, quantity = null } = values;
  return { at, reason, source, quantity };
}

/**
 * A result counts more than none, and the store's record more than a look-up that it did not confirm, which may have
 * asked for a wrong product; else the later one. The order of the rows does not count.
 */
function counts(one: Lookup, other: Lookup): boolean {
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  if (rank !== otherRank) return rank < otherRank;
  const [at, otherAt] = [one.at ?? '', other.at ?? ''];
  return at === otherAt ? one.verdict > other.verdict : at > otherAt;
}

const rankOf = ({ verdict }: Lookup): number => ['not-confirmed', 'failed'].indexOf(verdict);
