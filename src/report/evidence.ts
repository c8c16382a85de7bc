import type { Anomaly, Fact, JudgedError } from '../contract/judgement.js';
import { isOwnCode } from '../failure.js';
import type { JournalEntry } from '../journal/entry.js';
import { openQuestions } from './open-questions.js';
import type { Selection } from './select.js';
import { exactLocalTime, momentOf, type Moment, type TimeStyle } from '../text/times.js';
import { adviceWords, commandWords, headlineOf, toneOf, type Tone } from './words.js';

/** Who reads the report: a ticket anybody may open, or the operator of the service. */
export const audiences = ['support', 'operator'] as const;
export type Audience = (typeof audiences)[number];

export interface EvidenceOptions extends TimeStyle {
  readonly audience: Audience;
  /** pvg's version now; the entry has that of the call. */
  readonly version: string;
}

/** A line of a report; a date has its local time and age besides. */
export interface Line extends Fact {
  readonly moment?: Moment;
}

export interface PastCall {
  readonly id: string;
  readonly at: string;
  readonly local: string | null;
  readonly age: string;
  readonly command: string;
  readonly product: string | null;
  readonly receipt: string | null;
  /** In words: the verdict, or how it failed. */
  readonly says: string;
  readonly tone: Tone;
  /** Whether the report is about this one. */
  readonly reported: boolean;
}

/** Everything a report says, before it has a form: HTML, Markdown and `--json` read this one object. */
export interface Evidence {
  readonly audience: Audience;
  readonly case: string | null;
  /** What it is about: `Purchase GPA.1234-…`; the kind and the name apart, since the name is a stranger's. */
  readonly subject: { readonly kind: string; readonly name: string };
  readonly tone: Tone;
  /** The verdict in words, or that there is none. */
  readonly headline: string;
  readonly verdict: string | null;
  readonly advice: string | null;
  /** Who acts next, and how. */
  readonly next: string;
  readonly asked: readonly Line[];
  readonly facts: readonly Line[];
  readonly operator: readonly Line[];
  readonly anomalies: readonly Anomaly[];
  readonly error: JudgedError | null;
  /** What the error says beyond headline and next step: nothing stands twice in a report. */
  readonly unsaid: readonly string[];
  readonly times: readonly Line[];
  readonly call: readonly Line[];
  readonly history: readonly PastCall[];
  readonly open: readonly string[];
  readonly version: string;
}

// What only the operator can use; a test holds them against the facts that a look-up really has.
const operatorLabels = new Set(['Gateway record', 'Gateway state', 'Last error', 'Last error message']);

/** Pure: the journal's account of a call, for the ticket. */
export function evidenceOf({ entry, history }: Selection, options: EvidenceOptions): Evidence {
  const line = lineMaker(options);
  const forOperator = options.audience === 'operator';
  const facts = entry.facts.filter(({ label }) => !operatorLabels.has(label));
  return {
    audience: options.audience,
    case: entry.case === null ? null : masked(entry.case),
    subject: subjectOf(entry),
    tone: toneOf(entry),
    headline: masked(headlineOf(entry)),
    verdict: entry.verdict?.id ?? null,
    advice: entry.advice === null ? null : adviceWords[entry.advice],
    next: masked(nextOf(entry)),
    asked: askedOf(entry).map(line),
    facts: facts.map(line),
    operator: forOperator ? operatorFacts(entry).map(line) : [],
    anomalies: entry.anomalies.map(({ field, says }) => ({ field: masked(field), says: masked(says) })),
    error: entry.error && maskedError(entry.error),
    unsaid: unsaidOf(entry).map(masked),
    times: [{ label: 'Asked', value: entry.at }].map(line).concat(madeLine(options)),
    call: callFacts(entry).map(line),
    history: history.map((call) => pastCall(call, entry, options)),
    open: openQuestions(entry, history).map(masked),
    version: options.version,
  };
}

const lineMaker =
  (reading: TimeStyle) =>
  ({ label, value }: Fact): Line => {
    const moment = momentOf(value, reading);
    return { label, value: masked(value), ...(moment && { moment }) };
  };

/** Its age is none. */
function madeLine(reading: TimeStyle): Line {
  const utc = new Date(reading.nowMs).toISOString();
  return {
    label: 'Report made',
    value: utc,
    moment: { utc, local: exactLocalTime(reading.nowMs, reading.timeZone), age: '' },
  };
}

/** Nobody's e-mail address belongs into a ticket that many read; a service may repeat one in its messages. */
const masked = (text: string): string =>
  text.replace(/[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,253}\.[a-z]{2,24}/gi, '[e-mail address]');

const maskedError = ({ code, says, hint, section }: JudgedError): JudgedError => ({
  code: masked(code),
  says: masked(says),
  hint: masked(hint),
  section,
});

