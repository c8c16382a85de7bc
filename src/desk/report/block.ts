import { records } from '../../contract/interfaces.js';
import { adviceLabels, hintWords, type Fact, type FactId, type ToldError } from '../../view/words.js';
import type { Advice } from '../../service/policy.js';
import { purchaseStates } from '../../contract/states.js';
import { inOrder } from '../../contract/sections.js';
import { isOwnCode } from '../../failure.js';
import { momentOf, type Moment, type TimeStyle } from '../../text/times.js';
import { clockWords, fact, shownPrint } from '../journal/calls.js';
import { minuteUtc } from '../journal/earlier.js';
import type { JournalEntry } from '../journal/entry.js';
import { sectionsOfVerdict } from '../../view/verdict.js';
import type { Subject } from './case.js';
import { commandWords, headlineOf, openQuestions, toneOf } from './call-words.js';

/** What a report says about one purchase or one player. */

export interface Line extends Fact {
  readonly moment?: Moment;
}

export type Block = Readonly<ReturnType<typeof blockOf>>;

/** For the operator alone. */
const forOperator: readonly (FactId | undefined)[] = [
  'gateway-record',
  'gateway-state',
  'last-error',
  'last-error-message',
];

/** Names and numbers of the contract, which the words above them already say. */
const forExperts: readonly (FactId | undefined)[] = ['acknowledged', 'reason'];

export function blockOf(subject: Subject, reading: TimeStyle, operator: boolean) {
  const { entry, calls } = subject;
  const line = lineMaker(reading);
  const facts = entry.facts.filter(({ id }) => !forOperator.includes(id));
  const { next, unsaid } = stepsOf(entry);
  const said = saidFacts(entry, facts);
  return {
    subject: subjectOf(subject),
    profile: entry.profile,
    environment: entry.environment,
    demo: entry.origin === 'local',
    tone: toneOf(entry),
    headline: headlineOf(entry),
    verdict: entry.verdict?.id ?? null,
    advice: entry.advice === null ? null : adviceLabels[entry.advice],
    next,
    newer: newerThan(entry, calls),
    asked: askedOf(entry).map(line),
    facts: said.map(line),
    operator: operator ? operatorFacts(entry).map(line) : [],
    anomalies: entry.anomalies,
    error: entry.error && errorOf(entry.error),
    unsaid,
    open: openQuestions(entry, calls),
    technical: [...facts.filter((each) => !said.includes(each)), ...callFacts(entry)].map(line),
    call: entry.id,
    sections: sectionsOf(entry),
  };
}

/** With the state as a word: its number is a detail. */
function saidFacts({ purchase_state: number }: JournalEntry, facts: readonly Fact[]): Fact[] {
  const word = new Map(Object.entries(purchaseStates)).get(number ?? '');
  const states = facts.filter(({ id }) => id === 'state').length;
  return facts
    .filter(({ id }) => !forExperts.includes(id))
    .map((each) =>
      each.id === 'state' && states === 1 && word !== undefined ? { label: each.label, value: word } : each,
    );
}

/** Of the contract: what the verdict and the error of the block rest on. */
function sectionsOf({ verdict, error }: JournalEntry): string[] {
  const all = [...sectionsOfVerdict(verdict?.id), error?.section];
  return inOrder(all.filter((each) => typeof each === 'string'));
}

const lineMaker =
  (reading: TimeStyle) =>
  ({ label, value }: Fact): Line => {
    const moment = momentOf(value, reading);
    return { label, value, ...(moment && { moment }) };
  };

const errorOf = (error: ToldError): ToldError => ({
  code: error.code,
  says: error.says,
  hint: hintWords(error),
  section: error.section,
});

/** Kind and name are separate, because the name comes from a stranger. */
function subjectOf({ entry, calls }: Subject): { readonly kind: string; readonly name: string } {
  if (records[entry.interface].about === 'player')
    return { kind: 'Player', name: entry.player === null ? '' : fingerprintText(entry.player) };
  const orderId = entry.order_id ?? calls.findLast((call) => call.order_id !== null)?.order_id ?? null;
  if (orderId !== null) return { kind: 'Purchase', name: orderId };
  const print = entry.receipt === null ? [] : [fingerprintText(entry.receipt)];
  return entry.product === null
    ? { kind: 'Purchase', name: print.join('') }
    : { kind: 'Purchase of', name: [entry.product, ...print].join(', ') };
}

