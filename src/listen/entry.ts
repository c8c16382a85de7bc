import type { Diagnosis, Finding } from '../diagnosis/diagnose.js';
import type { LintFinding } from '../diagnosis/lint.js';
import { privateTextsIn } from '../output/redaction/members.js';
import { shownFingerprint } from '../signing/digest.js';
import { interfaceOf, operationAt, type Interface, type Operation } from '../contract/interfaces.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import { interfaceOfRequest } from '../diagnosis/read/which-interface.js';
import type { Arrived } from '../emulator/server.js';
import { verdictOf } from '../diagnosis/verdict.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import { utf8Text } from '../text/utf8.js';

/** What is kept of a request after it was shown: no body, no header, no complete receipt. */
export interface Entry extends Told {
  readonly number: number;
  readonly atMs: number;
  readonly interface: Seen['interface'];
  readonly operation: Seen['operation'];
  readonly method: string;
  readonly path: string;
  readonly answered: WentBack;
  readonly findings: readonly Finding[];
  readonly lint: readonly LintFinding[];
  readonly tried: number;
  /** null if the body was not read. */
  readonly body: { readonly bytes: number; readonly fingerprint: string } | null;
  readonly receipt: string | null;
}

const longestPath = 200;

export function entryOf(request: Seen, answered: WentBack, outcome: Outcome): Entry {
  const { body, target } = request;
  const receipts = body === undefined ? [] : privateTextsIn(body);
  const { findings, lint, tried } = 'undiagnosed' in outcome ? nothing : outcome;
  return {
    ...toldOf(outcome),
    number: request.number,
    atMs: request.receivedAtMs,
    interface: request.interface,
    operation: request.operation,
    method: request.method,
    path: target.length > longestPath ? `${target.slice(0, longestPath)}…` : target,
    answered,
    findings: findings.map((finding) => withoutReceipts(finding, receipts)),
    lint,
    tried,
    body: body === undefined ? null : { bytes: body.byteLength, fingerprint: shownFingerprint(body) },
    receipt: receipts[0] === undefined ? null : shownFingerprint(receipts[0]),
  };
}

const nothing: Pick<Diagnosis, 'findings' | 'lint' | 'tried'> = { findings: [], lint: [], tried: 0 };

/** A receipt that fits into the shown text is replaced with its fingerprint. */
function withoutReceipts(finding: Finding, receipts: readonly string[]): Finding {
  const { difference } = finding;
  if (difference === null) return finding;
  const named = <Side extends { readonly text: string }>(side: Side): Side => ({
    ...side,
    text: receipts
      .filter((receipt) => receipt !== '')
      .reduce((text, receipt) => text.replaceAll(receipt, `[${shownFingerprint(receipt)}]`), side.text),
  });
  return {
    ...finding,
    difference: { ...difference, sent: named(difference.sent), signed: named(difference.signed) },
  };
}

export interface Seen extends Arrived {
  readonly number: number;
  readonly receivedAtMs: number;
  readonly operation: Operation | undefined;
  /** undefined if path, headers and body do not show it. */
  readonly interface: Interface | undefined;
}

export interface WentBack {
  readonly status: number;
  /** `refused`: by the listener. Neither the emulator nor the service saw the request. */
  readonly by: 'emulator' | 'forward' | 'refused';
  readonly says?: string | undefined;
}

export function seen(arrived: Arrived, number: number, receivedAtMs: number): Seen {
  const { target, headers, body = new Uint8Array() } = arrived;
  const operation = operationAt(target);
  return {
    ...arrived,
    number,
    receivedAtMs,
    operation,
    interface:
      operation === undefined ? interfaceOfRequest({ url: target, headers, body }) : interfaceOf(operation),
  };
}

/** The input for a diagnosis; undefined if there is nothing to diagnose. */
export function observed(request: Seen): ObservedRequest | undefined {
  const { interface: scheme, body, method, target, headers, receivedAtMs } = request;
  if (scheme === undefined || body === undefined) return undefined;
  return {
    interface: scheme,
    label: '',
    method,
    url: target,
    headers,
    body,
    receivedAt: Math.floor(receivedAtMs / 1000),
  };
}

/** The result for one request; `--json` has these ids. */
export type ToldId =
  | 'signature-right'
  | 'cannot-succeed'
  | 'cause-found'
  | 'cause-unknown'
  | 'signature-missing'
  | 'not-diagnosed';

interface Told {
  readonly id: ToldId;
  readonly says: string;
  readonly fix: string;
  /** Ids: the simplest set of causes, then the problems in the headers. */
  readonly causes: readonly string[];
}

export type Outcome = Diagnosis | { readonly undiagnosed: string };

export function toldOf(outcome: Outcome): Told {
  if ('undiagnosed' in outcome)
    return { id: 'not-diagnosed', says: outcome.undiagnosed, fix: '', causes: [] };
  const { id, says, next, causes } = verdictOf(outcome);
  const isMissing = causes.includes('hdr-signature-missing');
  return {
    id: isMissing
      ? 'signature-missing'
      : id === 'headers-at-fault' || id === 'step-differs'
        ? 'cause-found'
        : id,
    says,
    fix: id === 'signature-right' && causes.length === 0 ? '' : next,
    causes,
  };
}

/** A saved request: the envelope that `pvg diagnose` reads, with repeated headers, exact bytes and the time. */
export function savedText({
  interface: scheme,
  method,
  headers,
  body,
  receivedAtMs,
  ...request
}: Seen): string {
  const bytes = body ?? new Uint8Array();
  const text = utf8Text(bytes);
  const members: [string, Json][] = [
    ...(scheme === undefined ? [] : [['interface', scheme] as [string, Json]]),
    ['method', method],
    ['url', addressOf(request.target, headers)],
    ['headers', new JsonObject(headers)],
    text === undefined ? ['body_base64', Buffer.from(bytes).toString('base64')] : ['body', text],
    ['received_at', new JsonNumber(String(Math.floor(receivedAtMs / 1000)))],
  ];
  return `${printJson(new JsonObject(members), { indent: 2 })}\n`;
}

/** `2026-09-21T14-13-20.000Z-3-gateway.json`: without colons, which Windows does not allow. */
export const savedName = ({ receivedAtMs, number, interface: scheme }: Seen): string =>
  `${new Date(receivedAtMs).toISOString().replaceAll(':', '-')}-${String(number)}-${scheme ?? 'unknown'}.json`;

function addressOf(target: string, headers: Seen['headers']): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  return host !== undefined && target.startsWith('/') ? `http://${host}${target}` : target;
}
