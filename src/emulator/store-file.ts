import { FileError, type Files } from '../context.js';
import { PvgError } from '../failure.js';
import type { EmulatedPurchase } from '../gateway/store.js';
import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { demoReceipts } from './demo-purchases.js';
import { emulatedPurchase } from './purchase.js';

/**
 * The file of `emulate --store`: a JSON array of purchases that the store knows besides the demo ones.
 *
 *     [{ "receipt": "…", "product_id": "gems_500", "package": "com.example.game" }]
 *
 * Also: os (android, ios), order_id, purchase_state (0, 1, 2), acknowledgement_state (0, 1), quantity,
 * region_code, purchase_date_ms, recorded (true: verified before), last_error_code (of a recorded one).
 */

/** @throws {PvgError} `input-unreadable`, naming the file, the entry and its member; never a value. */
export async function readStoreFile(files: Pick<Files, 'read'>, path: string): Promise<EmulatedPurchase[]> {
  const bytes = await files.read(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new PvgError('input-unreadable', `The store file ${path} could not be read (${error.code}).`, {
      cause: error,
    });
  });
  return parseStoreFile(bytes, path);
}

export function parseStoreFile(bytes: Uint8Array, path: string): EmulatedPurchase[] {
  const entries = parseFile(bytes, path);
  if (!Array.isArray(entries)) throw wrong(path, 'is not a JSON array of purchases');
  const taken = new Set<string>(demoReceipts);
  return entries.map((entry, index) => {
    const place = `entry ${String(index + 1)}`;
    if (!(entry instanceof JsonObject)) throw wrong(path, `${place} is not an object`);
    const purchase = purchaseOf(entry, (says) => wrong(path, `${place}: ${says}`));
    if (taken.has(purchase.receipt)) throw wrong(path, `${place}: receipt is that of another purchase`);
    taken.add(purchase.receipt);
    return purchase;
  });
}

const wrong = (path: string, says: string): PvgError =>
  new PvgError('input-unreadable', `The store file ${path} cannot be used: ${says}.`, {
    hint: 'An entry needs receipt, product_id and, on Android, package.',
  });

function parseFile(bytes: Uint8Array, path: string): Json {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw wrong(path, error instanceof JsonSyntaxError ? error.message : 'the text is not UTF-8');
  }
}

type Refuse = (says: string) => PvgError;

const memberNames = [
  'receipt',
  'product_id',
  'package',
  'os',
  'order_id',
  'purchase_state',
  'acknowledgement_state',
  'quantity',
  'region_code',
  'purchase_date_ms',
  'recorded',
  'last_error_code',
];

function purchaseOf(entry: JsonObject, refuse: Refuse): EmulatedPurchase {
  const unknown = entry.members.find(([name]) => !memberNames.includes(name));
  if (unknown !== undefined)
    throw refuse(`member ${JSON.stringify(unknown[0].slice(0, 40))} is not one of ${memberNames.join(', ')}`);
  const repeated = memberNames.find((name) => entry.count(name) > 1);
  if (repeated !== undefined) throw refuse(`${repeated} stands twice`);

  const read = membersOf(entry, refuse);
  const platform = read.oneOf('os', ['android', 'ios'] as const) ?? 'android';
  const packageName = read.text('package');
  if (platform === 'android' && packageName === undefined) throw refuse('package is missing');
  return emulatedPurchase({
    receipt: read.neededText('receipt'),
    productId: read.neededText('product_id'),
    platform,
    ...given({
      packageName,
      orderId: read.text('order_id'),
      purchaseState: read.integer('purchase_state', 0, 2),
      acknowledgementState: read.integer('acknowledgement_state', 0, 1),
      quantity: read.integer('quantity', 1, Number.MAX_SAFE_INTEGER),
      regionCode: read.text('region_code'),
      purchaseDateMs: read.integer('purchase_date_ms', 0, Number.MAX_SAFE_INTEGER),
    }),
    ...recordOf(read, refuse),
  });
}

/** Without the members that were not said, so that the defaults stand. */
const given = <T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

function recordOf(read: Members, refuse: Refuse): Pick<EmulatedPurchase, 'recorded'> {
  const recorded = read.flag('recorded') ?? false;
  const lastErrorCode = read.text('last_error_code') ?? null;
  if (!recorded && lastErrorCode !== null) throw refuse('last_error_code needs recorded: true');
  return recorded ? { recorded: { lastErrorCode, lastErrorMessage: null, forThisGame: true } } : {};
}

interface Members {
  text(name: string): string | undefined;
  neededText(name: string): string;
  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined;
  integer(name: string, least: number, most: number): number | undefined;
  flag(name: string): boolean | undefined;
}

function membersOf(entry: JsonObject, refuse: Refuse): Members {
  const text = (name: string): string | undefined => {
    const value = entry.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value === '') throw refuse(`${name} is not a text`);
    return value;
  };
  return {
    text,
    neededText: (name) => {
      const value = text(name);
      if (value === undefined) throw refuse(`${name} is missing`);
      return value;
    },
    oneOf: (name, allowed) => {
      const value = entry.get(name);
      if (value === undefined) return undefined;
      const found = allowed.find((each) => each === value);
      if (found === undefined) throw refuse(`${name} is not one of ${allowed.join(', ')}`);
      return found;
    },
    integer: (name, least, most) => {
      const value = entry.get(name);
      if (value === undefined) return undefined;
      const number = value instanceof JsonNumber ? value.value : Number.NaN;
      if (!Number.isSafeInteger(number)) throw refuse(`${name} is not an integer`);
      if (number < least || number > most) throw refuse(`${name} is out of range`);
      return number;
    },
    flag: (name) => {
      const value = entry.get(name);
      if (value !== undefined && typeof value !== 'boolean') throw refuse(`${name} is not true or false`);
      return value;
    },
  };
}
