import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import type { Environment } from '../contract/environments.js';
import { WireFailure } from '../contract/wire.js';
import type { Outcome } from '../service/outcome.js';
import { adviceNamed, type Advice } from '../service/outcome.js';
import { isObject, rowObject } from '../tables/json.js';
import type { Plain, PlainObject } from '../text/json/plain.js';
import { parseJson } from '../text/json/parse.js';
import { escapeUnsafe, printJson } from '../text/json/json.js';
import { rowStatusOf, type RowStatus, type JudgedRow } from './judged-row.js';
import type { PurchaseParts, RowPurchase, BatchRow } from './row.js';

/**
 * A line of the results: one row, one JSON object. It names the purchase under pvg's own names and the service that answered, so
 * that a later run and `reconcile` need nothing else. `row` is first and `input` last: what stands between them is the same for
 * all rows with the same purchase, and is made once (`buildMiddle`, `extractMiddle`).
 */

type RunFacts = Readonly<Record<'profile' | 'callId' | 'origin', string | null>> & {
  readonly environment: Environment;
};

/** The members that say who answered, as JSON without brackets: the same in every line of a run. */
export function serviceMembers({ callId, profile, environment, origin }: RunFacts): string {
  return `"call_id":${JSON.stringify(callId)},"profile":${JSON.stringify(profile)},"environment":"${environment}","origin":${JSON.stringify(origin)}`;
}

/** The members between `row` and `input`. @param service of `serviceMembers` */
export function buildMiddle(row: BatchRow, judged: JudgedRow, service: string): string {
  const { exit, advice, verdict, error, outcome } = judged;
  const purchaseParts = purchasePartsOf(row);
  const endedAtMs = outcome?.exchange.last.endedAtMs;
  return [
    `"ok":${exit === 0 ? 'true' : 'false'}`,
    `"exit":${exit}`,
    `"verdict":${verdict === null ? 'null' : `{"id":"${verdict}"}`}`,
    `"advice":"${advice}"`,
    `"at":${endedAtMs === undefined ? 'null' : `"${new Date(endedAtMs).toISOString()}"`}`,
    service,
    `"purchase":${purchaseParts === undefined ? 'null' : purchaseText(purchaseParts)}`,
    `"answer":${answerText(outcome)}`,
    `"anomalies":${JSON.stringify(outcome?.anomalies ?? [])}`,
    `"error":${JSON.stringify(error)}`,
  ].join(',');
}

/** The purchase of a row; of a row that cannot be looked up, as many parts as it has. */
function purchasePartsOf({ purchase, purchaseParts }: BatchRow): PurchaseParts | undefined {
  return purchaseParts ?? purchase;
}

/** Without `os` it is an Android purchase. null: the row names neither android nor ios, or contradicts itself. */
function purchaseText({ os = 'android', ...purchaseParts }: PurchaseParts): string {
  const members = {
    os,
    product_id: purchaseParts.productId ?? null,
    package: purchaseParts.package ?? null,
    receipt: purchaseParts.receipt ?? null,
    order_id: purchaseParts.orderId ?? null,
  };
  return escapeUnsafe(JSON.stringify(members));
}

interface ResultLine {
  readonly row: Pick<BatchRow, 'number' | 'source'>;
  /** The members between `row` and `input`. */
  readonly middle: string;
  /** Values of the line that stay as they are when secrets are redacted. */
  readonly ids: Pick<ResultSummary, 'outcomeId' | 'advice'>;
}

/** The line of a row. Secrets are redacted wherever they are repeated, but not in ids and codes: scripts branch on them. */
export function resultLine({ row, middle, ids }: ResultLine, secrets: Secrets): string {
  const line = `{"row":${row.number},${middle},"input":${row.source.inputJson()}}\n`;
  if (secrets.redact(line) === line) return line;
  const redact = (part: string): string =>
    part === ids.outcomeId || part === ids.advice ? part : secrets.redact(part);
  return `${printJson(parseJson(line), { redact })}\n`;
}

/**
 * The members between `row` and `input` in a line of pvg. A value may contain `,"input":`, too: the member `input` begins where
 * the text before it, closed with a bracket, is an object.
 */
export function extractMiddle(line: string): string {
  const start = line.indexOf(',') + 1;
  for (
    let index = line.indexOf(inputMark);
    index !== -1;
    index = line.indexOf(inputMark, index + 1)
  ) {
    const closedText = `${line.slice(0, index)}}`;
    if (rowObject(closedText) !== undefined) return line.slice(start, index);
  }
  throw new TypeError('a line of the results has no input');
}

const inputMark = ',"input":';

/** The answer as the service wrote it, if that is visible ASCII without a backslash, which could hide a secret; else printed again. */
function answerText({ answer = null, exchange }: Partial<Outcome> = {}): string {
  if (answer === null || exchange === undefined || exchange.last.outcome instanceof WireFailure) {
    return 'null';
  }
  const { buffer, byteOffset, byteLength } = exchange.last.outcome.body;
  const bodyText = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  return /^[ -[\]-~]*$/.test(bodyText) ? bodyText : printJson(answer);
}

