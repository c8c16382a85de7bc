import { exitStatuses, isOwnCode } from '../../failure.js';
import { orderIdsIn } from '../../input/pasted/look-alikes.js';
import { fingerprint } from '../../signing/digest.js';
import { toPlainData } from '../../text/json/parse.js';
import type { Printable } from '../../text/json/print.js';
import { optionWords, placeholder, type ShellWord } from '../../text/shell.js';
import { reportFileName } from '../../wording/next-command.js';
import type { Description } from '../../wording/describe.js';
import { hintWords, nextWords, type Fact, type AnomalyWords } from '../../wording/description.js';
import type { JournalEntry, KeptEntry } from './entry.js';
import { nonEmptyTexts } from '../../text/sentences.js';

/** Which calls somebody means, and what a call says to people. */

/** The difference may be the agent's own: to be checked before the player gets a reply. */
export const isDoubtfulEntry = ({ code, product, facts }: JournalEntry): boolean =>
  // The store's record of the receipt has another product: it was mistyped, or the receipt was swapped (§7.1).
  code === 'PRODUCT_MISMATCH' ||
  facts.some(
    ({ id, value }) =>
      id === 'check-first' || (id === 'product' && product !== null && value !== product),
  );

/** Whether a case or an id is the one that somebody typed. */
export const matchesTypedName = (name: string | null, typed: string): boolean =>
  name?.toLowerCase() === typed.trim().toLowerCase();

/** The texts by which a line may be found: as typed, as a fingerprint (`sha256:3f9a…`), as the receipt, as the player. */
export function namesFor(typed: string, players: readonly string[]): string[] {
  const text = typed.trim();
  const prints = [fingerprint(typed), fingerprint(text)];
  return [text, text.replace(/^sha256:/i, ''), ...prints, ...orderIdsIn(text), ...players];
}

/** By what a person may know a line: its id, its case, its order id, the receipt or the player. */
export function isFoundBy(names: readonly string[]): (kept: KeptEntry) => boolean {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return (kept) =>
    [kept.id, kept.case, kept.order_id, kept.receipt, kept.player].some(
      (id) => id !== null && wanted.has(id.toLowerCase()),
    );
}

/** For the end of a command that is about it. */
export const entryPlace = ({ profile, environment, interface: id }: JournalEntry) => ({
  profile,
  environment,
  interface: id,
});

/** About one purchase or one player, wherever it was asked. */
export const isAboutSame = (one: About, other: About): boolean =>
  (one.receipt !== null && one.receipt === other.receipt) ||
  (one.player !== null && one.player === other.player);

type About = Pick<KeptEntry, 'receipt' | 'player'>;

