import type { Tone } from '../../output/page.js';
import { exitStatuses, isPvgCode } from '../../failure.js';
import { readOrderIds } from '../../input/pasted/order-ids.js';
import { fingerprint } from '../../signing/digest.js';
import { toPlainData } from '../../text/json/parse.js';
import type { Printable } from '../../text/json/json.js';
import { optionWords, placeholder, type ShellWord } from '../../text/shell.js';
import { withoutTicketMark } from '../../text/ticket-mark.js';
import { reportFileName } from '../../wording/next-command.js';
import type { Description } from '../../wording/description.js';
import {
  hintWords,
  isCheckFirst,
  isWarning,
  nextWords,
  type Fact,
  type AnomalyWords,
} from '../../wording/description.js';
import { isCall, type JournalEntry, type KeptEntry } from './entry.js';
import { nonEmptyTexts } from '../../text/sentences.js';

/** Which calls somebody means, and what a call says to people. */

/** Whether an answer may come from a mistake in what was asked, such as a wrong product id: it is checked before the player gets a reply. */
export function isDoubtfulEntry(call: JournalEntry): boolean {
  const { code, product, facts } = call;
  // The store's record of the receipt has another product: it was mistyped, or the receipt was swapped (§7.1).
  return (
    code === 'PRODUCT_MISMATCH' ||
    isOfCutReceipt(call) ||
    facts.some(isCheckFirst) ||
    facts.some(({ id, value }) => id === 'product' && product !== null && value !== product)
  );
}

/** Whether a receipt was not confirmed and is probably cut: the whole receipt may be confirmed. */
export function isOfCutReceipt({
  verdict,
  facts,
}: Pick<JournalEntry, 'verdict' | 'facts'>): boolean {
  return verdict?.id === 'not-confirmed' && facts.some(({ id }) => id === 'probably-cut');
}

/** Whether a receipt was not confirmed on dev, whose store does not know what players really bought. */
export function isOfTestStore({ verdict, environment, origin }: JournalEntry): boolean {
  return verdict?.id === 'not-confirmed' && environment === 'dev' && origin !== 'local';
}

/**
 * Whether a receipt was not confirmed, but that says nothing about its order: the receipt may be cut or wrong, or the store is
 * that of dev.
 */
export function saysNothingOfOrder(call: JournalEntry): boolean {
  if (call.verdict?.id !== 'not-confirmed') return false;
  return isDoubtfulEntry(call) || isOfTestStore(call);
}

/** Whether a case or an id is the one that somebody typed, in small or capital letters. */
export function matchesTypedName(name: string | null, typed: string): boolean {
  return name?.toLowerCase() === typed.trim().toLowerCase();
}

/**
 * The texts that a line may have for a typed name. The name may be an id, a ticket, an order id, a fingerprint
 * (`sha256:3f9a…`), a short player name (`player-3f9a1c`), a receipt or a player’s name. The first text is the name as it was typed.
 *
 * @param players the keyed ids that the typed text has as the name of a player
 */
export function namesFor(typed: string, players: readonly string[]): string[] {
  const text = typed.trim();
  const fingerprints = [fingerprint(typed), fingerprint(text)];
  const shortName = /^player-([0-9a-f]{6})$/i.exec(text)?.[1];
  const playerKeys = shortName === undefined ? [] : [`hmac:${shortName}`];
  return [
    text,
    text.replace(/^sha256:/i, ''),
    ...fingerprints,
    ...readOrderIds(text),
    withoutTicketMark(text),
    ...playerKeys,
    ...players,
  ];
}

/**
 * Makes the function that says whether a line has one of these names: as its id, case, order id, receipt, player or short player
 * name, or, for a move, as the case that the lines had before.
 */
export function isFoundBy(names: readonly string[]): (kept: KeptEntry) => boolean {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return (kept) => listNames(kept).some((name) => wanted.has(name.toLowerCase()));
}

