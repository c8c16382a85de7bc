import { records } from '../../contract/interfaces.js';
import { limits } from '../../contract/limits.js';
import { sectionFacts } from '../../contract/sections.js';
import { plainFinished, type Finished } from '../../output/finished.js';
import { sessionKinds } from '../../service/outcome.js';
import { didYouMean } from '../../text/nearest.js';
import { sentences } from '../../text/sentences.js';
import { shellLine, type Word } from '../../text/shell.js';
import { pageName } from '../../view/again.js';
import { adviceWords, type Fact } from '../../view/words.js';
import {
  anomalyNote,
  callJson,
  clockWords,
  fact,
  historyOf,
  lookupOf,
  minuteUtc,
  outcomeOf,
  profileFact,
  whenFact,
} from '../journal/calls.js';
import type { JournalEntry } from '../journal/entry.js';
import { explainFailure, type Explanation, type Meaning } from './explain.js';

/** What was explained, as the end of the command. `of`: the call that it is about, and what else is known of it. */
export function explained(
  explanation: Explanation,
  of?: { readonly call: JournalEntry; readonly history: readonly JournalEntry[] },
): Finished {
  const { meanings, listed, judgement, asked, status, near, note } = explanation;
  const [only, ...others] = meanings;
  const one = others.length === 0 ? only : undefined;
  const says = one
    ? `${one.code}: ${one.entry.title}`
    : listed && (judgement?.error?.says ?? judgement?.verdict?.says);
  const unlisted = asked.startsWith('a code') || of ? 'The contract does not list this code.' : undefined;
  const hint =
    didYouMean(near) ??
    note ??
    'Use a code, an HTTP status, a state or a verdict, or - for the JSON of an answer.';
  return plainFinished('explain-error', {
    exit: listed ? 0 : 2,
    ...(of && { profile: of.call.profile, environment: of.call.environment }),
    interface: of?.call.interface ?? one?.interface ?? null,
    verdict: judgement?.verdict ?? null,
    advice: judgement?.advice ?? one?.entry.advice ?? 'none',
    anomalies: judgement?.anomalies ?? [],
    answer: {
      ...{ asked, status, near, note },
      meanings: meanings.map(({ interface: id, code, entry }) => ({ interface: id, code, ...entry })),
      ...(of && { entry: callJson(of.call), history: of.history.map(callJson) }),
    },
    error: listed
      ? null
      : { code: 'code-not-listed', says: 'The contract does not list this.', hint, section: '§7' },
    view: {
      headline:
        says || (listed ? headlineOf(explanation) : (unlisted ?? `The contract does not list ${asked}.`)),
      mood: listed ? 'plain' : 'bad',
      warnings: of ? warningsOf(of.call) : [],
      facts: [
        ...(of ? circumstances(of.call) : []),
        ...(one ? factsOf(one, of?.call) : meanings.map(meaningFact)),
        ...(one ? [] : fact('Verdict', judgement?.verdict?.id ?? null)),
        ...(judgement?.facts ?? []),
        ...(one
          ? []
          : sectionFacts([...explanation.sections, ...meanings.map(({ entry }) => entry.section)])),
      ],
      notes: [
        ...(listed ? [note ?? ''] : [...new Set([note ?? '', hint])]),
        ...(judgement?.anomalies ?? []).map(anomalyNote),
        one || judgement === null
          ? ''
          : adviceWords(judgement.error && { ...judgement.error, first: '' }, judgement.verdict),
        ...(of?.history.slice(-mostHistory).map(historyLine) ?? []),
      ].filter((text) => text !== ''),
      nextCommand: shellLine(of ? afterFailure(of.call, only) : nextOf(explanation)),
    },
  });
}

/** The same for a call of the journal. */
export const explainedFailure = (call: JournalEntry, calls: readonly JournalEntry[]): Finished =>
  explained(explainFailure(call), { call, history: historyOf(calls, call) });

const mostHistory = 5;

function headlineOf({ meanings, asked, status }: Explanation): string {
  if (meanings.length > 1) return `${asked} has ${meanings.length} meanings here:`;
  const noun = `${asked.charAt(0).toUpperCase()}${asked.slice(1)}`;
  return status === null ? `${noun} is a value in an answer of the gateway.` : `${noun}.`;
}

