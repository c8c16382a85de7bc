import type { Advice } from '../../contract/judgement.js';
import type { ExitStatus } from '../../failure.js';
import type { JournalEntry } from '../journal/entry.js';
import { notShown } from '../../contract/not-shown.js';
import { openVerify } from '../journal/earlier.js';

/** What a report says in its own words: one table a question. */

/** How a call ended, in one look: a shape and a word, the colour only besides. */
export type Tone = 'good' | 'careful' | 'bad';

export const adviceLabels: Readonly<Record<Advice, string>> = {
  grant: 'Grant once',
  'do-not-grant': 'Do not grant',
  'already-verified': 'Verified before',
  'retry-later': 'Try again later',
  'fix-request': 'Fix the request',
  check: 'Check first',
  none: 'For information',
};

const failureHeadlines: Partial<Readonly<Record<ExitStatus, string>>> = {
  4: 'The service refused the credentials or the signature.',
  5: 'The service refused the request.',
  6: 'The purchase was not confirmed.',
  7: 'The purchase was verified before.',
  8: 'The service, or the store behind it, failed.',
  9: 'The service asks for fewer requests.',
  10: 'The outcome is not known: no clear answer came.',
  11: 'The service was never reached.',
  12: 'What answered does not speak the contract of the service.',
};

const subjects = {
  lookup: 'This says nothing about the purchase.',
  verify: 'Whether the purchase was recorded is not said.',
  session: 'This says nothing about the player.',
} as const;

export function headlineOf(entry: JournalEntry): string {
  if (entry.verdict !== null) return entry.verdict.says;
  if (entry.phase === 'sent') return 'A verify was sent, and no answer to it is known.';
  const headline = failureHeadlines[entry.exit ?? 1] ?? 'The call failed.';
  const settled = entry.command === 'verify' && [4, 5, 11].includes(entry.exit ?? 1);
  return settled ? headline : `${headline} ${subjects[entry.command]}`;
}

export function toneOf({ phase, exit, advice, anomalies }: JournalEntry): Tone {
  if (phase === 'sent' || exit !== 0) return 'bad';
  return anomalies.length === 0 && (advice === 'none' || advice === 'grant') ? 'good' : 'careful';
}

export const commandWords = {
  lookup: 'look-up (read-only)',
  verify: 'verify (records the purchase)',
  session: 'session (player verification)',
} as const;

const refund =
  'Was money returned since? A look-up does not say: Android refunds stand only in the store’s own voided-purchase reports (§1.1).';

const delivery =
  'Was the item delivered? Only the game’s own records say so: the game decides when and how it grants (§1.1).';

const openByVerdict: Readonly<Record<string, readonly string[]>> = {
  'paid-and-recorded': [delivery, refund],
  'paid-recorded-with-error': [delivery, refund],
  'paid-never-received': [
    'Why did the game send no verify? Its server’s log of that time shows whether the receipt arrived there.',
    refund,
  ],
  'paid-recorded-elsewhere': [
    'For which game is it recorded? The answer does not say: game_id is always the asking game’s own (§2.4).',
    refund,
  ],
  pending: ['Will the payment be completed, and when? The answer does not say; a later look-up may.'],
  cancelled: [
    'Was money returned, and when? The answer does not say; the store’s own reports do (§1.1).',
    'Who cancelled, and why? The answer does not say (§2.3).',
  ],
  'cancelled-after-recorded': [
    'Was the item delivered before? Only the game’s own records say so.',
    'Was money returned, and when? The answer does not say; the store’s own reports do (§1.1).',
  ],
  'store-unavailable': ['Does the store know the purchase? It was not asked; a later look-up may say.'],
  'not-confirmed': [
    'Are receipt, product and package those of one purchase? The rejection does not name the one that is wrong (§2.4).',
  ],
  unknown: ['What does the operator see of this purchase? This answer is not enough to judge it.'],
  verified: [delivery],
  'verified-other-product': [
    'Which product did the player buy? The answer names another one than the game asked for; the store’s own reports say which.',
    refund,
  ],
  'already-verified': [
    'Was the item delivered? Only the game’s own records say so: 409 says that the receipt was verified before (§3.1).',
  ],
  'not-completed': [
    'Has the player completed it since? Only a new answer of the service says so; the device’s word is not to be trusted (§4.3).',
  ],
};

/** What neither the answer nor the contract says, and what nobody asked yet: so that nobody takes a gap for a no. */
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

/** Of each receipt the last verify of which nobody knows what became. */
const lostVerifies = (history: readonly JournalEntry[]): string[] =>
  [...new Set(history.map(({ receipt }) => receipt))]
    .map((receipt) => openVerify(history.filter((call) => receipt !== null && call.receipt === receipt)))
    .filter((verify) => verify !== undefined)
    .map(
      ({ at }) =>
        `Was the verify of ${at} recorded? Its answer was lost or does not say; a look-up of the same purchase shows it.`,
    );

/** A failed call after one that had an answer: the older verdict still stands for its time. */
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
      ? 'What do store and gateway have? This call did not tell; a look-up changes nothing and may be repeated.'
      : 'Has the player completed verification? This call did not tell; it may be repeated.',
    ...(before?.verdict
      ? [`Does the earlier answer still hold? At ${before.at}: ${before.verdict.says}`]
      : []),
  ];
}

/** Without a package it is hardly an Android purchase, and no other can be looked up (§4.2). */
const neverLookedUp = (entry: JournalEntry, history: readonly JournalEntry[]): string[] =>
  entry.command === 'verify' &&
  entry.package !== null &&
  !history.some(isLookupWithVerdict) &&
  openVerify([entry]) === undefined
    ? ['What do store and gateway have? Nobody looked the purchase up yet; a look-up is read-only.']
    : [];

function undocumented({ command, status, verdict, operator }: JournalEntry): string[] {
  const state = operator?.current_state ?? null;
  return [
    ...(command === 'lookup' && verdict === null && status !== null && status >= 400 && status < 500
      ? [`What does this status mean for a look-up? Not shown: ${notShown['lookup-statuses'].says} (§7.1).`]
      : []),
    ...(state !== null && state !== 'gateway_verified'
      ? [`What does the recorded state mean? Not shown: ${notShown['current-states'].says} (§3).`]
      : []),
  ];
}
