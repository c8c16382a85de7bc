import { hasWholeForm } from '../../contract/purchase-token.js';
import { type Json, JsonNumber, JsonObject } from '../../text/json/json.js';
import { findObjectEnd, parseIfJson } from '../../text/json/parse.js';
import { madeOnce } from '../../text/made-once.js';
import { brokenMark } from './broken-mark.js';
import { trimEndMarks, trimReceiptMarks } from './end-of-sentence.js';
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
  findRoleOfLabel,
  purchaseRoles,
} from './store-names.js';
import { isTextBelow } from './text-below.js';

/** Finds every purchase in one reading of a text: as JSON anywhere in it, or as lines of names and values. */

/** What may be a purchase. `readPasted` takes it only if all readings of the text agree about it. */
export interface Candidate {
  readonly receipt: string;
  readonly productId?: string;
  readonly package?: string;
  readonly orderId?: string;
}

/** If an object repeats one of these members, its receipt is marked as broken: nobody knows which of the two values counts. */
const membersThatStandOnce = [
  ...memberNames.receipt,
  ...memberNames.productId,
  ...memberNames.package,
  ...productLists,
  ...['receipt', 'os_id'],
];

/** The values that a candidate has, its receipt among them. */
export function listValues(candidate: Candidate): string[] {
  return purchaseRoles.flatMap((role) => candidate[role] ?? []);
}

/** Makes a purchase of the values that are neither missing nor empty. */
export function buildCandidate(
  receipt: string,
  values: Partial<Record<PurchaseRole, string | undefined>>,
): Candidate {
  const present = Object.entries(values).filter(([, value]) => value);
  return { ...Object.fromEntries(present), receipt };
}

/** How deep JSON is read: billing libraries wrap the store’s JSON, often as text inside JSON. */
const mostJsonLevels = 10;

interface PlaceInJson {
  readonly depth: number;
  /** The package in the object around it, where the store’s notifications name it. */
  readonly outerPackage?: string | undefined;
}

