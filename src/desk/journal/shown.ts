import { hintWords, nextWords, type Fact } from '../../contract/judgement.js';
import { exitStatuses } from '../../failure.js';
import { isUnanswered } from './calls.js';
import { plainData } from '../../text/json/plain-data.js';
import type { Printable } from '../../text/json/print.js';
import type { JournalEntry } from './entry.js';

/** The page of a ticket: each has its own, so that the second does not find the name of the first taken. */
export const pageName = (caseId: string | null): string =>
  caseId !== null && /^[A-Za-z0-9][\w.-]*$/.test(caseId) ? `${caseId}.html` : 'ticket.html';

export function callJson(call: JournalEntry): Printable {
  const { verdict, error } = call;
  return plainData({
    ...call,
    verdict: verdict && { id: verdict.id, says: verdict.says, next: nextWords(verdict) },
    error: error && {
      code: error.code,
      says: error.says,
      hint: hintWords(error),
      section: error.section,
    },
  });
}

export function outcomeOf(call: JournalEntry): { readonly word: string; readonly says: string } {
  if (call.exit === null) {
    return { word: 'never answered', says: 'it was sent, and no answer was ever written down.' };
  }
  return {
    word: call.verdict?.id ?? call.code ?? `status ${String(call.exit)}`,
    says: call.error?.says ?? call.verdict?.says ?? `${exitStatuses[call.exit]}.`,
  };
}

export const fact = (label: string, value: string | null): Fact[] =>
  value === null || value === '' ? [] : [{ label, value }];

/** A person also gets it by their own clock, and as an age. */
export const whenFact = ({ at }: JournalEntry): Fact => ({ label: 'When', value: at, atMs: Date.parse(at) });

export const profileFact = ({
  profile,
  environment,
}: Pick<JournalEntry, 'profile' | 'environment'>): Fact => ({
  label: 'Profile',
  value: `${profile ?? 'environment variables'} (${environment})`,
});

export const clockWords = (skewS: number | null): string | null => {
  if (skewS === null) return null;
  if (skewS === 0) return 'agrees with the server’s';
  return `${String(Math.abs(skewS))} s ${skewS > 0 ? 'behind' : 'ahead of'} the server’s`;
};

export const shownPrint = (print: string | null): string | null => print && `sha256:${print}`;

/** Its sentence only where it is not the headline. */
const verdictWords = ({ verdict, error }: JournalEntry): string =>
  error === null || error.code === verdict?.id
    ? (verdict?.id ?? '')
    : `${verdict?.id ?? ''}: ${verdict?.says ?? ''}`;

export const callFacts = (call: JournalEntry): Fact[] => [
  whenFact(call),
  profileFact(call),
  ...fact('Address', call.origin),
  ...fact('Case', call.case),
  ...fact('Product', call.product),
  ...fact('Package', call.package),
  ...fact('Receipt', shownPrint(call.receipt)),
  ...fact('Player', shownPrint(call.player)),
  ...fact('Order id', call.order_id),
  ...fact('HTTP status', call.status === null ? null : String(call.status)),
  ...fact('Code', call.code),
  ...fact('Verdict', call.verdict && verdictWords(call)),
  ...call.facts
    .filter(
      ({ id, value }) =>
        !(id === 'order-id' && value === call.order_id) && !(id === 'product' && value === call.product),
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
