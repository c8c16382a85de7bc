import { type Interface, interfaceOf, type Operation } from '../contract/interfaces.js';
import { servedOperation } from '../contract/request-path.js';
import { headerOf, type ObservedRequest } from '../diagnosis/observed-request.js';
import { interfaceOfRequest } from '../diagnosis/read/which-interface.js';
import type { EmulatedResponse } from '../emulator/answers.js';
import type { AnsweredRequest } from '../emulator/server.js';
import { findPrivateTexts, replacePrivateMembers } from '../output/private-members.js';
import { createSecrets } from '../output/redaction.js';
import { shownFingerprint } from '../signing/digest.js';
import { type Json, JsonNumber, JsonObject, printJson } from '../text/json/json.js';
import { utf8Text } from '../text/utf8.js';

/** A request as it was received, and its answer. */
export interface ReceivedRequest extends AnsweredRequest {
  readonly answer: EmulatedResponse;
  /** Counts from 1, in the order of the answers. */
  readonly number: number;
  readonly operation: Operation | undefined;
  /** The interface; undefined if neither path nor headers nor body show it. */
  readonly interface: Interface | undefined;
}

/** Adds what the address, the headers and the body show: the operation and the interface. */
export function receivedRequest(
  logged: AnsweredRequest & Pick<ReceivedRequest, 'answer' | 'number'>,
): ReceivedRequest {
  return { ...logged, operation: servedOperation(logged.target), interface: readInterface(logged) };
}

function readInterface({ target, headers, body }: AnsweredRequest): Interface | undefined {
  const operation = servedOperation(target);
  if (operation !== undefined) return interfaceOf(operation);
  return interfaceOfRequest({ url: target, headers, body: body ?? new Uint8Array() });
}

/** The input for a diagnosis; undefined if there is nothing to diagnose. */
export function diagnosisInput(request: ReceivedRequest): ObservedRequest | undefined {
  const { interface: interfaceName, body } = request;
  if (interfaceName === undefined || body === undefined) return undefined;
  return {
    interface: interfaceName,
    label: '',
    method: request.method,
    url: request.target,
    headers: request.headers,
    body,
    receivedAt: wholeSeconds(request.receivedAtMs),
    isReceivedHere: true,
  };
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000);

const longestShownPath = 200;

/** The path of a request, short enough for a line, with fingerprints in place of the body’s receipts and tokens. */
export function shownPath(request: ReceivedRequest): string {
  // Receipts are replaced before the path is cut, because a cut receipt would not be recognised.
  const path = withoutReceipts(request)(request.target);
  return path.length > longestShownPath ? `${path.slice(0, longestShownPath)}…` : path;
}

/** The receipts and tokens in the body; some may be empty. */
export function receiptsIn({ body }: ReceivedRequest): string[] {
  return body === undefined ? [] : findPrivateTexts(body);
}

/** Returns a function that replaces receipts and tokens by fingerprints, also where a text repeats one. */
export function withoutReceipts(request: ReceivedRequest): (text: string) => string {
  const { redact } = createSecrets(receiptsIn(request));
  return (text) => redact(replacePrivateMembers(text, shownFingerprint));
}

/** A saved request: the envelope that `pvg diagnose` reads, with repeated headers, exact bytes and the time. */
export function savedText(request: ReceivedRequest): string {
  const { interface: interfaceName, method, headers, body = new Uint8Array() } = request;
  const text = utf8Text(body);
  const members: [string, Json][] = [];
  if (interfaceName !== undefined) members.push(['interface', interfaceName]);
  members.push(['method', method]);
  members.push(['url', savedUrl(request)]);
  members.push(['headers', new JsonObject(headers)]);
  if (text === undefined) {
    members.push(['body_base64', Buffer.from(body).toString('base64')]);
  } else {
    members.push(['body', text]);
  }
  members.push(['received_at', new JsonNumber(`${wholeSeconds(request.receivedAtMs)}`)]);
  return `${printJson(new JsonObject(members), { indent: 2 })}\n`;
}

function savedUrl({ target, headers }: ReceivedRequest): string {
  const host = headerOf(headers, 'host');
  return host !== undefined && target.startsWith('/') ? `http://${host}${target}` : target;
}

/** `2026-09-21T14-13-20.000Z-3-gateway.json`: without colons, which Windows does not allow. */
export function savedName(request: ReceivedRequest): string {
  const time = new Date(request.receivedAtMs).toISOString().replaceAll(':', '-');
  return `${time}-${request.number}-${request.interface ?? 'unknown'}.json`;
}
