import { PvgError } from '../failure.js';
import { orderIdOf } from './pasted/named.js';
import type { Purchase } from './purchase.js';
import { checkName } from './receipt.js';

/** The order id of the ticket is never sent: it is compared with that of the answer, and chooses among several purchases. */

/**
 * That of `--order-id` counts before that of the purchase JSON. @throws {PvgError} `usage`, or `receipt-doubtful` for a
 * text that is no order id
 */
export function readOrderId(
  given: string | undefined,
  purchase: Purchase,
  forced: boolean,
): { readonly orderId: string | undefined; readonly notes: readonly string[] } {
  const ofJson = orderIdOf(purchase.orderId);
  const orderId = orderIdOf(given);
  if (orderId === undefined) return { orderId: ofJson, notes: [] };
  checkName('--order-id', orderId, forced);
  if (('fields' in purchase ? purchase.fields.platform : purchase.platform) === 'ios')
    throw new PvgError('usage', '--order-id works for Android purchases only.', {
      hint: 'The contract shows no order id in the answer about an iOS purchase. Remove `--order-id`.',
      section: '§2.3',
    });
  const differs = ofJson !== undefined && ofJson.toLowerCase() !== orderId.toLowerCase();
  const says = 'The purchase JSON names a different order id. pvg compares the answer with --order-id.';
  return { orderId, notes: differs ? [says] : [] };
}
