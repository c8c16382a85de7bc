import { acknowledgementStates, purchaseStates } from '../contract/states.js';
import type { Outcome } from '../service/outcome.js';
import { shownFingerprint } from '../signing/digest.js';
import { JsonNumber, JsonObject, memberIn, type Json } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import { isoTime } from '../text/times.js';
import { isStoreCredentials, isMismatch } from './verdict.js';
import type { Situation } from './situation.js';
import { checkFirst, type Fact, type FactId } from './words.js';

/** The lines below a verdict: what the store and the gateway say. */

/** `tokenIsShown`: a session token is named by its fingerprint, or not at all. */
export const factsOf = (outcome: Outcome, of: Situation, tokenIsShown: boolean): Fact[] => [
  ...doubtsOf(of),
  ...answerFacts(outcome, of, tokenIsShown),
];

/** What the caller may have mistyped. */
function doubtsOf(of: Situation): Fact[] {
  const order = of.anomalies.find(({ id }) => id === 'other-order');
  const [found = '', asked = ''] = order?.values ?? [];
  return [
    ...(order === undefined
      ? []
      : [
          checkFirst(
            `The answer is about order ${found}, not about ${asked}: this may be another purchase of the same player.`,
          ),
        ]),
    ...(of.anomalies.some(({ id }) => id === 'other-product')
      ? [checkFirst('Is `--product-id` right, and is this the receipt of the ticket?')]
      : []),
    ...(isMismatch(of)
      ? [checkFirst('Is `--product-id` right? The store’s record of this receipt has another product.')]
      : []),
  ];
}

function answerFacts(outcome: Outcome, of: Situation, tokenIsShown: boolean): Fact[] {
  const { kind, answer, operation } = outcome;
  if (kind === 'not-confirmed' || kind === 'store-unavailable') return rejectionFacts(of, answer);
  if (kind === 'completed' || kind === 'not-completed') return sessionFacts(answer, tokenIsShown);
  if ('about' in outcome && outcome.about !== undefined)
    return operation === 'verify'
      ? verifyFacts(outcome.about)
      : [
          { label: 'Store', value: 'found (the store knows the purchase)' },
          ...transactionFacts(outcome.about),
        ];
  // The service's own message.
  const message = 'code' in outcome ? memberIn(answer, 'message') : undefined;
  return typeof message === 'string' && message !== ''
    ? [{ id: 'message', label: 'Message', value: message }]
    : [];
}

const longestValueShown = 200;

/** A value for people; the output layer escapes it. */
const shown = (value: Json): string => {
  const text =
    typeof value === 'string' ? value : value instanceof JsonNumber ? value.source : printJson(value);
  return text.length <= longestValueShown ? text : `${text.slice(0, longestValueShown)}…`;
};

const fact = (label: string, value: Json | undefined, id?: FactId): Fact[] =>
  value === undefined || value === null ? [] : [{ ...(id && { id }), label, value: shown(value) }];

/** A state number with its word: `0 PURCHASED`, `7 (not listed)`. */
const stateFact = (
  id: FactId,
  label: string,
  states: Readonly<Record<string, string>>,
  state: Json | undefined,
): Fact[] => {
  if (state === undefined) return [];
  const isListed = state instanceof JsonNumber && Object.hasOwn(states, state.source);
  return [{ id, label, value: `${shown(state)} ${(isListed && states[state.source]) || '(not listed)'}` }];
};

function timeFact(label: string, value: Json | undefined): Fact[] {
  const ms = value instanceof JsonNumber && Number.isInteger(value.value) ? value.value : Number.NaN;
  return ms >= 0 && ms <= latestDateMs ? [{ label, value: isoTime(ms), atMs: ms }] : fact(label, value);
}

/** Milliseconds since the epoch that a date can have. */
const latestDateMs = 8.64e15;

const yesNo = (label: string, value: Json | undefined): Fact[] =>
  typeof value === 'boolean' ? [{ label, value: value ? 'yes' : 'no' }] : fact(label, value);

