import type { Fact } from '../contract/judgement.js';
import { osIds } from '../contract/platforms.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import type { Asked } from './request.js';

/**
 * What helps a person and does not stand in the answer. Each line says where it comes from: the contract's section,
 * what the Android store generally does, or a guess. No verdict rests on any of them.
 */

const usually = (text: string): Fact => ({
  label: 'Usually',
  value: `${text} (general store behaviour, not in the contract)`,
});

const guess = (text: string): Fact => ({ label: 'A guess', value: text });

const refunds: Fact = {
  label: 'Refunds',
  value:
    'not part of this answer: Android refunds stand only in the store’s own voided-purchase reports (§1.1, §6)',
};

/** Beside one element of `transactions` (§2.4). */
export function purchaseBackground(transaction: Json | undefined, asked: Asked): Fact[] {
  if (!(transaction instanceof JsonObject) || asked.osId === osIds.ios) return [];
  const state = numberIn(transaction, 'purchase_state');
  if (state === '2')
    return [usually('a pending payment is one that the player still has to make, in cash or at a bank')];
  const unacknowledged = state === '0' && numberIn(transaction, 'acknowledgement_state') === '0';
  return [
    ...(unacknowledged
      ? [usually('a purchase that nobody acknowledges within three days is undone by the store')]
      : []),
    ...(state === '0' || state === '1' ? [refunds] : []),
  ];
}

/** Beside a store rejection: what its status, which the contract only passes on (§2.4), may mean. */
export function rejectionBackground(answer: JsonObject, asked: Asked): Fact[] {
  const status = numberIn(answer, 'status') ?? '';
  if (asked.osId === osIds.ios) return [];
  if (status === '400' || status === '404' || status === '410') {
    return [
      usually(
        `the store answers ${status} where receipt, product and package are not of one purchase, or the receipt is not whole`,
      ),
    ];
  }
  if (status === '401' || status === '403') {
    return [
      guess(
        'the operator’s access to the store is not set up for this game: one of the causes that §7.1 lists for a refused verify. If it goes on, ask them',
      ),
    ];
  }
  return /^5\d\d$/.test(status) ? [guess('the store itself failed: look it up again later')] : [];
}

const numberIn = (object: JsonObject, name: string): string | undefined => {
  const value = object.get(name);
  return value instanceof JsonNumber ? value.source : undefined;
};
