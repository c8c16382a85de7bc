import type { Done } from './job.js';
import { Buffer } from 'node:buffer';
import type { Secrets } from '../context.js';
import { errorIdOf, verdictIdOf, type ErrorId } from '../service/policy.js';
import type { Outcome } from '../service/outcome.js';
import type { Advice } from '../service/policy.js';
import type { ExitStatus } from '../failure.js';
import { identifiersIn } from '../service/identifiers.js';
import type { Json } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { printJson, type Printable } from '../text/json/print.js';
import { createSecrets } from '../output/redaction/secrets.js';
import { headerValue, type WireRequest } from '../contract/wire.js';
import { placeTold, type Row, type RowPurchase } from './row.js';

/** One row of the output, its parts as JSON texts without secrets. */
export interface Result {
  readonly row: number;
  readonly input: string;
  readonly ok: boolean;
  readonly exit: ExitStatus;
  readonly advice: Advice;
  /** When the answer came or was lost: ISO 8601, UTC; null for a row that was not looked up. */
  readonly at: string | null;
  readonly callId: string | null;
  /** The place in the input; `where` is for people. */
  readonly line: number;
  readonly where: string;
  /** How the closing table counts the row: a verdict's id or an error's code. */
  readonly counts: string;
  readonly orderId: string | null;
  /** What is known of it, also if it cannot be looked up. */
  readonly purchase: Partial<RowPurchase> | undefined;
  /** The same under pvg's own names. */
  readonly named: string;
  readonly verdict: string;
  readonly answer: string;
  /** What is unusual in the answer. */
  readonly anomalies: string;
  /** The same on one line; empty if nothing is unusual. */
  readonly unusual: string;
  readonly error: string;
}

const unreadableExit = 2;

/** It was not looked up and cannot be: the input must be fixed. */
export const isUnreadable = (exit: number): boolean => exit === unreadableExit;

/** It could not be read, or got no answer of the service after all attempts. */
export const hasFailed = (exit: number): boolean => isUnreadable(exit) || (exit >= 8 && exit <= 12);

/** The service refused it for good: an answer, but not about a purchase. */
export const refusedExit = 5;

/** Prints rows: ids and values, no words. */
export class ResultPrinter {
  /** @param callId the run's entry in the journal; null without one */
  constructor(
    private readonly secrets: Secrets,
    private readonly callId: string | null,
  ) {}

  print({ row, judged, body, atMs, requests }: Done): Result {
    const { outcome, exit = unreadableExit, advice = 'fix-request' } = judged ?? {};
    const verdict = outcome === undefined ? null : verdictIdOf(outcome.kind);
    const error = outcome === undefined ? (row.problem ?? null) : errorIdOf(outcome);
    const anomalies = outcome?.anomalies ?? [];
    return {
      row: row.number,
      input: cleaned(row.input, this.secrets),
      ok: exit === 0,
      exit,
      advice,
      at: atMs === undefined ? null : new Date(atMs).toISOString(),
      callId: this.callId,
      line: row.line,
      where: placeTold(row),
      counts: verdict ?? error?.code ?? 'unknown',
      orderId: outcome === undefined ? null : identifiersIn(outcome).order_id,
      purchase: row.purchase ?? row.has,
      named: this.#purchase(row),
      verdict: verdict === null ? 'null' : `{"id":"${verdict}"}`,
      answer: this.#answer(outcome?.answer ?? null, body, requests),
      anomalies: anomalies.length === 0 ? '[]' : this.#anomalies(anomalies),
      unusual: this.secrets.redact(anomalies.map(({ field, id }) => `${field} ${id}`).join('; ')),
      error: error === null ? 'null' : this.#error(error),
    };
  }

  /** Whatever the input calls its columns: `reconcile` and scripts read these names. */
  #purchase({ purchase, has }: Row): string {
    const known = purchase ?? has;
    if (known === undefined) return 'null';
    const { productId = null, package: name = null, receipt = null, orderId = null } = known;
    const os = has === undefined ? 'android' : has.os;
    return printJson({ os, product_id: productId, package: name, receipt, order_id: orderId }, this.secrets);
  }

  #anomalies(anomalies: Outcome['anomalies']): string {
    return printJson(
      anomalies.map((anomaly) => ({ ...anomaly })),
      this.secrets,
    );
  }

  #error({ code, says, section }: ErrorId & { readonly says?: string }): string {
    return this.#named(code, { code, section, ...(says !== undefined && { says }) });
  }

  /** Ids and codes are never redacted: scripts branch on them. */
  #named(name: string, members: Printable): string {
    return printJson(members, { redact: (part) => (part === name ? part : this.secrets.redact(part)) });
  }

  /** Unchanged if the service wrote one harmless line. */
  #answer(answer: Json, body: Uint8Array | undefined, requests: readonly WireRequest[]): string {
    if (answer === null || body === undefined) return 'null';
    const written = Buffer.from(body).toString('latin1');
    const isPlain = plain.test(written) && !hasLongRun(written) && this.secrets.redact(written) === written;
    return isPlain ? written : withoutSignatures(printJson(answer, this.secrets), requests);
  }
}

/** JSON text with redacted strings: the output has this, and it identifies a row in a later run. */
export const cleaned = (text: string, { redact }: Secrets): string =>
  redact(text) === text ? text : printJson(parseJson(text), { redact });

/** No backslashes: an escape could hide something. */
const plain = /^[ -[\]-~]*$/;

/** A service may repeat a signature of this row, which is valid until its window ends. */
function withoutSignatures(text: string, requests: readonly WireRequest[]): string {
  if (!hasLongRun(text)) return text;
  const signatures = createSecrets();
  for (const { headers } of requests) {
    const signature = headerValue(headers, 'X-Signature');
    if (signature !== undefined) signatures.add(signature);
  }
  return printJson(parseJson(text), signatures);
}

/** Whether the text may contain a signature in any form: at least 64 letters, digits or base64 characters. */
const hasLongRun = (text: string): boolean => text.split(/[^\w+/=-]+/).some(({ length }) => length >= 64);

export const resultJson = (result: Result): string => {
  const { row, input, ok, exit, advice, at, callId, named, verdict, answer, anomalies, error } = result;
  const asked = `"advice":"${advice}","at":${JSON.stringify(at)},"call_id":${JSON.stringify(callId)}`;
  return `{"row":${String(row)},"input":${input},"ok":${String(ok)},"exit":${String(exit)},${asked},"purchase":${named},"verdict":${verdict},"answer":${answer},"anomalies":${anomalies},"error":${error}}`;
};