/** §2.3. */
const purchaseFacts = (purchase: Json | undefined): Fact[] => [
  ...stateFact('state', 'State', purchaseStates, memberIn(purchase, 'purchase_state')),
  ...fact('Quantity', memberIn(purchase, 'quantity')),
  ...timeFact('Purchase date', memberIn(purchase, 'purchase_date_ms')),
  ...fact('Region', memberIn(purchase, 'region_code')),
  ...stateFact(
    'acknowledged',
    'Acknowledged',
    acknowledgementStates,
    memberIn(purchase, 'acknowledgement_state'),
  ),
];

const verifyFacts = (answer: Json): Fact[] => [
  ...fact('Transaction id', memberIn(answer, 'transaction_id'), 'transaction-id'),
  ...fact('Product', memberIn(answer, 'product_id'), 'product'),
  ...purchaseFacts(memberIn(answer, 'receipt_info')),
];

/** One transaction of a look-up: whether the gateway has it, then what the store and the gateway say. */
export function transactionFacts(transaction: Json | undefined): Fact[] {
  if (!(transaction instanceof JsonObject)) return [];
  const record = transaction.get('gateway');
  const found = memberIn(record, 'found');
  return [
    ...(typeof found === 'boolean'
      ? [{ label: 'Gateway', value: found ? gatewayFound.yes : gatewayFound.no }]
      : fact('Gateway', found)),
    ...fact('Order id', transaction.get('order_id') ?? transaction.get('transaction_id'), 'order-id'),
    ...fact('Product', transaction.get('product_id'), 'product'),
    ...purchaseFacts(transaction),
    ...recordFacts(record),
  ];
}

const gatewayFound = {
  yes: 'found (a verify call is recorded)',
  no: 'not found (no verify call was ever recorded)',
} as const;

export const recordFacts = (record: Json | undefined): Fact[] => [
  ...fact('Gateway record', memberIn(record, 'tx_mgmt_id'), 'gateway-record'),
  ...fact('Gateway state', memberIn(record, 'current_state'), 'gateway-state'),
  ...fact('Last error', memberIn(record, 'last_error_code'), 'last-error'),
  ...fact('Last error message', memberIn(record, 'last_error_message'), 'last-error-message'),
  ...yesNo('Recorded for this game', memberIn(record, 'recorded_for_this_game')),
  ...fact('Reason', memberIn(record, 'reason'), 'reason'),
];

const rejectionFacts = (of: Situation, answer: Json): Fact[] => [
  {
    label: 'Store',
    value:
      of.kind === 'not-confirmed'
        ? 'not found (the store does not confirm the purchase)'
        : `no result (the store ${isStoreCredentials(of) ? 'refused the gateway’s credentials' : 'failed'})`,
  },
  ...fact('Store’s own status', memberIn(answer, 'status')),
  ...fact('Store detail', memberIn(answer, 'error'), 'store-detail'),
];

function sessionFacts(answer: Json, tokenIsShown: boolean): Fact[] {
  const [token, expires] = [memberIn(answer, 'sessionToken'), memberIn(answer, 'expiresAt')];
  const expiresMs = typeof expires === 'string' ? Date.parse(expires) : Number.NaN;
  const required = memberIn(answer, 'xmdtRequired');
  return [
    ...yesNo('Completed', memberIn(answer, 'xmdtCompleted')),
    ...fact(
      'xmdtRequired',
      required === undefined ? undefined : `${shown(required)} (whether the SDK form shows a close button)`,
    ),
    ...(tokenIsShown && typeof token === 'string'
      ? [
          { label: 'Token', value: `${shownFingerprint(token)}… (withheld)` },
          ...fact('Token expires', expires).map((each) => ({
            ...each,
            ...(!Number.isNaN(expiresMs) && { atMs: expiresMs }),
          })),
        ]
      : []),
  ];
}
