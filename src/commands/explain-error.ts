import type { Command } from 'commander';
import type { Context } from '../context.js';
import { limits } from '../contract/limits.js';
import type { Fact } from '../contract/judgement.js';
import { explain, type Explanation, type Meaning } from '../explain/explain.js';
import { isOwnCode, PvgError } from '../failure.js';
import { gatewayErrors } from '../gateway/errors.js';
import { neverReceivedReason } from '../gateway/verdict.js';
import { InputReader } from '../input/bytes.js';
import { plainFinished, type Finish, type Finished, type View } from '../output/finished.js';
import { examples } from '../input/examples.js';
import { globalOptions, type GlobalOptions } from '../input/global-options.js';
import { callsIn, hasFailed, historyOf } from '../journal/calls.js';
import { supportedCause } from '../journal/cause.js';
import { minuteUtc } from '../journal/earlier.js';
import type { JournalEntry } from '../journal/entry.js';
import { looseModes, requireJournal, troublesIn } from '../journal/journal.js';
import { clockWords, outcomeOf, pageName, whenFact } from '../journal/shown.js';
import type { Printable } from '../json/print.js';
import { note } from '../output/present.js';
import { journalSetting } from '../profiles/journal-setting.js';
import { shellLine } from '../text/shell.js';

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

export async function runExplainError(
  context: Context,
  globals: GlobalOptions,
  argument: string | undefined,
  last: boolean,
): Promise<Finished> {
  if (last && argument !== undefined) {
    throw new PvgError('usage', '--last stands instead of a code.', { hint: 'Give the one or the other.' });
  }
  if (argument === undefined) return explainLast(context, globals);
  if (argument === '') {
    throw new PvgError(
      'usage',
      'Which code? Name one, an HTTP status, or - for an answer on standard input.',
      {
        hint: 'Example: `pvg explain-error DUPLICATE_TRANSACTION`.',
      },
    );
  }
  const { bytes, from } = await new InputReader(context).read('explain-error', argument);
  if (bytes.every((byte) => byte <= 0x20)) {
    throw new PvgError(
      'input-unreadable',
      `${from === 'stdin' ? 'Standard input' : 'What was given'} is empty.`,
      {
        hint: 'Give the whole answer: its JSON body, or status line, headers and body.',
      },
    );
  }
  const explanation = explain(Buffer.from(bytes).toString('utf8'));
  const [only, ...others] = explanation.meanings;
  return plainFinished('explain-error', {
    exit: explanation.listed ? 0 : 2,
    interface: others.length === 0 ? (only?.interface ?? null) : null,
    verdict: explanation.judgement?.verdict ?? null,
    advice: explanation.judgement?.advice ?? (others.length === 0 && only ? only.entry.advice : 'none'),
    anomalies: explanation.judgement?.anomalies ?? [],
    answer: {
      asked: explanation.asked,
      status: explanation.status,
      meanings: explanation.meanings.map(meaningJson),
      near: explanation.near,
      note: explanation.note,
    },
    error: explanation.listed
      ? null
      : {
          code: 'code-not-listed',
          says: 'The contract does not list this.',
          hint:
            nearHint(explanation) ??
            'The codes of both interfaces: `pvg explain-error 400`, `401`, `409`, `422`, …',
          section: '§7',
        },
    view: viewOf(explanation),
  });
}