/**
 * The service’s error code for a purchase of another product. Its verdict is `not-confirmed`, but it has words of its own: the
 * store knows the purchase, and only the product is another one.
 */
export const otherProduct = 'PRODUCT_MISMATCH';

/** What is unusual in an answer, as far as a page and a summary say it. */
export interface RowAnomaly {
  /** `transactions[0].quantity`: the service may choose the name, with any characters in it. */
  readonly field: string;
  readonly id: string;
}

/** What a summary, a page and a resumed run read of a line. */
export interface ResultSummary {
  readonly row: number;
  readonly rowStatus: RowStatus;
  readonly advice: Advice;
  /** A verdict's id or an error's code: `otherProduct` has words of its own. */
  readonly outcomeId: string;
  /** Why it was not looked up. */
  readonly says: string | null;
  /** The order id of the answer; `summarizeRow` takes that of the row if the answer has none, `readResultLine` does not. */
  readonly orderId: string | null;
  readonly productId: string | null;
  /** What is unusual in the answer. */
  readonly anomalies: readonly RowAnomaly[];
  readonly purchase: RowPurchase | null;
}

export function summarizeRow(row: BatchRow, judged: JudgedRow): ResultSummary {
  const purchaseParts = purchasePartsOf(row);
  return {
    row: row.number,
    rowStatus: judged.rowStatus,
    advice: judged.advice,
    outcomeId: chooseOutcomeId(judged.verdict, judged.error?.code),
    says: judged.error?.says ?? null,
    orderId: judged.orderId ?? purchaseParts?.orderId ?? null,
    productId: purchaseParts?.productId ?? null,
    anomalies: rowAnomalies(judged.outcome?.anomalies ?? []),
    purchase: row.purchase ?? null,
  };
}

/** The code where it has words of its own, else the verdict. */
const chooseOutcomeId = (verdict: string | null, code: string | null = null): string =>
  code === otherProduct ? code : (verdict ?? code ?? 'unknown');

const rowAnomalies = (
  anomalies: readonly { readonly field?: unknown; readonly id?: unknown }[],
): RowAnomaly[] => anomalies.map(({ field, id }) => ({ field: String(field), id: String(id) }));

/** What is unusual in a line that was written. */
export function readAnomalies({ anomalies }: PlainObject): RowAnomaly[] {
  return Array.isArray(anomalies) ? rowAnomalies(anomalies.filter(isObject)) : [];
}

/** `transactions[0].quantity missing; …`; empty if nothing is unusual. */
export function anomalyText(anomalies: readonly RowAnomaly[]): string {
  return anomalies.map(({ field, id }) => `${field} ${id}`).join('; ');
}

const textOrNull = (value: Plain | undefined): string | null =>
  typeof value === 'string' ? value : null;

/** A line of the results that a run or `--merge` reads again. */
export interface FoundLine extends ResultSummary {
  /** Whose answer it is. */
  readonly profile: string | null;
  readonly environment: string | null;
  /** null in a line of pvg 1.0. */
  readonly origin: string | null;
  readonly verdict: string | null;
  /** null: the row did not say, or contradicted itself. */
  readonly os: string | null;
  readonly input: string;
}

const isWithin = (value: Plain | undefined, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** The highest exit status that a line of the results has. */
const highestExit = 21;

/** undefined for a line that pvg did not write. */
export function readResultLine(line: string): FoundLine | undefined {
  const json = rowObject(line);
  if (
    json === undefined ||
    !isWithin(json['row'], 1, Infinity) ||
    !isWithin(json['exit'], 0, highestExit)
  ) {
    return undefined;
  }
  if (!('purchase' in json) || !('environment' in json)) return undefined;
  const purchase = objectMember(json, 'purchase');
  const error = objectMember(json, 'error');
  const verdict = textOrNull(objectMember(json, 'verdict')['id']);
  const receipt = textOrNull(purchase['receipt']);
  const advice = adviceNamed(textOrNull(json['advice']) ?? undefined) ?? 'none';
  return {
    row: json['row'],
    rowStatus: rowStatusOf({ exit: json['exit'], verdict, advice }),
    advice,
    outcomeId: chooseOutcomeId(verdict, textOrNull(error['code'])),
    says: textOrNull(error['says']),
    orderId: textOrNull(objectMember(json, 'answer')['order_id']),
    productId: textOrNull(purchase['product_id']),
    anomalies: readAnomalies(json),
    purchase: receipt === null ? null : readPurchaseMembers(purchase, receipt),
    profile: textOrNull(json['profile']),
    environment: textOrNull(json['environment']),
    origin: textOrNull(json['origin']),
    verdict,
    os: textOrNull(purchase['os']),
    input: JSON.stringify(json['input'] ?? null),
  };
}

/** Empty for a member that is not an object. */
function objectMember(json: PlainObject, name: string): PlainObject {
  const value = json[name];
  return isObject(value) ? value : {};
}

const readPurchaseMembers = (members: PlainObject, receipt: string): RowPurchase => ({
  receipt,
  productId: textOrNull(members['product_id']) ?? '',
  package: textOrNull(members['package']) ?? '',
  orderId: textOrNull(members['order_id']) ?? undefined,
});
