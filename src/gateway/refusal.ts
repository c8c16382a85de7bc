import { causesWords, explainCommand, namedFailure, type NamedFailure } from '../contract/codes.js';
import type { Call, Reply } from '../contract/call.js';
import {
  verdictNamed,
  type Anomaly,
  type CatalogueEntry,
  type JudgedError,
  type Judgement,
  type Verdict,
} from '../contract/judgement.js';
import { message } from '../contract/outcome.js';
import type { ExitStatus } from '../failure.js';
import type { JsonObject } from '../text/json/json.js';
import { contradiction, type GatewayCall } from './call.js';
import { checkFirst } from './same-order.js';
import { lookupVerdicts, verifyVerdicts } from './verdict.js';

/** 4xx in the failure envelope, of either call of the gateway. */

export const whoActs = (entry: CatalogueEntry | undefined): string => entry?.who ?? 'the game’s developers';

export const doNotGrant = (entry: CatalogueEntry | undefined): Verdict => ({
  id: 'not-confirmed',
  says: 'The gateway does not confirm this purchase.',
  who: whoActs(entry),
  next: 'Do not grant the item on this answer.',
});

const checkTheProduct = checkFirst(
  'Is `--product-id` right? The store’s record of this receipt has another product.',
);

/** Of a call from here: whoever asked may have mistyped it, so nothing is said about swapped receipts. */
const mismatch = {
  who: 'you, then the game’s developers',
  next: 'Do not grant. If the product id is right, the receipt belongs to another product: the developers find out why.',
};

/** This is a look-up already: proposing one would lead in a circle. */
function refusedLookup({ code, entry, error }: NamedFailure): {
  readonly verdict: Verdict;
  readonly error: JudgedError;
} {
  const { who: sender, next } = lookupVerdicts['not-confirmed'];
  // One of its listed causes is the operator's.
  const who = code === 'VERIFICATION_FAILED' ? whoActs(entry) : sender;
  const more = entry === undefined ? error.hint : causesWords(entry);
  return {
    verdict: { ...doNotGrant(entry), who, next },
    error: {
      ...error,
      who,
      hint: `${next} ${more}`.trim(),
    },
  };
}

/** For a code that the contract lists with this status: what its entry says. For any other: by the status alone. */
const endOf = (
  status: number,
  entry: CatalogueEntry | undefined,
): Pick<CatalogueEntry, 'exit' | 'advice'> => {
  if (entry?.status === status) return entry;
  if (status === 422) return { exit: 6, advice: 'do-not-grant' };
  return { exit: status === 401 ? 4 : 5, advice: 'fix-request' };
};

/** 4xx in the failure envelope of §2.2. */
export function refused(call: GatewayCall, { status, object, anomalies }: Reply): Judgement {
  const failure = namedFailure(call.book, status, object);
  const { exit, advice } = endOf(status, failure.entry);
  const found: Anomaly[] = [...anomalies, ...contradiction(object, status), ...failure.anomalies];
  if (exit === 7 && call.operation === 'verify' && call.made.unclearBefore)
    return ownDuplicate(call, object, found);
  const { verdict, error } = judged(call, failure, exit);
  const hint = [
    error.hint,
    status === 401 ? call.clockHint?.() : '',
    call.operation === 'lookup' && status !== 401
      ? 'The contract does not show what this status means for a look-up.'
      : '',
  ].filter((sentence) => sentence);
  return {
    exit,
    verdict,
    advice,
    answer: object,
    anomalies: found,
    error: { ...error, hint: hint.join(' ') },
    facts: [
      ...(exit === 6 && failure.code === 'PRODUCT_MISMATCH' ? [checkTheProduct] : []),
      ...message(object),
    ],
    nextCommand: explainCommand(status, failure.code),
  };
}

function judged(
  { operation }: GatewayCall,
  failure: NamedFailure,
  exit: ExitStatus,
): { readonly verdict: Verdict | null; readonly error: JudgedError } {
  const { entry, error } = failure;
  if (exit === 6 && failure.code === 'PRODUCT_MISMATCH') {
    const { who, next } = mismatch;
    return { verdict: { ...doNotGrant(entry), who, next }, error: { ...error, who, hint: next } };
  }
  if (exit === 6 && operation === 'lookup') return refusedLookup(failure);
  if (exit === 6) return { verdict: doNotGrant(entry), error: { ...error, who: whoActs(entry) } };
  if (exit !== 7 || entry === undefined) return { verdict: null, error };
  const verdict = verdictNamed('already-verified', verifyVerdicts['already-verified']);
  return { verdict: { ...verdict, next: entry.fix }, error: { ...error, who: entry.who } };
}

/** Rule 2 of the command line: this 409 may come from our own earlier attempt. */
const ownDuplicate = (call: Call, answer: JsonObject, anomalies: readonly Anomaly[]): Judgement => ({
  exit: 10,
  verdict: null,
  advice: 'check',
  answer,
  anomalies,
  error: {
    code: 'outcome-unknown',
    says: 'The gateway answered DUPLICATE_TRANSACTION, but it may have recorded an earlier attempt of this same run, which got no clear answer.',
    hint: call.doubt('This cannot be told apart from an earlier verify'),
    section: '§7.1',
  },
  facts: message(answer),
  nextCommand: call.lookup ?? ['pvg', 'help', 'not-shown'],
});
