import { explainCommand, namedFailure, type NamedFailure } from '../contract/codes.js';
import type { Call, Reply } from '../contract/call.js';
import {
  type Advice,
  type Anomaly,
  type CatalogueEntry,
  type Judgement,
  type Verdict,
} from '../contract/judgement.js';
import { notShown } from '../contract/not-shown.js';
import { message } from '../contract/outcome.js';
import type { ExitStatus } from '../failure.js';
import type { JsonObject } from '../json/json.js';
import { contradiction, type GatewayCall } from './call.js';
import { gatewayErrors } from './errors.js';
import { lookupVerdicts } from './verdict.js';

/** 4xx in the failure envelope, of either call of the gateway. */

/** An iOS purchase cannot be looked up: a sentence that proposes it is left out. */
export const forPlatform = ({ lookup }: Call, text: string): string =>
  lookup !== undefined || !text.includes(lookupWord)
    ? text
    : [
        ...text.split(/(?<=\.) /).filter((sentence) => !sentence.includes(lookupWord)),
        'An iOS look-up is not shown (§4.2).',
      ].join(' ');

const lookupWord = '`pvg lookup`';

export const whoActs = (entry: CatalogueEntry | undefined): string =>
  `Who acts next: ${entry?.who ?? 'the game’s developers'}.`;

export const doNotGrant = (entry: CatalogueEntry | undefined): Verdict => ({
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
export function refused(call: GatewayCall, { status, object, anomalies }: Reply): Judgement {
  const failure = namedFailure(call.book, status, object);
  const exit = refusalExit(status, failure.code);
  const found: Anomaly[] = [...anomalies, ...contradiction(object, status), ...failure.anomalies];
  if (exit === 7 && call.operation === 'verify' && call.made.unclearBefore)
    return ownDuplicate(call, object, found);
  const rejected = call.operation === 'lookup' && exit === 6 ? ofLookup(failure) : undefined;
  const hint = [
    ...(rejected && failure.code === 'PRODUCT_MISMATCH'
      ? ['Is `--product-id` the right one? Check that first.']
      : []),
    ...(rejected === undefined && (exit === 6 || exit === 7) ? [whoActs(failure.entry)] : []),
    rejected?.hint ?? forPlatform(call, failure.error.hint),
    ...(status === 401 ? [call.clockHint?.()] : []),
    ...(call.operation === 'lookup' && status !== 401
      ? [`Not shown: ${notShown['lookup-statuses'].says} (§7.1).`]
      : []),
  ].filter((sentence) => sentence);
  return {
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
  exit: 10,
  verdict: null,
  advice: 'check',
  answer,
  anomalies,
  error: {
    code: 'outcome-unknown',
    says: 'The gateway says DUPLICATE_TRANSACTION, but an earlier attempt of this same run got no clear answer and may be what it recorded.',
    hint: call.doubt('It cannot be told apart from an earlier verify'),
    section: '§7.1',
  },
  facts: message(answer),
  nextCommand: call.lookup ?? ['pvg', 'help', 'not-shown'],
});
