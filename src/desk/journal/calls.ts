import type { JournalEntry } from './entry.js';
import { remarksAbout, type Remark } from './remark.js';
import { playerId } from './player-key.js';
import { fingerprint } from '../../signing/digest.js';
import { hintWords, nextWords, type ToldAnomaly, type Fact } from '../../view/words.js';
import { exitStatuses } from '../../failure.js';
import { plainData } from '../../text/json/parse.js';
import type { Printable } from '../../text/json/print.js';

/** Which calls somebody means, and what a call says to people. */

/** The store's record of the receipt has another product: whoever called mistyped it, or the receipt was swapped (§7.1). */
export const isOfOtherProduct = ({ code }: JournalEntry): boolean => code === 'PRODUCT_MISMATCH';

/** The difference may be the agent's own: to be checked before the player gets a reply. */
export const isDoubtful = (call: JournalEntry): boolean =>
  isOfOtherProduct(call) || call.facts.some(({ id }) => id === 'check-first');

/** Another look-up of the same receipt was confirmed, with another product or package. */
export const isMistyped = (call: JournalEntry, calls: readonly JournalEntry[]): boolean =>
  isDoubtful(call) ||
  (call.exit === 6 &&
    calls.some(
      ({ exit, receipt, product, package: name }) =>
        exit === 0 && receipt === call.receipt && (product !== call.product || name !== call.package),
    ));

export const endedBadly = ({ exit }: JournalEntry): boolean => exit !== 0;

/** Interrupted, killed, or without an answer: its outcome is not known. */
export const isUnanswered = ({ phase, exit, attempts }: JournalEntry): boolean =>
  phase === 'sent' || exit === 10 || (attempts > 0 && (exit === 130 || exit === 143));

const orderId = /^gpa\.[\d-]/i;

export const looksLikeOrderId = (text: string): boolean => orderId.test(text.trim());

/** `sha256:3f9a1c…`, `hmac:3f9a1c…`, only the 12 digits, or the complete digest. */
const fingerprintIn = (text: string): string | undefined =>
  /^(?:sha256:|hmac:)?([0-9a-f]{12})(?:[0-9a-f]{52})?$/i.exec(text.trim())?.[1]?.toLowerCase();

/** By what a person may know a call: its order id, a fingerprint, its case, its id, or the receipt itself. */
export function findCalls(
  calls: readonly JournalEntry[],
  wanted: string,
  playerKeys: readonly string[] = [],
): JournalEntry[] {
  const isWanted = namedBy(wanted, playerKeys);
  const lower = wanted.trim().toLowerCase();
  const digest = lower.replace(/^sha256:/, '');
  return calls.filter(
    (call) =>
      isWanted(call) ||
      orderIdsOf(call).some((id) => id.toLowerCase() === lower) ||
      call.request_sha256 === digest,
  );
}

/** The fingerprint or id that was typed, and those of the receipt or the player that may have been. */
function printsOf(wanted: string, playerKeys: readonly string[]): string[] {
  const text = wanted.trim();
  const prints = [fingerprintIn(text) ?? [], fingerprint(wanted), fingerprint(text)].flat();
  const ids = playerKeys.flatMap((key) => prints.map((print) => playerId(key, print)));
  return [...prints, ...prints.map((print) => `hmac:${print}`), ...ids];
}

/** Found in the same way, or about one of these calls. */
export const findRemarks = (
  remarks: readonly Remark[],
  wanted: string,
  calls: readonly JournalEntry[],
  playerKeys: readonly string[] = [],
): Remark[] => {
  const isWanted = namedBy(wanted, playerKeys);
  const about = new Set(remarksAbout(remarks, calls));
  return remarks.filter((remark) => isWanted(remark) || about.has(remark));
};

type Named = Pick<JournalEntry, 'id' | 'case' | 'order_id' | 'receipt' | 'player'>;