function listNames(kept: KeptEntry): string[] {
  const movedFrom = kept.command === 'move' ? kept.moved_from : null;
  const { id, case: caseId, receipt, player } = kept;
  const shortName = player && player.slice(0, 'hmac:'.length + shortPlayerDigits);
  return nonEmptyTexts(id, caseId, ...listOrderIds(kept), receipt, player, shortName, movedFrom);
}

/** The order ids of a line. A call has that of its answer, and those that were asked about. */
export function listOrderIds(kept: KeptEntry): readonly string[] {
  if (!isCall(kept)) return kept.order_ids;
  return [...new Set(nonEmptyTexts(kept.order_id, ...kept.asked_order_ids))];
}

/** Whether a line has an order id that ends in these digits. @param digits undefined for a text that cannot be the end of an order id */
export function hasOrderEndingIn(kept: KeptEntry, digits: string | undefined): boolean {
  if (digits === undefined) return false;
  // The order id of a renewal ends in its number, which does not count here: `GPA.1234-….-12345..3`.
  const digitsOf = (orderId: string): string => orderId.replace(/\.\.\d+$/, '').replace(/\D/g, '');
  return listOrderIds(kept).some((orderId) => digitsOf(orderId).endsWith(digits));
}

/**
 * The orders that the ticket of a line is about. For a call these are the orders that were asked about, also if the answer is about
 * another one. If none was asked about, it is the order of the answer, unless that is in doubt.
 */
export function ordersOfTicket(kept: KeptEntry): readonly string[] {
  if (!isCall(kept)) return kept.order_ids;
  if (kept.asked_order_ids.length > 0) return kept.asked_order_ids;
  return isDoubtfulEntry(kept) ? [] : nonEmptyTexts(kept.order_id);
}

/** Whether the order id of a line was only read from a picture, so that nobody has confirmed it. Both the refusal of the picture and the reply that asks for the order id have it. */
export function hasProbableOrder(kept: KeptEntry): boolean {
  const situation = isCall(kept) ? null : kept.situation;
  return situation === 'need-order-id' && listOrderIds(kept).length > 0;
}

export function isAboutOtherOrder({ anomalies }: Pick<JournalEntry, 'anomalies'>): boolean {
  return anomalies.some(({ id }) => id === 'other-order');
}

/** For which ticket a call was made: `for TICKET-1`. */
export function ticketWords({ case: caseId }: Pick<KeptEntry, 'case'>): string {
  return caseId === null ? 'without a ticket' : `for ${caseId}`;
}

/** `GPA.1… (asked about GPA.2…)`: shows which of the two orders the answer is about. */
export function orderWords(kept: KeptEntry): string {
  if (!isCall(kept) || !isAboutOtherOrder(kept)) return listLineOrders(kept).join(', ');
  const { asked_order_ids: orders } = kept;
  const askedWords = orders.length === 0 ? '' : ` (asked about ${orders.join(', ')})`;
  return `${kept.order_id ?? ''}${askedWords}`;
}

/** The same as `orderWords`, as one text for each row of a table: `GPA.1…`, `asked about GPA.2…`. */
export function orderLines(kept: KeptEntry): readonly string[] {
  if (!isCall(kept) || !isAboutOtherOrder(kept)) return listLineOrders(kept);
  return [kept.order_id ?? '', ...kept.asked_order_ids.map((orderId) => `asked about ${orderId}`)];
}

const listLineOrders = (kept: KeptEntry): readonly string[] =>
  isCall(kept) ? nonEmptyTexts(kept.order_id) : kept.order_ids;

/** The service of a call, as the members that every command result has. */
export function entryPlace({ profile, environment, interface: id }: JournalEntry) {
  return {
    profile,
    environment,
    interface: id,
  };
}

/** Whether two lines are about the same purchase or player, also at different services. */
export function isAboutSame(one: About, other: About): boolean {
  return (
    (one.receipt !== null && one.receipt === other.receipt) ||
    (one.player !== null && one.player === other.player)
  );
}