const meaningFact = ({ code, interface: id, entry }: Meaning): Fact => ({
  label: `${code} (${id})`,
  value: `${entry.means} Who acts: ${entry.who}. Retry: ${retryWords[entry.retry]}.`,
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

/** What was said about a call knows more than the catalogue: the clock after a 401, how long to wait. */
function factsOf({ interface: id, entry }: Meaning, call?: JournalEntry): Fact[] {
  const said = call !== undefined && [4, 8, 9].includes(call.exit ?? 0) ? call.error : null;
  return [
    { label: 'Where', value: `${id}, HTTP ${entry.status} (${entry.section})` },
    { label: 'Means', value: entry.means },
    ...(entry.causes ?? []).map((cause, at) => ({ label: `Cause ${at + 1}`, value: cause })),
    { label: 'Who acts', value: said?.who ?? entry.who },
    { label: 'What to do', value: said?.hint ?? entry.fix },
    { label: 'Retry', value: retryWords[entry.retry] },
    { label: 'Grant', value: grantWords[entry.grant] },
  ];
}

const warningsOf = ({ error, facts }: JournalEntry): string[] =>
  [error?.first ?? '', ...facts.filter(({ id }) => id === 'check-first').map(({ value }) => value)].filter(
    (text) => text !== '',
  );

const circumstances = (call: JournalEntry): Fact[] => [
  whenFact(call),
  profileFact(call),
  { label: 'Call', value: sentences(call.command, call.product ?? '') },
  ...fact('Case', call.case),
  ...fact('This computer’s clock', clockFact(call)),
  { label: 'Call id', value: call.id },
];

function clockFact({ clock_skew_s: skewS, status }: JournalEntry): string {
  const words = clockWords(skewS) ?? 'not compared: no answer had a Date header';
  const most = limits.timestampSkewSeconds;
  return status === 401 && Math.abs(skewS ?? 0) > most
    ? `${words}; that may be the reason: the limit is ${most} s`
    : words;
}

const historyLine = (call: JournalEntry): string =>
  `${call.receipt === null ? 'The same player' : 'The same receipt'}: ${minuteUtc(call.at)} ${call.command}, ${outcomeOf(call).word} (${call.id})`;

/** The look-up of the same purchase if it shows more; a page for the operator if only they can act. */
function afterFailure(call: JournalEntry, meaning: Meaning | undefined): readonly Word[] {
  const { command, exit, status, profile, product, error } = call;
  const isRecorded = exit === null || [6, 7, 10].includes(exit);
  if (command === 'verify' && product !== null && isRecorded) return lookupOf(call);
  const report = ['pvg', 'report', call.id, '--out', pageName(call.case ?? call.order_id ?? call.id)];
  if (error?.who === 'the operator') return [...report, '--for', 'operator'];
  // pvg made the signature, so the credentials may be wrong, but not the way of signing.
  if (status === 401) return ['pvg', ...(profile === null ? ['doctor'] : ['profile', 'show', profile])];
  if (exit === 6) return report;
  return meaning === undefined ? doctor : nextFor(meaning);
}

const doctor = ['pvg', 'doctor', '--online'];

/** What helps most with a listed failure of somebody else's call: a command that acts. */
function nextFor({ interface: id, entry }: Meaning): readonly Word[] {
  if (entry.status >= 500) return doctor;
  if (entry.status === 401) return ['pvg', 'doctor', '--probe'];
  // Sent to it, the same request is diagnosed.
  if (entry.status === 400) return ['pvg', 'listen'];
  if (entry.status === 403 || entry.status === 412) return ['pvg', 'profile', 'list'];
  return trial(id);
}

const trial = (id: keyof typeof records): Word[] => ['pvg', ...records[id].trial];

function nextOf({
  meanings: [first, ...others],
  status,
  judgement,
  asked,
  near,
  listed,
}: Explanation): readonly Word[] {
  if (first !== undefined) return others.length === 0 ? nextFor(first) : ['pvg', 'explain-error', first.code];
  if (near[0] !== undefined) return ['pvg', 'explain-error', near[0]];
  if (status !== null && status >= 300) return doctor;
  if (sessionKinds.some((kind) => kind === judgement?.verdict?.id || kind === asked)) return trial('session');
  return listed || status !== null || judgement !== null
    ? trial('gateway')
    : ['pvg', 'explain-error', '--last'];
}
