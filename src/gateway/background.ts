import type { Fact } from '../contract/judgement.js';
import { osIds } from '../contract/platforms.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import type { Asked } from './request.js';

/**
 * What helps a person and does not stand in the answer. Each line says where it comes from: the contract's section,
 * what the Android store generally does, or a guess. No verdict rests on any of them.
 */

export const usually = (text: string): Fact => ({
  label: 'Usually',
  value: `${text} (general store behaviour, not in the contract)`,
});

export const guess = (text: string): Fact => ({ label: 'A guess', value: text });

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

const numberIn = (object: JsonObject, name: string): string | undefined => {
  const value = object.get(name);
  return value instanceof JsonNumber ? value.source : undefined;
};