/** The last failure of the journal, with all that the journal knows around it. */
async function explainLast(context: Context, globals: GlobalOptions): Promise<Finished> {
  const lines = await requireJournal(context);
  const said = [...troublesIn(lines, context.folders), ...(await looseModes(context))];
  for (const each of said) await note(context, globals, each);
  const calls = callsIn(lines.entries);
  const failure = calls.findLast(
    (call) => hasFailed(call) && (globals.profile === undefined || call.profile === globals.profile),
  );
  if (failure === undefined) throw await nothingFailed(context, globals, calls.length);
  const history = historyOf(calls, failure);
  const code = codeOf(failure);
  const explanation = explain(/^http-\d{3}$/.test(code) ? code.slice('http-'.length) : code);
  const meanings = explanation.meanings.filter((meaning) => meaning.interface === failure.interface);
  const [meaning, ...others] = meanings;
  const isOwn = isOwnCode(code) && !code.startsWith('http-');
  const isUnlisted = !isOwn && meanings.length === 0 && !explanation.listed;
  const rejected = code === 'VERIFICATION_FAILED' || code === 'not-confirmed';
  const support = rejected ? supportedCause(failure, history) : undefined;
  const { error, verdict } = failure;
  const headline =
    meaning !== undefined && others.length === 0
      ? `${meaning.code}: ${meaning.entry.title}`
      : (error?.says ?? verdict?.says ?? outcomeOf(failure).says);
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
      entry: { ...failure } as unknown as Printable,
      history: history.map((call) => ({ ...call })) as unknown as Printable,
    },
    error: isUnlisted
      ? {
          code: 'code-not-listed',
          says: 'The contract does not list this code.',
          hint: nearHint(explanation) ?? error?.hint ?? null,
          section: '§7',
        }
      : null,
    view: {
      headline,
      mood: 'plain',
      facts: [
        ...circumstances(failure),
        ...(meaning !== undefined && others.length === 0 ? factsAfter(meaning, failure) : []),
      ],
      notes: [
        ...(isUnlisted ? ['The contract does not list this code.'] : []),
        ...(meaning === undefined && error !== null ? [error.hint] : []),
        ...(failure.exit === null
          ? [
              'It may be under way still in another window; else its answer is lost. Look the purchase up before anything else.',
            ]
          : []),
        ...(code === 'not-confirmed' ? [ofVerify] : []),
        ...(support === undefined ? [] : [support.says]),
        ...history.slice(-mostHistory).map(historyLine),
      ].filter((line) => line !== ''),
      nextCommand: shellLine(nextAfter(failure, meaning)),
    },
  });
}

const mostHistory = 5;

const { causes, section } = gatewayErrors.VERIFICATION_FAILED;

/** A rejected look-up has no code of its own (§2.4). */
const ofVerify = `A verify of it would be answered with VERIFICATION_FAILED, for which three causes are listed: ${causes.join('; ')} (${section}).`;

/** A verify that was sent and never heard of again has no code. */
const codeOf = ({ code, exit }: JournalEntry): string =>
  code ?? (exit === null ? 'outcome-unknown' : 'internal');

const historyLine = (call: JournalEntry): string =>
  `${call.receipt === null ? 'The same player' : 'The same receipt'}: ${minuteUtc(call.at)} ${call.command}, ${outcomeOf(call).word} (${call.id})`;

/**
 * What was said then knows more than the catalogue: after a failure of the service that pvg did the back-off itself,
 * after a 401 how the clock stood.
 */
const factsAfter = (meaning: Meaning, { exit, error }: JournalEntry): Fact[] =>
  (exit !== 8 && exit !== 4) || error === null
    ? factsOf(meaning)
    : factsOf(meaning)
        .filter(({ label }) => label !== 'Retry' || exit === 4)
        .map((each) => (each.label === 'What to do' ? { ...each, value: error.hint } : each));

const circumstances = (failure: JournalEntry): Fact[] => [
  whenFact(failure),
  { label: 'Profile', value: `${failure.profile ?? 'environment variables'} (${failure.environment})` },
  { label: 'Call', value: [failure.command, failure.product].filter((word) => word !== null).join(' ') },
  ...(failure.case === null ? [] : [{ label: 'Case', value: failure.case }]),
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
  const { on, because } = await journalSetting(context);
  const which = profile === undefined ? '' : ' of this profile';
  const says =
    calls === 0
      ? `The journal is empty${on ? '' : ` and off${because === undefined ? '' : ` (${because})`}`}: there is no failure to explain.`
      : `The journal has no failure${which}.`;
  return new PvgError('usage', says, {
    hint: 'Name a code, an HTTP status, or - for an answer: `pvg explain-error DUPLICATE_TRANSACTION`.',
  });
}

/** The look-up of the same purchase where it sheds light; else what the code itself leads to. */
function nextAfter(failure: JournalEntry, meaning: Meaning | undefined): string[] {
  const { command, advice, product, exit, status, profile } = failure;
  const isRead = command === 'lookup' || command === 'session';
  const unclear = exit === null || exit === 10;
  if (product !== null && !isRead && (unclear || advice === 'do-not-grant' || advice === 'already-verified'))
    return lookupOf(failure);
  // pvg signed it itself: what it was signed with is in doubt, not how.
  if (status === 401) return ['pvg', ...(profile === null ? ['doctor'] : ['profile', 'show', profile])];
  if (meaning !== undefined) return nextOf(meaning);
  return exit === 6 ? ['pvg', 'report', failure.id, '--out', pageName(failure.case)] : ['pvg', 'doctor'];
}

