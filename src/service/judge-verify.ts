import { JsonObject, type Json } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { isOfOtherProduct, maybeIos, otherOrder, otherTransaction, type Asked } from './asked.js';
import { oddFields, shapes } from './fields.js';
import { odd, trouble, type Anomaly, type Found, type Reply } from './outcome.js';
import { memberTrouble, numberIn, once, typeOf } from './read.js';
import { named, refusal } from './refusal.js';

/** What a verify's answer means (§4.1, §7.1). Only `success` true in a 200 is a success. */
export function judgeVerify(reply: Reply, asked: Asked, made: Exchange): Found {
  const { status, object } = reply;
  const success = once(object, 'success');
  if (typeof success !== 'boolean')
    return { end: { kind: 'foreign', trouble: memberTrouble(object, 'success', 'boolean') } };
  if (status >= 400) return refusal('verify', reply, made);
  if (status !== 200)
    return { end: { kind: 'foreign', trouble: trouble('status-not-shown', String(status)) } };
  if (success) return verified(object, asked);
  const { code, anomalies } = named('verify', reply);
  return {
    end: { kind: 'rejected', code },
    anomalies: [odd('contradictory', 'success', 'HTTP 200'), ...anomalies],
  };
}

/** The gateway compares the product and the state with the store's record (§2.1, §7.1): such a success contradicts that. */
function verified(answer: JsonObject, asked: Asked): Found {
  const info = once(answer, 'receipt_info');
  const order = [
    ...otherOrder(answer, '', asked),
    ...(info instanceof JsonObject ? otherOrder(info, 'receipt_info.', asked) : []),
  ].slice(0, 1);
  const isForeign = isOfOtherProduct(answer, asked);
  const state = stateContradicting(info, asked);
  const isDoubtful = order.length > 0 || state.length > 0;
  return {
    end: {
      kind: isForeign ? 'verified-other-product' : isDoubtful ? 'verified-doubtful' : 'verified',
      about: answer,
    },
    anomalies: [
      ...order,
      ...state,
      ...(isForeign ? [odd('other-product', 'product_id')] : []),
      ...oddSuccess(answer, asked),
    ],
  };
}

/** §7.1: a purchase in another state than 0 fails. */
function stateContradicting(info: Json | undefined, asked: Asked): Anomaly[] {
  const state = numberIn(info, 'purchase_state');
  const isAndroid = info instanceof JsonObject && !maybeIos(info, asked);
  return isAndroid && (state === '1' || state === '2')
    ? [odd('contradictory', 'receipt_info.purchase_state', 'success')]
    : [];
}

/** What is unusual in the success envelope (§2.2, §2.3). */
function oddSuccess(answer: JsonObject, asked: Asked): Anomaly[] {
  const info = answer.get('receipt_info');
  const own = oddFields(answer, shapes.verify, '');
  if (info === undefined) return [...own, odd('missing', 'receipt_info')];
  if (!(info instanceof JsonObject))
    return [...own, odd('wrong-type', 'receipt_info', typeOf(info), 'object')];
  if (maybeIos(info, asked)) return own;
  return [
    ...own,
    ...oddFields(info, shapes.receiptInfo, 'receipt_info'),
    ...otherTransaction(answer, info.get('order_id'), 'receipt_info.order_id'),
  ];
}
