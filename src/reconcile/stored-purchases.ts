import { lookupKinds } from '../service/outcome.js';
import { NumberColumn } from './number-column.js';
import { JoinedPurchase, comesBefore, type Grant, type Lookup, type Void } from './purchase.js';
import { RowChains, type RowCoding } from './row-chains.js';
import { TextPool } from './text-pool.js';

/** Whether the store (look-ups, voids) or the game (grants) names a receipt. */
export type ReceiptSource = 'store' | 'grants';

const lookupVerdicts = ['failed', ...lookupKinds] as const;
const extents = [null, 'part', 'whole'] as const;

/**
 * Every purchase with its rows, by a number from 1. An object for each of a million purchases, with one for each of its
 * rows, would take twice the memory of these columns.
 */
export class StoredPurchases {
  readonly orders = new TextPool();
  readonly receipts = new TextPool();
  /** Times, players, ids, reasons. */
  readonly #texts = new TextPool();

  readonly #order = new NumberColumn();
  /** The first by name, if a purchase has several. */
  readonly #receipt: Readonly<Record<ReceiptSource, NumberColumn>> = {
    store: new NumberColumn(),
    grants: new NumberColumn(),
  };
  /** 0 without a look-up, else the place in `lookupVerdicts`, from 1. */
  readonly #verdict = new NumberColumn();
  readonly #lookedUpAt = new NumberColumn();
  readonly #boughtQuantity = new NumberColumn();
  readonly #isOtherProduct = new NumberColumn();
  readonly #lastVoid = new NumberColumn();
  readonly #lastGrant = new NumberColumn();
  readonly #voids = new RowChains(codingOfVoids(this.#texts));
  readonly #grants = new RowChains(codingOfGrants(this.#texts));

  constructor() {
    this.#order.push(0);
  }

  /** The highest number of a purchase. */
  get last(): number {
    return this.#order.length - 1;
  }

  /** @param order the number of its order id, or 0 @param receipt of a purchase without an order id @returns its number */
  create(order: number, receipt: number): number {
    this.#order.push(order);
    this.#receipt.store.set(this.last, receipt);
    return this.last;
  }

  hasOrder(purchase: number): boolean {
    return this.#order.get(purchase) !== 0;
  }

  /** null for 0, which is no purchase. */
  orderIdOf(purchase: number): string | null {
    return this.orders.textOf(this.#order.get(purchase));
  }

  /** Whether it has a look-up or a void. */
  isOfStore(purchase: number): boolean {
    return this.#verdict.get(purchase) !== 0 || this.#lastVoid.get(purchase) !== 0;
  }

  takeReceipt(purchase: number, receipt: number, source: ReceiptSource): void {
    const column = this.#receipt[source];
    const known = column.get(purchase);
    if (known === receipt) return;
    if (known === 0 || comesBefore(this.receipts.textOf(receipt), this.receipts.textOf(known))) {
      column.set(purchase, receipt);
    }
  }

  takeLookup(purchase: number, lookup: Lookup): void {
    const counted = new JoinedPurchase(null, null);
    const known = this.#lookupOf(purchase);
    if (known !== null) counted.takeLookup(known);
    counted.takeLookup(lookup);
    if (counted.lookup === known) return;
    this.#verdict.set(purchase, 1 + lookupVerdicts.indexOf(lookup.verdict));
    this.#lookedUpAt.set(purchase, this.#texts.add(lookup.at));
    this.#boughtQuantity.set(purchase, this.#texts.add(lookup.quantity));
    this.#isOtherProduct.set(purchase, Number(lookup.isOtherProduct));
  }

  takeVoid(purchase: number, row: Void): void {
    this.#lastVoid.set(purchase, this.#voids.add(row, this.#lastVoid.get(purchase)));
  }

  takeGrant(purchase: number, row: Grant): void {
    this.#lastGrant.set(purchase, this.#grants.add(row, this.#lastGrant.get(purchase)));
  }

  /** Gives a purchase the look-up and the rows of another number that turned out to be the same purchase. */
  takeAll(purchase: number, same: number): void {
    const lookup = this.#lookupOf(same);
    if (lookup !== null) this.takeLookup(purchase, lookup);
    const lastVoid = this.#voids.append(this.#lastVoid.get(purchase), this.#lastVoid.get(same));
    const lastGrant = this.#grants.append(this.#lastGrant.get(purchase), this.#lastGrant.get(same));
    this.#lastVoid.set(purchase, lastVoid);
    this.#lastGrant.set(purchase, lastGrant);
  }

  /** A purchase with every row that came, repeated ones too. */
  read(purchase: number): JoinedPurchase {
    const { store, grants } = this.#receipt;
    const receipt = store.get(purchase) || grants.get(purchase);
    const read = new JoinedPurchase(this.orderIdOf(purchase), this.receipts.textOf(receipt));
    read.lookup = this.#lookupOf(purchase);
    for (const row of this.#voids.rows(this.#lastVoid.get(purchase))) read.takeVoid(row);
    for (const row of this.#grants.rows(this.#lastGrant.get(purchase))) read.takeGrant(row);
    return read;
  }

  #lookupOf(purchase: number): Lookup | null {
    const verdict = lookupVerdicts[this.#verdict.get(purchase) - 1];
    if (verdict === undefined) return null;
    return {
      verdict,
      at: this.#texts.textOf(this.#lookedUpAt.get(purchase)),
      quantity: this.#texts.textOf(this.#boughtQuantity.get(purchase)),
      isOtherProduct: this.#isOtherProduct.get(purchase) === 1,
    };
  }
}

function codingOfVoids(texts: TextPool): RowCoding<Void> {
  return {
    width: 8,
    encode: (row) => [
      texts.add(row.at),
      texts.add(row.reason),
      texts.add(row.source),
      row.quantity ?? 0,
      extents.indexOf(row.extent),
      texts.add(row.feeKind),
      row.fingerprint,
      row.line,
    ],
    decode: (numbers) => {
      const [time = 0, reason = 0, source = 0, quantity = 0] = numbers;
      const [extent = 0, feeKind = 0, fingerprint = 0, line = 0] = numbers.subarray(4);
      return {
        at: texts.textOf(time),
        reason: texts.textOf(reason),
        source: texts.textOf(source),
        quantity: quantity === 0 ? null : quantity,
        extent: extents[extent] ?? null,
        feeKind: texts.textOf(feeKind),
        fingerprint,
        line,
      };
    },
  };
}

function codingOfGrants(texts: TextPool): RowCoding<Grant> {
  return {
    width: 5,
    encode: (row) => [
      texts.add(row.at),
      texts.add(row.player),
      texts.add(row.id),
      row.fingerprint,
      row.line,
    ],
    decode: ([time = 0, player = 0, id = 0, fingerprint = 0, line = 0]) => ({
      at: texts.textOf(time),
      player: texts.textOf(player),
      id: texts.textOf(id),
      fingerprint,
      line,
    }),
  };
}
