import { replyLine, replyOptions } from '../../text/reply-line.js';
import { exitStatuses } from '../../failure.js';
import { joinSentences } from '../../text/sentences.js';
import { blank, explainKnown, gameDevelopers, type Explanation } from './explain.js';

/**
 * The response codes of Google Play Billing, which the game’s client gets from the store: players and logs quote them.
 * https://developer.android.com/reference/com/android/billingclient/api/BillingClient.BillingResponseCode
 */
interface BillingCode {
  readonly number: number;
  readonly means: string;
  readonly who: string;
}

const later = 'the player, later';

const noConnection = 'The client could not reach the store’s billing then.';

const billingCodes: Readonly<Record<string, BillingCode>> = {
  SERVICE_TIMEOUT: { number: -3, means: noConnection, who: later },
  FEATURE_NOT_SUPPORTED: {
    number: -2,
    means: 'The store app of that device does not have what the game asked for.',
    who: gameDevelopers,
  },
  SERVICE_DISCONNECTED: { number: -1, means: noConnection, who: later },
  USER_CANCELED: {
    number: 1,
    means: 'The player, or the store, closed the window of the purchase.',
    who: 'the player',
  },
  SERVICE_UNAVAILABLE: { number: 2, means: noConnection, who: later },
  BILLING_UNAVAILABLE: {
    number: 3,
    means:
      'The store does not sell to this account on this device: its app is too old, the country or the account is not allowed to buy, or the way to pay did not work.',
    who: 'the player, with the store’s support',
  },
  ITEM_UNAVAILABLE: {
    number: 4,
    means: 'The store does not sell this product to this account.',
    who: gameDevelopers,
  },
  DEVELOPER_ERROR: {
    number: 5,
    means: 'The game called the store’s billing wrongly.',
    who: gameDevelopers,
  },
  ERROR: { number: 6, means: 'The store’s billing failed, and does not say why.', who: later },
  ITEM_ALREADY_OWNED: {
    number: 7,
    means:
      'The account already owns this product: it can be bought once only, or the game has not consumed an earlier purchase of it. That purchase may be the one that was not delivered. The developers look for it.',
    who: gameDevelopers,
  },
  ITEM_NOT_OWNED: {
    number: 8,
    means:
      'The game wanted to consume a purchase that the account does not have, or has no more. The developers look for the purchase.',
    who: gameDevelopers,
  },
  NETWORK_ERROR: { number: 12, means: noConnection, who: later },
};

/** Codes that only billing has. They also count in a text that does not mention billing. */
const codesOfBillingAlone: readonly string[] = [
  'USER_CANCELED',
  'BILLING_UNAVAILABLE',
  'ITEM_UNAVAILABLE',
  'ITEM_ALREADY_OWNED',
  'ITEM_NOT_OWNED',
];

const longestText = 4096;

/** The billing code that a text names; undefined if it names none or several. */
export function billingCodeIn(text: string): string | undefined {
  if (text.length > longestText) return undefined;
  const words = text.match(/[A-Z_]{6,40}/g) ?? [];
  const isAboutBilling = /billing/i.test(text) || isResultOfBilling(text);
  const names = isAboutBilling ? Object.keys(billingCodes) : codesOfBillingAlone;
  const codes = new Set(words.filter((word) => names.includes(word)));
  if (codes.size > 1) return undefined;
  const [code] = codes;
  return code ?? (isAboutBilling ? codeOfNumber(text) : undefined);
}

/** Whether a text is a `BillingResult`: it has both its members, or is its `responseCode` and nothing else. Other programs also write a `responseCode`. */
function isResultOfBilling(text: string): boolean {
  return /response_?code/i.test(text) && (/debug_?message/i.test(text) || codeAlone.test(text));
}

/** `{"responseCode": 7}`, `responseCode = -1;`. */
const codeAlone = /^[\s{"'`]*response_?code["']?\s{0,3}[=:]\s{0,3}-?\d{1,2}[\s}"'`.,;]*$/i;

const responseCode = /\bresponse_?code["']?\s{0,3}[=:]\s{0,3}(-?\d{1,2})(?![\d.])/gi;

/** The code for the number in `BillingResult: responseCode=7`. */
function codeOfNumber(text: string): string | undefined {
  const numbers = new Set([...text.matchAll(responseCode)].map(([, digits]) => Number(digits)));
  if (numbers.size !== 1) return undefined;
  return Object.keys(billingCodes).find((code) => numbers.has(billingCodes[code]?.number ?? 0));
}

/** Proposes how to ask about a bare number that billing has: it may also be something else, such as an exit status. */
export function doubtBillingNumber(text: string): Explanation | undefined {
  const typed = text.trim();
  const isOfBilling = Object.values(billingCodes).some(({ number }) => String(number) === typed);
  if (!isOfBilling) return undefined;
  const said = `responseCode=${typed}`;
  return {
    ...blank,
    asked: typed,
    note: joinSentences(
      `A number alone may be a response code of Google Play Billing. If it is, give it as \`${said}\`.`,
      Object.hasOwn(exitStatuses, typed) &&
        'It may also be an exit status of pvg: `pvg help exit-status` lists them.',
    ),
    nextCommand: `pvg explain-error ${said}`,
  };
}

/** Explains the billing code in a text; undefined if the text has none. */
export function explainBillingCode(text: string): Explanation | undefined {
  const typed = text.trim().toUpperCase();
  const code = Object.hasOwn(billingCodes, typed) ? typed : billingCodeIn(text);
  const found = code === undefined ? undefined : billingCodes[code];
  if (code === undefined || found === undefined) return undefined;
  const headline = `${code} is a code of Google Play Billing (${found.number}), not of this service.`;
  return explainKnown(code, headline, {
    note: `${found.means} The code does not say whether the player was charged: if they were, ask for the order number.`,
    who: found.who,
    nextCommand: replyLine([], replyOptions('need-order-id')),
  });
}