function namedBy(wanted: string, playerKeys: readonly string[]): (each: Named) => boolean {
  const lower = wanted.trim().toLowerCase();
  const prints = printsOf(wanted, playerKeys);
  return (each) =>
    [each.id, each.case, each.order_id].some((name) => name?.toLowerCase() === lower) ||
    [each.receipt, each.player].some((print) => print !== null && prints.includes(print));
}

const orderIdsOf = ({ facts }: JournalEntry): string[] =>
  facts.filter(({ id }) => id === 'order-id' || id === 'transaction-id').map(({ value }) => value);

export const historyOf = (calls: readonly JournalEntry[], of: JournalEntry): JournalEntry[] =>
  calls.filter((call) => call.id !== of.id && isAboutSame(call, of));

/** About one purchase or one player, at one place. */
const isAboutSame = (one: JournalEntry, other: JournalEntry): boolean =>
  isSamePlace(one, other) &&
  ((one.receipt !== null && one.receipt === other.receipt) ||
    (one.player !== null && one.player === other.player));

export const isSamePlace = (
  one: Pick<JournalEntry, 'origin' | 'environment'>,
  other: Pick<JournalEntry, 'origin' | 'environment'>,
): boolean => one.origin === other.origin && one.environment === other.environment;

/** The report file of a ticket: each ticket has its own name, so that no file is in the way of another. */
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
    return { word: 'never answered', says: 'It was sent, and the journal has no answer to it.' };
  }
  return {
    word: call.verdict?.id ?? call.code ?? `status ${String(call.exit)}`,
    says: call.error?.says ?? call.verdict?.says ?? `${exitStatuses[call.exit]}.`,
  };
}

export const fact = (label: string, value: string | null): Fact[] =>
  value === null || value === '' ? [] : [{ label, value }];

/** People also see it by their own clock, and as an age. */
export const whenFact = ({ at }: Pick<JournalEntry, 'at'>): Fact => ({
  label: 'When',
  value: at,
  atMs: Date.parse(at),
});

/** Names from the operating system. */
export type Caller = Pick<JournalEntry, 'user' | 'host'>;

/** `maria on desk-3`. */
export const callerName = ({ user, host }: Caller): string | null =>
  [user, host].filter((name) => name !== null).join(' on ') || null;

export const isCalledBy = (call: Caller, { user, host }: Caller): boolean =>
  call.user === user && call.host === host;

export const profileFact = ({
  profile,
  environment,
  values_of: valuesOf,
}: Pick<JournalEntry, 'profile' | 'environment' | 'values_of'>): Fact => ({
  label: 'Profile',
  value: `${profile ?? 'environment variables'}${valuesOf === null ? '' : `, values of ${valuesOf}`} (${environment})`,
});

export const anomalyFact = ({ field, says }: ToldAnomaly): Fact => ({
  label: `Unusual: ${field}`,
  value: says,
});

/** The same as a sentence of its own. */
export const anomalyNote = ({ field, says }: ToldAnomaly): string => `Unusual: ${field}: ${says}.`;

export const clockWords = (skewS: number | null): string | null => {
  if (skewS === null) return null;
  if (skewS === 0) return 'agrees with the server’s clock';
  return `${String(Math.abs(skewS))} s ${skewS > 0 ? 'behind' : 'ahead of'} the server’s clock`;
};

/** A player's has its kind already. */
export const shownPrint = (print: string | null): string | null =>
  print && (print.includes(':') ? print : `sha256:${print}`);

/** With its sentence only if that is not the headline. */
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
  ...call.anomalies.map(anomalyFact),
  ...fact('Exit status', call.exit === null ? null : String(call.exit)),
  ...fact('Answer', isUnanswered(call) ? 'not known: use `pvg lookup` to see whether it was recorded' : null),
  ...fact('Attempts', call.attempts === 0 ? null : String(call.attempts)),
  ...fact('Duration', call.exit === null ? null : `${String(call.duration_ms)} ms`),
  ...fact('Clock', clockWords(call.clock_skew_s)),
  ...fact('Request body', call.request_sha256 && `sha256:${call.request_sha256}`),
  ...fact('Called by', callerName(call)),
  ...fact('pvg', call.version),
];
