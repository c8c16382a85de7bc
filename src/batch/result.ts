import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import type { Environment } from '../contract/environments.js';
import { WireFailure } from '../contract/wire.js';
import type { Outcome } from '../service/outcome.js';
import { adviceNamed, type Advice } from '../service/policy.js';
import { isObject, rowObject } from '../tables/json.js';
import type { Plain, PlainObject } from '../text/json/plain.js';
import { parseJson } from '../text/json/parse.js';
import { escapeUnsafe, printJson } from '../text/json/print.js';
import { rowStatusOf, type RowStatus, type JudgedRow } from './look-up-row.js';
import type { KnownPurchase, RowPurchase, BatchRow } from './row.js';

/**
 * A line of the results: one row, one JSON object. It names the purchase under pvg's own names and the place that answered, so
 * that a later run and `reconcile` need nothing else. `input` is last: a line of an equal row differs in row and input alone.
 */

type RunFacts = Readonly<Record<'profile' | 'callId', string | null>> & {
  readonly environment: Environment;
};

/** Who answered: the same in every line of a run. */
export function placeText({ callId, profile, environment }: RunFacts): string {
  return `"call_id":${JSON.stringify(callId)},"profile":${JSON.stringify(profile)},"environment":"${environment}"`;
}

/** The members between `row` and `input`. @param place of `placeText` */
export function middleOf(
  { purchase, has = purchase }: BatchRow,
  judged: JudgedRow,
  place: string,
): string {
  const { exit, advice, verdict, error, outcome } = judged;
  const at =
    outcome === undefined ? 'null' : `"${new Date(outcome.exchange.last.endedAtMs).toISOString()}"`;
  const head = `"ok":${exit === 0 ? 'true' : 'false'},"exit":${exit},"verdict":${verdict === null ? 'null' : `{"id":"${verdict}"}`},"advice":"${advice}","at":${at}`;
  return `${head},${place},"purchase":${has === undefined ? 'null' : purchaseText(has)},"answer":${answerText(outcome)},"anomalies":${JSON.stringify(outcome?.anomalies ?? [])},"error":${JSON.stringify(error)}`;
}

function purchaseText({ os = 'android', ...known }: KnownPurchase): string {
  const {
    productId: product_id = null,
    package: name = null,
    receipt = null,
    orderId: order_id = null,
  } = known;
  return escapeUnsafe(JSON.stringify({ os, product_id, package: name, receipt, order_id }));
}

/** No secret gets out, whatever repeats it. Ids and codes are never redacted: scripts branch on them. */
export function resultLine(
  { number, from }: Pick<BatchRow, 'number' | 'from'>,
  middle: string,
  { counts, advice }: Pick<Written, 'counts' | 'advice'>,
  secrets: Secrets,
): string {
  const line = `{"row":${number},${middle},"input":${from.input()}}\n`;
  if (secrets.redact(line) === line) return line;
  const redact = (part: string): string =>
    part === counts || part === advice ? part : secrets.redact(part);
  return `${printJson(parseJson(line), { redact })}\n`;
}

/** The middle of a line that pvg wrote. The first `,"input":` before which a JSON object is complete begins its last member. */
export function middleIn(line: string): string {
  const start = line.indexOf(',') + 1;
  for (
    let index = line.indexOf(inputMark);
    index !== -1;
    index = line.indexOf(inputMark, index + 1)
  ) {
    if (rowObject(`${line.slice(0, index)}}`) !== undefined) return line.slice(start, index);
  }
  throw new TypeError('a line of the results has no input');
}

const inputMark = ',"input":';

/** As the service wrote it, if that is one harmless line: no backslash, which could hide something. */
function answerText({ answer = null, exchange }: Partial<Outcome> = {}): string {
  if (answer === null || exchange === undefined || exchange.last.outcome instanceof WireFailure) {
    return 'null';
  }
  const { buffer, byteOffset, byteLength } = exchange.last.outcome.body;
  const written = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  return /^[ -[\]-~]*$/.test(written) ? written : printJson(answer);
}

/** The store knows this purchase, so that the words for `not-confirmed` are wrong: only the product is another one. */
export const otherProduct = 'PRODUCT_MISMATCH';

/** What a summary, a page and a resumed run read of a line. */
export interface Written {
  readonly row: number;
  readonly fate: RowStatus;
  readonly advice: Advice;
  /** A verdict's id or an error's code: `otherProduct` has words of its own. */
  readonly counts: string;
  /** Why it was not looked up. */
  readonly says: string | null;
  readonly orderId: string | null;
  readonly productId: string | null;
  /** `transactions[0].quantity missing; …`; empty if nothing is unusual. */
  readonly unusual: string;
  readonly purchase: RowPurchase | null;
}

export function writtenOf(
  { number: row, purchase, has = purchase }: BatchRow,
  judged: JudgedRow,
): Written {
  return {
    row,
    fate: judged.fate,
    advice: judged.advice,
    says: judged.error?.says ?? null,
    counts: countedAs(judged.verdict, judged.error?.code),
    orderId: judged.orderId ?? has?.orderId ?? null,
    productId: has?.productId ?? null,
    purchase: purchase ?? null,
    unusual: unusualOf(judged.outcome?.anomalies ?? []),
  };
}

const countedAs = (verdict: string | null, code: string | null = null): string =>
  code === otherProduct ? code : (verdict ?? code ?? 'unknown');

const unusualOf = (
  anomalies: readonly { readonly field?: unknown; readonly id?: unknown }[],
): string => anomalies.map(({ field, id }) => `${String(field)} ${String(id)}`).join('; ');

/** Of a line that was written. */
export function unusualIn({ anomalies }: PlainObject): string {
  return Array.isArray(anomalies) ? unusualOf(anomalies.filter(isObject)) : '';
}

const text = (value: Plain | undefined): string | null =>
  typeof value === 'string' ? value : null;

export interface FoundLine extends Written {
  /** Whose answer it is. */
  readonly profile: string | null;
  readonly environment: string | null;
  readonly input: string;
}

const isWithin = (value: Plain | undefined, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** undefined for a line that pvg did not write. */
export function writtenIn(line: string): FoundLine | undefined {
  const json = rowObject(line);
  if (json === undefined || !isWithin(json['row'], 1, Infinity) || !isWithin(json['exit'], 0, 21)) {
    return undefined;
  }
  if (!('purchase' in json) || !('environment' in json)) return undefined;
  const of = (name: string): PlainObject => {
    const value = json[name];
    return isObject(value) ? value : {};
  };
  const [asked, error] = [of('purchase'), of('error')];
  const verdict = text(of('verdict')['id']);
  const receipt = text(asked['receipt']);
  return {
    row: json['row'],
    fate: rowStatusOf(json['exit'], verdict),
    advice: adviceNamed(text(json['advice']) ?? undefined) ?? 'none',
    counts: countedAs(verdict, text(error['code'])),
    says: text(error['says']),
    orderId: text(of('answer')['order_id']),
    productId: text(asked['product_id']),
    unusual: unusualIn(json),
    purchase: receipt === null ? null : purchaseIn(asked, receipt),
    profile: text(json['profile']),
    environment: text(json['environment']),
    input: JSON.stringify(json['input'] ?? null),
  };
}

const purchaseIn = (asked: PlainObject, receipt: string): RowPurchase => ({
  receipt,
  productId: text(asked['product_id']) ?? '',
  package: text(asked['package']) ?? '',
  orderId: text(asked['order_id']) ?? undefined,
});