type About = Pick<KeptEntry, 'receipt' | 'player'>;

/** A call in the JSON for programs: the kept line, with the tone in which people see it. */
export function callJson(call: JournalEntry): Printable {
  const { verdict, error } = call;
  return toPlainData({
    ...call,
    tone: toneOf(call),
    for_item: verdict?.who === undefined ? null : `For the item: ${verdict.who}. ${verdict.next}`,
    verdict: verdict && { id: verdict.id, says: verdict.says, next: nextWords(verdict) },
    error: error && {
      code: error.code,
      says: error.says,
      hint: hintWords(error),
      section: error.section,
    },
  });
}

/** The outcome of a call that was sent and has no answer. */
export const neverAnswered = 'never answered';

export function entryOutcome(call: JournalEntry): { readonly word: string; readonly says: string } {
  if (call.exit === null) {
    return { word: neverAnswered, says: 'It was sent, and the journal has no answer to it.' };
  }
  return {
    word: call.verdict?.id ?? call.code ?? `status ${call.exit}`,
    says: call.error?.says ?? call.verdict?.says ?? `${exitStatuses[call.exit]}.`,
  };
}

/**
 * How a report, a list and the page of the desk mark a call. `bad`: it failed, or has no answer. `careful`: somebody still has to do
 * or to check something. `good`: nothing is left to do, or the game may grant.
 */
export function toneOf({ phase, exit, advice, anomalies, verdict }: JournalEntry): Tone {
  if (phase === 'sent' || exit !== 0) return 'bad';
  if (verdict?.id === 'not-completed' || anomalies.length > 0) return 'careful';
  return advice === 'none' || advice === 'grant' ? 'good' : 'careful';
}

/** A fact; none if it has no value. */
export function factIfValue(label: string, value: string | false | null | undefined): Fact[] {
  return value ? [{ label, value }] : [];
}

/** The sentences that must be read together with the verdict. */
export function warningsOf({ error, facts }: Pick<Description, 'error' | 'facts'>): string[] {
  const warnings = facts.filter(isWarning);
  // A cut receipt is confirmed in no environment, so that doubt comes before the question about the environment.
  const lengthWarnings = warnings.filter(({ id }) => id === 'probably-cut');
  const otherWarnings = warnings.filter(({ id }) => id !== 'probably-cut');
  return nonEmptyTexts(
    ...lengthWarnings.map(({ value }) => value),
    error?.first,
    ...otherWarnings.map(({ value }) => value),
  );
}

/** The time of a line. The view also shows it by the reader's clock, and as an age. */
export function whenFact({ at: time }: Pick<KeptEntry, 'at'>): Fact {
  return {
    label: 'When',
    value: time,
    atMs: Date.parse(time),
  };
}

