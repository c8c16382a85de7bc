import type { RefusalView, UnderstoodText } from './purchase-flow.js';
import { askForWhole } from './refused-line.js';

/** What a refused text was understood as, and what to do with it at the page. */
interface RefusalWords {
  readonly headline: string;
  readonly next: string;
}

/** pvg’s own words name options and commands, so the page says it from what was understood. */
export function buildRefusalWords({ refusal, understood, orders }: RefusalView): RefusalWords {
  const { shown } = refusal;
  const { names: subject, situation } = understood;
  if (subject === 'player') {
    return {
      headline: 'The text is about the verification of a player, not about a purchase.',
      next: nextForPlayer(understood),
    };
  }
  if (subject === 'order') {
    const orderIds = orders.map(({ orderId }) => orderId).join(', ');
    return {
      headline: `The text has ${orders.length > 1 ? 'order ids' : 'an order id'}, ${orderIds}, and no receipt.`,
      next: `Nothing can be looked up by an order id. ${askDevelopers} Meanwhile, the reply below fits.`,
    };
  }
  if (subject === 'nothing') {
    return {
      headline: 'The text has nothing to look up: no receipt and no order id.',
      next: `Ask the player for the order number, with the reply below. ${askDevelopers}`,
    };
  }
  // pvg's own words about an error code hold on the page too.
  const isReceiptMissing =
    subject !== 'error' && (situation === 'need-receipt' || situation === 'need-order-id');
  return { headline: shown.headline, next: isReceiptMissing ? askForWhole : shown.next };
}

function nextForPlayer({ username, possibleUsername }: UnderstoodText): string {
  if (username !== '') return 'Check this player.';
  if (possibleUsername === '') return askForName;
  return `The name in the game is probably ${possibleUsername}. Check it if you are sure. If you are not, ask the player for the exact name, with the reply below.`;
}

const askForName =
  'The text has no name that is certain. Ask the player for the exact name in the game, with the reply below, and check that.';

const askDevelopers =
  'Ask the game’s developers for the receipt, which is in the game’s server log, and paste it here.';
