import { JsonObject } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { isOfOtherProduct, maybeIos, otherOrder, type Asked } from './asked.js';
import { oddFields, shapes } from './fields.js';
import { odd, trouble, type Found, type Reply } from './outcome.js';
import { isEmptyText, memberTrouble, numberIn, once } from './read.js';
import { failureInSuccess, named, refusal, refusalWithStatus200 } from './refusal.js';

/** What a verify's answer means (§4.1, §7.1). Only `success` true in a 200 is a success. */
export function judgeVerify(reply: Reply, asked: Asked, made: Exchange): Found {
  const { status, object } = reply;
  const success = once(object, 'success');
  if (typeof success !== 'boolean') {
    return { end: { kind: 'foreign', trouble: memberTrouble(object, 'success', 'boolean') } };
  }
  if (status >= 400) return refusal('verify', reply, made);
  if (status !== 200) {
    return { end: { kind: 'foreign', trouble: trouble('status-not-shown', String(status)) } };
  }
  if (success) return verified(object, asked);
  return refusalWithStatus200('verify', reply, made) ?? unlistedRefusal(reply);
}

/** The gateway says no, and does not say why: never a success. */
function unlistedRefusal(reply: Reply): Found {
  const { code, anomalies } = named('verify', reply);
  return { end: { kind: 'rejected', code }, anomalies: [...failureInSuccess(reply), ...anomalies] };
}

/** §7.1: without one the caller cannot keep its delivery idempotent. */
function hasTransactionId(answer: JsonObject): boolean {
  const id = once(answer, 'transaction_id');
  return typeof id === 'string' && !isEmptyText(id);
}

/** The gateway compares the product and the state with the store's record (§2.1, §7.1): such a success contradicts that. */
function verified(answer: JsonObject, asked: Asked): Found {
  const info = once(answer, 'receipt_info') ?? null;
  const android = info instanceof JsonObject && !maybeIos(info, asked) ? info : undefined;
  const order = [
    ...otherOrder(asked, ['', answer]),
    ...otherOrder(asked, ['receipt_info.', info]),
  ].slice(0, 1);
  const isUnpaid = /^[12]$/.test(numberIn(android, 'purchase_state'));
  const isOther = isOfOtherProduct(answer, asked);
  const isDoubtful = order.length > 0 || isUnpaid || !hasTransactionId(answer);
  const kind = isOther ? 'verified-other-product' : isDoubtful ? 'verified-doubtful' : 'verified';
  return {
    end: { kind, about: answer },
    anomalies: [
      ...order,
      ...(isUnpaid ? [odd('contradictory', 'receipt_info.purchase_state', 'success')] : []),
      ...(isOther ? [odd('other-product', 'product_id')] : []),
      ...oddFields(answer, shapes.verify),
      ...(android ? oddFields(android, shapes.receiptInfo, 'receipt_info') : []),
    ],
  };
}