/** `2026-11-21 14:02 UTC`. */
export function minuteUtc(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Who made a call, and where: names from the operating system. */
export type Caller = Pick<KeptEntry, 'user' | 'host'>;

/** `maria on desk-3`. */
export function callerName({ user, host }: Caller): string | null {
  return nonEmptyTexts(user, host).join(' on ') || null;
}

export function isCalledBy(call: Caller, { user, host }: Caller): boolean {
  return call.user === user && call.host === host;
}

type Profiled = Pick<JournalEntry, 'profile' | 'environment' | 'values_of'>;

/** `shop-prod (prod)`. */
export function profileWords({ profile, environment, values_of: valuesOf }: Profiled): string {
  const name = profile ?? 'environment variables';
  const otherProfile = valuesOf === null ? '' : `, values of ${valuesOf}`;
  return `${name}${otherProfile} (${environment})`;
}

export function profileFact(call: Profiled): Fact {
  return { label: 'Profile', value: profileWords(call) };
}

export function anomalyFact({ field, says: value }: AnomalyWords): Fact {
  return {
    label: `Unusual: ${field}`,
    value,
  };
}

/** What was unusual, as a sentence of its own. */
export function anomalyNote({ field, says }: AnomalyWords): string {
  return `Unusual: ${field}: ${says}.`;
}

export function clockWords(skewS: number | null): string | null {
  if (skewS === null) return null;
  if (skewS === 0) return 'agrees with the server’s clock';
  return `${Math.abs(skewS)} s ${skewS > 0 ? 'behind' : 'ahead of'} the server’s clock`;
}

/** `sha256:…` for the fingerprint of a receipt, `player-3f9a1c` for the id of a player. Only the latter has a colon: `hmac:…`. */
export function shownPrint(print: string | null): string | null {
  return print && (print.includes(':') ? shortPlayer(print) : `sha256:${print}`);
}

const shortPlayerDigits = 6;

/** `player-3f9a1c`: enough to tell players apart, and to find one again. */
function shortPlayer(player: string): string {
  return `player-${player.replace('hmac:', '').slice(0, shortPlayerDigits)}`;
}

/** The command that looks up the purchase of a call again. The journal does not keep the receipt, so the user fills it in. */
export function lookupArgv(
  call: Partial<Pick<JournalEntry, 'profile' | 'product' | 'package' | 'case'>> = {},
): ShellWord[] {
  return [
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
}

export function reportArgv({ id, case: caseId, order_id: orderId }: JournalEntry): ShellWord[] {
  if (caseId !== null) return caseReportArgv(caseId);
  return ['pvg', 'report', id, ...optionWords({ '--out': reportFileName(orderId ?? id) })];
}

/** The command that writes the report of a whole ticket. */
export function caseReportArgv(caseId: string): ShellWord[] {
  return ['pvg', 'report', ...optionWords({ '--case': caseId, '--out': reportFileName(caseId) })];
}

/** What was asked, with fingerprints only. */
export function askedFacts(call: JournalEntry): Fact[] {
  return [
    ...factIfValue(
      'Order id of the ticket',
      isAboutOtherOrder(call) && ordersOfTicket(call).join(', '),
    ),
    ...factIfValue('Product', call.product),
    ...factIfValue('Package', call.package),
    ...factIfValue(
      'Receipt',
      call.receipt && `sha256:${call.receipt} (fingerprint; pvg does not keep the receipt)`,
    ),
    ...factIfValue(
      'Player',
      call.player && `${call.player} (keyed; pvg does not keep the username)`,
    ),
    ...factIfValue(
      'Service',
      call.origin === 'local' ? 'the emulator inside pvg (profile local)' : call.origin,
    ),
  ];
}

/** The facts about the call itself: status, attempts, duration, who made it. */
export function technicalFacts(call: JournalEntry): Fact[] {
  return [
    { label: 'Call id', value: call.id },
    ...factIfValue('HTTP status', call.status === null ? null : String(call.status)),
    // Codes of pvg are marked, so that nobody looks for them in the contract.
    ...factIfValue(
      'Code',
      call.code && `${call.code}${isPvgCode(call.code) ? ' (a code of pvg)' : ''}`,
    ),
    ...factIfValue('Exit status', call.exit === null ? null : String(call.exit)),
    ...factIfValue('Attempts', call.attempts === 0 ? null : String(call.attempts)),
    ...factIfValue('Duration', call.exit === null ? null : `${call.duration_ms} ms`),
    ...factIfValue('Clock', clockWords(call.clock_skew_s)),
    ...factIfValue('Request body', call.request_sha256 && `sha256:${call.request_sha256}`),
    ...factIfValue('Called by', callerName(call)),
    ...factIfValue('Asked by', call.via === 'mcp' ? 'an assistant (via: mcp)' : null),
    ...factIfValue('pvg', call.version),
  ];
}

export function callFacts(call: JournalEntry): Fact[] {
  return [
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
}
