import { WireFailure } from '../../src/contract/wire.js';
import type { Subject } from '../../src/service/outcome.js';
import { judge } from '../../src/service/judge.js';
import { lookupKinds, sessionKinds, bodyProblem } from '../../src/service/outcome.js';
import { verifyKinds, type OutcomeKind, type Outcome } from '../../src/service/outcome.js';
import { errorCodeOf, applyPolicy } from '../../src/service/policy.js';
import type { Operation } from '../../src/contract/interfaces.js';
import { exchangeOf, response, type GivenExchange, type GivenResponse } from './exchange.js';

/** What answers of the service are judged to be, as ids. */

export const askedAndroid: Subject = {
  osId: 1,
  productId: 'gems_100',
  package: 'com.example.game',
  receipt: 'hush-receipt',
};

export const judged = (
  operation: Operation,
  given: GivenResponse | WireFailure,
  subject: Subject = operation === 'session' ? {} : askedAndroid,
  exchange: GivenExchange = {},
): Outcome =>
  judge(
    operation,
    exchangeOf(given instanceof WireFailure ? given : response(given), exchange),
    subject,
  );

/** `refused 5 fix-request explain MISSING_FIELDS`: kind, exit status, advice, next step and the error's code. */
export const lineOf = (outcome: Outcome): string => {
  const { exit, advice, nextStep: next } = outcome;
  return [outcome.kind, exit, advice, next, errorCodeOf(outcome)?.code ?? []].flat().join(' ');
};

/** `missing transactions[0].gateway`. */
const oddIn = ({ anomalies }: Outcome): string[] =>
  anomalies.map(({ id, field }) => `${id} ${field}`);

/** Both: what an answer is, then what is odd in it. */
export const seenIn = (outcome: Outcome): string[] => [lineOf(outcome), ...oddIn(outcome)];

const answered = [
  'refused',
  'credentials-refused',
  'failed',
  'limited',
  'foreign',
  'redirected',
] as const;
const ofAll = [...answered, 'lost', 'not-reached', 'broken'] as const;
/** How a call of each operation can end. */
export const kindsOf: Readonly<Record<Operation, readonly OutcomeKind[]>> = {
  lookup: [...lookupKinds, 'already-verified', 'rejected', ...ofAll],
  verify: [...verifyKinds, 'own-duplicate', 'unclear', 'rejected', ...ofAll],
  session: [...sessionKinds, ...ofAll],
};

const asJudged = {
  subject: {},
  status: 400,
  answer: null,
  anomalies: [],
  exchange: exchangeOf(response({})),
};
const besides = {
  code: 'CODE',
  bodyProblem: bodyProblem('empty'),
  failure: new WireFailure('lost', 'x'),
};
/** An outcome of this kind, whatever its answer was. */
export const outcomeOf = (operation: Operation, kind: OutcomeKind, more: object = {}): Outcome =>
  applyPolicy({ operation, kind, ...asJudged, ...besides, ...more });
