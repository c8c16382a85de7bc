import { findingOf, type Diagnosis, type Finding, type Outcome } from '../diagnosis/outcome.js';
import { privateTextsIn } from '../output/redaction/members.js';
import { shownFingerprint } from '../signing/digest.js';
import {
  headerNames,
  interfaceOf,
  operationAt,
  type Interface,
  type Operation,
} from '../contract/interfaces.js';
import { headerOf, type ObservedRequest } from '../diagnosis/observed-request.js';
import { interfaceOfRequest } from '../diagnosis/read/which-interface.js';
import type { Arrived } from '../emulator/server.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import { utf8Text } from '../text/utf8.js';
import { toldOf, type Replayed, type Told, type WentBack } from './told.js';

/** One request: as it came, what was answered, and what pvg says of it. */
export interface Entry extends Told {
  readonly request: Seen;
  readonly answered: WentBack;
  /** Its differences have no complete receipt; undefined if there is no diagnosis. */
  readonly diagnosis: Diagnosis | undefined;
  /** The path of its file. */
  readonly saved: string | null;
}

export function entryOf(
  request: Seen,
  answered: WentBack,
  found: Diagnosis | Told,
  saved: string | null = null,
): Entry {
  if (!('outcome' in found)) return { ...found, request, answered, diagnosis: undefined, saved };
  const receipts = receiptsIn(request);
  const diagnosis = { ...found, outcome: shownOutcome(found.outcome, receipts) };
  return { ...toldOf(diagnosis, answered, request.replayed), request, answered, diagnosis, saved };
}

/** What the diagnosis found; nothing without one. */
export const foundIn = ({
  diagnosis,
}: Entry): Pick<Diagnosis, 'lint' | 'tried'> & { finding: Finding | null } => ({
  lint: diagnosis?.lint ?? [],
  tried: diagnosis?.tried ?? 0,
  finding: diagnosis === undefined ? null : findingOf(diagnosis),
});

const longestPath = 200;

export const pathOf = ({ target }: Seen): string =>
  target.length > longestPath ? `${target.slice(0, longestPath)}…` : target;

/** Empty texts, too. */
export const receiptsIn = ({ body }: Seen): string[] => (body === undefined ? [] : privateTextsIn(body));

/** The text with each complete receipt replaced by its fingerprint. */
export const withoutReceipts = (text: string, receipts: readonly string[]): string =>
  receipts
    .filter((receipt) => receipt !== '')
    .reduce((rest, receipt) => rest.replaceAll(receipt, `[${shownFingerprint(receipt)}]`), text);

const shownOutcome = (outcome: Outcome, receipts: readonly string[]): Outcome =>
  outcome.kind === 'explained' ? { ...outcome, finding: shownFinding(outcome.finding, receipts) } : outcome;

function shownFinding(finding: Finding, receipts: readonly string[]): Finding {
  const says = withoutReceipts(finding.says, receipts);
  const { difference } = finding;
  if (difference === null) return { ...finding, says };
  const { sent, signed } = difference;
  return {
    ...finding,
    says,
    difference: {
      ...difference,
      sent: { ...sent, text: withoutReceipts(sent.text, receipts) },
      signed: { ...signed, text: withoutReceipts(signed.text, receipts) },
    },
  };
}

/** A request as it came. */
export interface Seen extends Arrived {
  readonly number: number;
  readonly receivedAtMs: number;
  readonly operation: Operation | undefined;
  /** undefined if path, headers and body do not show it. */
  readonly interface: Interface | undefined;
  readonly replayed?: Replayed;
  readonly again?: Again | undefined;
}

/** The same path and body came before, moments ago. */
export interface Again {
  readonly times: number;
  readonly sinceMs: number;
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
export function replayOf(request: Seen, number: number, nowMs: number): Seen {
  const timestamp = headerOf(request.headers, headerNames.timestamp.toLowerCase()) ?? '';
  const ageSeconds = /^\d{1,12}$/.test(timestamp) ? Math.floor(nowMs / 1000) - Number(timestamp) : undefined;
  const ofMs = request.replayed?.ofMs ?? request.receivedAtMs;
  return { ...request, number, again: undefined, receivedAtMs: nowMs, replayed: { ofMs, ageSeconds } };
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
  const host = headerOf(headers, 'host');
  return host !== undefined && target.startsWith('/') ? `http://${host}${target}` : target;
}
