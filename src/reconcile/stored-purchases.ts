import { lookupKinds } from '../service/outcome.js';
import { NumberColumn } from './number-column.js';
import { JoinedPurchase, comesBefore, type Grant, type Lookup, type Void } from './purchase.js';
import { RowChains, type RowCoding } from './row-chains.js';
import { TextPool } from './text-pool.js';

/** Whether the store (look-ups, voids) or the game (grants) names a receipt. */
export type ReceiptSource = 'store' | 'grants';

/** Writes one of a few values as a number from 1, and null as 0. */
function buildCoding<Value>(values: readonly Value[]) {
  return {
    encode: (value: Value | null): number => (value === null ? 0 : 1 + values.indexOf(value)),
    decode: (code: number): Value | null => values[code - 1] ?? null,
  };
}

const verdictCoding = buildCoding(['failed', 'refused', 'store-closed', ...lookupKinds] as const);
const extentCoding = buildCoding(['part', 'whole'] as const);

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
  /** The receipt of each purchase; of several receipts the first by name. */
  readonly #receipt: Readonly<Record<ReceiptSource, NumberColumn>> = {
    store: new NumberColumn(),
    grants: new NumberColumn(),
  };
  /** The verdict of each purchase, as `verdictCoding` writes it; 0 without a look-up. */
  readonly #verdict = new NumberColumn();
  readonly #lookedUpAt = new NumberColumn();
  readonly #boughtQuantity = new NumberColumn();
  readonly #isOtherProduct = new NumberColumn();
  /** The newest row of each purchase in `#voids` and `#grants`, from which the chain leads to its older ones; 0 without a row. */
  readonly #lastVoid = new NumberColumn();
  readonly #lastGrant = new NumberColumn();
  readonly #voids = new RowChains(buildVoidCoding(this.#texts));
  readonly #grants = new RowChains(buildGrantCoding(this.#texts));

  constructor() {
    this.#order.push(0);
  }

  /** The highest number of a purchase. */
  get last(): number {
    return this.#order.length - 1;
  }

  /**
   * @param orderNumber of its order id in `orders`, or 0
   * @param receiptNumber in `receipts`, of a purchase without an order id
   * @returns its own number
   */
  create(orderNumber: number, receiptNumber: number): number {
    this.#order.push(orderNumber);
    // Its only receipt, so that it does not matter who named it.
    this.#receipt.store.set(this.last, receiptNumber);
    return this.last;
  }

  hasOrder(purchase: number): boolean {
    return this.#order.get(purchase) !== 0;
  }

  /** null for 0, which is no purchase. */
  readOrderId(purchase: number): string | null {
    return this.orders.getText(this.#order.get(purchase));
  }

  /** Whether it has a look-up or a void. */
  hasStoreRow(purchase: number): boolean {
    return this.#verdict.get(purchase) !== 0 || this.#lastVoid.get(purchase) !== 0;
  }

  takeReceipt(purchase: number, receiptNumber: number, source: ReceiptSource): void {
    const column = this.#receipt[source];
    const numberSoFar = column.get(purchase);
    if (numberSoFar === receiptNumber) return;
    const { receipts } = this;
    if (
      numberSoFar === 0 ||
      comesBefore(receipts.getText(receiptNumber), receipts.getText(numberSoFar))
    ) {
      column.set(purchase, receiptNumber);
    }
  }

  takeLookup(purchase: number, lookup: Lookup): void {
    const lookupSoFar = this.#readLookup(purchase);
    if (chooseLookup(lookupSoFar, lookup) === lookupSoFar) return;
    this.#verdict.set(purchase, verdictCoding.encode(lookup.verdict));
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

  /** Gives the look-up and the rows of a number to another one: both turned out to be the same purchase. */
  moveRows(source: number, target: number): void {
    const lookup = this.#readLookup(source);
    if (lookup !== null) this.takeLookup(target, lookup);
    const lastVoid = this.#voids.append(this.#lastVoid.get(target), this.#lastVoid.get(source));
    const lastGrant = this.#grants.append(this.#lastGrant.get(target), this.#lastGrant.get(source));
    this.#lastVoid.set(target, lastVoid);
    this.#lastGrant.set(target, lastGrant);
  }

  /** A purchase with every row that came, repeated ones too. */
  read(purchase: number): JoinedPurchase {
    const { store, grants } = this.#receipt;
    const receipt = store.get(purchase) || grants.get(purchase);
    const joined = new JoinedPurchase(this.readOrderId(purchase), this.receipts.getText(receipt));
    joined.lookup = this.#readLookup(purchase);
    for (const row of this.#voids.rows(this.#lastVoid.get(purchase))) joined.takeVoid(row);
    for (const row of this.#grants.rows(this.#lastGrant.get(purchase))) joined.takeGrant(row);
    return joined;
  }

  #readLookup(purchase: number): Lookup | null {
    const verdict = verdictCoding.decode(this.#verdict.get(purchase));
    if (verdict === null) return null;
    return {
      verdict,
      at: this.#texts.getText(this.#lookedUpAt.get(purchase)),
      quantity: this.#texts.getText(this.#boughtQuantity.get(purchase)),
      isOtherProduct: this.#isOtherProduct.get(purchase) === 1,
    };
  }
}

/** The look-up that counts for a purchase, as `JoinedPurchase` chooses it. */
function chooseLookup(lookupSoFar: Lookup | null, lookup: Lookup): Lookup | null {
  const chooser = new JoinedPurchase(null, null);
  if (lookupSoFar !== null) chooser.takeLookup(lookupSoFar);
  chooser.takeLookup(lookup);
  return chooser.lookup;
}

function buildVoidCoding(texts: TextPool): RowCoding<Void> {
  return {
    width: 8,
    encode: (row) => [
      texts.add(row.at),
      texts.add(row.reason),
      texts.add(row.source),
      row.quantity ?? 0,
      extentCoding.encode(row.extent),
      texts.add(row.feeKind),
      row.fingerprint,
      row.line,
    ],
    decode: ([
      time = 0,
      reason = 0,
      source = 0,
      quantity = 0,
      extent = 0,
      feeKind = 0,
      fingerprint = 0,
      line = 0,
    ]) => ({
      at: texts.getText(time),
      reason: texts.getText(reason),
      source: texts.getText(source),
      quantity: quantity === 0 ? null : quantity,
      extent: extentCoding.decode(extent),
      feeKind: texts.getText(feeKind),
      fingerprint,
      line,
    }),
  };
}

function buildGrantCoding(texts: TextPool): RowCoding<Grant> {
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
      at: texts.getText(time),
      player: texts.getText(player),
      id: texts.getText(id),
      fingerprint,
      line,
    }),
  };
}
