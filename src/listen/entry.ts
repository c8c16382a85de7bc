import type { Finding } from '../diagnosis/diagnose.js';
import type { LintFinding } from '../diagnosis/lint.js';
import { privateTextsIn } from '../output/redaction/members.js';
import { shownFingerprint } from '../signing/digest.js';
import {
  headerNames,
  interfaceOf,
  operationAt,
  type Interface,
  type Operation,
} from '../contract/interfaces.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import { interfaceOfRequest } from '../diagnosis/read/which-interface.js';
import type { Ladder } from '../diagnosis/ladder.js';
import type { Arrived } from '../emulator/server.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import { utf8Text } from '../text/utf8.js';
import { toldOf, type Outcome, type Replayed, type Told, type WentBack } from './told.js';

/** What is kept of a request after it was shown: no body, no header, no complete receipt. */
export interface Entry extends Told {
  readonly number: number;
  readonly atMs: number;
  readonly interface: Seen['interface'];
  readonly operation: Seen['operation'];
  readonly method: string;
  readonly path: string;
  readonly answered: WentBack;
  /** Whether the signature is right; null if it was not judged. */
  readonly match: boolean | null;
  readonly findings: readonly Finding[];
  readonly lint: readonly LintFinding[];
  readonly tried: number;
  /** null if the body was not read. */
  readonly body: { readonly bytes: number; readonly fingerprint: string } | null;
  readonly receipt: string | null;
  /** The right values; only if no finding explains the signature. */
  readonly ladder: Ladder | null;
  readonly replayOfMs: number | null;
  readonly again: Again | null;
  /** The path of its file. */
  readonly saved: string | null;
}

/** The same path and body came before, moments ago. */
export interface Again {
  readonly times: number;
  readonly sinceMs: number;
}

const longestPath = 200;

export function entryOf(
  request: Seen,
  answered: WentBack,
  outcome: Outcome,
  saved: string | null = null,
): Entry {
  const { body, target } = request;
  const receipts = body === undefined ? [] : privateTextsIn(body);
  const { match, findings, lint, tried, ladder } = 'undiagnosed' in outcome ? nothing : outcome;
  return {
    ...toldOf(outcome, answered, request.replayed),
    number: request.number,
    atMs: request.receivedAtMs,
    interface: request.interface,
    operation: request.operation,
    method: request.method,
    path: target.length > longestPath ? `${target.slice(0, longestPath)}…` : target,
    answered,
    match,
    findings: findings.map((finding) => withoutReceipts(finding, receipts)),
    lint,
    tried,
    body: body === undefined ? null : { bytes: body.byteLength, fingerprint: shownFingerprint(body) },
    receipt: receipts[0] === undefined ? null : shownFingerprint(receipts[0]),
    ladder: match === false && findings.length === 0 ? ladder : null,
    replayOfMs: request.replayed?.ofMs ?? null,
    again: request.again ?? null,
    saved,
  };
}

const nothing = { match: null, findings: [], lint: [], tried: 0, ladder: null } as const;

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
  readonly replayed?: Replayed;
  readonly again?: Again | undefined;
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

/** The same request, arriving now. */
export function replayOf(request: Seen, nowMs: number): Omit<Seen, 'number'> {
  const name = headerNames.timestamp.toLowerCase();
  const timestamp = request.headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? '';
  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? Math.floor(nowMs / 1000) - Number(timestamp) : undefined;
  const ofMs = request.replayed?.ofMs ?? request.receivedAtMs;
  return { ...request, again: undefined, receivedAtMs: nowMs, replayed: { ofMs, ageSeconds } };
}

/** The input for a diagnosis; undefined if there is nothing to diagnose. */
export function observed(request: Seen): ObservedRequest | undefined {
  const { interface: scheme, body, method, target, headers } = request;
  // A replay is judged as the request that it repeats: its clock was read then.
  const receivedAtMs = request.replayed?.ofMs ?? request.receivedAtMs;
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

export function addressOf(target: string, headers: Seen['headers']): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  return host !== undefined && target.startsWith('/') ? `http://${host}${target}` : target;
}
