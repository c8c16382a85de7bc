import { lookupKinds, type LookupKind } from '../service/outcome.js';
import { placeholders } from '../tables/placeholders.js';
import type { TableRow, Values } from '../tables/table.js';
import { spanOf } from './moments.js';
import { roles, type Field, type RoleId } from './roles.js';

/** Rows of an input with a fault. */
export interface Fault {
  /** Neither an order id nor a receipt; a date that pvg cannot read; the order id of one purchase with the receipt of another. */
  readonly id: 'skipped' | 'undated' | 'contradictory';
  readonly role: RoleId;
  count: number;
  /** Of the first. */
  readonly line: number;
  readonly text: string;
}

interface Lookup {
  readonly verdict: LookupKind | 'failed';
  readonly at: string | null;
  readonly quantity: string | null;
}

export interface Void {
  readonly at: string | null;
  readonly reason: string | null;
  readonly source: string | null;
  readonly quantity: string | null;
}

export interface Grant {
  readonly at: string | null;
  readonly player: string | null;
  /** It has this purchase's order id with the receipt of another, or the reverse, and counts for both: its line. */
  readonly contradictory?: number;
}

// One for all: most purchases of a large list have no grants.
const none: Grant[] = [];

/** What the inputs say about one purchase. Texts are as they came. */
export class Purchase {
  /** The look-up that counts: of several the last with a result. */
  lookup: Lookup | null = null;
  /** How many rows of the store's list it has; the first of them. */
  voids = 0;
  voided: Void | null = null;
  grants: Grant[] = none;
  /** Of several the first by name. */
  receiptOfGrants: string | null = null;

  /** @param receipt the store's; of several the first by name */
  constructor(
    readonly orderId: string | null,
    public receipt: string | null,
  ) {}

  takeReceipt(receipt: string, member: 'receipt' | 'receiptOfGrants'): void {
    const known = this[member];
    if (known === null || receipt < known) this[member] = receipt;
  }

  takeLookup(lookup: Lookup): void {
    if (this.lookup === null || counts(lookup, this.lookup)) this.lookup = lookup;
  }

  takeGrant(grant: Grant): void {
    if (this.grants === none) this.grants = [grant];
    else this.grants.push(grant);
  }

  get isOfStore(): boolean {
    return this.lookup !== null || this.voids > 0;
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
  readonly #orderOf = new Map<string, string>();
  readonly #orderOfGrants = new Map<string, string>();
  readonly faults: Fault[] = [];

  /** The grants come last: a contradiction is one to what the store says. */
  add(role: RoleId, { line, values }: Pick<TableRow<Field>, 'line' | 'values'>): void {
    const { time } = roles[role];
    const date = time && values[time];
    if (date !== undefined && spanOf(date) === undefined) this.#fault('undated', role, line, date);
    if (role === 'voided' && isCharge(values.kind)) return;
    const [orderId, receipt] = [idIn(values.order_id?.trim()), idIn(values.receipt)];
    const purchase = this.#purchaseOf(orderId, receipt);
    if (purchase === undefined) this.#fault('skipped', role, line);
    else if (role === 'granted') this.#addGrant(purchase, receipt, line, values);
    else {
      this.#takeReceipt(purchase, receipt, 'receipt');
      if (role === 'lookups') purchase.takeLookup(lookupOf(values));
      else takeVoid(purchase, values);
    }
  }

  #addGrant(purchase: Purchase, receipt: string | null, line: number, values: Values<Field>): void {
    const { granted_at: at = null, player = null } = values;
    const other = this.#otherOf(purchase, receipt);
    if (other === undefined) {
      this.#takeReceipt(purchase, receipt, 'receiptOfGrants');
      purchase.takeGrant({ at, player });
      return;
    }
    this.#fault('contradictory', 'granted', line);
    for (const each of [purchase, other]) each.takeGrant({ at, player, contradictory: line });
  }

