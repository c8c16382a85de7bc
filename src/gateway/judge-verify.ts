import { once, whatIsWrong } from '../contract/answer.js';
import type { Call, Reply } from '../contract/call.js';
import { explainCommand, namedFailure } from '../contract/codes.js';
import type { Judgement } from '../contract/judgement.js';
import { failed, judgeOutcome, message, shapeless } from '../contract/outcome.js';
import type { Exchange } from '../transport/exchange.js';
import { isOfOtherProduct, verifyFacts, verifyOddities } from './answer.js';
import { callOf } from './call.js';
import { doNotGrant, refused, whoActs } from './refusal.js';
import type { Asked } from './request.js';

/** What a verify's exchange means (§4.1, §7.1). Only `success` true in a 200 is a success. */
export function judgeVerify(made: Exchange, asked: Asked): Judgement {
  const call = callOf('verify', made, asked);
  return judgeOutcome(call, (reply) => {
    const { status, object } = reply;
    const success = once(object, 'success');
    if (typeof success !== 'boolean')
      return shapeless(call, reply, whatIsWrong(object, 'success', 'a boolean'));
    if (status === 200) return success ? verified(call, reply, asked) : falseInside200(call, reply);
    if (status < 400) return shapeless(call, reply, `HTTP ${String(status)} is no status of the contract`);
    return refused(call, reply);
  });
}

const verified = (call: Call, { object, anomalies }: Reply, asked: Asked): Judgement => ({
  exit: 0,
  ...(isOfOtherProduct(object, asked) ? forOtherProduct : forThisProduct),
  answer: object,
  anomalies: [...anomalies, ...verifyOddities(object, asked)],
  error: null,
  facts: verifyFacts(object),
  nextCommand: call.lookup ?? ['pvg', 'help', 'not-shown'],
});

const forThisProduct = {
  verdict: {
    id: 'verified',
    says: 'The store confirms the purchase, and the gateway has now recorded it.',
    who: 'the game',
    next: 'It grants the item once and keeps the transaction id; its own verify of this receipt would now be answered with 409 and must not grant (§3.1, §7.1).',
  },
  advice: 'grant',
} as const;

/** The gateway compares the product with the store's record (§2.1): such an answer contradicts its own check. */
const forOtherProduct = {
  verdict: {
    id: 'verified-other-product',
    says: 'The store confirms a purchase, and the gateway has now recorded it, but for another product than the one asked for.',
    who: 'the game’s developers and the operator',
    next: 'Do not grant the product that was asked for on this answer. They find out which product was bought.',
  },
  advice: 'check',
} as const;

function falseInside200(call: Call, { status, object, anomalies }: Reply): Judgement {
  const { entry, code, error, anomalies: odd } = namedFailure(call.book, status, object);
  const contradiction = { field: 'success', says: 'HTTP 200 with success false: not a success (§7.1)' };
  return failed({
    exit: 6,
    verdict: doNotGrant(entry),
    advice: 'do-not-grant',
    answer: object,
    anomalies: [...anomalies, contradiction, ...odd],
    error: { ...error, who: whoActs(entry) },
    facts: message(object),
    nextCommand: explainCommand(status, code),
  });
}
