import { isSameOrder } from '../contract/order-id.js';
import { acknowledgementStates, purchaseStates } from '../contract/states.js';
import type { Outcome, OutcomeKind } from '../service/outcome.js';
import { isServiceError } from '../service/policy.js';
import { identifiersIn, isIos, isOrderOfSeveral, unreadOrderOf } from '../service/subject.js';
import { shownFingerprint } from '../signing/digest.js';
import { type Json, JsonNumber, readMember, printJson } from '../text/json/json.js';
import { joinWithAnd } from '../text/sentences.js';
import { isoTime } from '../text/times.js';
import { ordersNamed } from './answer-details.js';
import { isVerdict } from './verdict.js';
import { checkFirst, type Fact, type FactId } from './description.js';
import { isDetail } from './details.js';

/** The facts below a verdict. */

/** Doubts about what was asked: the caller may have mistyped an order id or a product, or taken the wrong receipt. */
export function checkFirstFacts(outcome: Outcome): Fact[] {
  const { kind, code, anomalies } = outcome;
  const doubts: string[] = [];
  const orders = ordersNamed(outcome);
  const isOfSeveral = isOrderOfSeveral(outcome.subject, identifiersIn(outcome).order_id ?? '');
  const otherOrder = anomalies.find(({ id }) => id === 'other-order');
  if (otherOrder !== undefined) {
    const [answeredOrderId = '', expected = ''] = otherOrder.values ?? [];
    const why = isSameOrder(answeredOrderId, expected) ? ofOneSubscription : ofOnePlayer;
    const says = `The answer is about order ${answeredOrderId}, not about ${expected}: ${why}`;
    doubts.push(orders.length === 0 ? says : `${says} ${chooseOrder}`);
  } else if (orders.length > 0 && isAboutPurchase(kind) && !isOfSeveral) {
    const names = joinWithAnd(orders);
    doubts.push(
      `The text names several orders: ${names}. Is it the right purchase? ${chooseOrder}`,
    );
  }
  const openOrder = unreadOrderOf(outcome);
  if (openOrder !== undefined) doubts.push(openOrderWords(outcome, openOrder));
  const isMismatch = kind === 'rejected' && code === 'PRODUCT_MISMATCH';
  if (isMismatch || anomalies.some(({ id }) => id === 'other-product')) {
    doubts.push('Is the product id right? Is this the receipt of the ticket?');
  }
  return doubts.map(checkFirst);
}

const ofOnePlayer = 'this may be another purchase of the same player.';
const ofOneSubscription =
  'both are orders of one subscription, which renews itself. A look-up answers for one of its orders.';

function openOrderWords(
  outcome: Outcome,
  { written, probableOrderId }: NonNullable<Outcome['subject']['unreadOrder']>,
): string {
  const answeredOrderId = identifiersIn(outcome).order_id ?? '';
  if (probableOrderId === undefined) {
    return `The text has a part of an order id (${written}), which pvg cannot compare. The answer is about order ${answeredOrderId}. Is it the right purchase? ${chooseOrder}`;
  }
  return `The text has ${written}, which is probably order ${probableOrderId}. The answer is about order ${answeredOrderId}: ${ofOnePlayer} ${chooseOrder}`;
}

/** The orders that the text names without a receipt, one fact for each. They are kept apart, because a reply leaves out those that were looked up. */
export function alsoNamedFacts(outcome: Outcome): Fact[] {
  const { kind, subject } = outcome;
  const { unassignedOrderIds = [] } = subject;
  if (!isAboutPurchase(kind) || isIos(subject)) return [];
  const answeredOrderId = identifiersIn(outcome).order_id ?? '';
  const otherOrderIds = unassignedOrderIds.filter(
    (orderId) => !isSameOrder(orderId, answeredOrderId),
  );
  return otherOrderIds.map((orderId) => ({
    id: 'also-named',
    label: 'Also named',
    value: `The text also names order ${orderId}, without its receipt: this answer says nothing about it.`,
  }));
}

const isAboutPurchase = (kind: OutcomeKind): boolean =>
  kind === 'rejected' || (isVerdict(kind) && kind !== 'store-unavailable');

const chooseOrder = 'Look up again with the right order id to compare it.';

/** What the store and the gateway say. @param showToken whether the facts have the fingerprint of a session token */
export function answerFacts(outcome: Outcome, showToken: boolean): Fact[] {
  const { kind, answer, operation, judgedPart } = outcome;
  if (kind === 'not-confirmed' || kind === 'store-unavailable') {
    return factsFromMembers(answer, storeRejectionLines, outcome);
  }
  if (kind === 'completed' || kind === 'not-completed') {
    const lines = showToken ? [...sessionLines, ...tokenLines] : sessionLines;
    return factsFromMembers(answer, lines, outcome);
  }
  if (isServiceError(kind)) return factsFromMembers(answer, [messageLine], outcome);
  if (judgedPart === undefined) return [];
  if (operation === 'lookup') return transactionFacts(judgedPart, outcome);
  return [
    ...factsFromMembers(judgedPart, [transactionIdLine, productLine], outcome),
    ...factsFromMembers(readMember(judgedPart, 'receipt_info'), purchaseLines, outcome),
  ];
}

