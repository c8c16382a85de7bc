import { hash } from 'node:crypto';
import { notShown } from '../contract/not-shown.js';
import { describeHidden } from '../input/hidden.js';
import { nameProblem } from '../input/name-check.js';
import { doubtOwnName, doubtReceipt } from '../input/receipt.js';
import { cutCellProblem } from '../tables/clean-cell.js';
import { receiptNames } from '../tables/columns.js';
import type { TableRow, RowValues } from '../tables/table-row.js';
import type { RowTrouble } from './row-trouble.js';

/** A row of the input, and the purchase that it names: that is its identity, not its number. */

export interface RowPurchase {
  readonly productId: string;
  readonly package: string;
  /** Opaque (§2.1). */
  readonly receipt: string;
  /** The order id in the row: compared with the one in the answer, never sent. */
  readonly orderId?: string | undefined;
}

export interface BatchRow extends RowTrouble {
  /** The number of the row in this run's input, from 1. */
  readonly number: number;
  readonly source: Pick<
    TableRow<RowField>,
    'line' | 'sheetRow' | 'place' | 'inputJson' | 'asWritten' | 'isBrokenJson'
  >;
  /** undefined: it cannot be looked up, and `problem` says why. */
  readonly purchase?: RowPurchase;
  /** The key of the purchase (`keyOf`): rows with the same key have one look-up. */
  readonly key?: string;
  readonly problem?: Problem;
  /** The parts of a purchase that cannot be looked up, as far as the row has them. */
  readonly purchaseParts?: PurchaseParts | undefined;
}

/** As much of a purchase as a row has. `os` is null if the row names neither android nor ios, or contradicts itself. */
export type PurchaseParts = {
  readonly [Name in keyof RowPurchase]?: RowPurchase[Name] | undefined;
} & {
  readonly os?: 'android' | 'ios' | null;
};

/** Why a row is not looked up. */
export interface Problem {
  readonly code: 'input-unreadable' | 'receipt-doubtful' | 'not-shown';
  /** A sentence with the row's place. */
  readonly says: string;
  readonly section: string | null;
}

/** The fields that `--map` takes. A column `os_id` is read, too; a value in it may not contradict that of `os`. */
export const rowFields = ['receipt', 'product_id', 'package', 'order_id', 'os'] as const;
export type RowField = (typeof rowFields)[number] | 'os_id';

export const usualNames: Readonly<Record<RowField, readonly string[]>> = {
  receipt: receiptNames,
  product_id: ['product_id', 'sku', 'product'],
  package: ['package', 'package name', 'bundle id', 'application id'],
  order_id: ['order_id', 'store order id'],
  os: ['os', 'platform'],
  os_id: ['os_id'],
};

export interface RowSettings {
  /** Values for rows that have none. */
  readonly valuesForAllRows: Readonly<Partial<Record<RowField, string | undefined>>>;
  /** Send receipts that do not look like receipts. */
  readonly force: boolean;
  /** The order id comes from a column that the user chose: then it counts in any form. */
  readonly takesAnyOrder: boolean;
}

/** Reads the purchase of a row, or says why it has none. A receipt is opaque (§2.1), and only the table reader cleans its cell. */
export function readRow(
  source: TableRow<RowField>,
  number: number,
  settings: RowSettings,
): BatchRow {
  const { values, problem } = source;
  /** @param says the rest of a sentence that begins with the place of the row */
  const unusableRow = (
    says: string,
    partsInRow?: PurchaseParts,
    code: Problem['code'] = 'input-unreadable',
  ): BatchRow => ({
    number,
    source,
    problem: { code, says: `${source.place}${says}`, section: sections[code] },
    purchaseParts: partsInRow,
  });
  if (problem !== undefined) return unusableRow(` ${problem}.`);
  const { valuesForAllRows, force } = settings;
  const receipt = values.receipt ?? valuesForAllRows.receipt;
  const productId = values.product_id ?? valuesForAllRows.product_id;
  const packageName = values.package ?? valuesForAllRows.package;
  const orderId = orderOf(values, settings);
  const purchaseParts = { receipt, productId, package: packageName, orderId };
  const os = osIn(values.os ?? values.os_id);
  if (values.os_id !== undefined && osIn(values.os_id) !== os) {
    return unusableRow(' has an os and an os_id that contradict each other.', {
      ...purchaseParts,
      os: null,
    });
  }
  if (os === null) {
    return unusableRow(' has an os that is neither android (1) nor ios (2).', {
      ...purchaseParts,
      os,
    });
  }
  if (os === 'ios') {
    return unusableRow(
      ' is an iOS purchase. The service’s contract does not show how to look it up.',
      { ...purchaseParts, os: 'ios' },
      'not-shown',
    );
  }
  if (receipt === undefined || productId === undefined || packageName === undefined) {
    const missing = (['receipt', 'productId', 'package'] as const).filter(
      (name) => purchaseParts[name] === undefined,
    );
    return unusableRow(
      ` has no ${missing.map((name) => columnOf[name]).join(' and no ')}.`,
      purchaseParts,
    );
  }
  const purchase: RowPurchase = { receipt, productId, package: packageName, orderId };
  const doubt = force ? undefined : doubtOf(purchase);
  return doubt === undefined
    ? { number, source, purchase, key: keyOf(purchase) }
    : unusableRow(doubt, purchaseParts, 'receipt-doubtful');
}

/** Reads `ios`, `2`, and `2.0`, which spreadsheets make of it; null for any other name. An empty cell means Android. */
function osIn(text = ''): 'android' | 'ios' | null {
  const name = text.trim().toLowerCase().replace(/\.0$/, '');
  if (['', '1', 'android'].includes(name)) return 'android';
  return name === 'ios' || name === '2' ? 'ios' : null;
}

/** The order id of a row. Without `--map` only one of Google counts: a column with the right name may have the game’s own numbers. */
const orderOf = (
  { order_id: id }: RowValues<RowField>,
  { takesAnyOrder }: RowSettings,
): string | undefined =>
  id !== undefined && (takesAnyOrder || /^\s*gpa\./i.test(id)) ? id : undefined;

const sections = {
  'input-unreadable': null,
  'receipt-doubtful': '§2.1',
  'not-shown': notShown['ios-lookup'].section,
} as const;

const columnOf = { receipt: 'receipt', productId: 'product_id', package: 'package' } as const;

/** Why a purchase is not sent, as the rest of a sentence that begins with the place of its row. */
function doubtOf({ receipt, productId, package: name }: RowPurchase): string | undefined {
  const cut = cutCellProblem('a receipt', receipt);
  if (cut !== undefined) return ` ${cut}. Export the table without a spreadsheet.`;
  const doubt =
    (doubtReceipt(receipt) ?? doubtOwnName(receipt, [productId], name))?.says ??
    nameDoubt('the product id', productId) ??
    nameDoubt('the package', name);
  return doubt && `: ${doubt}`;
}

const nameDoubt = (what: string, value: string): string | undefined => {
  const hiddenWords = /^[!-~]*$/.test(value) ? undefined : describeHidden(value);
  return hiddenWords === undefined ? nameProblem(what, value) : `${what} ${hiddenWords}.`;
};

/**
 * 64 bits, as eight characters: two of a million purchases share them once in 37 million such files. Another order id is
 * another purchase: what is unusual in the answer depends on it.
 */
export function keyOf({ productId, package: name, receipt, orderId = '' }: RowPurchase): string {
  const identity = `android\n${productId}\n${name}\n${receipt}\n${orderId}`;
  return hash('sha256', identity, 'binary').slice(0, 8);
}
