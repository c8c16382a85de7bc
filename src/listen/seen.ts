import { interfaceOf, operationAt, type Interface, type Operation } from '../contract/interfaces.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import { interfaceOfRequest } from '../diagnosis/read/which-interface.js';
import type { Arrived } from '../emulator/server.js';

/** One request as it came to the listener. */
export interface Seen extends Arrived {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly receivedAtMs: number;
  readonly operation: Operation | undefined;
  /** undefined where neither path, headers nor body tell. */
  readonly interface: Interface | undefined;
}

/** What went back to the caller. */
export interface Answered {
  readonly status: number;
  /** `refused`: by the listener itself; neither the emulator nor the service saw it. */
  readonly by: 'emulator' | 'forward' | 'refused';
  /** Why it was refused, or why no answer came. */
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

/** As the engine reads it; undefined when there is nothing to diagnose. */
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
