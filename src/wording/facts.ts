import { acknowledgementStates, purchaseStates } from '../contract/states.js';
import type { Outcome } from '../service/outcome.js';
import { shownFingerprint } from '../signing/digest.js';
import { JsonNumber, memberIn, type Json } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import { joinWithAnd } from '../text/join-with-and.js';
import { isoTime } from '../text/times.js';
import type { Particulars } from './answer-details.js';
import { isVerdict } from './verdict-words.js';
import { checkFirst, type Fact, type FactId } from './description.js';

/** The lines below a verdict. */

/** What the caller may have mistyped. */
export function checkFirstFacts({ kind, code, anomalies, ordersNamed }: Particulars): Fact[] {
  const doubts: string[] = [];
  const [found, asked = ''] = anomalies.find(({ id }) => id === 'other-order')?.values ?? [];
  const isAnswer = (isVerdict(kind) && kind !== 'store-unavailable') || kind === 'rejected';
  if (found !== undefined) {
    const says = `The answer is about order ${found}, not about ${asked}: this may be another purchase of the same player.`;
    doubts.push(ordersNamed.length === 0 ? says : `${says} ${chooseOrder}`);
  } else if (ordersNamed.length > 0 && isAnswer) {
    doubts.push(
      `The text names several orders: ${joinWithAnd(ordersNamed)}. Is it the right purchase? ${chooseOrder}`,
    );
  }
  const isMismatch = kind === 'rejected' && code === 'PRODUCT_MISMATCH';
  if (isMismatch || anomalies.some(({ id }) => id === 'other-product')) {
    doubts.push('Is `--product-id` right? Is this the receipt of the ticket?');
  }
  return doubts.map(checkFirst);
}

const chooseOrder = '`--order-id` chooses the order to compare.';

/** What the store and the gateway say. `tokenIsShown`: a session token is named by its fingerprint, or not at all. */
export function answerFacts(outcome: Outcome, tokenIsShown: boolean): Fact[] {
  const { kind, answer, operation } = outcome;
  if (kind === 'not-confirmed' || kind === 'store-unavailable') {
    return factsFromMembers(answer, [
      ['Store’s own status', 'status'],
      ['Store detail', 'error', 'store-detail'],
    ]);
  }
  if (kind === 'completed' || kind === 'not-completed') {
    return factsFromMembers(answer, tokenIsShown ? sessionLines : sessionLines.slice(0, 2));
  }
  if (!('about' in outcome) || outcome.about === undefined) {
    return 'code' in outcome ? factsFromMembers(answer, [['Message', 'message', 'message']]) : [];
  }
  const { about } = outcome;
  if (operation === 'lookup') return transactionFacts(about);
  return [
    ...factsFromMembers(about, [['Transaction id', 'transaction_id'], productLine]),
    ...factsFromMembers(memberIn(about, 'receipt_info'), purchaseLines),
  ];
}

const sessionLines: readonly Line[] = [
  ['Completed', 'xmdtCompleted'],
  ['xmdtRequired', 'xmdtRequired'],
  ['Token', 'sessionToken'],
  ['Token expires', 'expiresAt'],
];

/** A value for people; the output layer escapes and cuts it. */
const valueText = (value: Json): string =>
  typeof value === 'string' ? value : value instanceof JsonNumber ? value.source : printJson(value);

type Written = Pick<Fact, 'value' | 'atMs'>;
type Line = readonly [label: string, member: string, id?: FactId];

/** Of the members that have a value. */
const factsFromMembers = (object: Json | undefined, lines: readonly Line[]): Fact[] =>
  lines.flatMap(([label, member, id]) => {
    const value = memberIn(object, member) ?? '';
    const written = writers[member]?.(value) ?? { value: valueText(value) };
    return value === '' ? [] : { ...(id && { id }), label, ...written };
  });

/** A state number with its word: `0 PURCHASED`, `7 (not listed)`. */
const stateName =
  (names: Readonly<Record<string, string>>) =>
  (value: Json): Written => {
    const isListed = value instanceof JsonNumber && Object.hasOwn(names, value.source);
    return { value: `${valueText(value)} ${(isListed && names[value.source]) || '(not listed)'}` };
  };

const yesOrNo =
  (yes: string, no: string) =>
  (value: Json): Written => ({
    value: value === true ? yes : value === false ? no : valueText(value),
  });

/** Milliseconds since the epoch, or ISO 8601. */
function date(value: Json): Written {
  const ms = value instanceof JsonNumber ? value.value : Date.parse(String(value));
  if (!Number.isInteger(ms) || ms < 0 || Number.isNaN(new Date(ms).getTime())) {
    return { value: valueText(value) };
  }
  return { value: typeof value === 'string' ? value : isoTime(ms), atMs: ms };
}

/** Of members whose value is not written as it came. */
const writers: Readonly<Record<string, (value: Json) => Written>> = {
  found: yesOrNo(
    'found (a verify call is recorded)',
    'not found (no verify call was ever recorded)',
  ),
  recorded_for_this_game: yesOrNo('yes', 'no'),
  purchase_state: stateName(purchaseStates),
  acknowledgement_state: stateName(acknowledgementStates),
  purchase_date_ms: date,
  xmdtCompleted: yesOrNo('yes', 'no'),
  sessionToken: (token) => ({ value: `${shownFingerprint(String(token))}… (withheld)` }),
  expiresAt: date,
};

const productLine: Line = ['Product', 'product_id', 'product'];

/** §2.3. */
const purchaseLines: readonly Line[] = [
  ['State', 'purchase_state'],
  ['Quantity', 'quantity'],
  ['Purchase date', 'purchase_date_ms'],
  ['Region', 'region_code'],
  ['Acknowledged', 'acknowledgement_state'],
];

/** §2.4. */
const recordLines: readonly Line[] = [
  ['Gateway record', 'tx_mgmt_id'],
  ['Gateway state', 'current_state'],
  ['Last error', 'last_error_code'],
  ['Last error message', 'last_error_message', 'last-error-message'],
  ['Recorded for this game', 'recorded_for_this_game'],
  ['Reason', 'reason'],
];

/** One transaction of a look-up: whether the gateway has it, then what the store and the gateway say. */
export function transactionFacts(transaction: Json): Fact[] {
  const record = memberIn(transaction, 'gateway');
  return [
    ...factsFromMembers(record, [['Gateway', 'found']]),
    ...factsFromMembers(transaction, [['Order id', 'order_id'], productLine, ...purchaseLines]),
    ...factsFromMembers(record, recordLines),
  ];
}
