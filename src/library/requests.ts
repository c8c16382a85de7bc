import { operationAt, interfaceOf } from '../contract/interfaces.js';
import type { AnsweredRequest } from '../emulator/server.js';
import { parseRecord } from '../text/json/json.js';
import { utf8Text } from '../text/utf8.js';
import type { EmulatorRequest } from './entries.js';

/** More than a test reads; a load test must not fill the memory. */
const mostRequests = 10_000;

/** The requests of an emulator with what was answered, in the order of the answers. */
export class RequestList {
  #requests: EmulatorRequest[] = [];

  add(answered: Omit<AnsweredRequest, 'receivedAtMs' | 'elapsedMs'>, atMs: number): void {
    this.#requests.push(requestOf(answered, atMs));
    // Twice the limit, so that not every further request moves all others.
    if (this.#requests.length >= 2 * mostRequests) {
      this.#requests = this.#requests.slice(-mostRequests);
    }
  }

  list(): readonly EmulatorRequest[] {
    return this.#requests.slice(-mostRequests);
  }

  clear(): void {
    this.#requests = [];
  }
}

function requestOf(
  { method, target, headers, body, answer }: Omit<AnsweredRequest, 'receivedAtMs' | 'elapsedMs'>,
  atMs: number,
): EmulatorRequest {
  const operation = operationAt(target);
  const members = parseRecord(utf8Text(body ?? new Uint8Array()) ?? '');
  const text = (name: string): string | null => {
    const value = members?.[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    at: atMs,
    method,
    path: target,
    interface: operation === undefined ? null : interfaceOf(operation),
    operation: operation ?? null,
    receipt: text('receipt'),
    username: text('username'),
    headers,
    body: body ?? null,
    status: answer?.status ?? null,
    code: answer?.code ?? null,
    says: answer?.because ?? null,
  };
}
