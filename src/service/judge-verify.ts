import { JsonObject } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { isOfOtherProduct, maybeIos, otherOrder, type Subject } from './subject.js';
import { fieldAnomalies, shapes } from './fields.js';
import { anomaly, bodyProblem, type Judgement, type JsonAnswer } from './outcome.js';
import { isEmptyText, memberProblem, numberText, uniqueMember } from './read.js';
import { failureInSuccess, readErrorCode, judgeRefusal, refusalWithStatus200 } from './refusal.js';

/** What a verify's answer means (§4.1, §7.1). Only `success` true in a 200 is a success. */
export function judgeVerify(reply: JsonAnswer, subject: Subject, exchange: Exchange): Judgement {
  const { status, object } = reply;
  const success = uniqueMember(object, 'success');
  if (typeof success !== 'boolean') {
    return { end: { kind: 'foreign', bodyProblem: memberProblem(object, 'success', 'boolean') } };
  }
  if (status >= 400) return judgeRefusal('verify', reply, exchange);
  if (status !== 200) {
    return {
      end: { kind: 'foreign', bodyProblem: bodyProblem('status-not-shown', String(status)) },
    };
  }
  if (success) return verified(object, subject);
  return refusalWithStatus200('verify', reply, exchange) ?? unlistedRefusal(reply);
}

/** The gateway says no, and does not say why: never a success. */
function unlistedRefusal(reply: JsonAnswer): Judgement {
  const { code, anomalies } = readErrorCode('verify', reply);
  return { end: { kind: 'rejected', code }, anomalies: [...failureInSuccess(reply), ...anomalies] };
}

/** §7.1: without one the caller cannot keep its delivery idempotent. */
function hasTransactionId(answer: JsonObject): boolean {
  const id = uniqueMember(answer, 'transaction_id');
  return typeof id === 'string' && !isEmptyText(id);
}

/** The gateway compares the product and the state with the store's record (§2.1, §7.1): such a success contradicts that. */
function verified(answer: JsonObject, subject: Subject): Judgement {
  const info = uniqueMember(answer, 'receipt_info') ?? null;
  const android = info instanceof JsonObject && !maybeIos(info, subject) ? info : undefined;
  const order = [
    ...otherOrder(subject, ['', answer]),
    ...otherOrder(subject, ['receipt_info.', info]),
  ].slice(0, 1);
  const isUnpaid = /^[12]$/.test(numberText(android, 'purchase_state'));
  const isOther = isOfOtherProduct(answer, subject);
  const isDoubtful = order.length > 0 || isUnpaid || !hasTransactionId(answer);
  const kind = isOther ? 'verified-other-product' : isDoubtful ? 'verified-doubtful' : 'verified';
  return {
    end: { kind, about: answer },
    anomalies: [
      ...order,
      ...(isUnpaid ? [anomaly('contradictory', 'receipt_info.purchase_state', 'success')] : []),
      ...(isOther ? [anomaly('other-product', 'product_id')] : []),
      ...fieldAnomalies(answer, shapes.verify),
      ...(android ? fieldAnomalies(android, shapes.receiptInfo, 'receipt_info') : []),
    ],
  };
}
