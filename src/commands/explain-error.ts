import type { Command } from 'commander';
import type { Context } from '../context.js';
import { mainOperation } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { doctorOnline } from '../contract/outcome.js';
import { hintWords, nextWords, type Fact } from '../contract/judgement.js';
import { explain, type Explanation, type Meaning } from '../desk/explain/explain.js';
import { isOwnCode, PvgError } from '../failure.js';
import { gatewayErrors } from '../gateway/errors.js';
import { InputReader } from '../input/bytes.js';
import { examples, globalOptions, type GlobalOptions } from '../input/options.js';
import {
  endedBadly,
  historyOf,
  callJson,
  clockWords,
  fact,
  outcomeOf,
  pageName,
  profileFact,
  whenFact,
} from '../desk/journal/calls.js';
import { supportedCause, minuteUtc } from '../desk/journal/earlier.js';
import type { JournalEntry } from '../desk/journal/entry.js';
import { readCalls } from '../desk/journal/journal.js';
import type { Printable } from '../text/json/print.js';
import {
  plainFinished,
  type Finish,
  type Finished,
  type FinishedError,
  type View,
} from '../output/finished.js';
import { note } from '../output/present.js';
import { journalSetting } from '../profiles/project-file.js';
import { optionWords, shellLine } from '../text/shell.js';

export function registerExplainError(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg explain-error DUPLICATE_TRANSACTION',
    'pvg explain-error 409',
    'pvg explain-error --last',
    `echo '{"success":false,"error":"PRODUCT_MISMATCH","message":"…"}' | pvg explain-error -`,
  ]);
  command
    .argument(
      '[code|status|-]',
      'a code in any case, an HTTP status, or - for a whole answer on standard input',
    )
    .option('--last', 'the last failure of the journal: so does the command without an argument')
    .addHelpText(
      'after',
      '\nWithout an argument: the last failure of the journal, with its profile, clock, case and what else is known of\n' +
        'the same purchase; with --profile the last one of that profile. Nothing is sent.',
    )
    .action(async (input: string | undefined, { last }: { readonly last?: boolean }) =>
      finish(await runExplainError(context, globalOptions(command), input, last === true)),
    );
}

async function runExplainError(
  context: Context,
  globals: GlobalOptions,
  argument: string | undefined,
  last: boolean,
): Promise<Finished> {
  if (last && argument !== undefined) {
    throw new PvgError('usage', '--last stands instead of a code.', { hint: 'Give the one or the other.' });
  }
  if (argument === undefined) return explainLast(context, globals);
  const explanation = explain(await readGiven(context, argument));
  const { meanings, judgement, listed } = explanation;
  const only = onlyOne(meanings);
  return plainFinished('explain-error', {
    exit: listed ? 0 : 2,
    interface: only?.interface ?? null,
    verdict: judgement?.verdict ?? null,
    advice: judgement?.advice ?? only?.entry.advice ?? 'none',
    anomalies: judgement?.anomalies ?? [],
    answer: {
      asked: askedWords(explanation),
      status: explanation.status,
      meanings: meanings.map(meaningJson),
      near: explanation.near,
      note: explanation.note,
    },
    error: listed
      ? null
      : notListed(
          'The contract does not list this.',
          nearHint(explanation) ??
            'The codes of both interfaces: `pvg explain-error 400`, `401`, `409`, `422`, …',
        ),
    view: viewOf(explanation),
  });
}

async function readGiven(context: Context, argument: string): Promise<string> {
  if (argument === '') {
    throw new PvgError(
      'usage',
      'Which code? Name one, an HTTP status, or - for an answer on standard input.',
      { hint: 'Example: `pvg explain-error DUPLICATE_TRANSACTION`.' },
    );
  }
  const { bytes, from } = await new InputReader(context).read('explain-error', argument);
  if (bytes.some((byte) => byte > 0x20)) return Buffer.from(bytes).toString('utf8');
  const what = from === 'stdin' ? 'Standard input' : 'What was given';
  throw new PvgError('input-unreadable', `${what} is empty.`, {
    hint: 'Give the whole answer: its JSON body, or status line, headers and body.',
  });
}

const onlyOne = ([only, ...others]: readonly Meaning[]): Meaning | undefined =>
  others.length === 0 ? only : undefined;

const notListed = (says: string, hint: string | null): FinishedError => ({
  code: 'code-not-listed',
  says,
  hint,
  section: '§7',
});

