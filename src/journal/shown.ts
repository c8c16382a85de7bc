import type { Context } from '../context.js';
import type { Fact } from '../contract/judgement.js';
import { exitStatuses } from '../failure.js';
import { isUnanswered } from './calls.js';
import type { JournalEntry } from './entry.js';

/** Calls of the journal for people. */

export const rowHead = ['id (its time is UTC)', 'command', 'profile', 'outcome', 'case'] as const;

export const callRow = (call: JournalEntry): string[] => [
  call.id,
  call.command,
  call.profile ?? `(${call.environment})`,
  outcomeOf(call).word,
  call.case ?? '',
];

/** In a word, and in a sentence. */
export function outcomeOf(call: JournalEntry): { readonly word: string; readonly says: string } {
  if (call.exit === null) {
    return { word: 'never answered', says: 'it was sent, and no answer was ever written down.' };
  }
  return {
    word: call.verdict?.id ?? call.code ?? `status ${String(call.exit)}`,
    says: call.error?.says ?? call.verdict?.says ?? `${exitStatuses[call.exit]}.`,
  };
}

/** `2026-11-21T14:02:11.000Z, 15:02 in Europe/Berlin, 3 h ago`. */
export function when(iso: string, { clock, timeZone }: Pick<Context, 'clock' | 'timeZone'>): string {
  const at = Date.parse(iso);
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    at,
  );
  return [iso, ...(timeZone === 'UTC' ? [] : [`${local} ${timeZone}`]), age(clock.now() - at)].join(', ');
}

const age = (ms: number): string => {
  if (ms < 0) return 'in the future by this computer’s clock';
  if (ms < 60_000) return 'just now';
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${String(minutes)} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${String(hours)} h ago` : `${String(Math.floor(hours / 24))} days ago`;
};

const fact = (label: string, value: string | null): Fact[] =>
  value === null || value === '' ? [] : [{ label, value }];

/** How the server's clock stood to this computer's. */
export const clockWords = (skewS: number | null): string | null => {
  if (skewS === null) return null;
  if (skewS === 0) return 'agrees with the server’s';
  return `${String(Math.abs(skewS))} s ${skewS > 0 ? 'behind' : 'ahead of'} the server’s`;
};

const named = (print: string | null): string | null => print && `sha256:${print}`;

/** Its sentence only where it is not the headline. */
const verdictWords = ({ verdict, error }: JournalEntry): string =>
  error === null || error.says === verdict?.says
    ? (verdict?.id ?? '')
    : `${verdict?.id ?? ''}: ${verdict?.says ?? ''}`;

/** All of a call, top to bottom as it happened. */
export const callFacts = (call: JournalEntry, context: Pick<Context, 'clock' | 'timeZone'>): Fact[] => [
  { label: 'When', value: when(call.at, context) },
  { label: 'Profile', value: `${call.profile ?? 'environment variables'} (${call.environment})` },
  ...fact('Address', call.origin),
  ...fact('Case', call.case),
  ...fact('Product', call.product),
  ...fact('Package', call.package),
  ...fact('Receipt', named(call.receipt)),
  ...fact('Player', named(call.player)),
  ...fact('Order id', call.order_id),
  ...fact('HTTP status', call.status === null ? null : String(call.status)),
  ...fact('Code', call.code),
  ...fact('Verdict', call.verdict && verdictWords(call)),
  ...call.facts
    .filter(
      ({ label, value }) =>
        !(label === 'Order id' && value === call.order_id) &&
        !(label === 'Product' && value === call.product),
    )
    .map(({ label, value }) => ({ label, value })),
  ...call.anomalies.map(({ field, says }) => ({ label: `Odd: ${field}`, value: says })),
  ...fact('Exit status', call.exit === null ? null : String(call.exit)),
  ...fact('Answer', isUnanswered(call) ? 'not known: see whether it was recorded with `pvg lookup`' : null),
  ...fact('Attempts', call.attempts === 0 ? null : String(call.attempts)),
  ...fact('Duration', call.exit === null ? null : `${String(call.duration_ms)} ms`),
  ...fact('Clock', clockWords(call.clock_skew_s)),
  ...fact('Request body', call.request_sha256 && `sha256:${call.request_sha256}`),
  ...fact('pvg', call.version),
];