/** The receipt is not kept: the user has it. */
const lookupOf = ({ profile, product, package: packageName, case: caseId }: JournalEntry): string[] => [
  'pvg',
  'lookup',
  ...(profile === null ? [] : ['--profile', profile]),
  '--product-id',
  product ?? '"$PRODUCT_ID"',
  '--package',
  packageName ?? '"$PACKAGE"',
  '--receipt',
  '"$RECEIPT"',
  ...(caseId === null ? [] : ['--case', caseId]),
];

const meaningJson = ({ interface: name, code, entry }: Meaning) => ({ interface: name, code, ...entry });

const nearHint = ({ near }: Explanation): string | undefined =>
  near.length > 0 ? `Did you mean ${near.map((code) => `\`${code}\``).join(' or ')}?` : undefined;

function viewOf(explanation: Explanation): View {
  const { meanings, note, judgement, asked, listed } = explanation;
  const [only, ...others] = meanings;
  const said = [
    ...(note === null ? [] : [note]),
    ...(judgement?.anomalies ?? []).map(({ field, says }) => `Odd: ${field}: ${says}`),
  ];
  if (!listed) {
    return {
      headline: `The contract does not list ${asked === 'a code that the contract does not list' ? 'this code' : asked}.`,
      mood: 'bad',
      notes: [...said, ...[nearHint(explanation)].filter((hint) => hint !== undefined)],
      nextCommand: shellLine(
        explanation.near[0] === undefined
          ? elsewhere(explanation)
          : ['pvg', 'explain-error', explanation.near[0]],
      ),
    };
  }
  if (only === undefined) {
    return {
      headline: judgement?.verdict?.says ?? `${asked[0]?.toUpperCase() ?? ''}${asked.slice(1)}.`,
      mood: 'plain',
      facts: judgement?.facts ?? [],
      notes: [...said, ...(judgement?.verdict ? [judgement.verdict.next] : [])],
      nextCommand: shellLine(elsewhere(explanation)),
    };
  }
  if (others.length === 0) {
    return {
      headline: `${only.code}: ${only.entry.title}`,
      mood: 'plain',
      facts: factsOf(only),
      notes: said,
      nextCommand: shellLine(nextOf(only)),
    };
  }
  return {
    headline: `${asked} has ${String(meanings.length)} meanings in the contract:`,
    mood: 'plain',
    facts: meanings.map(({ code, interface: name, entry }) => ({
      label: `${code} (${name})`,
      value: `${entry.means} ${retryWords[entry.retry]} ${entry.section}`,
    })),
    notes: said,
    nextCommand: shellLine(['pvg', 'explain-error', only.code]),
  };
}

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

const factsOf = ({ interface: name, entry }: Meaning): Fact[] => [
  { label: 'Where', value: `${name}, HTTP ${String(entry.status)} (${entry.section})` },
  { label: 'Means', value: entry.means },
  ...(entry.causes ?? []).map((cause, at) => ({ label: `Cause ${String(at + 1)}`, value: cause })),
  { label: 'Who acts', value: entry.who },
  { label: 'What to do', value: entry.fix },
  { label: 'Retry', value: retryWords[entry.retry] },
  { label: 'Grant', value: grantWords[entry.grant] },
];

/** What sheds more light on a listed failure; always a command that runs as it is printed. */
function nextOf({ interface: name, entry }: Meaning): string[] {
  if (entry.status === 401) return ['pvg', 'diagnose', '--help'];
  if (entry.advice === 'do-not-grant' || entry.advice === 'already-verified')
    return ['pvg', 'lookup', '--help'];
  if (entry.status === 400) return ['pvg', name === 'session' ? 'session' : 'verify', '--help'];
  if (entry.status === 429) return ['pvg', 'help', 'not-shown'];
  return entry.status >= 500 ? ['pvg', 'doctor'] : ['pvg', 'help', 'environment'];
}

/** What to read where no listed failure is meant. */
function elsewhere({ status, listed, judgement, asked }: Explanation): string[] {
  if (status === null)
    return listed && asked === neverReceivedReason
      ? ['pvg', 'lookup', '--help']
      : ['pvg', 'help', 'exit-status'];
  if (judgement?.exit === 6) return ['pvg', 'lookup', '--help'];
  return status >= 300 ? ['pvg', 'doctor'] : ['pvg', 'help', 'output'];
}
