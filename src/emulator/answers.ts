import { Buffer } from 'node:buffer';
import {
  type BodyMembers,
  type Interface,
  interfaceAt,
  operationAt,
} from '../contract/interfaces.js';
import { failureShape, listedFailure, listedFailures, type Code } from '../contract/listed.js';
import type { WireResponse } from '../contract/wire.js';
import { utf8Text } from '../text/utf8.js';

/** An answer, with facts that only the person who runs the emulator sees. */
export interface EmulatedResponse extends WireResponse {
  /** The code of a failure that the contract lists. */
  readonly code?: Code | undefined;
  /** Why the request is refused. */
  readonly because?: string | undefined;
  /** The emulated store does not know the receipt; that of the real service may. */
  readonly isUnknownReceipt?: boolean | undefined;
}

/** An answer before it becomes bytes. */
export interface Answer extends Omit<EmulatedResponse, 'headers' | 'body'> {
  readonly body: object;
  /** The section that leaves this answer open. Its number goes into the header X-Pvg-Not-Shown, never into the body. */
  readonly notShown?: string | undefined;
  /** How long the answer waits. */
  readonly afterMs?: number | undefined;
}

function failureBody(interfaceName: Interface, code: string, message: string): object {
  return interfaceName === 'gateway' ? { success: false, error: code, message } : { code, message };
}

const failures = { ...listedFailures.gateway, ...listedFailures.session };

/** A failure that the contract lists, in its interface's shape. */
export function failure(code: Code, message: string, notShown?: string): Answer {
  const interfaceName = code in listedFailures.gateway ? 'gateway' : 'session';
  return {
    status: failures[code].status,
    body: failureBody(interfaceName, code, message),
    notShown,
    code,
    because: message,
  };
}

/** An answer that the contract does not show, with the section that leaves it open. */
export type Unlisted = readonly [status: number, says: string, section: string];

export function unlisted(interfaceName: Interface, ...[status, says, section]: Unlisted): Answer {
  return {
    status,
    body: failureBody(
      interfaceName,
      `${interfaceName === 'gateway' ? 'HTTP' : 'http'}_${status}`,
      says,
    ),
    notShown: section,
    because: says,
  };
}

/** A failure with this status, as if the service had sent it. */
export function injectedFailure(url: string, status: number): Answer {
  const says = 'This failure was injected by --fault.';
  const interfaceName = interfaceAt(url);
  const { section } = failureShape[interfaceName];
  const codes = Object.keys(listedFailures[interfaceName]) as Code[];
  const code = codes.find((name) => listedFailure(interfaceName, name)?.status === status);
  if (code === undefined) return unlisted(interfaceName, status, says, section);
  // Which status a look-up fails with is not shown.
  return failure(code, says, operationAt(url) === 'lookup' ? section : undefined);
}

export function toResponse(
  { status, body, notShown, ...answer }: Answer,
  nowMs: number,
): EmulatedResponse {
  return {
    status,
    headers: [
      ['content-type', 'application/json'],
      ['date', new Date(nowMs).toUTCString()],
      // The section's number alone: header values are ASCII.
      ...(notShown === undefined ? [] : [['x-pvg-not-shown', notShown.replace('§', '')] as const]),
    ],
    body: Buffer.from(JSON.stringify(body)),
    code: answer.code,
    because: answer.because,
    isUnknownReceipt: answer.isUnknownReceipt,
  };
}

/** The members of a request's body. JSON.parse makes every member an own one, `__proto__` too. */
export type Members = Readonly<Record<string, unknown>>;

/** undefined if the body is not JSON in UTF-8. A JSON value that is no object has no members. */
export function membersOf(body: Uint8Array): Members | undefined {
  try {
    // A byte order mark is not JSON: it stays, so that the parser refuses it.
    return (JSON.parse(utf8Text(body) ?? '') ?? {}) as Members;
  } catch {
    return undefined;
  }
}

/** The text of a member; empty if the member is missing or no text. */
export function memberText(members: Members, name: string): string {
  const value = members[name];
  return typeof value === 'string' ? value : '';
}

/**
 * The missing or the wrong members of a body as a sentence; undefined if there are none. A required member that is empty or
 * has another type counts as missing; an optional null counts as left out. `isShown`: the contract shows the answer, which
 * it does only to a member that is not there.
 */
export function bodyTrouble(members: Members, rules: BodyMembers) {
  const missing: string[] = [];
  const wrong: string[] = [];
  for (const [name, { type, required }] of Object.entries(rules)) {
    const value = members[name] ?? undefined;
    const isThere =
      value !== undefined && (type !== 'text' || (typeof value === 'string' && value !== ''));
    const isNeeded = required === true || (required === 'android' && members['os_id'] === 1);
    if (isNeeded && !isThere) missing.push(name);
    else if (type === 'text' && value !== undefined && typeof value !== 'string') wrong.push(name);
  }
  const isShown = missing.some((name) => (members[name] ?? undefined) === undefined);
  if (missing.length > 0) {
    return { says: `Missing required fields: ${missing.join(', ')}.`, isShown };
  }
  return wrong.length === 0
    ? undefined
    : { says: `Not a string: ${wrong.join(', ')}.`, isShown: false };
}