/** The label for a member of an answer. */
interface MemberLine {
  readonly label: string;
  readonly member: string;
  readonly id?: FactId;
}

const storeRejectionLines: readonly MemberLine[] = [
  { label: 'Store’s own status', member: 'status' },
  { label: 'Store detail', member: 'error', id: 'store-detail' },
];

const sessionLines: readonly MemberLine[] = [
  { label: 'Completed', member: 'xmdtCompleted' },
  { label: 'xmdtRequired', member: 'xmdtRequired' },
];

const tokenLines: readonly MemberLine[] = [
  { label: 'Token', member: 'sessionToken' },
  { label: 'Token expires', member: 'expiresAt' },
];

const messageLine: MemberLine = { label: 'Message', member: 'message', id: 'message' };
const transactionIdLine: MemberLine = { label: 'Transaction id', member: 'transaction_id' };

/** A value for people; the output layer escapes and cuts it. */
function valueText(value: Json): string {
  if (typeof value === 'string') return value;
  return value instanceof JsonNumber ? value.source : printJson(value);
}

type FactValue = Pick<Fact, 'value' | 'atMs'>;

/** The facts of those members that have a value. */
function factsFromMembers(
  object: Json | undefined,
  lines: readonly MemberLine[],
  outcome: Outcome,
): Fact[] {
  const facts: Fact[] = [];
  for (const { label, member, id } of lines) {
    const value = readMember(object, member) ?? '';
    if (value === '') continue;
    const shownValue = valueWriters[member]?.(value) ?? { value: valueText(value) };
    const fact = {
      label,
      ...shownValue,
      isDetail: isDetail(member, { text: valueText(value), outcome }),
    };
    facts.push(id === undefined ? fact : { id, ...fact });
  }
  return facts;
}

/** A state number with its word: `0 PURCHASED`, `7 (not listed)`. */
const stateName =
  (names: Readonly<Record<string, string>>) =>
  (value: Json): FactValue => {
    const isListed = value instanceof JsonNumber && Object.hasOwn(names, value.source);
    const name = isListed ? names[value.source] : undefined;
    return { value: `${valueText(value)} ${name ?? '(not listed)'}` };
  };

const yesOrNo =
  (yes: string, no: string) =>
  (value: Json): FactValue => {
    if (value === true) return { value: yes };
    return { value: value === false ? no : valueText(value) };
  };

/** Writes a date that an answer has as milliseconds since the epoch or as ISO 8601. */
function dateValue(value: Json): FactValue {
  const ms = value instanceof JsonNumber ? value.value : Date.parse(String(value));
  if (!Number.isInteger(ms) || ms < 0 || Number.isNaN(new Date(ms).getTime())) {
    return { value: valueText(value) };
  }
  return { value: typeof value === 'string' ? value : isoTime(ms), atMs: ms };
}

/** The functions for members whose value is not written as it came. */
const valueWriters: Readonly<Record<string, (value: Json) => FactValue>> = {
  found: yesOrNo(
    'found (a verify call is recorded)',
    'not found (no verify call was ever recorded)',
  ),
  recorded_for_this_game: yesOrNo('yes', 'no'),
  purchase_state: stateName(purchaseStates),
  acknowledgement_state: stateName(acknowledgementStates),
  purchase_date_ms: dateValue,
  xmdtCompleted: yesOrNo('yes', 'no'),
  sessionToken: (token) => ({ value: `${shownFingerprint(String(token))}… (withheld)` }),
  expiresAt: dateValue,
};

const productLine: MemberLine = { label: 'Product', member: 'product_id', id: 'product' };

/** The members of a purchase (§2.3), in the order in which people read them. */
const purchaseLines: readonly MemberLine[] = [
  { label: 'State', member: 'purchase_state' },
  { label: 'Quantity', member: 'quantity' },
  { label: 'Purchase date', member: 'purchase_date_ms' },
  { label: 'Region', member: 'region_code' },
  { label: 'Acknowledged', member: 'acknowledgement_state' },
];

/** The members of the gateway's record (§2.4). */
const recordLines: readonly MemberLine[] = [
  { label: 'Gateway record', member: 'tx_mgmt_id' },
  { label: 'Gateway state', member: 'current_state' },
  { label: 'Last error', member: 'last_error_code' },
  { label: 'Last error message', member: 'last_error_message', id: 'last-error-message' },
  { label: 'Recorded for this game', member: 'recorded_for_this_game' },
  { label: 'Reason', member: 'reason' },
];

const transactionLines: readonly MemberLine[] = [
  { label: 'Order id', member: 'order_id' },
  productLine,
  ...purchaseLines,
];

/** One transaction of a look-up: whether the gateway has it, then what the store and the gateway say. */
export function transactionFacts(transaction: Json, outcome: Outcome): Fact[] {
  const record = readMember(transaction, 'gateway');
  return [
    ...factsFromMembers(record, [{ label: 'Gateway', member: 'found' }], outcome),
    ...factsFromMembers(transaction, transactionLines, outcome),
    ...factsFromMembers(record, recordLines, outcome),
  ];
}