function findCandidatesInJson(
  json: Json | undefined,
  budget: ReadingBudget,
  { depth, outerPackage }: PlaceInJson = { depth: 0 },
): Candidate[] {
  const isText = typeof json === 'string';
  if (isText && !/^\s*["{[]/.test(json)) return [];
  if (!isText && !Array.isArray(json) && !(json instanceof JsonObject)) return [];
  if (depth > mostJsonLevels) {
    budget.isExceeded = true;
    return [];
  }
  const place = { depth: depth + 1, outerPackage };
  if (isText) return findCandidatesInJson(parseIfJson(json), budget, place);
  if (Array.isArray(json)) return json.flatMap((item) => findCandidatesInJson(item, budget, place));
  const packageName = readTextMember(json, 'package') ?? outerPackage;
  const inside = { depth: depth + 1, outerPackage: packageName };
  const deeper = json.members.flatMap(([, value]) => findCandidatesInJson(value, budget, inside));
  const receipt = readTextMember(json, 'receipt') ?? readRequestReceipt(json);
  if (receipt === undefined) return deeper;
  // The objects inside are read, too: a library may include the purchase as the store wrote it, with more members.
  return [...readObjectCandidates(json, receipt, packageName), ...deeper];
}

/** The purchases in an object with a receipt: one for each of its products. */
function readObjectCandidates(
  json: JsonObject,
  receipt: string,
  packageName: string | undefined,
): Candidate[] {
  const isRepeated = membersThatStandOnce.some((name) => json.isRepeated(name));
  const listedProducts = productLists
    .flatMap((name) => json.get(name))
    .filter((value) => typeof value === 'string');
  const productId = readTextMember(json, 'productId');
  const productIds = productId === undefined ? listedProducts : [productId];
  const orderId = readTextMember(json, 'orderId');
  return (productIds.length === 0 ? [undefined] : productIds).map((product) =>
    buildCandidate(isRepeated ? `${receipt}${brokenMark}` : receipt, {
      productId: product,
      package: packageName,
      orderId,
    }),
  );
}

/**
 * The receipt in the body of a verify or a look-up of an Android purchase (§2.1, §4.2), as the log of a game’s server
 * has it. Without `os_id`, the form of the receipt shows which store it is of.
 */
function readRequestReceipt(json: JsonObject): string | undefined {
  const receipt = json.get('receipt');
  if (typeof receipt !== 'string' || receipt === '') return undefined;
  const platform = json.get('os_id');
  const isAndroid = platform === '1' || (platform instanceof JsonNumber && platform.value === 1);
  const showsStore = isAndroid || (platform === undefined && hasWholeForm(receipt));
  return showsStore ? receipt : undefined;
}

/** The text of the first member of a role that has one. */
function readTextMember(json: JsonObject, role: PurchaseRole): string | undefined {
  const values = memberNames[role].map((name) => json.get(name));
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** What all readings of a text may cost together. */
export interface ReadingBudget {
  /** How many more `{` that begin no object may be tried: each of them costs reading the rest of the text. */
  attempts: number;
  /** Whether a part of the text was not read, so that there may be further purchases. */
  isExceeded: boolean;
}

/** All purchases of one reading of a text. */
export function findCandidates(text: string, budget: ReadingBudget): Candidate[] {
  const candidates: Candidate[] = [];
  const opening = /\{\s*"/g;
  let match = opening.exec(text);
  while (match !== null && budget.attempts > 0) {
    const end = findObjectEnd(text, match.index);
    const objectCandidates =
      end === undefined ? undefined : readObject(text.slice(match.index, end), budget);
    if (end === undefined || objectCandidates === undefined) budget.attempts -= 1;
    else opening.lastIndex = end;
    candidates.push(...(objectCandidates ?? []));
    match = opening.exec(text);
  }
  if (match !== null) budget.isExceeded = true;
  return [...candidates, ...findCandidatesInLines(text), ...findPurchasesInAddresses(text)];
}

/** The purchases in the text of one JSON object; undefined if it is not JSON, not even with its broken lines joined. */
function readObject(text: string, budget: ReadingBudget): Candidate[] | undefined {
  const json = parseIfJson(text);
  if (json !== undefined) return findCandidatesInJson(json, budget);
  const joinedJson = parseIfJson(joinBrokenLines(text));
  if (joinedJson === undefined) return undefined;
  return findCandidatesInJson(joinedJson, budget).flatMap(checkJoinedCandidate);
}

/**
 * Whether a value has only the characters of a store’s names and tokens, which shows that a broken line lost none. `=3D`
 * may be quoted-printable text, which has a reading of its own.
 */
function isStoreText(text: string): boolean {
  return /^[\w.~:+/=-]*$/.test(text) && !/=[0-9A-F]{2}/.test(text);
}

/**
 * Marks a purchase as broken if joining its lines may have lost a part. It is not dropped, because then it could no longer
 * contradict another reading. It is dropped only if its receipt is whole without the breaks after `=`: that is probably
 * quoted-printable text, which has a reading of its own.
 */
function checkJoinedCandidate(candidate: Candidate): Candidate[] {
  if (listValues(candidate).every(isStoreText)) return [candidate];
  if (isStoreText(candidate.receipt.replaceAll(`=${brokenMark}`, ''))) return [];
  return [{ ...candidate, receipt: `${candidate.receipt}${brokenMark}` }];
}

/** `• *Order ID:* GPA.…`, `token = abc`, `商品：gems_100`. */
const labelledLine = madeOnce(
  () =>
    /^[\s*•-]*([\p{L}\u2116][\p{L}\p{M} _\u00A0\u00B0'\u2019-]{1,24})\**[:=\uFF1A](?:\*{1,2}(?=\s))?\s*(\S+)[ \t]*$/u,
);

/** `order GPA.…`: an order id needs no `:` in front, because nothing else begins with `GPA.`. */
const orderLine = madeOnce(() => /^[\s*•-]*(\p{L}[\p{L}\p{M} _-]{1,24})[ \t]+(GPA\.\S+)[ \t]*$/iu);

/** The role and the value of a line: of `- Order ID: GPA.…`, `orderId` and `GPA.…`. */
export function readLabelledLine(line: string): readonly [PurchaseRole, string] | undefined {
  const [, label = '', value = ''] = labelledLine().exec(line) ?? orderLine().exec(line) ?? [];
  const role = findRoleOfLabel(label);
  if (role === undefined) return undefined;
  if (role !== 'receipt') return [role, value];
  // People may call an order id a receipt. A value of small letters is a word: `Receipt: attached`.
  if (findOrderId(value) !== undefined) return ['orderId', value];
  return /^[a-z]*$/.test(value) ? undefined : [role, value];
}

/** The values of one purchase as lines name them, or a part of them. */
type LabelledValues = Partial<Record<PurchaseRole, string>>;

/** The purchases in lines such as `token: abc`. A receipt that may go on in the next line is marked as broken. */
function findCandidatesInLines(text: string): Candidate[] {
  const parts = text
    .split(/\r?\n/)
    .flatMap((line, lineIndex) => separateFields(line).map((part) => ({ part, lineIndex })));
  const lines = parts.map(({ part }) => part);
  const nextFilledLines = findNextFilledLines(lines);
  const blocks: LineValue[][] = [[]];
  for (const [index, { part, lineIndex }] of parts.entries()) {
    if (part.trim() === '') blocks.push([]);
    const [role, valueInLine = ''] = readLabelledLine(part) ?? [];
    if (role === undefined) continue;
    const value = readLabelledValue(role, valueInLine, {
      next: lines[index + 1] ?? '',
      nextFilled: nextFilledLines[index] ?? '',
    });
    if (value !== '') blocks.at(-1)?.push({ role, value, lineIndex });
  }
  const filled = blocks.filter(({ length }) => length > 0);
  const purchases = groupBlockValues(filled.map(joinValuesOfLines));
  return purchases.flatMap(({ receipt, ...values }) =>
    receipt ? buildCandidate(receipt, values) : [],
  );
}

interface LineValue {
  readonly role: PurchaseRole;
  readonly value: string;
  /** The line of the text that it stands in, from 0. */
  readonly lineIndex: number;
}

/** Joins the values of one line, in whatever order they stand: they are of one purchase, until a name comes again. */
function joinValuesOfLines(values: readonly LineValue[]): LabelledValues[] {
  const joined: LabelledValues[] = [];
  let indexBefore: number | undefined;
  for (const { role, value, lineIndex } of values) {
    const last = joined.at(-1);
    if (last === undefined || lineIndex !== indexBefore || Object.hasOwn(last, role)) {
      joined.push({ [role]: value });
    } else last[role] = value;
    indexBefore = lineIndex;
  }
  return joined;
}

/**
 * Puts the values of each purchase together. If each block has one receipt, each block is a purchase. Otherwise a name that
 * comes again begins the next purchase. If these purchases do not all have the same names, their receipts are marked as
 * broken, because it is not certain which values belong together.
 * @param blocks the values between empty lines
 */
function groupBlockValues(blocks: readonly LabelledValues[][]): LabelledValues[] {
  const receiptCounts = blocks.map((block) => block.filter(({ receipt }) => receipt).length);
  if (receiptCounts.every((count) => count === 1)) return blocks.flatMap(groupValueSequence);
  const purchases = groupValueSequence(blocks.flat());
  const receipts = new Set(purchases.flatMap(({ receipt }) => receipt ?? []));
  const namesOfEach = new Set(purchases.map(listRolesWithoutPackage));
  if (receipts.size <= 1 || namesOfEach.size <= 1) return purchases;
  return purchases.map(({ receipt, ...values }) =>
    receipt === undefined ? values : { ...values, receipt: `${receipt}${brokenMark}` },
  );
}

/**
 * Puts values that follow each other into purchases. The same order id may come again: if the values below it fit the purchase,
 * they belong to it, and otherwise the order id begins another purchase.
 */
function groupValueSequence(values: readonly LabelledValues[]): LabelledValues[] {
  const purchases: LabelledValues[] = [];
  let purchase: LabelledValues = {};
  /** The order id that came again, and the values below it. */
  let below: LabelledValues | undefined;
  for (const value of values) {
    // The same order id again: the values below it decide to which purchase it belongs.
    if (below === undefined && isSameOrderAgain(purchase, value)) below = value;
    else if (canTake(below ?? purchase, value) && !differ(purchase, value)) {
      if (below === undefined) purchase = { ...purchase, ...value };
      else below = { ...below, ...value };
    } else if (below !== undefined && canTake(below, value)) {
      // The value contradicts the purchase above, so the order id that came again has begun another one.
      purchases.push(purchase);
      purchase = { ...below, ...value };
      below = undefined;
    } else {
      // A name comes again: it begins the next purchase.
      purchases.push({ ...purchase, ...below });
      purchase = value;
      below = undefined;
    }
  }
  return [...purchases, { ...purchase, ...below }];
}

/** Whether a value may belong to a purchase: its name is new there, or it is the same order again. */
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
function listRolesWithoutPackage(purchase: LabelledValues): string {
  return purchaseRoles
    .filter((role) => role !== 'package' && Object.hasOwn(purchase, role))
    .join(' ');
}

/** A line with a name and a value, such as `Price: 4.99`. A receipt has no blank, so the line is not the rest of one. */
const otherLabel = madeOnce(
  () => /^[\s*•-]*(?:[a-z][\w .-]{1,24}[:=][ \t]+|\p{L}[\p{L}\p{M}\w .-]{1,24}\uFF1A[ \t]*)\S/iu,
);

/** The value behind a label; empty for a text that cannot be a value of this role. @param valueInLine with its quotes and marks */
function readLabelledValue(role: PurchaseRole, valueInLine: string, below: NextLines): string {
  const quoted = /^(["'`])(.*)\1[,;]?$/.exec(valueInLine)?.[2];
  const value = quoted ?? trimValueMark(role, valueInLine);
  if (role === 'orderId') return findOrderId(value) ?? '';
  // `App: My Game` is the title of an app; only a package has a point.
  if (role === 'package' && !value.includes('.')) return '';
  if (role !== 'receipt') return isStoreText(value) ? value : '';
  // Quotes, or a mark such as a comma behind the value, show that it ends there.
  const hasEndMark = quoted !== undefined || value !== valueInLine;
  const isWhole = hasEndMark || !mayGoOnBelow(value, below);
  // A mark at the end does not make it broken: a later check asks about the mark.
  const isStoreValue = isStoreText(quoted ?? trimEndMarks(value));
  return isWhole && isStoreValue && !hasMaskInside(value) ? value : `${value}${brokenMark}`;
}

function trimValueMark(role: PurchaseRole, value: string): string {
  return role === 'receipt' ? trimReceiptMarks(value) : value.replace(/[,;.]$/, '');
}

/** The lines below a value. */
interface NextLines {
  readonly next: string;
  /** The first one that is not empty. */
  readonly nextFilled: string;
}

/** For each line, the first line below it that is not empty. */
function findNextFilledLines(lines: readonly string[]): string[] {
  const below: string[] = [];
  let nextFilled = '';
  for (const line of lines.toReversed()) {
    below.push(nextFilled);
    if (line.trim() !== '') nextFilled = line;
  }
  return below.reverse();
}

/** Whether a receipt may go on in the lines below it. Also below an empty line: some mails have one after each line. */
function mayGoOnBelow(receipt: string, { next, nextFilled }: NextLines): boolean {
  if (next.trim() !== '') {
    const isLabelled = otherLabel().test(next) || readLabelledLine(next) !== undefined;
    return !isLabelled && !isTextBelow(receipt, next);
  }
  const word = nextFilled.trim();
  return isStoreText(word) && word !== '' && !isPlainWord(word) && !otherLabel().test(word);
}
