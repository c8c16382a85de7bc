import { PvgError } from '../failure.js';
import { JsonObject, JsonSyntaxError, type Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';

/** What the store's purchase envelope says about a purchase. */
export interface EnvelopePurchase {
  readonly receipt: string;
  readonly productId?: string;
  /** How many products it names where it is not one. */
  readonly products?: number;
  readonly package?: string;
}

const option = '--purchase-json';
const tokenNames = ['purchaseToken', 'purchase_token', 'token'];
const productNames = ['productId', 'product_id', 'sku'];
const productLists = ['productIds', 'products'];
const packageNames = ['packageName', 'package_name', 'package'];
// Billing libraries wrap the store's JSON, often as text inside JSON.
const deepest = 5;

/**
 * Finds token, product and package in the store's envelope, bare or wrapped (`originalJson`, a `Payload`, a list
 * with one purchase). @throws {PvgError} `input-unreadable`, quoting nothing of the text; `usage` where several
 * products wait for --product-id.
 */
export function readPurchaseJson(
  text: string,
  { productChosen = true }: { readonly productChosen?: boolean } = {},
): EnvelopePurchase {
  const root = parseEnvelope(text);
  const found = purchasesIn(root, 0);
  const [purchase] = found;
  if (purchase === undefined) {
    throw new PvgError('input-unreadable', `${option} holds no purchaseToken.`, {
      hint: 'It takes the JSON that the store’s billing library gave to the game, with purchaseToken, productId and packageName.',
    });
  }
  if (new Set(found.map(({ receipt }) => receipt)).size > 1) {
    throw new PvgError(
      'input-unreadable',
      `${option} holds ${String(found.length)} purchases with different tokens.`,
      {
        hint: 'Give one purchase at a time.',
      },
    );
  }
  if (purchase.products !== undefined && !productChosen) {
    throw new PvgError('usage', `${option} names ${String(purchase.products)} products.`, {
      hint: 'Say which one is meant: `--product-id <id>`.',
    });
  }
  return purchase;
}

function parseEnvelope(text: string): Json {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new PvgError('input-unreadable', `${option} is not JSON: ${error.message}.`, {
      hint: 'Copy it again, in one piece.',
    });
  }
}

function purchasesIn(json: Json, depth: number): EnvelopePurchase[] {
  if (depth > deepest) return [];
  if (Array.isArray(json)) return json.flatMap((each) => purchasesIn(each, depth + 1));
  if (typeof json === 'string')
    return /^\s*[{[]/.test(json) ? purchasesIn(parseQuietly(json), depth + 1) : [];
  if (!(json instanceof JsonObject)) return [];
  for (const name of [...tokenNames, ...productNames, ...packageNames, ...productLists]) {
    if (json.count(name) > 1) {
      throw new PvgError('input-unreadable', `${option} has ${name} twice in one object.`, {
        hint: 'Leave the right one of the two.',
      });
    }
  }
  const receipt = firstText(json, tokenNames);
  if (receipt === undefined) return json.members.flatMap(([, value]) => purchasesIn(value, depth + 1));
  const productId = firstText(json, productNames) ?? firstOfList(json, productLists);
  const products = productId === undefined ? listLength(json, productLists) : undefined;
  const packageName = firstText(json, packageNames);
  return [
    {
      receipt,
      ...(productId !== undefined && { productId }),
      ...(products !== undefined && products > 1 && { products }),
      ...(packageName !== undefined && { package: packageName }),
    },
  ];
}

function parseQuietly(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function firstText(object: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => object.get(name)).find((value) => typeof value === 'string' && value !== '') as
    string | undefined;
}

function firstOfList(object: JsonObject, names: readonly string[]): string | undefined {
  const lists = names.map((name) => object.get(name));
  const list = lists.find((value): value is Json[] => Array.isArray(value) && value.length === 1);
  return typeof list?.[0] === 'string' ? list[0] : undefined;
}

const listLength = (object: JsonObject, names: readonly string[]): number | undefined =>
  names.map((name) => object.get(name)).find((value): value is Json[] => Array.isArray(value))?.length;
