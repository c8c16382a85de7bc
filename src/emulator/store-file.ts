import { FileError, type Files } from '../context.js';
import { PvgError } from '../failure.js';
import type { EmulatedPurchase } from '../gateway/store.js';
import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { demoReceipts } from './demo-purchases.js';
import { emulatedPurchase } from './purchase.js';

/**
 * The file of `emulate --store`: a JSON array of purchases that the store knows in addition to the demo purchases.
 *
 *     [{ "receipt": "…", "product_id": "gems_500", "package": "com.example.game" }]
 *
 * Also: os (android, ios), order_id, purchase_state (0, 1, 2), acknowledgement_state (0, 1), quantity,
 * region_code, purchase_date_ms, voided_date_ms (refunded then), recorded (true: verified before), last_error_code (of a recorded one).
 */

/** @throws {PvgError} `input-unreadable`, naming the file, the entry and the member, but never a value. */
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
  if (!Array.isArray(entries))
    throw unusable(`The store file ${path} must contain a JSON array of purchases.`);
  const taken = new Set<string>(demoReceipts);
  return entries.map((entry, index) => {
    const place = `entry ${String(index + 1)}`;
    if (!(entry instanceof JsonObject)) throw wrong(path, `${place} is not an object`);
    const purchase = purchaseOf(entry, (says) => wrong(path, `${place}: ${says}`));
    if (taken.has(purchase.receipt)) throw wrong(path, `${place}: its receipt belongs to another purchase`);
    taken.add(purchase.receipt);
    return purchase;
  });
}

const unusable = (says: string): PvgError =>
  new PvgError('input-unreadable', says, {
    hint: 'Each entry needs receipt, product_id and, for Android, package.',
  });

const wrong = (path: string, says: string): PvgError =>
  unusable(`The store file ${path} cannot be used: ${says}.`);

function parseFile(bytes: Uint8Array, path: string): Json {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw wrong(path, error instanceof JsonSyntaxError ? error.message : 'it is not UTF-8 text');
  }
}

type Refuse = (says: string) => PvgError;

function purchaseOf(entry: JsonObject, refuse: Refuse): EmulatedPurchase {
  const known: string[] = [];
  const read = <Value>(name: string, as: Reader<Value>): Value | undefined => {
    known.push(name);
    if (entry.count(name) > 1) throw refuse(`${name} appears twice`);
    const value = entry.get(name);
    return value === undefined ? undefined : as(value, (says) => refuse(`${name} ${says}`));
  };
  const needed = (name: string): string => {
    const text = read(name, aText);
    if (text === undefined) throw refuse(`${name} is missing`);
    return text;
  };
  const receipt = needed('receipt');
  const productId = needed('product_id');
  const platform = read('os', oneOf(['android', 'ios'] as const)) ?? 'android';
  const packageName = platform === 'android' ? needed('package') : read('package', aText);
  const recorded = read('recorded', oneOf([true, false], 'is not true or false')) ?? false;
  const lastErrorCode = read('last_error_code', aText) ?? null;
  if (!recorded && lastErrorCode !== null) throw refuse('last_error_code needs recorded: true');
  const usual = {
    orderId: read('order_id', aText),
    purchaseState: read('purchase_state', anInteger(0, 2)),
    acknowledgementState: read('acknowledgement_state', anInteger(0, 1)),
    quantity: read('quantity', anInteger(1, Number.MAX_SAFE_INTEGER)),
    regionCode: read('region_code', aText),
    purchaseDateMs: read('purchase_date_ms', anInteger(0, Number.MAX_SAFE_INTEGER)),
    voidedDateMs: read('voided_date_ms', anInteger(0, Number.MAX_SAFE_INTEGER)),
  };
  const unknown = entry.members.find(([name]) => !known.includes(name));
  if (unknown !== undefined)
    throw refuse(`member ${JSON.stringify(unknown[0].slice(0, 40))} is not one of ${known.join(', ')}`);
  return emulatedPurchase({
    receipt,
    productId,
    platform,
    packageName,
    ...usual,
    ...(recorded && { recorded: { lastErrorCode, lastErrorMessage: null, forThisGame: true } }),
  });
}

/** Reads a value, or refuses it with a reason. */
type Reader<Value> = (value: Json, refuse: Refuse) => Value;

const aText: Reader<string> = (value, refuse) => {
  if (typeof value !== 'string' || value === '') throw refuse('is not text');
  return value;
};

const oneOf =
  <Value extends Json>(
    allowed: readonly Value[],
    otherwise = `is not one of ${allowed.join(', ')}`,
  ): Reader<Value> =>
  (value, refuse) => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw refuse(otherwise);
    return found;
  };

const anInteger =
  (least: number, most: number): Reader<number> =>
  (value, refuse) => {
    const number = value instanceof JsonNumber ? value.value : Number.NaN;
    if (!Number.isSafeInteger(number)) throw refuse('is not an integer');
    if (number < least || number > most) throw refuse('is out of range');
    return number;
  };
