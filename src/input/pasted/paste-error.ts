import { PvgError } from '../../failure.js';
import { JsonSyntaxError } from '../../text/json/json.js';
import { tryJson } from '../../text/json/parse.js';
import { googleErrorIn, meaningOfGoogleError } from './google-error.js';
import { isProse, orderIdIn } from './look-alikes.js';
import type { Pasted } from './read.js';

/** The words for a text that has not exactly one purchase. They quote nothing of it but order ids. */

/** Whether a text was meant to be a purchase JSON. */
export function looksLikeJson(text: string): boolean {
  return /^[\s\uFEFF"'\u201C-\u201F`>]*[[{]/.test(text) || /purchase_?token/i.test(text);
}

const copy =
  'A program or the shell may have changed or shortened the text. Copy the purchase JSON, or the receipt alone, again in one piece from the game’s server log into a file, and use `@<file>`.';

/** @param what it is about: `--purchase-json` */
export function pasteError(
  pasted: Exclude<Pasted, { kind: 'purchase' }>,
  text: string,
  what: string,
): PvgError {
  const unreadable = (says: string, hint = copy): PvgError =>
    new PvgError('input-unreadable', `${what} ${says}.`, { hint });
  if (pasted.kind === 'unclear') {
    return unreadable('can be read in more than one way, so its receipt is not certain');
  }
  if (pasted.kind === 'several') {
    return unreadable('names several purchases, products or packages', choose(pasted));
  }
  if (isOfApple.test(text)) {
    return unreadable(
      'has an iOS receipt, not a purchase of the Android store',
      'The contract does not show how to look up an iOS purchase. Ask the operator about it: give them the order id of Apple’s e-mail to the player.',
    );
  }
  const googleError = googleErrorIn(text);
  if (googleError !== undefined) {
    return unreadable(
      'is an error of Google’s own interface, without a purchase in it',
      `${meaningOfGoogleError(googleError)} Ask the developers for the receipt that they asked about.`,
    );
  }
  const error = tryJson(text.replace(/^\uFEFF/, ''));
  if (error instanceof JsonSyntaxError && (!isProse(text) || /[{[]/.test(text))) {
    return unreadable(`is not JSON: ${error.message}`);
  }
  return unreadable(
    'has no purchase JSON with a `purchaseToken` in it',
    'Use the JSON that the store’s billing library gave to the game, with purchaseToken, productId and packageName.',
  );
}

function choose({ purchases, orderId }: Extract<Pasted, { kind: 'several' }>): string {
  const ids = purchases.flatMap((purchase) => orderIdIn(purchase.orderId ?? '') ?? []);
  const orders = [...new Set(ids)];
  if (orderId !== undefined && !orders.includes(orderId)) {
    return `No purchase in this text has ${orderId}. Ask for its receipt.`;
  }
  if (orders.length > 1) {
    const firstOrders = orders.slice(0, 5).join(', ');
    const others = orders.length > 5 ? ', …' : '';
    return `Choose one with \`--order-id\`: ${firstOrders}${others}.`;
  }
  const products = new Set(purchases.map(({ productId }) => productId));
  if (products.size > 1) return 'Choose one with `--product-id <id>`.';
  return 'It has different receipts or packages for one purchase: one may be cut. Paste only the right one.';
}

/** A game engine's envelope around an Apple receipt, or a part of one. */
const isOfApple =
  /"(?:Mac)?AppleAppStore\\*"|"MI[A-Z][\w+/=]{60,}|"(?:original_?transaction_?id|bundle_?id)\\*"/i;
