import {
  interfaceOf,
  operationAt,
  type Interface,
  type Operation,
} from '../contract/interfaces.js';
import { headerOf, type ObservedRequest } from '../diagnosis/observed-request.js';
import { interfaceOfRequest } from '../diagnosis/read/which-interface.js';
import type { EmulatedResponse } from '../emulator/answers.js';
import type { Logged } from '../emulator/server.js';
import { createSecrets, privateTextsIn, withPrivateMembers } from '../output/redaction.js';
import { shownFingerprint } from '../signing/digest.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import { utf8Text } from '../text/utf8.js';

/** A request as it came, and its answer. */
export interface Seen extends Logged {
  readonly answer: EmulatedResponse;
  /** From 1, in the order of the answers. */
  readonly number: number;
  readonly operation: Operation | undefined;
  /** undefined if path, headers and body do not show it. */
  readonly interface: Interface | undefined;
}

export function seen(logged: Logged & Pick<Seen, 'answer' | 'number'>): Seen {
  const { target, headers, body = new Uint8Array() } = logged;
  const operation = operationAt(target);
  const shown = () => interfaceOfRequest({ url: target, headers, body });
  return {
    ...logged,
    operation,
    interface: operation === undefined ? shown() : interfaceOf(operation),
  };
}

/** The input for a diagnosis; undefined if there is nothing to diagnose. */
export function observed({ interface: of, body, ...request }: Seen): ObservedRequest | undefined {
  if (of === undefined || body === undefined) return undefined;
  const { method, target: url, headers, receivedAtMs } = request;
  return {
    interface: of,
    label: '',
    method,
    url,
    headers,
    body,
    receivedAt: seconds(receivedAtMs),
  };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Short enough for a line. */
export function requestPath({ target }: Seen): string {
  return target.length > 200 ? `${target.slice(0, 200)}…` : target;
}

/** Empty texts too. */
export function receiptsIn({ body }: Seen): string[] {
  return body === undefined ? [] : privateTextsIn(body);
}

/** Puts fingerprints in the place of receipts and tokens. What else repeats one is withheld. */
export function withoutReceipts(request: Seen): (text: string) => string {
  const { redact } = createSecrets(receiptsIn(request));
  return (text) => redact(withPrivateMembers(text, shownFingerprint));
}

/** A saved request: the envelope that `pvg diagnose` reads, with repeated headers, exact bytes and the time. */
export function savedText(request: Seen): string {
  const { interface: of, method, target, headers, body = new Uint8Array(), receivedAtMs } = request;
  const host = headerOf(headers, 'host');
  const text = utf8Text(body);
  const members: [string, Json][] = [
    ...(of === undefined ? [] : [['interface', of] as [string, Json]]),
    ['method', method],
    ['url', host !== undefined && target.startsWith('/') ? `http://${host}${target}` : target],
    ['headers', new JsonObject(headers)],
    text === undefined ? ['body_base64', Buffer.from(body).toString('base64')] : ['body', text],
    ['received_at', new JsonNumber(`${seconds(receivedAtMs)}`)],
  ];
  return `${printJson(new JsonObject(members), { indent: 2 })}\n`;
}

/** `2026-09-21T14-13-20.000Z-3-gateway.json`: without colons, which Windows does not allow. */
export function savedName({ receivedAtMs, number, interface: of }: Seen): string {
  return `${new Date(receivedAtMs).toISOString().replaceAll(':', '-')}-${number}-${of ?? 'unknown'}.json`;
}
