import { interfaceOf, operationAt } from '../contract/interfaces.js';
import { askedIn, bodyOf, type JournalRequest, type RequestJournal } from '../emulator/journal.js';
import type { EmulatorRequest } from './entries.js';

/** The requests of an emulator, as a test reads them. */
export function requestsOf(journal: RequestJournal): readonly EmulatorRequest[] {
  return journal.list().map(emulatorRequest);
}

function emulatorRequest(request: JournalRequest): EmulatorRequest {
  const { atMs, method, target, headers, end } = request;
  const { receipt, username } = askedIn(request);
  const operation = operationAt(target);
  return {
    at_ms: atMs,
    method,
    path: target,
    interface: operation === undefined ? null : interfaceOf(operation),
    operation: operation ?? null,
    receipt: receipt === '' ? null : receipt,
    username: username === '' ? null : username,
    headers,
    body: bodyOf(request),
    ...end,
  };
}
