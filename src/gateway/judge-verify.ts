import { once, whatIsWrong } from '../contract/answer.js';
import { explainCommand, namedFailure } from '../contract/codes.js';
import { type Judgement } from '../contract/judgement.js';
import { judgeOutcome, message, type Call, type Reply } from '../contract/outcome.js';
import type { Exchange } from '../transport/exchange.js';
import { verifyFacts, verifyOddities } from './answer.js';
import type { Asked } from './request.js';
import { callOf, noShape, whoActs, doNotGrant, refused } from './refusal.js';

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

const verified = (call: Call, { object, anomalies }: Reply, asked: Asked): Judgement => ({
  ok: true,
  exit: 0,
  verdict: {
    id: 'verified',
    says: 'The store confirms the purchase, and the gateway has now recorded it.',
    who: 'the game',
    next: 'It grants the item once and keeps the transaction id; its own verify of this receipt would now be answered with 409 and must not grant (§3.1, §7.1).',
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
    error: { ...failure.error, who: whoActs(failure.entry) },
    facts: message(object),
    nextCommand: explainCommand(status, failure.code),
  };
}
