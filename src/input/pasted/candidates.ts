import { type Json, JsonObject } from '../../text/json/json.js';
import { jsonIn } from '../../text/json/parse.js';
import { brokenMark } from './broken-mark.js';
import { orderIdIn } from './look-alikes.js';
import { joinBrokenLines } from './paste-layers.js';
import { purchasesInAddresses } from './store-addresses.js';

/** Every purchase in ONE text: as JSON wherever it stands, or as lines of names and values. */

export interface Candidate {
  readonly receipt: string;
  readonly productId?: string;
  readonly package?: string;
  readonly orderId?: string;
}

type Role = 'receipt' | 'productId' | 'package' | 'orderId';

/** The names in Google Play Billing, in billing libraries and in the store's notifications. */
const memberNames: Readonly<Record<Role, readonly string[]>> = {
  receipt: ['purchaseToken', 'purchase_token', 'purchaseTokenAndroid', 'token'],
  productId: ['productId', 'product_id', 'sku', 'subscriptionId'],
  package: ['packageName', 'package_name', 'packageNameAndroid', 'package'],
  orderId: ['orderId', 'order_id'],
};
const productLists = ['productIds', 'product_ids', 'products', 'skus'];
const membersThatStandOnce = [
  ...memberNames.receipt,
  ...memberNames.productId,
  ...memberNames.package,
  ...productLists,
];
const roles = Object.keys(memberNames) as readonly Role[];

export function valuesOf(candidate: Candidate): string[] {
  return roles.flatMap((role) => candidate[role] ?? []);
}

/** Without what is missing or empty. */
function buildCandidate(
  receipt: string,
  values: Partial<Record<Role, string | undefined>>,
): Candidate {
  const present = Object.entries(values).filter(([, value]) => value);
  return { ...Object.fromEntries(present), receipt };
}

/** Billing libraries wrap the store's JSON, often as text inside JSON. */
const deepest = 10;