export function callJson(call: JournalEntry): Printable {
  const { verdict, error } = call;
  return toPlainData({
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

export function entryOutcome(call: JournalEntry): { readonly word: string; readonly says: string } {
  if (call.exit === null) {
    return { word: 'never answered', says: 'It was sent, and the journal has no answer to it.' };
  }
  return {
    word: call.verdict?.id ?? call.code ?? `status ${call.exit}`,
    says: call.error?.says ?? call.verdict?.says ?? `${exitStatuses[call.exit]}.`,
  };
}

/** None without a value. */
export const factIfValue = (label: string, value: string | null | undefined): Fact[] =>
  value ? [{ label, value }] : [];

/** To be read with the verdict. */
export const warningsOf = ({ error, facts }: Pick<Description, 'error' | 'facts'>): string[] =>
  nonEmptyTexts(
    error?.first,
    ...facts.filter(({ id }) => id === 'check-first').map(({ value }) => value),
  );

/** People also see it by their own clock, and as an age. */
export const whenFact = ({ at }: Pick<KeptEntry, 'at'>): Fact => ({
  label: 'When',
  value: at,
  atMs: Date.parse(at),
});

/** `2026-11-21 14:02 UTC`. */
export const minuteUtc = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** Names from the operating system. */
export type Caller = Pick<KeptEntry, 'user' | 'host'>;

/** `maria on desk-3`. */
export const callerName = ({ user, host }: Caller): string | null =>
  nonEmptyTexts(user, host).join(' on ') || null;

export const isCalledBy = (call: Caller, { user, host }: Caller): boolean =>
  call.user === user && call.host === host;

type Profiled = Pick<JournalEntry, 'profile' | 'environment' | 'values_of'>;

/** `shop-prod (prod)`. */
export const profileWords = ({ profile, environment, values_of: valuesOf }: Profiled): string =>
  `${profile ?? 'environment variables'}${valuesOf === null ? '' : `, values of ${valuesOf}`} (${environment})`;

export const profileFact = (of: Profiled): Fact => ({ label: 'Profile', value: profileWords(of) });

export const anomalyFact = ({ field, says: value }: AnomalyWords): Fact => ({
  label: `Unusual: ${field}`,
  value,
});

/** The same as a sentence of its own. */
export const anomalyNote = ({ field, says }: AnomalyWords): string => `Unusual: ${field}: ${says}.`;

export const clockWords = (skewS: number | null): string | null => {
  if (skewS === null) return null;
  if (skewS === 0) return 'agrees with the server’s clock';
  return `${Math.abs(skewS)} s ${skewS > 0 ? 'behind' : 'ahead of'} the server’s clock`;
};

/** A player's has its kind already. */
export const shownPrint = (print: string | null): string | null =>
  print && (print.includes(':') ? print : `sha256:${print}`);

/** The journal does not keep the receipt: the user has it. */
export const lookupArgv = (
  call: Partial<Pick<JournalEntry, 'profile' | 'product' | 'package' | 'case'>> = {},
): ShellWord[] => [
  'pvg',
  'lookup',
  ...optionWords<ShellWord>({
    '--profile': call.profile,
    '--product-id': call.product ?? placeholder('PRODUCT_ID'),
    '--package': call.package ?? placeholder('PACKAGE'),
    '--receipt': placeholder('RECEIPT'),
    '--case': call.case,
  }),
];

export const reportArgv = ({ id, case: caseId, order_id: orderId }: JournalEntry): ShellWord[] => [
  'pvg',
  'report',
  id,
  ...optionWords({ '--out': reportFileName(caseId ?? orderId ?? id) }),
];

/** What was asked, with fingerprints only. */
export const askedFacts = (call: JournalEntry): Fact[] => [
  ...factIfValue('Product', call.product),
  ...factIfValue('Package', call.package),
  ...factIfValue(
    'Receipt',
    call.receipt && `sha256:${call.receipt} (fingerprint; pvg does not keep the receipt)`,
  ),
  ...factIfValue('Player', call.player && `${call.player} (keyed; pvg does not keep the username)`),
  ...factIfValue(
    'Service',
    call.origin === 'local' ? 'the emulator inside pvg (profile local)' : call.origin,
  ),
];

/** How the call went. */
export const technicalFacts = (call: JournalEntry): Fact[] => [
  { label: 'Call id', value: call.id },
  ...factIfValue('HTTP status', call.status === null ? null : String(call.status)),
  // Codes of pvg are marked, so that nobody looks for them in the contract.
  ...factIfValue(
    'Code',
    call.code && `${call.code}${isOwnCode(call.code) ? ' (a code of pvg)' : ''}`,
  ),
  ...factIfValue('Exit status', call.exit === null ? null : String(call.exit)),
  ...factIfValue('Attempts', call.attempts === 0 ? null : String(call.attempts)),
  ...factIfValue('Duration', call.exit === null ? null : `${call.duration_ms} ms`),
  ...factIfValue('Clock', clockWords(call.clock_skew_s)),
  ...factIfValue('Request body', call.request_sha256 && `sha256:${call.request_sha256}`),
  ...factIfValue('Called by', callerName(call)),
  ...factIfValue('Asked by', call.via === null ? null : 'an assistant (via: mcp)'),
  ...factIfValue('pvg', call.version),
];

export const callFacts = (call: JournalEntry): Fact[] => [
  whenFact(call),
  profileFact(call),
  ...factIfValue('Ticket', call.case),
  ...askedFacts(call),
  ...factIfValue('Verdict', call.verdict?.id ?? null),
  ...call.facts
    .filter(({ value }) => value !== call.product)
    .map(({ label, value }) => ({ label, value })),
  ...call.anomalies.map(anomalyFact),
  ...technicalFacts(call),
];
