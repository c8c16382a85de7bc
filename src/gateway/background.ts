import type { Fact } from '../contract/judgement.js';
import { osIds } from '../contract/platforms.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import type { Asked } from './request.js';

/**
 * What helps a person and is not in the answer: what the contract says (§1.1, §6), what the Android store generally
 * does, or a guess, and the line says which. No verdict rests on any of them.
 */

export const usually = (text: string): Fact => ({
  label: 'Usually',
  value: `${text} (general store behaviour, not in the contract)`,
});

export const guess = (text: string): Fact => ({ label: 'A guess', value: text });

/** The first question about a purchase that a test environment does not confirm. */
export const rightEnvironment = {
  local:
    'Is this the right environment? `local` is the emulator on this computer: it knows its demo purchases only. A real purchase needs a profile of your game: `pvg profile list`.',
  dev: 'Is this the right environment? This is dev. A purchase from the live game needs a prod profile: `pvg profile list`.',
} as const;

const refunds: Fact = {
  label: 'Refunds',
  value: 'not in this answer; Android refunds are only in the store’s own voided-purchase reports',
};

/** For one element of `transactions` (§2.4). */
export function purchaseBackground(transaction: Json | undefined, asked: Asked): Fact[] {
  if (!(transaction instanceof JsonObject) || asked.osId === osIds.ios) return [];
  const state = numberIn(transaction, 'purchase_state');
  if (state === '2') return [usually('the player pays later, in cash or at a bank')];
  const unacknowledged = state === '0' && numberIn(transaction, 'acknowledgement_state') === '0';
  return [
    ...(unacknowledged
      ? [usually('the store undoes a purchase that is not acknowledged within three days')]
      : []),
    ...(state === '0' || state === '1' ? [refunds] : []),
  ];
}

const numberIn = (object: JsonObject, name: string): string | undefined => {
  const value = object.get(name);
  return value instanceof JsonNumber ? value.source : undefined;
};
