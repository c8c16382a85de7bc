import { once, whatIsWrong } from '../contract/answer.js';
import type { Call, Reply } from '../contract/call.js';
import { explainCommand, namedFailure } from '../contract/codes.js';
import { verdictNamed, type Judgement } from '../contract/judgement.js';
import { failed, judgeOutcome, message, shapeless } from '../contract/outcome.js';
import type { Exchange } from '../transport/exchange.js';
import { isOfOtherProduct, verifyFacts, verifyOddities } from './answer.js';
import { callOf } from './call.js';
import { doNotGrant, refused, whoActs } from './refusal.js';
import type { Asked } from './request.js';
import { adviceWith, checkTheProduct, otherOrder } from './same-order.js';
import { verifyVerdicts } from './verdict.js';

/** What a verify's exchange means (§4.1, §7.1). Only `success` true in a 200 is a success. */
export function judgeVerify(made: Exchange, asked: Asked): Judgement {
  const call = callOf('verify', made, asked);
  return judgeOutcome(call, (reply) => {
    const { status, object } = reply;
    const success = once(object, 'success');
    if (typeof success !== 'boolean')
      return shapeless(call, reply, whatIsWrong(object, 'success', 'a boolean'));
    if (status === 200) return success ? verified(call, reply, asked) : falseInside200(call, reply);
    if (status < 400)
      return shapeless(call, reply, `the contract shows no answer with HTTP ${String(status)}`);
    return refused(call, reply);
  });
}

function verified(call: Call, { object, anomalies }: Reply, asked: Asked): Judgement {
  const id = isOfOtherProduct(object, asked) ? 'verified-other-product' : 'verified';
  const order = otherOrder(object, '', asked);
  return {
    exit: 0,
    verdict: verdictNamed(id, verifyVerdicts[id]),
    advice: adviceWith(verifyVerdicts[id].advice, order),
    answer: object,
    anomalies: [...anomalies, ...order.anomalies, ...verifyOddities(object, asked)],
    error: null,
    facts: [
      ...order.facts,
      ...(id === 'verified-other-product' ? [checkTheProduct] : []),
      ...verifyFacts(object),
    ],
    nextCommand: call.lookup ?? ['pvg', 'help', 'not-shown'],
  };
}

function falseInside200(call: Call, { status, object, anomalies }: Reply): Judgement {
  const { entry, code, error, anomalies: odd } = namedFailure(call.book, status, object);
  const contradiction = {
    field: 'success',
    says: 'is false although the status is HTTP 200: not a success',
    section: '§7.1',
  };
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
