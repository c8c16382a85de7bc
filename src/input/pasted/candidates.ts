import { hasWholeForm } from '../../contract/purchase-token.js';
import { type Json, JsonNumber, JsonObject } from '../../text/json/json.js';
import { endOfObject, jsonIn } from '../../text/json/parse.js';
import { madeOnce } from '../../text/made-once.js';
import { brokenMark } from './broken-mark.js';
import { trimSentenceMarks, trimSentence } from './end-of-sentence.js';
import { separateFields } from './fields-in-line.js';
import type { PurchaseRole } from './foreign-labels.js';
import { findOrderId } from './order-ids.js';
import { isPlainWord } from './plain-words.js';
import { joinBrokenLines } from './paste-layers.js';
import {
  hasMaskInside,
  memberNames,
  productLists,
  findPurchasesInAddresses,
  roleOfLabel,
  purchaseRoles,
} from './store-names.js';
import { isTextBelow } from './text-below.js';

/** Every purchase in ONE text: as JSON wherever it stands, or as lines of names and values. */

export interface Candidate {
  readonly receipt: string;
  readonly productId?: string;
  readonly package?: string;
  readonly orderId?: string;
}

const membersThatStandOnce = [
  ...memberNames.receipt,
  ...memberNames.productId,
  ...memberNames.package,
  ...productLists,
  ...['receipt', 'os_id'],
];

export function valuesOf(candidate: Candidate): string[] {
  return purchaseRoles.flatMap((role) => candidate[role] ?? []);
}

/** A purchase with the values that are neither missing nor empty. */
export function buildCandidate(
  receipt: string,
  values: Partial<Record<PurchaseRole, string | undefined>>,
): Candidate {
  const present = Object.entries(values).filter(([, value]) => value);
  return { ...Object.fromEntries(present), receipt };
}

/** How deep JSON is read: billing libraries wrap the store's JSON, often as text inside JSON. */
const deepest = 10;

interface PlaceInJson {
  readonly depth: number;
  /** The package in the object around it, where the store’s notifications name it. */
  readonly outerPackage?: string | undefined;
}

