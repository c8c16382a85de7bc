import { once, readBody, whatIsWrong } from '../contract/answer.js';
import { entryOf, explainCommand, namedFailure, type NamedFailure } from '../contract/codes.js';
import {
  copyOf,
  type Advice,
  type Anomaly,
  type CatalogueEntry,
  type Fact,
  type JudgedError,
  type Judgement,
  type Verdict,
} from '../contract/judgement.js';
import { limits } from '../contract/limits.js';
import { notShown } from '../contract/not-shown.js';
import {
  contradiction,
  doubt,
  judgeOutcome,
  message,
  shapeless,
  type Call,
  type Reply,
} from '../contract/outcome.js';
import { osIds } from '../contract/platforms.js';
import type { ExitStatus } from '../failure.js';
import { JsonObject, type Json } from '../json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { headerValue, WireFailure } from '../wire.js';
import {
  lookupOddities,
  rejectionFacts,
  rejectionOddities,
  storeFact,
  transactionFacts,
  transactionOddities,
  verifyFacts,
  verifyOddities,
} from './answer.js';
import { gatewayCodes, gatewayErrors } from './errors.js';
import { purchaseBackground, rejectionBackground } from './background.js';
import type { Asked } from './request.js';
import { lookupVerdict, lookupVerdicts, verdictOf, type LookupVerdictId } from './verdict.js';

/** What a verify's exchange means (§4.1, §7.1). Only `success` true in a 200 is a success. */
export function judgeVerify(exchange: Exchange, asked: Asked): Judgement {
  const call = callOf('verify', exchange, asked);
  return judgeOutcome(call, exchange.last.outcome, (reply) => {
    const { status, object } = reply;
    const success = once(object, 'success');
    if (typeof success !== 'boolean')
      return noShape(call, exchange, whatIsWrong(object, 'success', 'a boolean'));
    if (status === 200) return success ? verified(call, reply, asked) : falseInside200(call, reply);
    if (status < 400) return noShape(call, exchange, `HTTP ${String(status)} is no status of the contract`);
    return refused(call, exchange, reply);
  });
}

/** What a look-up's exchange means (§4.2, §2.4). */
export function judgeLookup(exchange: Exchange, asked: Asked): Judgement {
  const call = callOf('lookup', exchange, asked);
  return judgeOutcome(call, exchange.last.outcome, (reply) => {
    const { status, object } = reply;
    const found = once(object, 'found');
    if (found === true && status === 200) return confirmed(reply, asked);
    if (found === false && status >= 200 && status !== 401) return notConfirmed(reply, asked);
    if (
      status >= 400 &&
      (status === 401 || !object.has('found')) &&
      typeof once(object, 'success') === 'boolean'
    ) {
      return refused(call, exchange, reply);
    }
    const shape =
      typeof found === 'boolean' ? `HTTP ${String(status)} is no status of this shape` : undefined;
    return noShape(call, exchange, shape ?? whatIsWrong(object, 'found', 'a boolean'));
  });
}

const callOf = (operation: 'verify' | 'lookup', exchange: Exchange, asked: Asked): Call => ({
  operation,
  request: exchange.attempts.length === 0 ? undefined : exchange.last.request,
  attempts: exchange.attempts.length,
  unclearBefore: exchange.unclearBefore,
  book: gatewayCodes,
  lookup: asked.osId === osIds.ios ? undefined : lookupCommand(asked),
  redact: asked.redact,
  clockHint: () => clockHint(exchange),
});

// The receipt is never written out: without the user's own words for it, it is left to be filled in.
const lookupCommand = ({ words, productId, package: packageName }: Asked): string[] => [
  'pvg',
  'lookup',
  ...(words ?? [
    ...(productId === undefined ? [] : ['--product-id', productId]),
    ...(packageName === undefined ? [] : ['--package', packageName]),
    '--receipt',
    '"$RECEIPT"',
  ]),
];

/** A page for the ticket, made from the journal. */
const evidenceCommand = ['pvg', 'report', '--last', '--out', 'ticket.html'] as const;

/** Where the page is made already, what is kept of the call; where the journal does not have it, the whole answer. */
export const withoutReport = (judgement: Judgement, asked: Asked, keptId?: string): Judgement => {
  if (judgement.nextCommand !== evidenceCommand) return judgement;
  const nextCommand =
    keptId === undefined ? [...lookupCommand(asked), '--json'] : ['pvg', 'journal', 'show', keptId];
  return { ...copyOf(judgement), nextCommand };
};

const noShape = (call: Call, { last: { outcome } }: Exchange, trouble: string): Judgement => {
  if (outcome instanceof WireFailure)
    throw new TypeError('an outcome without an answer has no shape to judge');
  return shapeless(call, outcome, readBody(outcome.body), trouble);
};

const verified = (call: Call, { object, anomalies }: Reply, asked: Asked): Judgement => ({
  ok: true,
  exit: 0,
  verdict: {
    id: 'verified',
    says: 'The store confirms the purchase, and the gateway has now recorded it.',
    next: 'Who acts next: the game. It grants the item once and keeps the transaction id; its own verify of this receipt would now be answered with 409 and must not grant (§3.1, §7.1).',
  },
  advice: 'grant',
  answer: object,
  anomalies: [...anomalies, ...verifyOddities(object, asked)],
  error: null,
  facts: verifyFacts(object),
  nextCommand: call.lookup ?? ['pvg', 'help', 'not-shown'],
});

