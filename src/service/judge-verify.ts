import { type Json, JsonObject, readMember } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { isOfOtherProduct, maybeIos, nameDifferentOrders, otherOrderAnomalies } from './subject.js';
import {
  fieldAnomalies,
  isEmptyText,
  isUsableId,
  memberProblem,
  numberText,
  shapes,
  uniqueMember,
} from './fields.js';
import { anomaly, bodyProblem } from './outcome.js';
import type { Anomaly, JsonAnswer, Judgement, Subject, VerifyKind } from './outcome.js';
import { failureInSuccess, readErrorCode, judgeRefusal, refusalWithStatus200 } from './refusal.js';

/** What a verify's answer means (§4.1, §7.1). Only `success` true in a 200 is a success. */
export function judgeVerify(reply: JsonAnswer, subject: Subject, exchange: Exchange): Judgement {
  const { status, object } = reply;
  const success = uniqueMember(object, 'success');
  if (typeof success !== 'boolean') {
    return { kind: 'foreign', bodyProblem: memberProblem(object, 'success', 'boolean') };
  }
  if (status >= 400) return judgeRefusal('verify', reply, exchange);
  if (status !== 200) {
    return { kind: 'foreign', bodyProblem: bodyProblem('status-not-shown', String(status)) };
  }
  if (success) return judgeSuccess(object, subject);
  return refusalWithStatus200('verify', reply, exchange) ?? unlistedRefusal(reply);
}

/** Judges a refusal with HTTP 200 whose code the contract does not list. It is never a success. */
function unlistedRefusal(reply: JsonAnswer): Judgement {
  const { code, anomalies } = readErrorCode('verify', reply);
  return { kind: 'rejected', code, anomalies: [...failureInSuccess(reply), ...anomalies] };
}

/**
 * Judges a success. The gateway has compared the product and the state with the store's record (§2.1, §7.1), so a success with
 * another product, or of an unpaid purchase, contradicts itself.
 */
function judgeSuccess(answer: JsonObject, subject: Subject): Judgement {
  const info = uniqueMember(answer, 'receipt_info') ?? null;
  const android = info instanceof JsonObject && !maybeIos(info, subject) ? info : undefined;
  const doubts = [
    ...ticketDoubts(answer, info, subject),
    ...placeholderId(answer),
    ...(android === undefined ? [] : purchaseDoubts(answer, android)),
  ];
  const isOtherProduct = isOfOtherProduct(answer, subject);
  const isDoubtful = doubts.length > 0 || !hasTransactionId(answer);
  const anomalies = [...doubts];
  if (isOtherProduct) anomalies.push(anomaly('other-product', 'product_id'));
  anomalies.push(...fieldAnomalies(answer, shapes.verify));
  if (android !== undefined) {
    anomalies.push(...fieldAnomalies(android, shapes.receiptInfo, 'receipt_info'));
  }
  return { kind: verifiedKind(isOtherProduct, isDoubtful), judgedPart: answer, anomalies };
}

function verifiedKind(isOtherProduct: boolean, isDoubtful: boolean): VerifyKind {
  if (isOtherProduct) return 'verified-other-product';
  return isDoubtful ? 'verified-doubtful' : 'verified';
}

/** §7.1: without a transaction id the caller cannot keep its delivery idempotent. */
const hasTransactionId = (answer: JsonObject): boolean =>
  isUsableId(uniqueMember(answer, 'transaction_id'));

/** The anomaly of a word such as `null` in the place of the transaction id. A missing or empty id is found by `fieldAnomalies`. */
function placeholderId(answer: JsonObject): Anomaly[] {
  const id = uniqueMember(answer, 'transaction_id');
  const isPlaceholder = typeof id === 'string' && !isEmptyText(id) && !isUsableId(id);
  return isPlaceholder ? [anomaly('not-listed', 'transaction_id', id)] : [];
}

/** The anomaly of a success about another order than the ticket's. The answer and `receipt_info` may both name it, and it is reported once. */
function ticketDoubts(answer: JsonObject, info: Json, subject: Subject): Anomaly[] {
  const inAnswer = otherOrderAnomalies(subject, { object: answer, path: '' });
  if (inAnswer.length > 0) return inAnswer;
  return otherOrderAnomalies(subject, { object: info, path: 'receipt_info' });
}

/** What contradicts itself between the answer and the store's record of the purchase (§2.3). */
function purchaseDoubts(answer: JsonObject, info: JsonObject): Anomaly[] {
  const doubts: Anomaly[] = [];
  // 1 is cancelled, 2 is pending.
  if (/^[12]$/.test(numberText(info, 'purchase_state'))) {
    doubts.push(anomaly('contradictory', 'receipt_info.purchase_state', 'success'));
  }
  const [orderId, id] = [readMember(info, 'order_id'), readMember(answer, 'transaction_id')];
  if (nameDifferentOrders(orderId, id)) {
    doubts.push(anomaly('contradictory', 'receipt_info.order_id', 'transaction_id'));
  }
  return doubts;
}
