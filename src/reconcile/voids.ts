import type { Grant, Void } from './join.js';
import { shownTime, spanOf } from './moments.js';

/** Source: the store's API, purchases.voidedpurchases. The words are the store's. */
const sources = ['user', 'developer', 'Google'];
const reasons = [
  ...['other', 'remorse', 'not received', 'defective', 'accidental purchase', 'fraud', 'friendly fraud'],
  ...['chargeback', 'unacknowledged purchase'],
];

const told = (what: string, words: readonly string[], text: string | null): string[] =>
  text === null ? [] : [`${what}: ${words[Number(text)] ?? text}`];

/** `Voided on …, before the grant; the store says source: user, reason: remorse; 1 of 3 units.` */
export function voidWords(
  { at, source, reason, quantity }: Void,
  bought: string | null,
  grants: readonly Grant[],
): string {
  const details = [...told('source', sources, source), ...told('reason', reasons, reason)].join(', ');
  const isPart = quantity !== null && bought !== null && Number(quantity) < Number(bought);
  return [
    at === null ? 'The store’s list has no date for it' : `Voided on ${shownTime(at)}`,
    whenWords(at, grants),
    details && `; the store says ${details}`,
    isPart ? `; ${quantity} of ${bought} units` : '',
    '.',
  ].join('');
}

const whenWords = (at: string | null, grants: readonly Grant[]): string => {
  if (grants.length === 0) return '';
  const [voided, granted] = [spanOf(at), spanOf(grants[0]?.at ?? null)];
  if (voided && granted && voided.toMs < granted.fromMs) return ', before the grant';
  if (voided && granted && voided.fromMs > granted.toMs) return ', after the grant';
  return ', and it is not known whether before the grant';
};
