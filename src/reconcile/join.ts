import { lookupKinds, type LookupKind } from '../service/outcome.js';
import { placeholders } from '../tables/placeholders.js';
import type { TableRow, Values } from '../tables/table.js';
import type { Evidence } from './classes.js';
import type { Field, RoleId } from './roles.js';

/** What the inputs say about one purchase. Texts are as they came. */
export interface Purchase {
  readonly orderId: string | null;
  /** Of several the first by name; the store's before the game's. */
  readonly receipt: string | null;
  /** The look-up that counts: of several the last with a result. */
  readonly lookup: Lookup | null;
  /** How many rows of the store's list it has; the first of them. */
  readonly voids: number;
  readonly voided: Void | null;
  readonly grants: readonly Grant[];
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

type Growing = { -readonly [Member in keyof Purchase]: Purchase[Member] } & {
  grants: Grant[];
  receiptOfGrants: string | null;
};

// One for all: most purchases of a large list have no grants.
const none: Grant[] = [];

/**
 * Joins rows by order id, else by receipt. A row that has only a receipt belongs to the order that any row has this
 * receipt with; of several orders to the first by name. What the store says comes before what the game says.
 */
export class Join {
  readonly #byOrder = new Map<string, Growing>();
  /** Of rows without an order id. */
  readonly #byReceipt = new Map<string, Growing>();
  readonly #orderOf = new Map<string, string>();
  readonly #orderOfGrants = new Map<string, string>();
  /** Rows of `granted` with the order id of one purchase and the receipt of another. */
  readonly contradictory: { count: number; line: number | null } = { count: 0, line: null };
  /** Rows with neither an order id nor a receipt: how many, and the line of the first, by input. */
  readonly skipped = new Map<RoleId, { count: number; readonly line: number }>();

  /** The grants come last: a contradiction is one to what the store says. */
  add(role: RoleId, { line, values }: Pick<TableRow<Field>, 'line' | 'values'>): void {
    if (role === 'voided' && isCharge(values.kind)) return;
    const [orderId, receipt] = [idIn(values.order_id?.trim()), idIn(values.receipt)];
    const other = role === 'granted' ? this.#otherOf(orderId, receipt) : undefined;
    const purchase = this.#purchaseOf(orderId, other === undefined ? receipt : null);
    if (purchase === undefined) {
      const skipped = this.skipped.get(role);
      if (skipped) skipped.count += 1;
      else this.skipped.set(role, { count: 1, line });
      return;
    }
    const { granted_at = null, player = null } = values;
    const grant = { at: granted_at, player };
    if (other !== undefined) {
      this.contradictory.count += 1;
      this.contradictory.line ??= line;
      for (const each of [purchase, other]) addGrant(each, { ...grant, contradictory: line });
      return;
    }
    if (orderId !== null && receipt !== null) {
      takeReceipt(purchase, receipt, role === 'granted');
      const orderOf = role === 'granted' ? this.#orderOfGrants : this.#orderOf;
      const first = orderOf.get(receipt);
      if (first === undefined || orderId < first) orderOf.set(receipt, orderId);
    }
    if (role === 'lookups') takeLookup(purchase, lookupOf(values));
    else if (role === 'granted') addGrant(purchase, grant);
    else takeVoid(purchase, values);
  }

  /** The purchase that the store has this receipt of, if it is not the one of the order. */
  #otherOf(orderId: string | null, receipt: string | null): Growing | undefined {
    if (orderId === null || receipt === null) return undefined;
    const own = this.#byOrder.get(orderId)?.receipt ?? null;
    if (own === receipt) return undefined;
    const order = this.#orderOf.get(receipt);
    if (order !== undefined)
      return orderNumber(order) === orderNumber(orderId) ? undefined : this.#byOrder.get(order);
    const loose = this.#byReceipt.get(receipt);
    return own !== null && loose !== undefined && isOfStore(loose) ? loose : undefined;
  }