const codeNotListed = 'The contract does not list this code.';

async function explainLast(context: Context, globals: GlobalOptions): Promise<Finished> {
  const { calls } = await readCalls(context, (text) => note(context, globals, text));
  const failure = calls.findLast(
    (call) => endedBadly(call) && (globals.profile === undefined || call.profile === globals.profile),
  );
  if (failure === undefined) throw await nothingFailed(context, globals, calls.length);
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
      ...(meanings.length === 0 && failure.error !== null ? [hintWords(failure.error)] : []),
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
    facts: [...circumstances(failure), ...(only ? factsOf(only, failure) : [])],
    notes: notes.filter((line) => line !== ''),
    nextCommand: shellLine(nextAfter(failure, meanings[0])),
  };
}

const mostHistory = 5;

const maybeUnderWay =
  'It may be under way still in another window; else its answer is lost. Look the purchase up before anything else.';

const { causes, section } = gatewayErrors.VERIFICATION_FAILED;

/** A rejected look-up has no code of its own (§2.4). */
const ofVerify = `A verify of it would be answered with VERIFICATION_FAILED, for which three causes are listed: ${causes.join('; ')} (${section}).`;

/** A verify that was sent and never heard of again has no code. */
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
  const words = clockWords(skewS) ?? 'not compared: there was no answer with a Date';
  return status === 401 && Math.abs(skewS ?? 0) > limits.timestampSkewSeconds
    ? `${words}: that may be it; the window is ${String(limits.timestampSkewSeconds)} s (§5.1)`
    : words;
}

async function nothingFailed(context: Context, { profile }: GlobalOptions, calls: number): Promise<PvgError> {
  const { off: reason, trouble } = await journalSetting(context);
  const off = reason === undefined ? '' : ` and off${trouble ? '' : ` (${reason})`}`;
  const says =
    calls === 0
      ? `The journal is empty${off}: there is no failure to explain.`
      : `The journal has no failure${profile === undefined ? '' : ' of this profile'}.`;
  return new PvgError('usage', says, {
    hint: 'Name a code, an HTTP status, or - for an answer: `pvg explain-error DUPLICATE_TRANSACTION`.',
  });
}

/** The look-up of the same purchase where it sheds light; else what the code itself leads to. */
function nextAfter(failure: JournalEntry, meaning: Meaning | undefined): string[] {
  const { command, advice, product, exit, status, profile } = failure;
  const unclear = exit === null || exit === 10;
  if (
    product !== null &&
    command === 'verify' &&
    (unclear || advice === 'do-not-grant' || advice === 'already-verified')
  )
    return lookupOf(failure);
  // pvg signed it itself: what it was signed with is in doubt, not how.
  if (status === 401) return ['pvg', ...(profile === null ? ['doctor'] : ['profile', 'show', profile])];
  if (meaning !== undefined) return nextOf(meaning);
  return exit === 6 ? ['pvg', 'report', failure.id, '--out', pageName(failure.case)] : [...doctorOnline];
}

/** The receipt is not kept: the user has it. */
const lookupOf = ({ profile, product, package: packageName, case: caseId }: JournalEntry): string[] => [
  'pvg',
  'lookup',
  ...optionWords({
    '--profile': profile,
    '--product-id': product ?? '"$PRODUCT_ID"',
    '--package': packageName ?? '"$PACKAGE"',
    '--receipt': '"$RECEIPT"',
    '--case': caseId,
  }),
];

/** `fixOnIos` is told with an answer alone. */
const meaningJson = ({ interface: name, code, entry }: Meaning): Printable => ({
  interface: name,
  code,
  ...entry,
  fixOnIos: undefined,
});

