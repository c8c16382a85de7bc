import type { Command } from 'commander';
import { PvgError } from '../failure.js';
import { refuseEmpty } from './options.js';
import type { Purchase } from './purchase.js';
import { checkName } from './receipt.js';

/** The order id of the ticket: never sent, only compared with that of the answer. */

export const addOrderIdOption = (command: Command): Command =>
  command.option('--order-id <id>', 'the store’s order id in the ticket: pvg compares it with the answer’s');

/**
 * That of `--order-id` counts before that of the purchase JSON. @throws {PvgError} `usage`, or `receipt-doubtful` for a
 * text that is no order id
 */
export function readOrderId(
  given: string | undefined,
  purchase: Purchase,
  forced: boolean,
): { readonly orderId: string | undefined; readonly notes: readonly string[] } {
  const ofJson = purchase.orderId?.trim();
  if (given === undefined) return { orderId: ofJson, notes: [] };
  const orderId = given.trim();
  refuseEmpty({ '--order-id': orderId });
  checkName('--order-id', orderId, forced);
  if (('fields' in purchase ? purchase.fields.platform : purchase.platform) === 'ios') {
    throw new PvgError('usage', '--order-id works for Android purchases only.', {
      hint: 'The contract shows no order id in the answer about an iOS purchase. Remove `--order-id`.',
      section: '§2.3',
    });
  }
  const differs = ofJson !== undefined && ofJson.toLowerCase() !== orderId.toLowerCase();
  return {
    orderId,
    notes: differs
      ? ['The purchase JSON names a different order id. pvg compares the answer with --order-id.']
      : [],
  };
}
