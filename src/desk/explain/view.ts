import { records } from '../../contract/interfaces.js';
import { sectionFacts } from '../../contract/sections.js';
import { plainFinished, type Finished } from '../../output/finished.js';
import { sessionKinds } from '../../service/outcome.js';
import { didYouMean } from '../../text/nearest.js';
import { sentences } from '../../text/sentences.js';
import { optionWords, shellLine, type Word } from '../../text/shell.js';
import { adviceWords, type Fact } from '../../view/words.js';
import {
  anomalyNote,
  callJson,
  clockWords,
  fact,
  historyNotes,
  historyOf,
  lookupOf,
  profileFact,
  reportLine,
  whenFact,
} from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { explainFailure, type Explanation, type Meaning } from './explain.js';

/** A call of the journal that was explained, and the others about the same. */
interface Explained {
  readonly call: JournalEntry;
  readonly history: readonly JournalEntry[];
}

/** What was explained, as the end of the command. */
export function explained(explanation: Explanation, of?: Explained): Finished {
  const { meanings, listed, asked, status, near, note, verdict, error, anomalies } = explanation;
  const [only, ...others] = meanings;
  const one = others.length === 0 ? only : undefined;
  const hint =
    didYouMean(near) ??
    note ??
    'Use a code, an HTTP status, a state or a verdict, or - for the JSON of an answer.';
  return plainFinished('explain-error', {
    exit: listed ? 0 : 2,
    ...(of && { profile: of.call.profile, environment: of.call.environment }),
    interface: of?.call.interface ?? one?.interface ?? null,
    verdict,
    advice: explanation.advice ?? one?.advice ?? 'none',
    anomalies,
    answer: {
      ...{ asked, status, near, note, meanings: meanings.map((meaning) => ({ ...meaning })) },
      ...(of && { entry: callJson(of.call), history: of.history.map(callJson) }),
    },
    error: listed
      ? null
      : { code: 'code-not-listed', says: 'The contract does not list this.', hint, section: '§7' },
    view: {
      headline: explanation.headline,
      mood: listed ? 'plain' : 'bad',
      warnings: of ? warningsOf(of.call) : [],
      facts: [
        ...(of ? circumstances(of.call) : []),
        ...(one ? factsOf(one) : meanings.map(meaningFact)),
        ...(one ? [] : fact('Verdict', verdict?.id ?? null)),
        ...explanation.facts,
        ...(one ? [] : sectionFacts([...explanation.sections, ...meanings.map(({ section }) => section)])),
      ],
      notes: [
        of?.call.exit === null ? maybeUnderWay : '',
        ...(listed ? [note ?? ''] : [...new Set([note ?? '', hint])]),
        ...anomalies.map(anomalyNote),
        one ? '' : adviceWords(error && { ...error, first: '' }, verdict),
        ...(of ? historyNotes(of.history, of.call) : []),
      ].filter((text) => text !== ''),
      nextCommand: shellLine(of ? afterFailure(of.call, only) : nextOf(explanation)),
    },
  });
}

/** The same for a call of the journal. */
export const explainedFailure = (call: JournalEntry, calls: readonly JournalEntry[]): Finished =>
  explained(explainFailure(call), { call, history: historyOf(calls, call) });

const maybeUnderWay =
  'It may still be running in another window. If not, its answer is lost. Look up the purchase before you do anything else.';

const meaningFact = ({ code, interface: id, means, who, retry }: Meaning): Fact => ({
  label: `${code} (${id})`,
  value: `${means} Who acts: ${who}. Retry: ${retryWords[retry]}.`,
});

const retryWords = {
  never: 'no',
  'after-fixing': 'after fixing the cause',
  'with-back-off': 'yes, with back-off',
  later: 'later',
} as const;

const grantWords = {
  no: 'no',
  'not-again': 'not again; check what was granted',
  'does-not-apply': 'does not apply',
} as const;

const factsOf = ({ interface: id, causes = [], ...of }: Meaning): Fact[] => [
  { label: 'Where', value: `${id}, HTTP ${of.status} (${of.section})` },
  { label: 'Means', value: of.means },
  ...causes.map((cause, at) => ({ label: `Cause ${at + 1}`, value: cause })),
  { label: 'Who acts', value: of.who },
  { label: 'What to do', value: of.fix },
  { label: 'Retry', value: retryWords[of.retry] },
  { label: 'Grant', value: grantWords[of.grant] },
];

const warningsOf = ({ error, facts }: JournalEntry): string[] =>
  [error?.first ?? '', ...facts.filter(({ id }) => id === 'check-first').map(({ value }) => value)].filter(
    (text) => text !== '',
  );

const circumstances = (call: JournalEntry): Fact[] => [
  whenFact(call),
  profileFact(call),
  { label: 'Call', value: sentences(call.command, call.product ?? '') },
  ...fact('Ticket', call.case),
  ...fact('Clock', clockWords(call.clock_skew_s)),
  { label: 'Call id', value: call.id },
];

/** The look-up of the same purchase if it shows more; a page for the operator if only they can act. */
function afterFailure(call: JournalEntry, meaning: Meaning | undefined): readonly Word[] {
  const { command, exit, status, profile, product } = call;
  const isRecorded = exit === null || [6, 7, 10].includes(exit);
  if (command === 'verify' && product !== null && isRecorded) return lookupOf(call);
  const report = reportLine(call);
  if (isOperators(call)) return [...report, '--for', 'operator'];
  // pvg made the signature, so the credentials may be wrong, but not the way of signing.
  if (status === 401 && command !== 'session')
    return ['pvg', 'doctor', '--probe', ...optionWords({ '--profile': profile ?? undefined })];
  if (status === 401) return ['pvg', ...(profile === null ? ['doctor'] : ['profile', 'show', profile])];
  if (exit === 6) return report;
  return meaning === undefined ? doctor : nextFor(meaning);
}

/** Only they can enable a feature, or fix the store's credentials. */
const isOperators = ({ code, outcome }: JournalEntry): boolean =>
  ['xmdt_disabled', 'email_required_unsupported'].includes(code ?? '') ||
  /^40[13]$/.test(outcome?.store_status ?? '');

const doctor = ['pvg', 'doctor', '--online'];

/** What helps most with a listed failure of somebody else's call: a command that acts. */
const nextFor = ({ interface: id, status }: Meaning): readonly Word[] =>
  status >= 500 ? doctor : (nextByStatus[status] ?? trial(id));

const nextByStatus: Readonly<Record<number, readonly Word[]>> = {
  // Sent to it, the same request is diagnosed.
  400: ['pvg', 'listen'],
  401: ['pvg', 'doctor', '--probe'],
  403: ['pvg', 'profile', 'list'],
  412: ['pvg', 'profile', 'list'],
};

const trial = (id: keyof typeof records): Word[] => ['pvg', ...records[id].trial];

function nextOf({
  meanings: [first, ...others],
  status,
  verdict,
  near,
  listed,
}: Explanation): readonly Word[] {
  if (first !== undefined) return others.length === 0 ? nextFor(first) : ['pvg', 'explain-error', first.code];
  if (near[0] !== undefined) return ['pvg', 'explain-error', near[0]];
  if (status !== null && status >= 300) return doctor;
  if (sessionKinds.some((kind) => kind === verdict?.id)) return trial('session');
  return listed || status !== null ? trial('gateway') : ['pvg', 'explain-error', '--last'];
}