const nearHint = ({ near }: Explanation): string | undefined =>
  near.length > 0 ? `Did you mean ${near.map((code) => `\`${code}\``).join(' or ')}?` : undefined;

function askedWords({ asked, status }: Explanation): string {
  if (asked.kind === 'code') return asked.code;
  if (asked.kind === 'status') return `HTTP ${String(asked.number)}`;
  if (asked.kind === 'number') return `the number ${String(asked.number)}`;
  return asked.kind === 'answer' && status !== null
    ? `${askedKinds.answer}, HTTP ${String(status)}`
    : askedKinds[asked.kind];
}

const askedKinds = {
  'unlisted-code': 'a code that the contract does not list',
  'unlisted-code-in-answer': 'the code in this answer',
  answer: 'an answer of the service',
  output: 'an output of pvg',
} as const;

function viewOf(explanation: Explanation): View {
  const { meanings, note: said, judgement, asked, listed, near } = explanation;
  const notes = [
    ...(said === null ? [] : [said]),
    ...(judgement?.anomalies ?? []).map(({ field, says }) => `Odd: ${field}: ${says}`),
  ];
  const words = askedWords(explanation);
  if (!listed) {
    return {
      headline: asked.kind === 'unlisted-code' ? codeNotListed : `The contract does not list ${words}.`,
      mood: 'bad',
      notes: [...notes, ...[nearHint(explanation)].filter((hint) => hint !== undefined)],
      nextCommand: shellLine(
        near[0] === undefined ? elsewhere(explanation) : ['pvg', 'explain-error', near[0]],
      ),
    };
  }
  const [first] = meanings;
  if (first === undefined) {
    const verdict = judgement?.verdict;
    return {
      headline: verdict?.says ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`,
      mood: 'plain',
      facts: judgement?.facts ?? [],
      notes: [...notes, ...(verdict ? [nextWords(verdict)] : [])],
      nextCommand: shellLine(elsewhere(explanation)),
    };
  }
  const isOne = meanings.length === 1;
  return {
    headline: isOne ? titleOf(first) : `${words} has ${String(meanings.length)} meanings in the contract:`,
    mood: 'plain',
    facts: isOne ? factsOf(first) : meanings.map(meaningFact),
    notes,
    nextCommand: shellLine(isOne ? nextOf(first) : ['pvg', 'explain-error', first.code]),
  };
}

const titleOf = ({ code, entry }: Meaning): string => `${code}: ${entry.title}`;

const meaningFact = ({ code, interface: name, entry }: Meaning): Fact => ({
  label: `${code} (${name})`,
  value: `${entry.means} ${retryWords[entry.retry]} ${entry.section}`,
});

const retryWords = {
  never: 'Do not retry.',
  'after-fixing': 'Retry only after fixing the request.',
  'with-back-off': 'Retry with back-off.',
  later: 'Retry later.',
} as const;

const grantWords = {
  no: 'No: do not grant.',
  'not-again': 'Not again: check what was granted.',
  'does-not-apply': 'Nothing to grant here.',
} as const;

/**
 * What was said of a call knows more than the catalogue: after a failure of the service that pvg did the back-off
 * itself, after a 401 how the clock stood.
 */
function factsOf({ interface: name, entry }: Meaning, call?: JournalEntry): Fact[] {
  const said =
    (call?.exit === 8 || call?.exit === 4) && call.error !== null ? hintWords(call.error) : undefined;
  const retried = said !== undefined && call?.exit === 8;
  return [
    { label: 'Where', value: `${name}, HTTP ${String(entry.status)} (${entry.section})` },
    { label: 'Means', value: entry.means },
    ...(entry.causes ?? []).map((cause, at) => ({ label: `Cause ${String(at + 1)}`, value: cause })),
    { label: 'Who acts', value: entry.who },
    { label: 'What to do', value: said ?? entry.fix },
    ...(retried ? [] : [{ label: 'Retry', value: retryWords[entry.retry] }]),
    { label: 'Grant', value: grantWords[entry.grant] },
  ];
}

/** What sheds more light on a listed failure; always a command that runs as it is printed. */
function nextOf({ interface: name, entry }: Meaning): string[] {
  if (entry.status === 401) return ['pvg', 'diagnose', '--help'];
  if (entry.advice === 'do-not-grant' || entry.advice === 'already-verified')
    return ['pvg', 'lookup', '--help'];
  if (entry.status === 400) return ['pvg', mainOperation(name), '--help'];
  if (entry.status === 429) return ['pvg', 'help', 'not-shown'];
  return entry.status >= 500 ? [...doctorOnline] : ['pvg', 'help', 'environment'];
}

/** What to read where no listed failure is meant; the one listed code that is none of a failure is of a look-up. */
function elsewhere({ status, listed, judgement, asked }: Explanation): string[] {
  if (judgement?.exit === 6 || (listed && asked.kind === 'code')) return ['pvg', 'lookup', '--help'];
  if (status === null) return ['pvg', 'help', 'exit-status'];
  return status >= 300 ? [...doctorOnline] : ['pvg', 'help', 'output'];
}
