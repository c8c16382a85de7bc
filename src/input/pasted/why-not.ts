import { PvgError } from '../../failure.js';
import { JsonSyntaxError } from '../../text/json/json.js';
import { tryJson } from '../../text/json/parse.js';
import { isProse, orderIdIn } from './named.js';
import type { Pasted } from './read.js';

/** The words for a text that has not exactly one purchase. They quote nothing of it but order ids. */

/** Whether a text was meant to be a purchase JSON. */
export const looksLikeJson = (text: string): boolean =>
  /^[\s"'\u201C-\u201F`>]*[[{]/.test(text) || /purchase_?token/i.test(text);

const copy = 'Copy the purchase JSON again, in one piece, from the game’s server log, or use its file.';

/** @param what it is about: `--purchase-json` @param choose the command with which an order id is chosen */
export function whyNot(
  pasted: Exclude<Pasted, { is: 'purchase' }>,
  text: string,
  what: string,
  choose: (orderId: string) => string | undefined = () => undefined,
): PvgError {
  if (pasted.is === 'nothing') return noPurchase(text, what);
  const unreadable = (says: string, hint = copy, nextCommand?: string): PvgError =>
    new PvgError('input-unreadable', `${what} ${says}.`, { hint, ...(nextCommand && { nextCommand }) });
  if (pasted.is === 'several') {
    const products = new Set(pasted.purchases.map(({ productId }) => productId));
    const one = products.size > 1 ? 'Choose one with `--product-id <id>`' : 'Look up one purchase at a time';
    const orders = [...new Set(pasted.purchases.flatMap(({ orderId }) => orderIdIn(orderId ?? '') ?? []))];
    const [first, second] = orders;
    const says = `has ${new Set(pasted.purchases.map(({ receipt }) => receipt)).size} purchases with different receipts`;
    if (first === undefined || second === undefined)
      return unreadable(says, `${one}. \`pvg batch\` looks up many.`);
    const listed = `${orders.slice(0, 5).join(', ')}${orders.length > 5 ? ', …' : ''}`;
    const hint = `Choose one with \`--order-id\`: ${listed}. \`pvg batch\` looks up many.`;
    return unreadable(says, hint, choose(first));
  }
  switch (pasted.why) {
    case 'repeated':
      return unreadable(`has ${pasted.name} twice in one object`, 'Remove the wrong one.');
    case 'two-ways':
      return unreadable(
        'can be read in two ways, with different receipts',
        `A program changed the text. ${copy}`,
      );
    case 'broken-value':
      return unreadable('has a line break or a control character inside of a value');
    case 'packages':
      return unreadable('names several packages');
    case 'products':
      return new PvgError('usage', `${what} names ${pasted.count} products.`, {
        hint: 'Choose one with `--product-id <id>`.',
      });
  }
}

function noPurchase(text: string, what: string): PvgError {
  const [says, hint] = whyNothing(text);
  return new PvgError('input-unreadable', `${what} ${says}.`, { hint });
}

function whyNothing(text: string): readonly [says: string, hint: string] {
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
