import { PvgError } from '../../failure.js';
import { JsonSyntaxError } from '../../text/json/json.js';
import { tryJson } from '../../text/json/parse.js';
import type { Candidate } from './candidates.js';
import { isProse, orderIdIn } from './named.js';
import type { Pasted } from './read.js';

/** The words for a text that has not exactly one purchase. They quote nothing of it but order ids. */

/** Whether a text was meant to be a purchase JSON. */
export const looksLikeJson = (text: string): boolean =>
  /^[\s"'\u201C-\u201F`>]*[[{]/.test(text) || /purchase_?token/i.test(text);

const copy =
  'A program may have changed or shortened the text. Copy the purchase JSON again, in one piece, from the game’s server log, or use its file.';
const quotesGone =
  'The quotation marks are missing: the shell removed them. Save the JSON in a file and use `@<file>`, or paste it after `-`.';
const choose = 'Choose one with `--product-id <id>`.';

type Why = readonly [says: string, hint?: string, orderId?: string | undefined];

/** @param what it is about: `--purchase-json` @param chosen the command with which an order id is chosen */
export function whyNot(
  pasted: Exclude<Pasted, { is: 'purchase' }>,
  text: string,
  what: string,
  chosen: (orderId: string) => string | undefined = () => undefined,
): PvgError {
  const [says, hint = copy, orderId] = why(pasted, text);
  const nextCommand = orderId && chosen(orderId);
  return new PvgError('input-unreadable', `${what} ${says}.`, { hint, nextCommand });
}

function why(pasted: Exclude<Pasted, { is: 'purchase' }>, text: string): Why {
  if (pasted.is === 'nothing') return whyNothing(text);
  if (pasted.is === 'several') return whySeveral(pasted.purchases);
  switch (pasted.why) {
    case 'repeated':
      return [`has ${pasted.name} twice in one object`, 'Remove the wrong one.'];
    case 'two-ways':
      return ['can be read in two ways, with different receipts'];
    case 'broken-value':
      return ['has a line break or a control character inside of a value'];
    case 'packages':
      return ['names several packages'];
    case 'products':
      return [`names ${pasted.count} products`, choose];
  }
}

function whySeveral(purchases: readonly Candidate[]): Why {
  const count = new Set(purchases.map(({ receipt }) => receipt)).size;
  const orders = [...new Set(purchases.flatMap(({ orderId }) => orderIdIn(orderId ?? '') ?? []))];
  const says = `has ${count} purchases with different receipts`;
  if (orders.length < 2) return [says, choose];
  const some = `${orders.slice(0, 5).join(', ')}${orders.length > 5 ? ', …' : ''}`;
  return [says, `Choose one with \`--order-id\`: ${some}. \`pvg batch\` looks up many.`, orders[0]];
}

function whyNothing(text: string): Why {
  const error = tryJson(text.replace(/^\uFEFF/, ''));
  const empty = isOfApple.test(text)
    ? 'This is an iOS receipt. The contract does not show how to look up an iOS purchase. Ask the operator about it.'
    : 'Use the JSON that the store’s billing library gave to the game, with purchaseToken, productId and packageName.';
  if (!(error instanceof JsonSyntaxError)) return ['has no `purchaseToken`', empty];
  if (isProse(text) && !/[{[]/.test(text)) return ['has no purchase JSON in it', empty];
  const says = `is not JSON: ${error.message}`;
  if (isOfApple.test(text)) return [says, empty];
  return [says, /^\s*\{\s*\w+\s*:/.test(text) ? quotesGone : copy];
}

/** A game engine's envelope around an Apple receipt, or a part of one. */
const isOfApple =
  /"(?:Mac)?AppleAppStore\\*"|"MI[A-Z][\w+/=]{60,}|"(?:original_?transaction_?id|bundle_?id)\\*"/i;