function candidatesInJson(
  json: Json | undefined,
  budget: ReadingBudget,
  { depth, outerPackage }: PlaceInJson = { depth: 0 },
): Candidate[] {
  const isText = typeof json === 'string';
  if (isText && !/^\s*["{[]/.test(json)) return [];
  if (!isText && !Array.isArray(json) && !(json instanceof JsonObject)) return [];
  if (depth > deepest) {
    budget.isExceeded = true;
    return [];
  }
  const place = { depth: depth + 1, outerPackage };
  if (isText) return candidatesInJson(jsonIn(json), budget, place);
  if (Array.isArray(json)) return json.flatMap((item) => candidatesInJson(item, budget, place));
  const packageName = textMember(json, 'package') ?? outerPackage;
  const inside = { depth: depth + 1, outerPackage: packageName };
  const deeper = json.members.flatMap(([, value]) => candidatesInJson(value, budget, inside));
  const receipt = textMember(json, 'receipt') ?? receiptOfRequest(json);
  if (receipt === undefined) return deeper;
  // A library also includes the purchase as the store wrote it, with the members that it left out itself.
  return [...candidatesOfObject(json, receipt, packageName), ...deeper];
}

/** The purchases in an object with a receipt: one for each of its products. */
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

/**
 * In the body of a verify or a look-up of an Android purchase (§2.1, §4.2), as the log of a game’s server has it. Where a
 * part of the body does not say which store it is, the form of the receipt does.
 */
function receiptOfRequest(json: JsonObject): string | undefined {
  const receipt = json.get('receipt');
  if (typeof receipt !== 'string' || receipt === '') return undefined;
  const platform = json.get('os_id');
  const isAndroid = platform === '1' || (platform instanceof JsonNumber && platform.value === 1);
  const showsStore = isAndroid || (platform === undefined && hasWholeForm(receipt));
  return showsStore ? receipt : undefined;
}

/** The text of the first member of a role that has one. */
function textMember(json: JsonObject, role: PurchaseRole): string | undefined {
  const values = memberNames[role].map((name) => json.get(name));
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** What all readings of a text may cost together. */
export interface ReadingBudget {
  /** Each attempt that fails reads the rest of the text. */
  attempts: number;
  /** A part of the text was not read: what was found is not all. */
  isExceeded: boolean;
}

export function candidatesIn(text: string, budget: ReadingBudget): Candidate[] {
  const candidates: Candidate[] = [];
  const opening = /\{\s*"/g;
  let match = opening.exec(text);
  while (match !== null && budget.attempts > 0) {
    const end = endOfObject(text, match.index);
    const found = end === undefined ? undefined : readObject(text.slice(match.index, end), budget);
    if (end === undefined || found === undefined) budget.attempts -= 1;
    else opening.lastIndex = end;
    candidates.push(...(found ?? []));
    match = opening.exec(text);
  }
  if (match !== null) budget.isExceeded = true;
  return [...candidates, ...candidatesInLines(text), ...findPurchasesInAddresses(text)];
}

/** undefined for what is not JSON, also with its lines put together. */
function readObject(text: string, budget: ReadingBudget): Candidate[] | undefined {
  const json = jsonIn(text);
  if (json !== undefined) return candidatesInJson(json, budget);
  const joinedJson = jsonIn(joinBrokenLines(text));
  if (joinedJson === undefined) return undefined;
  return candidatesInJson(joinedJson, budget).flatMap(unbroken);
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

const labelledLine = madeOnce(
  () =>
    /^[\s*•-]*(\p{L}[\p{L}\p{M} _\u00A0'\u2019-]{1,24})\**[:=\uFF1A](?:\*{1,2}(?=\s))?\s*(\S+)[ \t]*$/u,
);

/** `order GPA.…`: no sign has to stand in front of what only an order id can be. */
const orderLine = madeOnce(() => /^[\s*•-]*(\p{L}[\p{L}\p{M} _-]{1,24})[ \t]+(GPA\.\S+)[ \t]*$/iu);

/** `- Order ID: GPA.…`. */
function readLabelledLine(line: string): readonly [PurchaseRole, string] | undefined {
  const [, label = '', value = ''] = labelledLine().exec(line) ?? orderLine().exec(line) ?? [];
  const role = roleOfLabel(label);
  if (role === undefined) return undefined;
  if (role !== 'receipt') return [role, value];
  // People call an order id a receipt, too; `Receipt: attached` names none.
  if (findOrderId(value) !== undefined) return ['orderId', value];
  return /^[a-z]*$/.test(value) ? undefined : [role, value];
}

/** The values of one purchase in lines. */
type LabelledValues = Partial<Record<PurchaseRole, string>>;

/** A receipt that may go on in the next line is marked as broken. */
function candidatesInLines(text: string): Candidate[] {
  const parts = text
    .split(/\r?\n/)
    .flatMap((line, written) => separateFields(line).map((part) => ({ part, written })));
  const lines = parts.map(({ part }) => part);
  const filledBelow = filledLinesBelow(lines);
  const blocks: LineValue[][] = [[]];
  for (const [index, { part, written: line }] of parts.entries()) {
    if (part.trim() === '') blocks.push([]);
    const [role, written = ''] = readLabelledLine(part) ?? [];
    if (role === undefined) continue;
    const value = labelledValue(role, written, {
      next: lines[index + 1] ?? '',
      nextFilled: filledBelow[index] ?? '',
    });
    if (value !== '') blocks.at(-1)?.push({ role, value, line });
  }
  const filled = blocks.filter(({ length }) => length > 0);
  const purchases = purchasesInBlocks(filled.map(joinValuesOfLines));
  return purchases.flatMap(({ receipt, ...values }) =>
    receipt ? buildCandidate(receipt, values) : [],
  );
}

interface LineValue {
  readonly role: PurchaseRole;
  readonly value: string;
  /** The line of the text that it stands in. */
  readonly line: number;
}

/** The values of one line belong together, in whatever order they stand there, up to a name that comes again. */
function joinValuesOfLines(values: readonly LineValue[]): LabelledValues[] {
  const joined: LabelledValues[] = [];
  let lineBefore: number | undefined;
  for (const { role, value, line } of values) {
    const last = joined.at(-1);
    if (last === undefined || line !== lineBefore || Object.hasOwn(last, role)) {
      joined.push({ [role]: value });
    } else last[role] = value;
    lineBefore = line;
  }
  return joined;
}

/**
 * Blocks with a receipt each are a purchase each. Otherwise a name that comes again begins the next purchase: where the
 * purchases do not have the same names then, it is not certain whose the values are.
 */
function purchasesInBlocks(blocks: readonly LabelledValues[][]): LabelledValues[] {
  const receiptCounts = blocks.map((block) => block.filter(({ receipt }) => receipt).length);
  if (receiptCounts.every((count) => count === 1)) return blocks.flatMap(purchasesInSequence);
  const purchases = purchasesInSequence(blocks.flat());
  const receipts = new Set(purchases.flatMap(({ receipt }) => receipt ?? []));
  const namesOfEach = new Set(purchases.map(rolesWithoutPackage));
  if (receipts.size <= 1 || namesOfEach.size <= 1) return purchases;
  return purchases.map(({ receipt, ...values }) =>
    receipt === undefined ? values : { ...values, receipt: `${receipt}${brokenMark}` },
  );
}

/** Whether the same order stands there again goes on with its purchase or begins another one, the values below it show. */
function purchasesInSequence(values: readonly LabelledValues[]): LabelledValues[] {
  const purchases: LabelledValues[] = [];
  let purchase: LabelledValues = {};
  /** What stands below an order id that came again. */
  let below: LabelledValues | undefined;
  for (const value of values) {
    if (below === undefined && isSameOrderAgain(purchase, value)) below = value;
    else if (canTake(below ?? purchase, value) && !differ(purchase, value)) {
      if (below === undefined) purchase = { ...purchase, ...value };
      else below = { ...below, ...value };
    } else if (below !== undefined && canTake(below, value)) {
      purchases.push(purchase);
      purchase = { ...below, ...value };
      below = undefined;
    } else {
      purchases.push({ ...purchase, ...below });
      purchase = value;
      below = undefined;
    }
  }
  return [...purchases, { ...purchase, ...below }];
}

/** A name that comes again begins another purchase, unless it is the same order. */
function canTake(purchase: LabelledValues, value: LabelledValues): boolean {
  const hasSameName = Object.keys(value).some((role) => Object.hasOwn(purchase, role));
  return !hasSameName || isSameOrderAgain(purchase, value);
}

function isSameOrderAgain(purchase: LabelledValues, value: LabelledValues): boolean {
  return (
    value.orderId !== undefined && value.orderId === purchase.orderId && !differ(purchase, value)
  );
}

function differ(one: LabelledValues, other: LabelledValues): boolean {
  return purchaseRoles.some((role) => !mayBeEqual(one[role], other[role]));
}

function mayBeEqual(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** The roles that the values of a purchase have. The package is left out: it may stand once for all purchases of an app. */
function rolesWithoutPackage(purchase: LabelledValues): string {
  return purchaseRoles
    .filter((role) => role !== 'package' && Object.hasOwn(purchase, role))
    .join(' ');
}

/** A line with another name and a value: with its blank it is not the rest of a receipt. */
const otherLabel = madeOnce(
  () => /^[\s*•-]*(?:[a-z][\w .-]{1,24}[:=][ \t]+|\p{L}[\p{L}\p{M}\w .-]{1,24}\uFF1A[ \t]*)\S/iu,
);

/** The value behind a label; empty for a text that cannot be a value of this role. */
function labelledValue(role: PurchaseRole, written: string, below: NextLines): string {
  const quoted = /^(["'`])(.*)\1[,;]?$/.exec(written)?.[2];
  const value = quoted ?? valueWithoutMark(role, written);
  if (role === 'orderId') return findOrderId(value) ?? '';
  // An app's title stands under the same name as its package.
  if (role === 'package' && !value.includes('.')) return '';
  if (role !== 'receipt') return isStoreText(value) ? value : '';
  const isWhole = quoted !== undefined || value !== written || !mayGoOnBelow(value, below);
  // A mark at its end is doubted by name.
  const isStores = isStoreText(quoted ?? trimSentenceMarks(value));
  return isWhole && isStores && !hasMaskInside(value) ? value : `${value}${brokenMark}`;
}

function valueWithoutMark(role: PurchaseRole, written: string): string {
  return role === 'receipt' ? trimSentence(written) : written.replace(/[,;.]$/, '');
}

interface NextLines {
  readonly next: string;
  /** The first that is not empty. */
  readonly nextFilled: string;
}

function filledLinesBelow(lines: readonly string[]): string[] {
  const below: string[] = [];
  let nextFilled = '';
  for (const line of lines.toReversed()) {
    below.push(nextFilled);
    if (line.trim() !== '') nextFilled = line;
  }
  return below.reverse();
}

/** Whether a receipt may go on in the lines below it: also below an empty line, because some mails have one below each line. */
function mayGoOnBelow(receipt: string, { next, nextFilled }: NextLines): boolean {
  if (next.trim() !== '') {
    const isLabelled = otherLabel().test(next) || readLabelledLine(next) !== undefined;
    return !isLabelled && !isTextBelow(receipt, next);
  }
  const word = nextFilled.trim();
  return isStoreText(word) && word !== '' && !isPlainWord(word) && !otherLabel().test(word);
}