function falseInside200(call: Call, { status, object, anomalies }: Reply): Judgement {
  const failure = namedFailure(call.book, status, object);
  return {
    ok: false,
    exit: 6,
    verdict: doNotGrant(failure.entry),
    advice: 'do-not-grant',
    answer: object,
    anomalies: [
      ...anomalies,
      { field: 'success', says: 'HTTP 200 with success false: not a success (§7.1)' },
      ...failure.anomalies,
    ],
    error: { ...failure.error, hint: `${whoActs(failure.entry)} ${forPlatform(call, failure.error.hint)}` },
    facts: message(object),
    nextCommand: explainCommand(status, failure.code),
  };
}

/** An iOS purchase cannot be looked up: a sentence that proposes it is left out. */
const forPlatform = ({ lookup }: Call, text: string): string =>
  lookup !== undefined || !text.includes(lookupWord)
    ? text
    : [
        ...text.split(/(?<=\.) /).filter((sentence) => !sentence.includes(lookupWord)),
        'An iOS look-up is not shown (§4.2).',
      ].join(' ');

const lookupWord = '`pvg lookup`';

const whoActs = (entry: CatalogueEntry | undefined): string =>
  `Who acts next: ${entry?.who ?? 'the game’s developers'}.`;

const doNotGrant = (entry: CatalogueEntry | undefined): Verdict => ({
  id: 'not-confirmed',
  says: 'The gateway does not confirm this purchase.',
  next: `${whoActs(entry)} Do not grant the item on this answer.`,
});

/** What was asked is the look-up itself: proposing one would lead in a circle. */
const ofLookup = ({ entry, error }: NamedFailure): Pick<Judgement, 'verdict'> & { hint: string } => {
  const { next } = lookupVerdicts['not-confirmed'];
  const causes = entry?.causes === undefined ? '' : ` Listed causes: ${entry.causes.join('; ')}.`;
  return {
    verdict: { ...doNotGrant(entry), next },
    hint: entry === undefined ? `${next} ${error.hint}` : `${next}${causes}`,
  };
};

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
function refused(call: Call, exchange: Exchange, { status, object, anomalies }: Reply): Judgement {
  const failure = namedFailure(call.book, status, object);
  const exit = refusalExit(status, failure.code);
  const found: Anomaly[] = [...anomalies, ...contradiction(object, status), ...failure.anomalies];
  if (exit === 7 && call.operation === 'verify' && exchange.unclearBefore)
    return ownDuplicate(call, object, found);
  const rejected = call.operation === 'lookup' && exit === 6 ? ofLookup(failure) : undefined;
  const hint = [
    ...(rejected && failure.code === 'PRODUCT_MISMATCH'
      ? ['Is `--product-id` the right one? Check that first.']
      : []),
    ...(rejected === undefined && (exit === 6 || exit === 7) ? [whoActs(failure.entry)] : []),
    rejected?.hint ?? forPlatform(call, failure.error.hint),
    ...(status === 401 ? [clockHint(exchange)] : []),
    ...(call.operation === 'lookup' && status !== 401
      ? [`Not shown: ${notShown['lookup-statuses'].says} (§7.1).`]
      : []),
  ].filter((sentence) => sentence !== '');
  return {
    ok: false,
    exit,
    verdict:
      exit === 7
        ? { ...alreadyVerified, next: forPlatform(call, alreadyVerified.next) }
        : exit === 6
          ? (rejected?.verdict ?? doNotGrant(failure.entry))
          : null,
    advice: failure.entry?.exit === exit ? failure.entry.advice : adviceOf[exit],
    answer: object,
    anomalies: found,
    error: { ...failure.error, hint: hint.join(' ') },
    facts: message(object),
    nextCommand: explainCommand(status, failure.code),
  };
}

const alreadyVerified = {
  id: 'already-verified',
  says: gatewayErrors.DUPLICATE_TRANSACTION.means,
  next: `${whoActs(gatewayErrors.DUPLICATE_TRANSACTION)} ${gatewayErrors.DUPLICATE_TRANSACTION.fix}`,
} as const;

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

/** `found` true: the store knows the purchase (§2.4). */
function confirmed(reply: Reply, asked: Asked): Judgement {
  const { object } = reply;
  const { judged, says } = chosen(object.get('transactions'), asked);
  const ofState = agreed(judged);
  const foreign = judged.some(({ value }) => isOfOtherProduct(value, asked));
  const id = foreign ? 'unknown' : ofState;
  return new LookedUp(
    {
      ok: true,
      exit: 0,
      verdict: foreign ? otherProductVerdict(ofState) : lookupVerdict(id),
      advice: lookupVerdicts[id].advice,
      answer: object,
      error: null,
      nextCommand: nextOf(id, judged[0]?.value, asked),
    },
    {
      anomalies: () => [
        ...reply.anomalies,
        ...lookupOddities(object, asked),
        ...(says === undefined ? [] : [{ field: 'transactions', says }]),
        ...judged.flatMap(({ value, index }) =>
          transactionOddities(value, `transactions[${String(index)}]`, object, asked),
        ),
      ],
      facts: () => [
        storeFact(true),
        ...judged.flatMap(({ value }) => transactionFacts(value)),
        ...(judged.length === 1 ? purchaseBackground(judged[0]?.value, asked) : []),
      ],
    },
  );
}

