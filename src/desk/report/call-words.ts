import type { ExitStatus } from '../../failure.js';
import type { JournalEntry } from '../journal/entry.js';
import { isOfOtherProduct } from '../journal/calls.js';
import { openVerify } from '../journal/earlier.js';
import type { Tone } from '../../output/page.js';

/** What a report says of one call in its own words: one table for each question. */

const failureHeadlines: Partial<Readonly<Record<ExitStatus, string>>> = {
  4: 'The service refused the credentials or the signature.',
  5: 'The service refused the request.',
  6: 'The purchase is not confirmed.',
  7: 'The purchase was verified before.',
  8: 'The service, or the store behind it, failed.',
  9: 'There were too many requests.',
  10: 'The outcome is not known, because no clear answer came.',
  11: 'The service was never reached.',
  12: 'The answer does not match the contract of the service.',
};

const subjects = {
  lookup: 'This says nothing about the purchase.',
  verify: 'It is not known whether the purchase was recorded.',
  session: 'This says nothing about the player.',
  batch: 'The rows are in the output file.',
} as const;

export function headlineOf(entry: JournalEntry): string {
  if (isOfOtherProduct(entry))
    return 'The store’s record of this receipt has another product than the one that was asked for.';
  if (entry.verdict !== null) return entry.verdict.says;
  if (wasStopped(entry)) return 'No verify was sent: pvg stopped it.';
  if (entry.phase === 'sent') return 'A verify was sent, and its answer is not known.';
  const headline = failureHeadlines[entry.exit ?? 1] ?? 'The call failed.';
  const settled = entry.command === 'verify' && [4, 5, 11].includes(entry.exit ?? 1);
  return settled ? headline : `${headline} ${subjects[entry.command]}`;
}

export function toneOf(entry: JournalEntry): Tone {
  const { phase, exit, advice, anomalies, verdict } = entry;
  if (wasStopped(entry)) return 'careful';
  if (phase === 'sent' || exit !== 0) return 'bad';
  if (verdict?.id === 'not-completed') return 'careful';
  return anomalies.length === 0 && (advice === 'none' || advice === 'grant') ? 'good' : 'careful';
}

/** A guard of pvg stopped it before anything was sent. */
const wasStopped = ({ command, phase, exit, attempts }: JournalEntry): boolean =>
  command === 'verify' && phase !== 'sent' && attempts === 0 && (exit === 7 || exit === 13);

export const commandWords = {
  lookup: 'look-up (read-only)',
  verify: 'verify (records the purchase)',
  session: 'session (player verification)',
  batch: 'batch (a file of look-ups)',
} as const;

const refund =
  'Was the money returned? A look-up does not say. Android refunds are only in the store’s own voided-purchase reports.';

const delivery =
  'Was the item delivered? Only the game’s own records show it: the game decides when and how to grant.';

const returned = 'Was the money returned, and when? The answer does not say. See the store’s own reports.';

const openByVerdict: Readonly<Record<string, readonly string[]>> = {
  'paid-and-recorded': [delivery, refund],
  'paid-recorded-with-error': [delivery, refund],
  'paid-never-received': [
    'Why does the gateway have no verify? The log of the game’s server shows whether the receipt arrived there.',
    refund,
  ],
  'paid-recorded-elsewhere': [
    'For which game is it recorded? The answer does not say: game_id is always the id of the game that asks.',
    refund,
  ],
  pending: ['When will the payment be complete? The answer does not say. Look up the purchase again later.'],
  cancelled: [returned, 'Who cancelled, and why? The answer does not say.'],
  'cancelled-after-recorded': [
    'Was the item delivered before the purchase was cancelled? Only the game’s own records show it.',
    returned,
  ],
  'store-unavailable': [
    'Does the store know the purchase? It was not asked. Look up the purchase again when the store answers.',
  ],
  'not-confirmed': [
    'Do receipt, product and package belong to the same purchase? The rejection does not say which one is wrong.',
  ],
  unknown: ['What does the operator see? This answer is not enough to judge the purchase.'],
  verified: [delivery],
  'verified-other-product': [
    'Which product did the player buy? The answer names a different product from the one asked for.',
    refund,
  ],
  'already-verified': [
    'Was the item delivered? Only the game’s own records show it. HTTP 409 only says that the receipt was verified before.',
  ],
  'not-completed': [
    'Is the player name right? A misspelt or unknown name gets the same answer.',
    'Has the player completed it since? Only a new answer of the service shows it. Do not trust the player’s device alone.',
  ],
};

/** What neither the answer nor the contract says, and what nobody asked yet: so that nobody reads a gap as a no. */
export function openQuestions(entry: JournalEntry, history: readonly JournalEntry[]): string[] {
  return [
    ...(openByVerdict[entry.verdict?.id ?? ''] ?? []),
    ...lostVerifies(history),
    ...unanswered(entry, history),
    ...neverLookedUp(entry, history),
    ...undocumented(entry),
  ];
}

const isLookupWithVerdict = ({ command, verdict }: JournalEntry): boolean =>
  command === 'lookup' && verdict !== null;

/** For each receipt, the last verify with an unknown outcome. */
const lostVerifies = (history: readonly JournalEntry[]): string[] =>
  [...new Set(history.map(({ receipt }) => receipt))]
    .map((receipt) => openVerify(history.filter((call) => receipt !== null && call.receipt === receipt)))
    .filter((verify) => verify !== undefined)
    .map(
      ({ at }) =>
        `Was the verify of ${at} recorded? Its answer was lost or does not say. A look-up of the same purchase shows it.`,
    );

/** For a failed call after one with an answer: the older verdict was true at its time. */
function unanswered(entry: JournalEntry, history: readonly JournalEntry[]): string[] {
  if (entry.verdict !== null || entry.command === 'verify') return [];
  const earlier = history.slice(
    0,
    history.findIndex(({ id }) => id === entry.id),
  );
  const before = earlier.findLast(
    ({ verdict, command, receipt, player }) =>
      verdict !== null && command === entry.command && receipt === entry.receipt && player === entry.player,
  );
  return [
    entry.command === 'lookup'
      ? 'What do the store and the gateway have? This call did not show it. Repeat the look-up: it changes nothing.'
      : 'Has the player completed verification? This call did not show it. You can safely repeat it.',
    ...(before?.verdict ? [`Is the earlier answer still true? At ${before.at}: ${before.verdict.says}`] : []),
  ];
}

/** Without a package it is probably not an Android purchase, and no other can be looked up (§4.2). */
const neverLookedUp = (entry: JournalEntry, history: readonly JournalEntry[]): string[] =>
  entry.command === 'verify' &&
  entry.package !== null &&
  !history.some(isLookupWithVerdict) &&
  openVerify([entry]) === undefined
    ? [
        'What do the store and the gateway have? The journal has no look-up of this purchase. A look-up is read-only.',
      ]
    : [];

function undocumented({ command, status, verdict, operator }: JournalEntry): string[] {
  const state = operator?.current_state ?? null;
  return [
    ...(command === 'lookup' && verdict === null && status !== null && status >= 400 && status < 500
      ? ['What does this status mean for a look-up? The contract does not show it.']
      : []),
    ...(state !== null && state !== 'gateway_verified'
      ? ['What does the recorded state mean? The contract does not show it.']
      : []),
  ];
}
