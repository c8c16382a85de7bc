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

const copy = 'Copy the purchase JSON again, in one piece, from the game’s server log, or use its file.';

type NoPurchase = Exclude<Pasted, { is: 'purchase' }>;

/** @param what it is about: `--purchase-json` @param choose the command with which an order id is chosen */
export function whyNot(
  pasted: NoPurchase,
  text: string,
  what: string,
  choose: (orderId: string) => string | undefined = () => undefined,
): PvgError {
  const several = pasted.is === 'several' ? pasted.purchases : [];
  const orders = [...new Set(several.flatMap(({ orderId }) => orderIdIn(orderId ?? '') ?? []))];
  const nextCommand = orders.length > 1 ? choose(orders[0] ?? '') : undefined;
  const [says, hint = copy] =
    pasted.is === 'several' ? whySeveral(pasted.purchases, orders) : why(pasted, text);
  return new PvgError('input-unreadable', `${what} ${says}.`, { hint, nextCommand });
}

type Why = readonly [says: string, hint?: string];

function whySeveral(purchases: readonly Candidate[], orders: readonly string[]): Why {
  const count = new Set(purchases.map(({ receipt }) => receipt)).size;
  const listed = `${orders.slice(0, 5).join(', ')}${orders.length > 5 ? ', …' : ''}`;
  const choice = orders.length > 1 ? `\`--order-id\`: ${listed}` : '`--product-id <id>`';
  return [
    `has ${count} purchases with different receipts`,
    `Choose one with ${choice}. \`pvg batch\` looks up many.`,
  ];
}

function why(pasted: Exclude<NoPurchase, { is: 'several' }>, text: string): Why {
  if (pasted.is === 'nothing') return whyNothing(text);
  switch (pasted.why) {
    case 'repeated':
      return [`has ${pasted.name} twice in one object`, 'Remove the wrong one.'];
    case 'two-ways':
      return ['can be read in two ways, with different receipts', `A program changed the text. ${copy}`];
    case 'broken-value':
      return ['has a line break or a control character inside of a value'];
    case 'packages':
      return ['names several packages'];
    case 'products':
      return [`names ${pasted.count} products`, 'Choose one with `--product-id <id>`.'];
  }
}

function whyNothing(text: string): Why {
  const error = tryJson(text.replace(/^\uFEFF/, ''));
  const empty = isOfApple.test(text)
    ? 'This is an iOS receipt. The contract does not show how to look up an iOS purchase. Ask the operator about it.'
    : 'Use the JSON that the store’s billing library gave to the game, with purchaseToken, productId and packageName.';
  if (!(error instanceof JsonSyntaxError)) return ['has no `purchaseToken`', empty];
  if (/\u2026|\.{3}/.test(text))
    return ['is incomplete: it has an ellipsis (…)', `A program shortened it. ${copy}`];
  if (isProse(text) && !/[{[]/.test(text)) return ['has no purchase JSON in it', empty];
  return [`is not JSON: ${error.message}`, isOfApple.test(text) ? empty : whyBroken(text)];
}

function whyBroken(text: string): string {
  if (/[\u2018-\u201F\u00AB\u00BB]/.test(text))
    return `A chat program replaced the plain quotation marks (") by typographic quotation marks. ${copy}`;
  if (/^\s*\{\s*\w+\s*:/.test(text))
    return 'The quotation marks are missing: the shell removed them. Save the JSON in a file and use `@<file>`, or paste it after `-`.';
  return copy;
}

/** A game engine's envelope around an Apple receipt, or a part of one. */
const isOfApple =
  /"(?:Mac)?AppleAppStore\\*"|"MI[A-Z][\w+/=]{60,}|"(?:original_?transaction_?id|bundle_?id)\\*"/i;