interface Later {
  readonly anomalies: () => readonly Anomaly[];
  readonly facts: () => readonly Fact[];
}

/**
 * What is odd and what is for people is put together when somebody asks: a batch wants neither. A class, since an
 * object literal with getters costs six times the rest of a judgement.
 */
class LookedUp implements Judgement {
  readonly ok: boolean;
  readonly exit: ExitStatus;
  readonly verdict: Verdict | null;
  readonly advice: Advice;
  readonly answer: Json;
  readonly error: JudgedError | null;
  readonly nextCommand: readonly string[];
  readonly #later: Later;

  constructor(
    { ok, exit, verdict, advice, answer, error, nextCommand }: Omit<Judgement, 'anomalies' | 'facts'>,
    later: Later,
  ) {
    this.ok = ok;
    this.exit = exit;
    this.verdict = verdict;
    this.advice = advice;
    this.answer = answer;
    this.error = error;
    this.nextCommand = nextCommand;
    this.#later = later;
  }

  get anomalies(): readonly Anomaly[] {
    return this.#later.anomalies();
  }

  get facts(): readonly Fact[] {
    return this.#later.facts();
  }
}

interface Placed {
  readonly value: Json;
  readonly index: number;
}

// A hostile answer may hold any number of them.
const mostJudged = 10;

/** The transactions to judge: of several those of the product asked for, else the first. */
function chosen(transactions: Json | undefined, { productId }: Asked): { judged: Placed[]; says?: string } {
  const all = (Array.isArray(transactions) ? transactions : []).map((value, index) => ({ value, index }));
  if (all.length === 0) return { judged: [], says: 'is missing or empty although found is true (§2.4)' };
  if (all.length === 1) return { judged: all };
  const count = `holds ${String(all.length)} transactions`;
  const asked = all.filter(
    ({ value }) => productId !== undefined && memberOf(value, 'product_id') === productId,
  );
  if (asked.length === 0) {
    return {
      judged: all.slice(0, 1),
      says: `${count}, none certainly of the product asked for: the first is judged`,
    };
  }
  if (new Set(asked.map(({ value }) => verdictOf(value))).size === 1) {
    return { judged: asked.slice(0, 1), says: `${count}: the first of the product asked for is judged` };
  }
  return {
    judged: asked.slice(0, mostJudged),
    says: `${count}: those of the product asked for do not agree`,
  };
}

const isOfOtherProduct = (transaction: Json, { productId }: Asked): boolean => {
  const answered = transaction instanceof JsonObject ? transaction.get('product_id') : undefined;
  return productId !== undefined && typeof answered === 'string' && answered !== productId;
};

/** What the state says is not said of the purchase that was asked for. */
const otherProductVerdict = (ofState: LookupVerdictId): Verdict => ({
  ...lookupVerdict('unknown'),
  says: `The answer is about another product than the one asked for. Of that other one: ${lookupVerdicts[ofState].says}`,
});

const agreed = (judged: readonly Placed[]): LookupVerdictId =>
  judged.length === 1 ? verdictOf(judged[0]?.value) : 'unknown';

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  value instanceof JsonObject ? once(value, name) : undefined;

function nextOf(id: LookupVerdictId, transaction: Json | undefined, asked: Asked): readonly string[] {
  if (id === 'paid-recorded-elsewhere') return ['pvg', 'profile', 'list'];
  if (id === 'pending') return lookupCommand(asked);
  const code = memberOf(memberOf(transaction, 'gateway'), 'last_error_code');
  return id === 'paid-recorded-with-error' && typeof code === 'string' && entryOf(gatewayErrors, code)
    ? ['pvg', 'explain-error', code]
    : evidenceCommand;
}

/** The store-rejection shape (§2.4). */
const notConfirmed = (reply: Reply, asked: Asked): Judgement =>
  new LookedUp(
    {
      ok: false,
      exit: 6,
      verdict: lookupVerdict('not-confirmed'),
      advice: 'do-not-grant',
      answer: reply.object,
      error: {
        code: 'not-confirmed',
        says: lookupVerdicts['not-confirmed'].says,
        hint: lookupVerdicts['not-confirmed'].next,
        section: '§2.4',
      },
      // The rejection has no code; a verify that the store rejects is answered with this one (§7.1).
      nextCommand: ['pvg', 'explain-error', 'VERIFICATION_FAILED'],
    },
    {
      anomalies: () => [...reply.anomalies, ...rejectionOddities(reply.object)],
      facts: () => [...rejectionFacts(reply.object), ...rejectionBackground(reply.object, asked)],
    },
  );