/** `outer`: the package in the object around it, where the store's notifications name it. */
function candidatesInJson(json: Json | undefined, outer?: string, depth = 0): Candidate[] {
  if (depth > deepest) return [];
  if (Array.isArray(json)) {
    return json.flatMap((item) => candidatesInJson(item, outer, depth + 1));
  }
  if (typeof json === 'string') {
    const isJson = /^\s*["{[]/.test(json);
    return isJson ? candidatesInJson(jsonIn(json), outer, depth + 1) : [];
  }
  if (!(json instanceof JsonObject)) return [];
  const packageName = textMember(json, 'package') ?? outer;
  const deeper = json.members.flatMap(([, value]) =>
    candidatesInJson(value, packageName, depth + 1),
  );
  const receipt = textMember(json, 'receipt');
  if (receipt === undefined) return deeper;
  const receipts = [receipt, `${receipt}${brokenMark}`];
  // A library also includes the purchase as the store wrote it, with the members that it left out itself.
  const samePurchase = deeper.filter((candidate) => receipts.includes(candidate.receipt));
  return [...candidatesOfObject(json, receipt, packageName), ...samePurchase];
}

/** One for each product. */
function candidatesOfObject(
  json: JsonObject,
  receipt: string,
  packageName: string | undefined,
): Candidate[] {
  // Which value of a name counts that stands twice is not known.
  const isRepeated = membersThatStandOnce.some((name) => json.repeats(name));
  const listed = productLists
    .flatMap((name) => json.get(name))
    .filter((value) => typeof value === 'string');
  const productId = textMember(json, 'productId');
  const productIds = productId === undefined ? listed : [productId];
  const orderId = textMember(json, 'orderId');
  return (productIds.length === 0 ? [undefined] : productIds).map((product) =>
    buildCandidate(isRepeated ? `${receipt}${brokenMark}` : receipt, {
      productId: product,
      package: packageName,
      orderId,
    }),
  );
}

/** The first that has a text; undefined without one. */
function textMember(json: JsonObject, role: Role): string | undefined {
  const values = memberNames[role].map((name) => json.get(name));
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** Each attempt that fails reads the rest of the text, so that `budget` counts them. */
export function candidatesIn(text: string, budget: { attempts: number }): Candidate[] {
  const candidates: Candidate[] = [];
  const opening = /\{\s*"/g;
  let match = opening.exec(text);
  while (match !== null && budget.attempts > 0) {
    const end = endOfObject(text, match.index);
    const found = end === undefined ? undefined : readObject(text.slice(match.index, end));
    if (end === undefined || found === undefined) budget.attempts -= 1;
    else opening.lastIndex = end;
    candidates.push(...(found ?? []));
    match = opening.exec(text);
  }
  return [...candidates, ...candidatesInLines(text), ...purchasesInAddresses(text)];
}

/** undefined for what is not JSON, also with its lines put together. */
function readObject(text: string): Candidate[] | undefined {
  const json = jsonIn(text);
  if (json !== undefined) return candidatesInJson(json);
  const joinedJson = jsonIn(joinBrokenLines(text));
  if (joinedJson === undefined) return undefined;
  return candidatesInJson(joinedJson).flatMap(unbroken);
}

/**
 * Only what a store's names and tokens consist of: nothing else shows that a broken line lost nothing. What looks like
 * quoted-printable may be just that, so its own reading counts.
 */
function isStoreText(text: string): boolean {
  return /^[\w.~:+/=-]*$/.test(text) && !/=[0-9A-F]{2}/.test(text);
}

/** Not taken, and not dropped either: what is dropped has no vote against another reading. */
function unbroken(candidate: Candidate): Candidate[] {
  if (valuesOf(candidate).every(isStoreText)) return [candidate];
  if (isStoreText(candidate.receipt.replaceAll(`=${brokenMark}`, ''))) return [];
  return [{ ...candidate, receipt: `${candidate.receipt}${brokenMark}` }];
}

/** As people write them, in small letters and without blanks. */
const labels: Readonly<Record<Role, RegExp>> = {
  receipt: /^(?:receipt|(?:purchase)?token(?:android)?)$/,
  productId: /^(?:product(?:id|sku)?|sku(?:id)?|item(?:id)?|subscriptionid)$/,
  package: /^(?:package(?:name|id)?(?:android)?|app(?:id|package)?|applicationid)$/,
  orderId: /^(?:(?:google|store)?order(?:id|no|number)?|transactionid)$/,
};

const labelledLine =
  /^[\s*•-]*([a-z][a-z _\u00A0-]{1,24})\**[:=](?:\*{1,2}(?=\s))?\s*(\S+)[ \t]*$/i;

/** `- Order ID: GPA.…`. */
function readLabelledLine(line: string): readonly [Role, string] | undefined {
  const [, label = '', value = ''] = labelledLine.exec(line) ?? [];
  const plainLabel = label.toLowerCase().replace(/[\s_-]/g, '');
  const role = roles.find((each) => labels[each].test(plainLabel));
  if (role === undefined) return undefined;
  if (role !== 'receipt') return [role, value];
  // People call an order id a receipt, too; `Receipt: attached` names none.
  if (orderIdIn(value) !== undefined) return ['orderId', value];
  return /^[a-z]*$/.test(value) ? undefined : [role, value];
}

/** A name that comes again begins the next purchase. A receipt that may go on in the next line is marked as broken. */
function candidatesInLines(text: string): Candidate[] {
  const lines = text.split(/\r?\n/);
  const purchases: Partial<Record<Role, string>>[] = [{}];
  for (const [index, line] of lines.entries()) {
    const [role, value = ''] = readLabelledLine(line) ?? [];
    if (role === undefined) continue;
    if (purchases.at(-1)?.[role] !== undefined) purchases.push({});
    const purchase = purchases.at(-1) ?? {};
    purchase[role] = labelledValue(role, value, lines[index + 1] ?? '');
  }
  return purchases.flatMap(({ receipt, ...values }) =>
    receipt ? buildCandidate(receipt, values) : [],
  );
}

/** A line with another name and a value: with its blank it is not the rest of a receipt. */
const otherLabel = /^[\s*•-]*[a-z][\w .-]{1,24}[:=][ \t]+\S/i;

/** Empty for a text that cannot be this value. */
function labelledValue(role: Role, written: string, nextLine: string): string {
  const quoted = /^(["'`])(.*)\1[,;]?$/.exec(written)?.[2];
  const value = quoted ?? (role === 'receipt' ? written : written.replace(/[,;.]$/, ''));
  if (role === 'orderId') return orderIdIn(value) ?? '';
  // An app's title stands under the same name as its package.
  if (role === 'package' && !value.includes('.')) return '';
  if (role !== 'receipt') return isStoreText(value) ? value : '';
  const isAtEnd =
    nextLine.trim() === '' || otherLabel.test(nextLine) || readLabelledLine(nextLine) !== undefined;
  const isWhole = quoted !== undefined || isAtEnd;
  return isWhole && isStoreText(value) ? value : `${value}${brokenMark}`;
}

/** Where the object that begins at `start` ends; undefined if it does not end. */
export function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isInString && character === '\\') {
      index += lengthOfEscaped(text, index + 1);
    } else if (character === '"') {
      isInString = !isInString;
    } else if (isInString) {
      continue;
    } else if (character === '{') {
      depth += 1;
    } else if (character === '}') {
      depth -= 1;
    }
    if (depth === 0) return index + 1;
  }
  return undefined;
}

/** The character that a backslash escapes may stand on the next line. */
function lengthOfEscaped(text: string, start: number): number {
  if (text[start] === '\r') return 3;
  return text[start] === '\n' ? 2 : 1;
}