export const fingerprintText = (print: string): string => `${shownPrint(print) ?? ''}…`;

/** Which later call there is; null without one. */
function newerThan(entry: JournalEntry, calls: readonly JournalEntry[]): string | null {
  const [newest] = calls.slice(-1);
  if (newest === undefined || newest.id === entry.id) return null;
  return `This was the answer at ${minuteUtc(entry.at)}. The newest call is a ${newest.command} of ${minuteUtc(newest.at)}: ${headlineOf(newest)}`;
}

/** Who acts next and how, and what else the error says: a report says nothing twice. */
function stepsOf({
  command,
  verdict,
  advice,
  error,
  phase,
}: JournalEntry): Record<'next', string> & Record<'unsaid', readonly string[]> {
  if (phase === 'sent') return { next: lookItUp, unsaid: [] };
  if (error === null)
    return { next: verdict === null ? askAgain : headed(verdict.who, verdict.next), unsaid: [] };
  if (verdict !== null) {
    const { first, who, hint } = error;
    const unsaid = error.code === verdict.id ? [] : [error.says];
    return { next: headed(who, hintWords({ ...(first !== undefined && { first }), hint })), unsaid };
  }
  const hint = hintWords(error);
  if (advice === 'retry-later' && command !== 'verify')
    return { next: waitThenAsk, unsaid: [error.says, hint].filter((text) => text !== '') };
  return { next: hint === '' ? askAgain : `${whoWith[advice ?? 'none'] ?? ''}${hint}`, unsaid: [error.says] };
}

const lookItUp =
  'Look up the purchase before you do anything else: a look-up changes nothing. A second verify may get HTTP 409.';
const askAgain = 'This call does not show it. Make the call again.';
const waitThenAsk = 'Nobody. Wait a little, then make the call again: that is safe.';

/** For a failure that does not say who acts. */
const whoWith: Partial<Readonly<Record<Advice, string>>> = {
  'retry-later': 'Whoever made the call. ',
  'fix-request': 'The game’s developers, or whoever set up this profile. ',
};

const headed = (who: string | undefined, how: string): string =>
  who === undefined ? how : `${who.slice(0, 1).toUpperCase()}${who.slice(1)}. ${how}`;

const askedOf = (entry: JournalEntry): Fact[] => [
  { label: 'Call', value: commandWords[entry.command] },
  { label: 'Asked', value: entry.at },
  ...fact('Product', entry.product),
  ...fact('Package', entry.package),
  ...fact(
    'Receipt',
    entry.receipt && `${fingerprintText(entry.receipt)} (fingerprint; pvg does not keep the receipt)`,
  ),
  ...fact('Player', entry.player && `${fingerprintText(entry.player)} (keyed; pvg does not keep the name)`),
  ...fact('Service', entry.origin === 'local' ? 'the emulator inside pvg (profile local)' : entry.origin),
];

/** The values by which the operator finds the record (§2.4), under the contract's own names. */
const operatorFacts = ({ operator, facts }: JournalEntry): Fact[] =>
  operator === null
    ? []
    : [
        ...fact('tx_mgmt_id', operator.tx_mgmt_id),
        ...fact('game_id', operator.game_id),
        ...fact('current_state', operator.current_state),
        ...fact('last_error_code', operator.last_error_code ?? (operator.current_state && 'none')),
        ...facts.filter(({ id }) => id === 'last-error-message'),
      ];

const callFacts = (entry: JournalEntry): Fact[] => [
  { label: 'Call id', value: entry.id },
  ...fact('HTTP status', entry.status === null ? null : String(entry.status)),
  ...fact('Code', entry.code === null ? null : `${entry.code}${sourceOf(entry.code)}`),
  { label: 'Attempts', value: String(entry.attempts) },
  { label: 'Duration', value: `${String(entry.duration_ms)} ms` },
  {
    label: 'Clock',
    value: clockWords(entry.clock_skew_s) ?? 'could not be compared: the answer has no Date header',
  },
  ...fact('SHA-256 of the request body', entry.request_sha256),
  {
    label: 'pvg',
    value: `${entry.version}${entry.exit === null ? '' : `, exit status ${String(entry.exit)}`}`,
  },
];

/** Codes of pvg are marked, so that nobody looks for them in the contract. */
export const sourceOf = (code: string): string => (isOwnCode(code) ? ' (a code of pvg)' : '');
