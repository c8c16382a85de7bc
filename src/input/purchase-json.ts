import { PvgError } from '../failure.js';
import { JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { jsonIn, parseJson } from '../text/json/parse.js';

export interface EnvelopePurchase {
  readonly receipt: string;
  readonly productId?: string;
  /** How many products it names, if not exactly one. */
  readonly products?: number;
  readonly package?: string;
}

const option = '--purchase-json';
// The names in Google Play Billing, in billing libraries and in the store's notifications.
const tokenNames = ['purchaseToken', 'purchase_token', 'purchaseTokenAndroid', 'token'];
const productNames = ['productId', 'product_id', 'sku', 'subscriptionId'];
const productLists = ['productIds', 'product_ids', 'products', 'skus'];
const packageNames = ['packageName', 'package_name', 'packageNameAndroid', 'package'];
// Billing libraries wrap the store's JSON, often as text inside JSON.
const deepest = 10;

interface EnvelopeOptions {
  readonly productId?: string | undefined;
}

/**
 * Finds receipt, product and package in the store's JSON, bare or wrapped: `originalJson`, a `Payload`, a list, a
 * Pub/Sub message, a log line of the billing library. @throws {PvgError} `input-unreadable`, which quotes nothing of
 * the text; `usage` for several products without --product-id.
 */
export function readPurchaseJson(text: string, { productId }: EnvelopeOptions = {}): EnvelopePurchase {
  const roots = parseEnvelope(text);
  const all = roots.flatMap((root) => purchasesIn(root, { depth: 0 }));
  const chosen = all.filter((purchase) => productId !== undefined && purchase.productId === productId);
  const found = chosen.length > 0 ? chosen : all;
  const [purchase] = found;
  if (purchase === undefined) {
    throw new PvgError('input-unreadable', `${option} has no \`purchaseToken\`.`, {
      hint: roots.some(isOfApple)
        ? 'This is an iOS receipt. Use `--receipt @<file> --os ios` with what the game sends.'
        : 'Use the JSON that the store’s billing library gave to the game, with purchaseToken, productId and packageName.',
    });
  }
  if (new Set(found.map(({ receipt }) => receipt)).size > 1) {
    throw new PvgError(
      'input-unreadable',
      `${option} has ${String(found.length)} purchases with different receipts.`,
      {
        hint:
          productId === undefined && new Set(found.map((each) => each.productId)).size > 1
            ? 'Choose one with `--product-id <id>`, or use one purchase at a time.'
            : 'Use one purchase at a time.',
      },
    );
  }
  const named = new Set(found.flatMap((each) => each.productId ?? []));
  const products = named.size === 0 ? (purchase.products ?? 0) : named.size;
  if (products > 1 && productId === undefined) {
    throw new PvgError('usage', `${option} names ${String(products)} products.`, {
      hint: 'Choose one with `--product-id <id>`.',
    });
  }
  // The same purchase twice: a member may be missing in one place and present in the other.
  return found.reduceRight((merged, each) => ({ ...merged, ...each }));
}

/** The game engine's envelope around an Apple receipt. */
const isOfApple = (root: Json): boolean =>
  root instanceof JsonObject &&
  /^(?:Mac)?AppleAppStore$|^AppleAppStore|^MacAppStore$/.test(textOf(root.get('Store')));

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function parseEnvelope(text: string): readonly Json[] {
  const bare = text.replace(/^\uFEFF/, '');
  try {
    return [parseJson(bare)];
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const logged = loggedPurchases(bare);
    if (logged.length > 0) return logged;
    throw new PvgError('input-unreadable', `${option} is not JSON: ${error.message}.`, {
      hint: whyNotJson(bare),
    });
  }
}

const whyNotJson = (text: string): string => {
  if (/[\u201C-\u201F]/.test(text))
    return 'It has typographic quotation marks: a chat program replaced the plain ones ("). Copy the JSON from the game’s server log.';
  if (/\u2026|\.{3}/.test(text))
    return 'It has an ellipsis: a program shortened it. Copy the complete JSON from the game’s server log, or use a file.';
  if (text.includes('```')) return 'Remove the lines with ```. Use only the text from { to }.';
  return 'Copy the JSON again, in one piece, from { to }.';
};

// How the store's billing library writes a purchase into a log: `Purchase.toString()`.
const loggedMark = 'Purchase. Json: ';

function loggedPurchases(text: string): Json[] {
  return text
    .split(loggedMark)
    .slice(1)
    .flatMap((rest) => {
      const end = endOfObject(rest);
      return end === undefined ? [] : (jsonIn(rest.slice(0, end)) ?? []);
    });
}

/** Where the object at the beginning of the text ends; undefined if it does not end. */
function endOfObject(text: string): number | undefined {
  if (!text.startsWith('{')) return undefined;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString && character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

interface Around {
  readonly depth: number;
  /** The package in the object around it: the store's notifications name it there. */
  readonly package?: string | undefined;
}

function purchasesIn(json: Json, { depth, package: outer }: Around): EnvelopePurchase[] {
  if (depth > deepest) return [];
  const inside = (value: Json, place: Pick<Around, 'package'> = { package: outer }): EnvelopePurchase[] =>
    purchasesIn(value, { depth: depth + 1, ...place });
  if (Array.isArray(json)) return json.flatMap((each) => inside(each));
  if (typeof json === 'string') return /^\s*[{[]/.test(json) ? inside(jsonIn(json) ?? null) : [];
  if (!(json instanceof JsonObject)) return [];
  for (const name of [...tokenNames, ...productNames, ...packageNames, ...productLists]) {
    if (json.count(name) > 1) {
      throw new PvgError('input-unreadable', `${option} has ${name} twice in one object.`, {
        hint: 'Remove the wrong one.',
      });
    }
  }
  const packageName = firstText(json, packageNames) ?? outer;
  const deeper = json.members.flatMap(([name, value]) =>
    inside(name === 'data' ? published(value) : value, { package: packageName }),
  );
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
  return [
    {
      receipt,
      ...(productId !== undefined && { productId }),
      ...(productId === undefined && products !== undefined && products > 1 && { products }),
      ...(itsPackage !== undefined && { package: itsPackage }),
    },
  ];
}

/** The store's notifications come as Pub/Sub messages, whose data is JSON in base64. */
function published(value: Json): Json {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return value;
  const text = Buffer.from(value, 'base64').toString('utf8');
  return text.startsWith('{') ? text : value;
}

const firstText = (object: JsonObject, names: readonly string[]): string | undefined =>
  names.map((name) => textOf(object.get(name))).find((text) => text !== '');

const listsIn = (object: JsonObject, names: readonly string[]): Json[][] =>
  names.map((name) => object.get(name)).filter((value): value is Json[] => Array.isArray(value));
