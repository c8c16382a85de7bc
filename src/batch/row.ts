import { hash } from 'node:crypto';
import { notShown } from '../contract/not-shown.js';
import { hiddenIn } from '../input/hidden.js';
import { doubtOwnName, doubtReceipt } from '../input/receipt.js';
import type { TableRow } from '../tables/table.js';
import type { Trouble } from './gate.js';

/** A row of the input, and the purchase that it names: that is its identity, not its number. */

export interface Purchase {
  readonly productId: string;
  readonly package: string;
  /** Opaque: never trimmed or repaired (§2.1). */
  readonly receipt: string;
  /** Of the ticket: compared with the answer's, never sent. */
  readonly orderId?: string | undefined;
}

export interface Row extends Trouble {
  /** From 1, in this run's input. */
  readonly number: number;
  readonly line: number;
  /** Where it is in the input, for people: `Spreadsheet row 17 (line 18 of the file)`. */
  readonly place: string;
  readonly input: () => string;
  /** undefined: it cannot be looked up, and `problem` says why. */
  readonly purchase: Purchase | undefined;
  /** Of the purchase. */
  readonly key?: Buffer;
  readonly problem?: Problem;
  /** What is known of a purchase that cannot be looked up. */
  readonly has?: { readonly [Name in keyof Purchase]?: Purchase[Name] | undefined } & {
    readonly os?: 'android' | 'ios' | null;
  };
}

export interface Problem {
  readonly code: 'input-unreadable' | 'receipt-doubtful' | 'not-shown';
  /** A sentence with the row's place. */
  readonly says: string;
  readonly section: string | null;
}

export const fields = ['receipt', 'product_id', 'package', 'order_id', 'os'] as const;
export type Field = (typeof fields)[number];

export const usualNames: Readonly<Record<Field, readonly string[]>> = {
  receipt: ['receipt', 'purchaseToken', 'token', 'receipt data'],
  product_id: ['product_id', 'sku', 'product'],
  package: ['package', 'package name', 'bundle id', 'application id'],
  order_id: ['order_id', 'store order id'],
  os: ['os', 'os_id', 'platform'],
};

export interface RowSettings {
  /** For rows that have none. */
  readonly ofAll: Readonly<Partial<Record<Field, string>>>;
  /** Send receipts that do not look like receipts. */
  readonly force: boolean;
  /** The order id comes from a column that the user chose: then it counts in any form. */
  readonly takesAnyOrder: boolean;
}

const osNames: Readonly<Record<string, 'android' | 'ios' | undefined>> = {
  '1': 'android',
  // Spreadsheets turn the number 1 into 1.0.
  '1.0': 'android',
  android: 'android',
  '2': 'ios',
  '2.0': 'ios',
  ios: 'ios',
};

/** Nothing is repaired: a receipt is opaque (§2.1). */
export function rowOf(
  from: TableRow<Field>,
  number: number,
  { ofAll, force, takesAnyOrder }: RowSettings,
): Row {
  const { values, line, sheetRow, problem } = from;
  const place =
    sheetRow === undefined ? `Line ${line}` : `Spreadsheet row ${sheetRow} (line ${line} of the file)`;
  const row = { number, line, place, input: () => from.input() };
  const bad = (code: Problem['code'], says: string, section: string | null = null): Row => ({
    ...row,
    purchase: undefined,
    problem: { code, says: `${place}${says}`, section },
  });
  if (problem !== undefined) return bad('input-unreadable', ` ${problem}.`);
  // A column with the right name may have the game's own numbers.
  const isOrder = values.order_id !== undefined && (takesAnyOrder || /^\s*gpa\./i.test(values.order_id));
  const has = {
    receipt: values.receipt ?? ofAll.receipt,
    productId: values.product_id ?? ofAll.product_id,
    package: values.package ?? ofAll.package,
    ...(isOrder && { orderId: values.order_id }),
  };
  const os = values.os?.trim().toLowerCase() ?? '';
  const platform = os === '' ? 'android' : (osNames[os] ?? null);
  if (platform === null)
    return {
      ...bad('input-unreadable', ' has an os that is neither android (1) nor ios (2).'),
      has: { ...has, os: null },
    };
  if (platform === 'ios')
    return {
      ...bad(
        'not-shown',
        ' is an iOS purchase. The service’s contract does not show how to look it up.',
        notShown['ios-lookup'].section,
      ),
      has: { ...has, os: 'ios' },
    };
  const missing = (['receipt', 'productId', 'package'] as const).filter((name) => has[name] === undefined);
  const { receipt, productId, package: packageName } = has;
  if (receipt === undefined || productId === undefined || packageName === undefined)
    return {
      ...bad('input-unreadable', ` has no ${missing.map((name) => columnOf[name]).join(' and no ')}.`),
      has,
    };
  const purchase = { ...has, receipt, productId, package: packageName };
  const doubt = force ? undefined : doubtOf(purchase);
  return doubt === undefined
    ? { ...row, purchase, key: keyOf(purchase) }
    : { ...bad('receipt-doubtful', `: ${doubt}`, '§2.1'), has };
}

const columnOf = { receipt: 'receipt', productId: 'product_id', package: 'package' } as const;

const doubtOf = ({ receipt, productId, package: name }: Purchase): string | undefined =>
  (doubtReceipt(receipt) ?? doubtOwnName(receipt, [productId], name))?.says ??
  hidden('product id', productId) ??
  hidden('package', name);

const hidden = (what: string, value: string): string | undefined => {
  const found = hiddenIn(value);
  return found === undefined ? undefined : `the ${what} ${found}.`;
};

/** 64 bits: two of a million purchases share them once in 37 million such files. */
export const keyOf = ({ productId, package: name, receipt }: Purchase): Buffer =>
  hash('sha256', `android\n${productId}\n${name}\n${receipt}`, 'buffer').subarray(0, 8);