function subjectOf(entry: JournalEntry): Evidence['subject'] {
  if (entry.command === 'session')
    return { kind: 'Player', name: entry.player === null ? '' : fingerprintText(entry.player) };
  if (entry.order_id !== null) return { kind: 'Purchase', name: entry.order_id };
  return entry.product === null
    ? { kind: 'Purchase', name: '' }
    : { kind: 'Purchase of', name: entry.product };
}

const fingerprintText = (fingerprint: string): string => `sha256:${fingerprint}…`;

const sentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const nextOf = ({ command, verdict, advice, error, phase }: JournalEntry): string => {
  if (phase === 'sent')
    return 'Look the purchase up before anything else: that changes nothing. A second verify may be answered with 409 (§3.1).';
  // The report has a heading that says so.
  if (verdict !== null) return sentence(verdict.next.replace(/^Who acts next: /, ''));
  if (advice === 'retry-later' && command !== 'verify')
    return 'Nobody: wait a little, then ask again. That is safe.';
  const hint = error?.hint ?? '';
  if (hint === '') return 'This call does not tell: ask again.';
  if (advice === 'retry-later') return `Whoever asked. ${hint}`;
  return advice === 'fix-request' ? `The game’s developers, or whoever set up this profile: ${hint}` : hint;
};

/** Sentence by sentence: the verdict and the error of one call share some. */
function unsaidOf(entry: JournalEntry): string[] {
  let said = plain([headlineOf(entry), nextOf(entry)].join(' '));
  return [entry.error?.says ?? '', entry.error?.hint ?? '']
    .map((text) =>
      text
        .split(/(?<=[.?!]) (?=[^a-z])/)
        .filter((each) => {
          const isNew = !said.includes(plain(each).replace(/[.?!]$/, ''));
          said += ` ${plain(each)}`;
          return isNew;
        })
        .join(' '),
    )
    .filter((text) => text !== '');
}

const plain = (text: string): string => text.toLowerCase().replaceAll('who acts next: ', '');

const given = (label: string, value: string | null): Fact[] => (value === null ? [] : [{ label, value }]);

const askedOf = (entry: JournalEntry): Fact[] => [
  { label: 'Call', value: commandWords[entry.command] },
  ...given('Product', entry.product),
  ...given('Package', entry.package),
  ...given(
    'Receipt',
    entry.receipt && `${fingerprintText(entry.receipt)} (fingerprint; the receipt is not kept)`,
  ),
  ...given('Player', entry.player && `${fingerprintText(entry.player)} (fingerprint; the name is not kept)`),
  { label: 'Profile', value: entry.profile ?? 'environment variables' },
  { label: 'Environment', value: entry.environment },
  ...given('Service', entry.origin === 'local' ? 'emulator in pvg itself (profile local)' : entry.origin),
];

/** What the operator finds its record by (§2.4), under the contract's own names. */
const operatorFacts = ({ operator, facts }: JournalEntry): Fact[] =>
  operator === null
    ? []
    : [
        ...given('tx_mgmt_id', operator.tx_mgmt_id),
        ...given('game_id', operator.game_id),
        ...given('current_state', operator.current_state),
        ...given('last_error_code', operator.last_error_code ?? (operator.current_state && 'none')),
        ...facts.filter(({ label }) => label === 'Last error message'),
      ];

const callFacts = (entry: JournalEntry): Fact[] => [
  { label: 'Call id', value: entry.id },
  ...given('HTTP status', entry.status === null ? null : String(entry.status)),
  ...given('Code', entry.code === null ? null : `${entry.code}${sourceOf(entry.code, entry.error)}`),
  { label: 'Attempts', value: String(entry.attempts) },
  { label: 'Duration', value: `${String(entry.duration_ms)} ms` },
  { label: 'Clock', value: skewText(entry.clock_skew_s) },
  ...given('SHA-256 of the request body', entry.request_sha256),
  {
    label: 'pvg',
    value: `${entry.version}${entry.exit === null ? '' : `, exit status ${String(entry.exit)}`}`,
  },
];

/** Whose code it is: a section of the contract lists no code of pvg's. */
export const sourceOf = (code: string, error: JudgedError | null): string => {
  if (isOwnCode(code)) return ' (a code of pvg)';
  return error === null || error.section === null ? '' : ` (contract ${error.section})`;
};

function skewText(skewS: number | null): string {
  if (skewS === null) return 'could not be compared: no Date in the answer';
  if (skewS === 0) return 'agrees with the server’s';
  return `${String(Math.abs(skewS))} s ${skewS > 0 ? 'behind' : 'ahead of'} the server’s`;
}

function pastCall(call: JournalEntry, reported: JournalEntry, reading: TimeStyle): PastCall {
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