  #purchaseOf(orderId: string | null, receipt: string | null): Growing | undefined {
    const [known, key] = orderId === null ? [this.#byReceipt, receipt] : [this.#byOrder, orderId];
    if (key === null) return undefined;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made: Growing = {
      orderId,
      receipt: orderId === null ? receipt : null,
      receiptOfGrants: null,
      lookup: null,
      voids: 0,
      voided: null,
      grants: none,
    };
    known.set(key, made);
    return made;
  }

  /** To be called once, after the last row. */
  *purchases(): Generator<Purchase> {
    for (const [receipt, loose] of this.#byReceipt) {
      const whole = this.#byOrder.get(this.#orderOf.get(receipt) ?? this.#orderOfGrants.get(receipt) ?? '');
      if (whole === undefined) continue;
      this.#byReceipt.delete(receipt);
      takeReceipt(whole, receipt, !isOfStore(loose));
      if (loose.lookup !== null) takeLookup(whole, loose.lookup);
      whole.voids += loose.voids;
      whole.voided ??= loose.voided;
      for (const grant of loose.grants) addGrant(whole, grant);
    }
    this.#orderOf.clear();
    this.#orderOfGrants.clear();
    for (const purchase of this.#byOrder.values()) purchase.receipt ??= purchase.receiptOfGrants;
    yield* this.#byOrder.values();
    yield* this.#byReceipt.values();
  }
}

function takeReceipt(purchase: Growing, receipt: string, isOfGrant: boolean): void {
  const member = isOfGrant ? 'receiptOfGrants' : 'receipt';
  const known = purchase[member];
  if (known === null || receipt < known) purchase[member] = receipt;
}

const isOfStore = ({ lookup, voids }: Growing): boolean => lookup !== null || voids > 0;

/** A renewal has the receipt and the order number of its subscription: `GPA.1..0`, `GPA.1..1`. */
const orderNumber = (orderId: string): string => orderId.split('..', 1)[0] ?? '';

function addGrant(purchase: Growing, grant: Grant): void {
  if (purchase.grants === none) purchase.grants = [grant];
  else purchase.grants.push(grant);
}

const takeLookup = (purchase: Growing, lookup: Lookup): void => {
  if (purchase.lookup === null || counts(lookup, purchase.lookup)) purchase.lookup = lookup;
};

const longestPlaceholder = Math.max(...[...placeholders].map(({ length }) => length));

/** Blanks around an order id are no part of it; the `..1` of a subscription's renewal is. A placeholder is no id. */
const idIn = (text: string | undefined): string | null =>
  text === undefined ||
  text === '' ||
  (text.length <= longestPlaceholder && placeholders.has(text.toLowerCase()))
    ? null
    : text;

/** The store's sales reports have a row for the charge, too. */
const isCharge = (kind: string | undefined): boolean =>
  kind !== undefined && !/refund|void|chargeback/i.test(kind);

function lookupOf(values: Values<Field>): Lookup {
  const { verdict, at = null, quantity = null } = values;
  // An id that a later pvg wrote is a result that this one cannot judge.
  const known = verdict === undefined ? 'failed' : lookupKinds.find((kind) => kind === verdict);
  return { verdict: known ?? 'unknown', at, quantity };
}

function takeVoid(purchase: Growing, values: Values<Field>): void {
  const { voided_at: at = null, reason = null, source = null, quantity = null } = values;
  purchase.voids += 1;
  purchase.voided ??= { at, reason, source, quantity };
}

/** A result counts more than none, and a later look-up more than an earlier one. The order of the rows does not count. */
const counts = (one: Lookup, other: Lookup): boolean => {
  if ((one.verdict === 'failed') !== (other.verdict === 'failed')) return other.verdict === 'failed';
  const [at, otherAt] = [one.at ?? '', other.at ?? ''];
  return at === otherAt ? one.verdict > other.verdict : at > otherAt;
};

export const evidenceOf = ({ lookup, voided, grants }: Purchase): Evidence => ({
  grants: grants.length,
  voided: voided !== null,
  lookup: lookup?.verdict ?? null,
});
