import type { Context } from '../../context.js';
import { records } from '../../contract/interfaces.js';
import {
  hintWords,
  type Advice,
  type Fact,
  type FactId,
  type JudgedError,
} from '../../contract/judgement.js';
import { isOwnCode } from '../../failure.js';
import type { JournalEntry } from '../journal/entry.js';
import { clockWords, fact, type Selection } from '../journal/calls.js';
import { inOrder } from '../../contract/sections.js';
import { verdicts } from '../verdicts.js';
import { openQuestions, adviceLabels, commandWords, headlineOf, toneOf } from './words.js';
import { exactLocalTime, momentOf, type Moment, type TimeStyle } from '../../text/times.js';

/** Who reads the report: a ticket anybody may open, or the operator of the service. */
export const audiences = ['support', 'operator'] as const;
export type Audience = (typeof audiences)[number];

interface EvidenceOptions extends TimeStyle {
  readonly audience: Audience;
  readonly version: string;
}

export interface Line extends Fact {
  readonly moment?: Moment;
}

export const evidenceFor = (
  { clock, timeZone, version }: Context,
  selection: Selection,
  audience: Audience,
): Evidence => evidenceOf(selection, { audience, nowMs: clock.now(), timeZone, version });

/** Everything that a report says, before it has a form: HTML, Markdown and `--json` read this object. */
export type Evidence = Readonly<ReturnType<typeof evidenceOf>>;

/** A call of the report's history. */
export type PastCall = ReturnType<typeof pastCall>;

const forOperator: readonly (FactId | undefined)[] = [
  'gateway-record',
  'gateway-state',
  'last-error',
  'last-error-message',
];

export function evidenceOf({ entry, history }: Selection, options: EvidenceOptions) {
  const line = lineMaker(options);
  const facts = entry.facts.filter(({ id }) => !forOperator.includes(id));
  const { next, unsaid } = stepsOf(entry);
  return {
    audience: options.audience,
    case: entry.case === null ? null : masked(entry.case),
    subject: subjectOf(entry),
    tone: toneOf(entry),
    headline: masked(headlineOf(entry)),
    verdict: entry.verdict?.id ?? null,
    advice: entry.advice === null ? null : adviceLabels[entry.advice],
    next: masked(next),
    asked: askedOf(entry).map(line),
    facts: facts.map(line),
    operator: options.audience === 'operator' ? operatorFacts(entry).map(line) : [],
    anomalies: entry.anomalies.map((each) => ({
      ...each,
      field: masked(each.field),
      says: masked(each.says),
    })),
    error: entry.error && maskedError(entry.error),
    unsaid: unsaid.map(masked),
    times: [{ label: 'Asked', value: entry.at }].map(line).concat(madeLine(options)),
    call: callFacts(entry).map(line),
    history: history.map((call) => pastCall(call, entry, options)),
    open: openQuestions(entry, history).map(masked),
    sections: sectionsOf(entry),
    version: options.version,
  };
}

/** Of the contract: what the verdict, the error and the anomalies of the page rest on. */
function sectionsOf({ verdict, error, anomalies }: JournalEntry): string[] {
  const all = [
    ...(verdicts.get(verdict?.id ?? '')?.sections ?? []),
    error?.section,
    ...anomalies.map(({ section }) => section),
  ];
  return inOrder(all.filter((each) => typeof each === 'string'));
}

const lineMaker =
  (reading: TimeStyle) =>
  ({ label, value }: Fact): Line => {
    const moment = momentOf(value, reading);
    return { label, value: masked(value), ...(moment && { moment }) };
  };

/** Without an age: it is now. */
function madeLine(reading: TimeStyle): Line {
  const utc = new Date(reading.nowMs).toISOString();
  return {
    label: 'Report made',
    value: utc,
    moment: { utc, local: exactLocalTime(reading.nowMs, reading.timeZone), age: '' },
  };
}

/** Many people read a ticket, so no e-mail address belongs there; a service may repeat one in its messages. */
const masked = (text: string): string =>
  text.replace(/[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,253}\.[a-z]{2,24}/gi, '[e-mail address]');

const maskedError = (error: JudgedError): JudgedError => ({
  code: masked(error.code),
  says: masked(error.says),
  hint: masked(hintWords(error)),
  section: error.section,
});

/** Kind and name are separate, because the name comes from a stranger. */
function subjectOf(entry: JournalEntry): { readonly kind: string; readonly name: string } {
  if (records[entry.interface].about === 'player')
    return { kind: 'Player', name: entry.player === null ? '' : fingerprintText(entry.player) };
  if (entry.order_id !== null) return { kind: 'Purchase', name: entry.order_id };
  return entry.product === null
    ? { kind: 'Purchase', name: '' }
    : { kind: 'Purchase of', name: entry.product };
}

const fingerprintText = (fingerprint: string): string => `sha256:${fingerprint}…`;

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
  ...fact('Product', entry.product),
  ...fact('Package', entry.package),
  ...fact(
    'Receipt',
    entry.receipt && `${fingerprintText(entry.receipt)} (fingerprint; pvg does not keep the receipt)`,
  ),
  ...fact(
    'Player',
    entry.player && `${fingerprintText(entry.player)} (fingerprint; pvg does not keep the name)`,
  ),
  { label: 'Profile', value: entry.profile ?? 'environment variables' },
  { label: 'Environment', value: entry.environment },
  ...fact('Service', entry.origin === 'local' ? 'the emulator in pvg (profile local)' : entry.origin),
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

function pastCall(call: JournalEntry, reported: JournalEntry, reading: TimeStyle) {
  const moment = momentOf(call.at, reading);
  return {
    id: call.id,
    at: call.at,
    local: moment?.local ?? null,
    age: moment?.age ?? '',
    command: call.command,
    product: call.product,
    receipt: call.receipt === null ? null : fingerprintText(call.receipt),
    says: masked(headlineOf(call)),
    tone: toneOf(call),
    reported: call.id === reported.id,
  };
}
