import { readBody } from '../contract/answer.js';
import { causesWords, explainCommand, namedFailure, type NamedFailure } from '../contract/codes.js';
import {
  type Advice,
  type Anomaly,
  type CatalogueEntry,
  type JudgedError,
  type Judgement,
  type Verdict,
} from '../contract/judgement.js';
import { limits } from '../contract/limits.js';
import { notShown } from '../contract/not-shown.js';
import { contradiction, doubt, message, shapeless, type Call, type Reply } from '../contract/outcome.js';
import { osIds } from '../contract/platforms.js';
import type { ExitStatus } from '../failure.js';
import type { JsonObject } from '../json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { headerValue, WireFailure } from '../wire.js';
import { gatewayCodes, iosCodes } from './errors.js';
import type { Asked } from './request.js';
import { lookupVerdicts } from './verdict.js';

/** What both calls of the gateway have in common: the call as it is judged, and 4xx in the failure envelope. */

export const callOf = (operation: 'verify' | 'lookup', exchange: Exchange, asked: Asked): Call => ({
  operation,
  request: exchange.attempts.length === 0 ? undefined : exchange.last.request,
  attempts: exchange.attempts.length,
  unclearBefore: exchange.unclearBefore,
  book: asked.osId === osIds.ios ? iosCodes : gatewayCodes,
  lookup: asked.osId === osIds.ios ? undefined : lookupCommand(asked),
  redact: asked.redact,
  clockHint: () => clockHint(exchange),
});

// The receipt is never written out: without the user's own words for it, it is left to be filled in.
export const lookupCommand = ({ words, productId, package: packageName }: Asked): string[] => [
  'pvg',
  'lookup',
  ...(words ?? [
    ...(productId === undefined ? [] : ['--product-id', productId]),
    ...(packageName === undefined ? [] : ['--package', packageName]),
    '--receipt',
    '"$RECEIPT"',
  ]),
];

export const noShape = (call: Call, { last: { outcome } }: Exchange, trouble: string): Judgement => {
  if (outcome instanceof WireFailure)
    throw new TypeError('an outcome without an answer has no shape to judge');
  return shapeless(call, outcome, readBody(outcome.body), trouble);
};

export const whoActs = (entry: CatalogueEntry | undefined): string => entry?.who ?? 'the game’s developers';

export const doNotGrant = (entry: CatalogueEntry | undefined): Verdict => ({
  id: 'not-confirmed',
  says: 'The gateway does not confirm this purchase.',
  who: whoActs(entry),
  next: 'Do not grant the item on this answer.',
});

/** What was asked is the look-up itself: proposing one would lead in a circle. */
function rejected({ code, entry, error }: NamedFailure): {
  readonly verdict: Verdict;
  readonly error: JudgedError;
} {
  const { who, next } = lookupVerdicts['not-confirmed'];
  const more = entry === undefined ? error.hint : causesWords(entry);
  return {
    verdict: { ...doNotGrant(entry), who, next },
    error: {
      ...error,
      ...(code === 'PRODUCT_MISMATCH' && { first: 'Is `--product-id` the right one? Check that first.' }),
      who,
      hint: `${next} ${more}`.trim(),
    },
  };
}

const adviceOf = {
  4: 'fix-request',
  5: 'fix-request',
  6: 'do-not-grant',
  7: 'already-verified',
} as const satisfies Partial<Record<ExitStatus, Advice>>;

const refusalExit = (status: number, code: string | undefined): keyof typeof adviceOf => {
  if (status === 401) return 4;
  if (status === 422) return 6;
  return status === 409 && code === 'DUPLICATE_TRANSACTION' ? 7 : 5;
};

/** 4xx in the failure envelope of §2.2. */
export function refused(call: Call, exchange: Exchange, { status, object, anomalies }: Reply): Judgement {
  const failure = namedFailure(call.book, status, object);
  const exit = refusalExit(status, failure.code);
  const found: Anomaly[] = [...anomalies, ...contradiction(object, status), ...failure.anomalies];
  if (exit === 7 && call.operation === 'verify' && exchange.unclearBefore)
    return ownDuplicate(call, object, found);
  const { verdict, error } = judged(call, failure, exit);
  const hint = [
    error.hint,
    status === 401 ? clockHint(exchange) : '',
    call.operation === 'lookup' && status !== 401
      ? `Not shown: ${notShown['lookup-statuses'].says} (§7.1).`
      : '',
  ];
  return {
    ok: false,
    exit,
    verdict,
    advice: failure.entry?.exit === exit ? failure.entry.advice : adviceOf[exit],
    answer: object,
    anomalies: found,
    error: { ...error, hint: hint.filter((sentence) => sentence !== '').join(' ') },
    facts: message(object),
    nextCommand: explainCommand(status, failure.code),
  };
}

function judged(
  { operation }: Call,
  failure: NamedFailure,
  exit: keyof typeof adviceOf,
): { readonly verdict: Verdict | null; readonly error: JudgedError } {
  const { entry, error } = failure;
  if (exit === 6 && operation === 'lookup') return rejected(failure);
  if (exit === 6) return { verdict: doNotGrant(entry), error: { ...error, who: whoActs(entry) } };
  if (exit !== 7 || entry === undefined) return { verdict: null, error };
  const { means, who, fix } = entry;
  return { verdict: { id: 'already-verified', says: means, who, next: fix }, error: { ...error, who } };
}

/** Rule 2 of the command line: this 409 may be the echo of our own earlier attempt. */
const ownDuplicate = (call: Call, answer: JsonObject, anomalies: readonly Anomaly[]): Judgement => ({
  ok: false,
  exit: 10,
  verdict: null,
  advice: 'check',
  answer,
  anomalies,
  error: {
    code: 'outcome-unknown',
    says: 'The gateway says DUPLICATE_TRANSACTION, but an earlier attempt of this same run got no clear answer and may be what it recorded.',
    hint: doubt(call, 'It cannot be told apart from an earlier verify'),
    section: '§7.1',
  },
  facts: message(answer),
  nextCommand: call.lookup ?? ['pvg', 'help', 'not-shown'],
});

/** Rule 6 of the command line: a 401 may be the clock's. Which error a late timestamp gives is not shown (§5.1). */
function clockHint({ clockSkewS, attempts, last: { request, startedAtMs } }: Exchange): string {
  // An answer from a file: no clock of ours belongs to it.
  if (attempts.length === 0) return '';
  if (clockSkewS === undefined) return 'The answer has no Date, so the clock could not be compared.';
  const timestamp = Number(headerValue(request.headers, 'x-timestamp') ?? Number.NaN);
  const offset = Number.isInteger(timestamp) ? timestamp - Math.floor(startedAtMs / 1000) : 0;
  const behind = clockSkewS - offset;
  if (behind === 0) return 'The clock is in order: by the answer’s Date it agrees with the server’s.';
  const size = `${String(Math.abs(behind))} s ${behind > 0 ? 'behind' : 'ahead of'} the server’s clock`;
  const window = `the window is ${String(limits.timestampSkewSeconds)} s (§5.1)`;
  return Math.abs(behind) > limits.timestampSkewSeconds
    ? `The timestamp was ${size}: that may be it; ${window}.`
    : `The timestamp was ${size}, which is in order; ${window}.`;
}
