import type { Grant, Void } from './join.js';

/** Source: the store's API, purchases.voidedpurchases. The words are the store's. */
const sources = ['user', 'developer', 'Google'];
const reasons = [
  'other',
  'remorse',
  'not received',
  'defective',
  'accidental purchase',
  'fraud',
  'friendly fraud',
  'chargeback',
  'unacknowledged purchase',
];

const inWords = (words: readonly string[], text: string | null): string | undefined =>
  text === null ? undefined : /^\d$/.test(text) ? (words[Number(text)] ?? text) : text;

/** Milliseconds since the epoch, of an ISO time, or of Unix seconds or milliseconds; undefined for anything else. */
export function timeMs(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d{13}$/.test(text)) return Number(text);
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text.replace(' ', 'T').replace(/ ?UTC$/, 'Z')) : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

const shown = (text: string): string => {
  const ms = timeMs(text);
  return ms === undefined ? text : new Date(ms).toISOString().replace('.000', '');
};

/** When the store voided it, who asked for it and why: `Voided on …; source: user; reason: remorse (as the store says).` */
export function voidWords(
  { at, source, reason, quantity }: Void,
  bought: string | null,
  grants: readonly Grant[],
): string {
  const who = inWords(sources, source);
  const why = inWords(reasons, reason);
  const details = [who && `source: ${who}`, why && `reason: ${why}`].filter((each) => each !== undefined);
  const isPart = quantity !== null && bought !== null && Number(quantity) < Number(bought);
  return [
    at === null ? 'The store’s list has no date for it' : `Voided on ${shown(at)}`,
    whenWords(at, grants),
    details.length === 0 ? '' : `; the store says ${details.join(', ')}`,
    isPart ? `; ${quantity} of ${bought} units` : '',
    '.',
  ].join('');
}

const whenWords = (at: string | null, grants: readonly Grant[]): string => {
  const [voided, granted] = [timeMs(at), timeMs(grants[0]?.at ?? null)];
  if (grants.length === 0) return '';
  if (voided === undefined || granted === undefined) return ', and it is not known whether before the grant';
  return voided < granted ? ', before the grant' : ', after the grant';
};
