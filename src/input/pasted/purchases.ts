import { PvgError } from '../../failure.js';
import { JsonObject, type Json } from '../../text/json/json.js';
import { jsonIn } from '../../text/json/parse.js';

export interface PastedPurchase {
  readonly receipt: string;
  readonly productId?: string;
  /** How many products it names, if not exactly one. */
  readonly products?: number;
  readonly package?: string;
  readonly orderId?: string;
}

// The names in Google Play Billing, in billing libraries and in the store's notifications.
const tokenNames = ['purchaseToken', 'purchase_token', 'purchaseTokenAndroid', 'token'];
const productNames = ['productId', 'product_id', 'sku', 'subscriptionId'];
const productLists = ['productIds', 'product_ids', 'products', 'skus'];
const packageNames = ['packageName', 'package_name', 'packageNameAndroid', 'package'];
const orderIdNames = ['orderId', 'order_id'];
// Billing libraries wrap the store's JSON, often as text inside JSON.
const deepest = 10;

interface Around {
  /** For errors: the option that has the text. */
  readonly what: string;
  readonly depth?: number;
  /** The package in the object around it: the store's notifications name it there. */
  readonly package?: string | undefined;
}

/** Purchases in the store's JSON, bare or in an envelope: `originalJson`, a `Payload`, a list. @throws {PvgError} `input-unreadable` for a member that appears twice */
export function purchasesIn(json: Json, { what, depth = 0, package: outer }: Around): PastedPurchase[] {
  if (depth > deepest) return [];
  const inside = (value: Json, packageName = outer): PastedPurchase[] =>
    purchasesIn(value, { what, depth: depth + 1, package: packageName });
  if (Array.isArray(json)) return json.flatMap((each) => inside(each));
  if (typeof json === 'string') return /^\s*["{[]/.test(json) ? inside(jsonIn(json) ?? null) : [];
  if (!(json instanceof JsonObject)) return [];
  refuseRepeated(json, what);
  const packageName = firstText(json, packageNames) ?? outer;
  const deeper = json.members.flatMap(([, value]) => inside(value, packageName));
  const receipt = firstText(json, tokenNames);
  if (receipt === undefined) return deeper;
  // A library also includes the purchase as the store wrote it, with the members that it left out itself.
  const original = deeper.find((each) => each.receipt === receipt);
  const lists = listsIn(json, productLists);
  const [listed] = lists.find(({ length }) => length === 1) ?? [];
  const ownProduct = firstText(json, productNames) ?? (typeof listed === 'string' ? listed : undefined);
  const products = ownProduct === undefined ? lists[0]?.length : undefined;
  const productId = ownProduct ?? original?.productId;
  const itsPackage = packageName ?? original?.package;
  const orderId = firstText(json, orderIdNames) ?? original?.orderId;
  return [
    {
      receipt,
      ...(productId !== undefined && { productId }),
      ...(productId === undefined && products !== undefined && products > 1 && { products }),
      ...(itsPackage !== undefined && { package: itsPackage }),
      ...(orderId !== undefined && { orderId }),
    },
  ];
}

function refuseRepeated(json: JsonObject, what: string): void {
  const names = [...tokenNames, ...productNames, ...packageNames, ...productLists];
  const name = names.find((each) => json.count(each) > 1);
  if (name === undefined) return;
  throw new PvgError('input-unreadable', `${what} has ${name} twice in one object.`, {
    hint: 'Remove the wrong one.',
  });
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const firstText = (object: JsonObject, names: readonly string[]): string | undefined =>
  names.map((name) => textOf(object.get(name))).find((text) => text !== '');

const listsIn = (object: JsonObject, names: readonly string[]): Json[][] =>
  names.map((name) => object.get(name)).filter((value): value is Json[] => Array.isArray(value));
