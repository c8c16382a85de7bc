import { counted, joinSentences } from '../text/sentences.js';
import { boughtUnits, computeExtent, voidedUnits } from './extent.js';
import { momentAmongGrants, shownTime, type MomentAmongGrants } from './timestamps.js';
import type { Grant, JoinedPurchase, Void } from './purchase.js';

/** The index in each list is the number that the store's API has for the word. Source: purchases.voidedpurchases. */
const sources = ['user', 'developer', 'Google'];
const reasons = [
  ...[
    'other',
    'remorse',
    'not received',
    'defective',
    'accidental purchase',
    'fraud',
    'friendly fraud',
  ],
  ...['chargeback', 'unacknowledged purchase'],
];

/** How many voids the words name: the store may have voided a purchase in many parts. */
const mostShown = 5;

/** `Voided on …, before the grant; the store says source: user, reason: remorse; 1 of 3 units.` @param purchase one that was voided */
export function formatVoids(purchase: JoinedPurchase): string {
  const { voids, grants } = purchase;
  const units = unitWords(purchase);
  const [first] = voids;
  if (first !== undefined && voids.length === 1) {
    return `${describeVoid(first, grants)}${units && `; ${units}`}.`;
  }
  const bought = boughtUnits(purchase);
  const voidSentences = voids.slice(0, mostShown).map((row) => {
    const unitsOfRow = voidedUnits(row, bought);
    return `${describeVoid(row, grants)}${unitsOfRow === null ? '' : `; ${counted(unitsOfRow, 'unit')}`}.`;
  });
  const hidden = voids.length - voidSentences.length;
  return joinSentences(
    ...voidSentences,
    hidden > 0 && `And ${counted(hidden, 'more void')}.`,
    units !== '' && `Together ${units}.`,
  );
}

/** `1 of 3 units`; empty if the store's list does not say how many, or all of them were voided at once. */
function unitWords(purchase: JoinedPurchase): string {
  const bought = boughtUnits(purchase);
  if (purchase.voids.every((row) => voidedUnits(row, bought) === null)) return '';
  const { quantity } = computeExtent(purchase);
  if (quantity === null) return '';
  if (bought === null) return `${counted(quantity, 'unit')}, and no look-up says of how many`;
  return `${quantity} of ${counted(bought, 'unit')}`;
}

function describeVoid({ at: timeText, source, reason }: Void, grants: readonly Grant[]): string {
  const date =
    timeText === null ? 'The store’s list has no date for it' : `Voided on ${shownTime(timeText)}`;
  const momentText =
    grants.length > 0
      ? momentWords(momentAmongGrants(timeText, timesOf(grants)), grants.length)
      : '';
  const details = [
    ...storeWords('source', sources, source),
    ...storeWords('reason', reasons, reason),
  ].join(', ');
  return `${date}${momentText}${details && `; the store says ${details}`}`;
}

const timesOf = (grants: readonly Grant[]): (string | null)[] =>
  grants.map(({ at: timeText }) => timeText);

/** `reason: remorse`; nothing without a text. A text that is not a number of the API stands as it is. */
function storeWords(name: string, words: readonly string[], text: string | null): string[] {
  return text === null ? [] : [`${name}: ${words[Number(text)] ?? text}`];
}

function momentWords(moment: MomentAmongGrants, grants: number): string {
  const noun = grants === 1 ? 'grant' : 'grants';
  return {
    before: `, before the ${noun}`,
    after: `, after the ${noun}`,
    between: ', between the grants',
    unknown: `, and it is not known whether before the ${noun}`,
  }[moment];
}