  /** The purchase that the store has this receipt of, if it is not the one of the order. */
  #otherOf({ orderId, receipt: own }: Purchase, receipt: string | null): Purchase | undefined {
    if (orderId === null || receipt === null || own === receipt) return undefined;
    const order = this.#orderOf.get(receipt);
    if (order !== undefined)
      return orderNumber(order) === orderNumber(orderId) ? undefined : this.#byOrder.get(order);
    const loose = this.#byReceipt.get(receipt);
    return own !== null && loose?.isOfStore === true ? loose : undefined;
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
    const { orderId } = purchase;
    if (orderId === null || receipt === null) return;
    purchase.takeReceipt(receipt, member);
    const orderOf = member === 'receipt' ? this.#orderOf : this.#orderOfGrants;
    const first = orderOf.get(receipt);
    if (first === undefined || orderId < first) orderOf.set(receipt, orderId);
  }

  #fault(id: Fault['id'], role: RoleId, line: number, text = ''): void {
    const known = this.faults.find((fault) => fault.id === id && fault.role === role);
    if (known) known.count += 1;
    else this.faults.push({ id, role, count: 1, line, text: shownText(text) });
  }

  /** To be called once, after the last row. */
  *purchases(): Generator<Purchase> {
    for (const [receipt, loose] of this.#byReceipt) {
      const whole = this.#byOrder.get(this.#orderOf.get(receipt) ?? this.#orderOfGrants.get(receipt) ?? '');
      if (whole === undefined) continue;
      this.#byReceipt.delete(receipt);
      whole.takeReceipt(receipt, loose.isOfStore ? 'receipt' : 'receiptOfGrants');
      if (loose.lookup !== null) whole.takeLookup(loose.lookup);
      whole.voids += loose.voids;
      whole.voided ??= loose.voided;
      for (const grant of loose.grants) whole.takeGrant(grant);
    }
    this.#orderOf.clear();
    this.#orderOfGrants.clear();
    for (const purchase of this.#byOrder.values()) purchase.receipt ??= purchase.receiptOfGrants;
    yield* this.#byOrder.values();
    yield* this.#byReceipt.values();
  }
}

/** A long one may be a receipt in the wrong column. */
const shownText = (text: string): string =>
  text.length <= 40 ? text : `a text of ${text.length} characters`;

/** A renewal has the receipt and the order number of its subscription: `GPA.1..0`, `GPA.1..1`. */
const orderNumber = (orderId: string): string => orderId.split('..', 1)[0] ?? '';

const longestPlaceholder = Math.max(...[...placeholders].map(({ length }) => length));

/** Blanks around an order id are no part of it; the `..1` of a subscription's renewal is. A placeholder is no id. */
const isId = (text: string): boolean =>
  text !== '' && !(text.length <= longestPlaceholder && placeholders.has(text.toLowerCase()));
const idIn = (text = ''): string | null => (isId(text) ? text : null);

/** The store's sales reports have a row for the charge, too. */
const isCharge = (kind: string | undefined): boolean =>
  kind !== undefined && !/refund|void|chargeback/i.test(kind);

function lookupOf(values: Values<Field>): Lookup {
  const { verdict, looked_up_at: at = null, quantity = null } = values;
  // An id that a later pvg wrote is a result that this one cannot judge.
  const known = verdict === undefined ? 'failed' : lookupKinds.find((kind) => kind === verdict);
  return { verdict: known ?? 'unknown', at, quantity };
}

function takeVoid(purchase: Purchase, values: Values<Field>): void {
  const { voided_at: at = null, reason = null, source = null, quantity = null } = values;
  purchase.voids += 1;
  purchase.voided ??= { at, reason, source, quantity };
}

/** A result counts more than none, and a later look-up more than an earlier one. The order of the rows does not count. */
function counts(one: Lookup, other: Lookup): boolean {
  if ((one.verdict === 'failed') !== (other.verdict === 'failed')) return other.verdict === 'failed';
  const [at, otherAt] = [one.at ?? '', other.at ?? ''];
  return at === otherAt ? one.verdict > other.verdict : at > otherAt;
}
