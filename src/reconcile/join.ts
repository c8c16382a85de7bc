import type { LookupVerdictId } from '../gateway/verdict.js';
import { lookupVerdicts } from '../gateway/verdict.js';
import type { Evidence } from './classes.js';
import type { RoleId } from './roles.js';
import type { TableRow } from './table.js';

/** What the inputs say about one purchase. Texts are as they came. */
export interface Purchase {
  readonly orderId: string | null;
  /** Of several the first by name. */
  readonly receipt: string | null;
  /** The look-up that counts: of several the last with a result. */
  readonly lookup: Lookup | null;
  /** How many rows of the store's list it has; the first of them. */
  readonly voids: number;
  readonly voided: Void | null;
  readonly grants: readonly Grant[];
}

interface Lookup {
  readonly verdict: LookupVerdictId | 'failed';
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
}

interface Growing {
  orderId: string | null;
  receipt: string | null;
  lookup: Lookup | null;
  voids: number;
  voided: Void | null;
  grants: readonly Grant[];
}

const none: readonly never[] = [];

const isVerdict = (id: string): id is LookupVerdictId => Object.hasOwn(lookupVerdicts, id);

/**
 * Joins rows by order id, else by receipt. A row that has only a receipt belongs to the order that any row has this
 * receipt with; of several orders to the first by name.
 */
export class Join {
  readonly #byOrder = new Map<string, Growing>();
  /** Of rows without an order id. */
  readonly #byReceipt = new Map<string, Growing>();
  readonly #orderOf = new Map<string, string>();
  /** Rows with neither an order id nor a receipt: how many, and the line of the first, by input. */
  readonly skipped = new Map<RoleId, { count: number; readonly line: number | null }>();

  add(role: RoleId, { line, values }: TableRow): void {
    if (role === 'voided' && isCharge(values.kind)) return;
    const [orderId, receipt] = [orderIdIn(values.order_id), values.receipt ?? null];
    const purchase = this.#purchaseOf(orderId, receipt);
    if (purchase === undefined) {
      const skipped = this.skipped.get(role);
      if (skipped) skipped.count += 1;
      else this.skipped.set(role, { count: 1, line });
      return;
    }
    takeReceipt(purchase, receipt);
    attach[role](purchase, values);
  }

  #purchaseOf(orderId: string | null, receipt: string | null): Growing | undefined {
    const [known, key] = orderId === null ? [this.#byReceipt, receipt] : [this.#byOrder, orderId];
    if (key === null) return undefined;
    if (orderId !== null && receipt !== null) {
      const first = this.#orderOf.get(receipt);
      if (first === undefined || orderId < first) this.#orderOf.set(receipt, orderId);
    }
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = { orderId, receipt, lookup: null, voids: 0, voided: null, grants: none };
    known.set(key, made);
    return made;
  }

  /** To be called once, after the last row. */
  *purchases(): Generator<Purchase> {
    for (const [receipt, loose] of this.#byReceipt) {
      const whole = this.#byOrder.get(this.#orderOf.get(receipt) ?? '');
      if (whole === undefined) continue;
      this.#byReceipt.delete(receipt);
      takeReceipt(whole, receipt);
      if (loose.lookup !== null) takeLookup(whole, loose.lookup);
      whole.voids += loose.voids;
      whole.voided ??= loose.voided;
      whole.grants = [...whole.grants, ...loose.grants];
    }
    this.#orderOf.clear();
    yield* this.#byOrder.values();
    yield* this.#byReceipt.values();
  }
}

const takeReceipt = (purchase: Growing, receipt: string | null): void => {
  if (receipt !== null && (purchase.receipt === null || receipt < purchase.receipt))
    purchase.receipt = receipt;
};

const takeLookup = (purchase: Growing, lookup: Lookup): void => {
  if (purchase.lookup === null || counts(lookup, purchase.lookup)) purchase.lookup = lookup;
};

/** The `..1` of a subscription's renewal stays; blanks around an id are no part of it. */
const orderIdIn = (text: string | undefined): string | null => text?.trim() || null;

/** The store's sales reports have a row for the charge, too. */
const isCharge = (kind: string | undefined): boolean =>
  kind !== undefined && !/refund|void|chargeback/i.test(kind);

const attach: Readonly<Record<RoleId, (purchase: Growing, values: TableRow['values']) => void>> = {
  lookups: (purchase, { verdict, at = null, quantity = null }) => {
    // An id that a later pvg wrote is a result that this one cannot judge.
    const known = verdict === undefined ? 'failed' : isVerdict(verdict) ? verdict : 'unknown';
    takeLookup(purchase, { verdict: known, at, quantity });
  },
  voided: (purchase, { voided_at: at = null, reason = null, source = null, quantity = null }) => {
    purchase.voids += 1;
    purchase.voided ??= { at, reason, source, quantity };
  },
  granted: (purchase, { granted_at: at = null, player = null }) => {
    purchase.grants = [...purchase.grants, { at, player }];
  },
};

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
