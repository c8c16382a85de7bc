import { WireFailure } from '../../src/contract/wire.js';
import type { Asked } from '../../src/service/asked.js';
import { judge } from '../../src/service/judge.js';
import { lookupKinds, sessionKinds, trouble } from '../../src/service/outcome.js';
import { verifyKinds, type Kind, type Outcome } from '../../src/service/outcome.js';
import { errorIdOf, policyOf } from '../../src/service/policy.js';
import type { Operation } from '../../src/contract/interfaces.js';
import { exchangeOf, response, type GivenExchange, type GivenResponse } from './exchange.js';

/** What answers of the service are judged to be, as ids. */

export const askedAndroid: Asked = {
  osId: 1,
  productId: 'gems_100',
  package: 'com.example.game',
  receipt: 'hush-receipt',
};

export const judged = (
  operation: Operation,
  given: GivenResponse | WireFailure,
  asked: Asked = operation === 'session' ? {} : askedAndroid,
  exchange: GivenExchange = {},
): Outcome =>
  judge(
    operation,
    exchangeOf(given instanceof WireFailure ? given : response(given), exchange),
    asked,
  );

/** `refused 5 fix-request explain MISSING_FIELDS`: kind, exit status, advice, next step and the error's code. */
export const lineOf = (outcome: Outcome): string => {
  const { exit, advice, next } = policyOf(outcome);
  return [outcome.kind, exit, advice, next, errorIdOf(outcome)?.code ?? []].flat().join(' ');
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
export const kindsOf: Readonly<Record<Operation, readonly Kind[]>> = {
  lookup: [...lookupKinds, 'already-verified', 'rejected', ...ofAll],
  verify: [...verifyKinds, 'own-duplicate', 'unclear', 'rejected', ...ofAll],
  session: [...sessionKinds, ...ofAll],
};

const asJudged = { status: 400, answer: null, anomalies: [], made: exchangeOf(response({})) };
const besides = { code: 'CODE', trouble: trouble('empty'), failure: new WireFailure('lost', 'x') };
/** An outcome of this kind, whatever its answer was. */
export const outcomeOf = (operation: Operation, kind: Kind, more: object = {}): Outcome =>
  ({ operation, kind, ...asJudged, ...besides, ...more }) as Outcome;
