import { limits } from '../../contract/limits.js';
import { listedFailures } from '../../contract/listed.js';
import { hintWords, type Fact } from '../../view/words.js';
import { isOwnCode } from '../../failure.js';
import { plainFinished, type Finished, type View } from '../../output/finished.js';
import { optionWords, placeholder, shellLine, type Word } from '../../text/shell.js';
import {
  callJson,
  clockWords,
  fact,
  historyOf,
  outcomeOf,
  pageName,
  profileFact,
  whenFact,
} from '../journal/calls.js';
import { minuteUtc, supportedCause } from '../journal/earlier.js';
import type { JournalEntry } from '../journal/entry.js';
import { explain, type Meaning } from './explain.js';
import {
  codeNotListed,
  factsOf,
  meaningJson,
  nearHint,
  nextOf,
  notListed,
  onlyOne,
  titleOf,
} from './view.js';

/** A failure from the journal, with its profile, its clock and what else is known about the same purchase. */
export function explainFailure(failure: JournalEntry, calls: readonly JournalEntry[]): Finished {
  const history = historyOf(calls, failure);
  const code = codeOf(failure);
  const explanation = explain(code);
  const meanings = explanation.meanings.filter((meaning) => meaning.interface === failure.interface);
  const isUnlisted = (!isOwnCode(code) || isStatusCode(code)) && meanings.length === 0 && !explanation.listed;
  const rejected = code === 'VERIFICATION_FAILED' || code === 'not-confirmed';
  const support = rejected ? supportedCause(failure, history) : undefined;
  const hint = nearHint(explanation) ?? (failure.error && hintWords(failure.error));
  return plainFinished('explain-error', {
    exit: isUnlisted ? 2 : 0,
    profile: failure.profile,
    environment: failure.environment,
    interface: failure.interface,
    verdict: failure.verdict,
    advice: failure.advice ?? 'check',
    answer: {
      asked: code,
      status: failure.status,
      meanings: meanings.map(meaningJson),
      near: explanation.near,
      note: support?.says ?? null,
      supported_cause: support?.cause ?? null,
      entry: callJson(failure),
      history: history.map(callJson),
    },
    error: isUnlisted ? notListed(codeNotListed, hint) : null,
    view: failureView(failure, meanings, [
      ...(isUnlisted ? [codeNotListed] : []),
      ...(meanings.length === 0 && failure.error !== null
        ? [hintWords({ ...failure.error, first: '' })]
        : []),
      ...(failure.exit === null ? [maybeUnderWay] : []),
      ...(code === 'not-confirmed' ? [ofVerify] : []),
      ...(support === undefined ? [] : [support.says]),
      ...history.slice(-mostHistory).map(historyLine),
    ]),
  });
}

function failureView(failure: JournalEntry, meanings: readonly Meaning[], notes: readonly string[]): View {
  const only = onlyOne(meanings);
  const { error, verdict } = failure;
  return {
    headline: only ? titleOf(only) : (error?.says ?? verdict?.says ?? outcomeOf(failure).says),
    mood: 'plain',
    warnings: [
      error?.first ?? '',
      ...failure.facts.filter(({ id }) => id === 'check-first').map(({ value }) => value),
    ].filter((text) => text !== ''),
    facts: [...circumstances(failure), ...(only ? factsOf(only, failure) : [])],
    notes: notes.filter((line) => line !== ''),
    nextCommand: shellLine(nextAfter(failure, meanings[0])),
  };
}

const mostHistory = 5;

const maybeUnderWay =
  'It may still be running in another window. If not, its answer is lost. Look up the purchase before you do anything else.';

const { causes } = listedFailures.gateway.VERIFICATION_FAILED;

/** A rejected look-up has no code of its own (§2.4). */
const ofVerify = `If the store rejects a receipt, a verify gets VERIFICATION_FAILED. The contract lists three causes: ${causes.join('; ')}.`;

/** A verify that was sent and has no answer has no code. */
const codeOf = ({ code, exit }: JournalEntry): string =>
  code ?? (exit === null ? 'outcome-unknown' : 'internal');

const isStatusCode = (code: string): boolean => /^http-\d{3}$/.test(code);

const historyLine = (call: JournalEntry): string =>
  `${call.receipt === null ? 'The same player' : 'The same receipt'}: ${minuteUtc(call.at)} ${call.command}, ${outcomeOf(call).word} (${call.id})`;

const circumstances = (failure: JournalEntry): Fact[] => [
  whenFact(failure),
  profileFact(failure),
  { label: 'Call', value: [failure.command, failure.product].filter((word) => word !== null).join(' ') },
  ...fact('Case', failure.case),
  { label: 'This computer’s clock', value: clockFact(failure) },
  { label: 'Journal id', value: failure.id },
];

function clockFact({ clock_skew_s: skewS, status }: JournalEntry): string {
  const words = clockWords(skewS) ?? 'not compared: no answer had a Date header';
  return status === 401 && Math.abs(skewS ?? 0) > limits.timestampSkewSeconds
    ? `${words}; that may be the reason: the limit is ${String(limits.timestampSkewSeconds)} s`
    : words;
}

/** The look-up of the same purchase if it helps; else what the code itself leads to. */
function nextAfter(failure: JournalEntry, meaning: Meaning | undefined): Word[] {
  const { command, advice, product, exit, status, profile } = failure;
  const unclear = exit === null || exit === 10;
  if (
    product !== null &&
    command === 'verify' &&
    (unclear || advice === 'do-not-grant' || advice === 'already-verified')
  )
    return lookupOf(failure);
  // pvg made the signature, so the credentials may be wrong, but not the way of signing.
  if (status === 401) return ['pvg', ...(profile === null ? ['doctor'] : ['profile', 'show', profile])];
  if (meaning !== undefined) return nextOf(meaning);
  return exit === 6
    ? ['pvg', 'report', failure.id, '--out', pageName(failure.case)]
    : ['pvg', 'doctor', '--online'];
}

/** The journal does not keep the receipt: the user has it. */
export const lookupOf = ({ profile, product, package: packageName, case: caseId }: JournalEntry): Word[] => [
  'pvg',
  'lookup',
  ...optionWords<Word>({
    '--profile': profile,
    '--product-id': product ?? placeholder('PRODUCT_ID'),
    '--package': packageName ?? placeholder('PACKAGE'),
    '--receipt': placeholder('RECEIPT'),
    '--case': caseId,
  }),
];
