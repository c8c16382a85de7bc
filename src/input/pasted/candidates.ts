import { JsonObject, type Json } from '../../text/json/json.js';
import { jsonIn } from '../../text/json/parse.js';
import { orderIdIn } from './look-alikes.js';
import { brokenMark, joinBrokenLines } from './paste-layers.js';

/** Every purchase in ONE text: as JSON wherever it stands, or as lines of names and values. */

export interface Candidate {
  readonly receipt: string;
  readonly productId?: string;
  readonly package?: string;
  readonly orderId?: string;
}

type Role = 'receipt' | 'productId' | 'package' | 'orderId';

/** The names in Google Play Billing, in billing libraries and in the store's notifications. */
const names: Readonly<Record<Role, readonly string[]>> = {
  receipt: ['purchaseToken', 'purchase_token', 'purchaseTokenAndroid', 'token'],
  productId: ['productId', 'product_id', 'sku', 'subscriptionId'],
  package: ['packageName', 'package_name', 'packageNameAndroid', 'package'],
  orderId: ['orderId', 'order_id'],
};
const productLists = ['productIds', 'product_ids', 'products', 'skus'];
const onlyOnce = [...names.receipt, ...names.productId, ...names.package, ...productLists];
const roles = Object.keys(names) as readonly Role[];

export function valuesOf(candidate: Candidate): string[] {
  return roles.flatMap((role) => candidate[role] ?? []);
}

/** Without what is missing or empty. */
const candidate = (
  receipt: string,
  values: Partial<Record<Role, string | undefined>>,
): Candidate => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value)),
  receipt,
});

/** Billing libraries wrap the store's JSON, often as text inside JSON. */
const deepest = 10;

/** `outer`: the package in the object around it, where the store's notifications name it. */
function candidatesInJson(json: Json | undefined, outer?: string, depth = 0): Candidate[] {
  if (depth > deepest) return [];
  if (Array.isArray(json)) return json.flatMap((each) => candidatesInJson(each, outer, depth + 1));
  if (typeof json === 'string') {
    return /^\s*["{[]/.test(json) ? candidatesInJson(jsonIn(json), outer, depth + 1) : [];
  }
  if (!(json instanceof JsonObject)) return [];
  const own = (role: Role): string | undefined =>
    names[role]
      .map((name) => json.get(name))
      .find((value): value is string => typeof value === 'string' && value !== '');
  const around = own('package') ?? outer;
  const deeper = json.members.flatMap(([, value]) => candidatesInJson(value, around, depth + 1));
  const receipt = own('receipt');
  if (receipt === undefined) return deeper;
  // Which value of a name counts that stands twice is not known.
  const isRepeated = onlyOnce.some((name) => json.repeats(name));
  const listed = productLists
    .flatMap((name) => json.get(name))
    .filter((each) => typeof each === 'string');
  const productIds = [own('productId') ?? (listed.length > 0 ? listed : undefined)].flat();
  const orderId = own('orderId');
  const here = productIds.map((productId) =>
    candidate(isRepeated ? `${receipt}${brokenMark}` : receipt, {
      productId,
      package: around,
      orderId,
    }),
  );
  // A library also includes the purchase as the store wrote it, with the members that it left out itself.
  return [
    ...here,
    ...deeper.filter((each) => [receipt, `${receipt}${brokenMark}`].includes(each.receipt)),
  ];
}

/** Each attempt that fails reads the rest of the text, so that `budget` counts them. */
export function candidatesIn(text: string, budget: { attempts: number }): Candidate[] {
  const found: Candidate[] = [];
  const opening = /\{\s*"/g;
  for (let match = opening.exec(text); match !== null && budget.attempts > 0; match = opening.exec(text)) {
    const end = endOfObject(text, match.index);
    const object = text.slice(match.index, end);
    const json = end === undefined ? undefined : jsonIn(object);
    const line = end === undefined || json !== undefined ? undefined : jsonIn(joinBrokenLines(object));
    if (end === undefined || (json ?? line) === undefined) budget.attempts -= 1;
    else opening.lastIndex = end;
    found.push(...candidatesInJson(json), ...candidatesInJson(line).flatMap(unbroken));
  }
  return [...found, ...candidatesInLines(text)];
}

/**
 * Only what a store's names and tokens consist of: nothing else shows that a broken line lost nothing. What looks like
 * quoted-printable may be just that, so its own reading counts.
 */
const isStoreText = (text: string): boolean =>
  /^[\w.~:+/=-]*$/.test(text) && !/=[0-9A-F]{2}/.test(text);

/** Not taken, and not dropped either: what is dropped has no vote against another reading. */
function unbroken(found: Candidate): Candidate[] {
  if (valuesOf(found).every(isStoreText)) return [found];
  if (isStoreText(found.receipt.replaceAll(`=${brokenMark}`, ''))) return [];
  return [{ ...found, receipt: `${found.receipt}${brokenMark}` }];
}

/** As people write them, in small letters and without blanks. */
const spoken: Readonly<Record<Role, RegExp>> = {
  receipt: /^(?:receipt|(?:purchase)?token(?:android)?)$/,
  productId: /^(?:product(?:id)?|sku|subscriptionid)$/,
  package: /^package(?:name)?(?:android)?$/,
  orderId: /^order(?:id|number)?$/,
};

/** `- Order ID: GPA.…`. */
function readLabelledLine(line: string): readonly [Role, string] | undefined {
  const [, name = '', value = ''] =
    /^[\s*•-]*([a-z][a-z _\u00A0-]{1,24})\**[:=](?:\*{1,2}(?=\s))?\s*(\S+)[ \t]*$/i.exec(line) ??
    [];
  const plainName = name.toLowerCase().replace(/[\s_-]/g, '');
  const role = roles.find((each) => spoken[each].test(plainName));
  // People call an order id a receipt, too; `Receipt: attached` names none.
  if (role === 'receipt' && orderIdIn(value) !== undefined) return ['orderId', value];
  return role === undefined || (role === 'receipt' && /^[a-z]*$/.test(value))
    ? undefined
    : [role, value];
}

/** A name that comes again begins the next purchase. A receipt that may go on in the next line is marked as broken. */
function candidatesInLines(text: string): Candidate[] {
  const lines = text.split(/\r?\n/);
  const purchases: Partial<Record<Role, string>>[] = [{}];
  for (const [index, line] of lines.entries()) {
    const [role, raw = ''] = readLabelledLine(line) ?? [];
    if (role === undefined) continue;
    const inner = /^(["'`])(.*)\1[,;]?$/.exec(raw)?.[2];
    const next = lines[index + 1] ?? '';
    const isWhole = inner !== undefined || next.trim() === '' || readLabelledLine(next) !== undefined;
    const value = inner ?? (role === 'receipt' ? raw : raw.replace(/[,;.]$/, ''));
    if (purchases.at(-1)?.[role] !== undefined) purchases.push({});
    const purchase = purchases.at(-1) ?? {};
    if (role === 'orderId') purchase.orderId = orderIdIn(value) ?? '';
    else if (role === 'receipt') {
      purchase.receipt = isWhole && isStoreText(value) ? value : `${value}${brokenMark}`;
    } else purchase[role] = isStoreText(value) ? value : '';
  }
  return purchases.flatMap(({ receipt, ...values }) => (receipt ? candidate(receipt, values) : []));
}

/** Where the object that begins at `start` ends; undefined if it does not end. */
export function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    // The character that it escapes may stand on the next line.
    if (inString && character === '\\') {
      index += text[index + 1] === '\r' ? 3 : text[index + 1] === '\n' ? 2 : 1;
    } else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}
