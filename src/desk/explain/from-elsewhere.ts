import { sentences } from '../../contract/judgement.js';
import { acknowledgementStates, purchaseStates } from '../../contract/platforms.js';
import { doctorOnline } from '../../contract/outcome.js';
import { exitStatuses } from '../../failure.js';

/**
 * What people ask about that is no code of this service: words of the store and its libraries, numbers of an SDK, a
 * sentence on the player's screen. What the store's words mean is general knowledge, and is marked as such.
 */
export interface FromElsewhere {
  /** What it is: never the text itself, unless it is in a table here. */
  readonly headline: string;
  readonly note: string;
  readonly next: readonly string[];
}

const lookUp = ['pvg', 'lookup', '--help'] as const;
export const ifPaid = 'If the player says that they paid, look up the purchase.';
const ofServer = 'Or ask the game’s developers for the line of the server’s log that has `error`.';
export const general = '(general store behaviour, not in the contract)';

/** The response codes of Google Play Billing: number, and what the app met. */
const billing: readonly (readonly [name: string, number: number, meaning: string])[] = [
  ['SERVICE_TIMEOUT', -3, 'the app got no answer from the store in time'],
  ['FEATURE_NOT_SUPPORTED', -2, 'the store app on the device does not support the feature'],
  ['SERVICE_DISCONNECTED', -1, 'the app lost its connection to the store'],
  ['OK', 0, 'the store accepted the request of the app'],
  ['USER_CANCELED', 1, 'the player closed the store’s window, usually before paying'],
  ['SERVICE_UNAVAILABLE', 2, 'the app did not reach the store'],
  ['BILLING_UNAVAILABLE', 3, 'purchases are not possible on this device or with this store account'],
  ['ITEM_UNAVAILABLE', 4, 'the store does not sell this product to this player'],
  ['DEVELOPER_ERROR', 5, 'the game’s app called the store in a wrong way'],
  ['ERROR', 6, 'the store failed inside'],
  [
    'ITEM_ALREADY_OWNED',
    7,
    'the store account owns the item: an earlier purchase may not have been delivered',
  ],
  ['ITEM_NOT_OWNED', 8, 'the store account does not own the item'],
  ['NETWORK_ERROR', 12, 'the device had no network to the store'],
];

const refund: FromElsewhere = {
  headline: 'Refunds have no code in this service.',
  note: 'No answer of the gateway shows a refund. Android refunds are in the store’s own voided-purchase reports; for iOS the service can notify the game server. A look-up shows whether the store reports the purchase as cancelled.',
  next: ['pvg', 'reply', 'en', '--for', 'refund'],
};

const refundWords: readonly string[] = ['REFUND', 'REFUNDS', 'REFUNDED', 'CHARGEBACK', 'VOIDED', 'REVOKED'];

const ofStore = (name: string, meaning: string): FromElsewhere => ({
  headline: `${name} is not a code of this service. The store’s billing library uses this word.`,
  note: `It usually means: ${meaning} ${general}. It says nothing about what the store recorded. ${ifPaid}`,
  next: lookUp,
});

const ofApple: FromElsewhere = {
  headline:
    'This is not a code of this service. Numbers from 21000 on are Apple’s, from its own receipt check.',
  note: `21007 usually means: a sandbox receipt was sent to production; 21008: the reverse ${general}. For such a receipt this service answers ENVIRONMENT_MISMATCH.`,
  next: ['pvg', 'explain-error', 'ENVIRONMENT_MISMATCH'],
};

/** What Node, curl, Go, Java and proxies write when no answer of the service came. */
const connectionCodes =
  /\bE(?:CONN(?:REFUSED|RESET|ABORTED)|(?:SOCKET)?TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|PIPE)\b|\b(?:UND_ERR_|CERT_|ERR_TLS|ERR_SSL|ERR_NETWORK)|\bcurl: \(\d+\)/;
const connectionWords =
  /connection (?:refused|reset|closed|timed out)|connect error|timed?[ -]?out|deadline exceeded|fetch failed|handshake failed|certificate|socket hang ?up|could not resolve host|no such host|name or service not known|bad gateway/i;

const ofConnection: FromElsewhere = {
  headline: 'This is an error of the connection, not an answer of this service.',
  note: 'The call did not reach the service, or its answer was lost on the way. A look-up or a session call can be repeated. A verify may have been recorded: look up the purchase. The command below checks the way from this computer to the service.',
  next: doctorOnline,
};

/** What the text is if nothing in it is known. */
export const unknownText = (text: string, words: readonly string[]): FromElsewhere =>
  unknown(/^[-+]?\d{1,9}$/.test(text) ? 'number' : words.length > 2 ? 'text' : 'code');

const unknown = (what: string): FromElsewhere => ({
  headline: `The contract does not list this ${what}.`,
  note: `It is probably not from this service, but from the game’s app, an SDK or the store. ${ifPaid} ${ofServer}`,
  next: lookUp,
});

/** @param words of the text, in upper case with `_` */
export function fromElsewhere(text: string, words: readonly string[]): FromElsewhere | undefined {
  const number = /^[-+]?\d{1,9}$/.test(text) ? Number(text) : undefined;
  if (number !== undefined && number >= 21000 && number <= 21199) return ofApple;
  // `error` and `ok` are in many sentences.
  const named = billing.find(
    ([name, code]) => code === number || (isAmong(name, words) && (name.includes('_') || words.length <= 2)),
  );
  if (named !== undefined) return ofStore(named[0], named[2]);
  if (connectionCodes.test(text) || connectionWords.test(text)) return ofConnection;
  return words.some((word) => refundWords.includes(word)) ? refund : undefined;
}

/** Also as the library’s first versions spelled it: `BILLING_RESPONSE_RESULT_ITEM_ALREADY_OWNED`. */
const isAmong = (name: string, words: readonly string[]): boolean =>
  words.some((word) => word === name || word === `BILLING_RESPONSE_RESULT_${name}`);

/** What a number below 100 may be: the states of the gateway's answers are of the contract, the others are not. */
export function numberMeaning(number: number) {
  const states = Object.entries({
    purchase_state: purchaseStates,
    acknowledgement_state: acknowledgementStates,
  }).flatMap(([member, names]) => {
    const name = new Map<string, string>(Object.entries(names)).get(String(number));
    return name === undefined ? [] : `As \`${member}\` it means ${name}.`;
  });
  const exit = new Map<string, string>(Object.entries(exitStatuses)).get(String(number));
  const [ofBilling] = billing.find(([, code]) => code === number) ?? [];
  const note = sentences(
    ...states,
    exit && `As an exit status of pvg it means: ${exit}.`,
    ofBilling && `In the store’s billing library it is ${ofBilling} ${general}.`,
  );
  const listed = states.length > 0;
  return { listed, note: note === '' ? null : note, sections: listed ? ['§3'] : [] };
}
