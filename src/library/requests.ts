import { interfaceOf } from '../contract/interfaces.js';
import { servedOperation } from '../contract/request-path.js';
import {
  readLoggedSubject,
  readLoggedBody,
  type LoggedRequest,
  type RequestLog,
} from '../emulator/request-log.js';
import type { EmulatorRequest } from './entries.js';

/** The requests of an emulator, as a test reads them. */
export function requestsOf(requestLog: RequestLog): readonly EmulatorRequest[] {
  return requestLog.list().map(emulatorRequest);
}

function emulatorRequest(request: LoggedRequest): EmulatorRequest {
  const { atMs, method, target, headers, result } = request;
  const { receipt, username } = readLoggedSubject(request);
  const operation = servedOperation(target);
  return {
    at_ms: atMs,
    method,
    path: target,
    interface: operation === undefined ? null : interfaceOf(operation),
    operation: operation ?? null,
    receipt: receipt === '' ? null : receipt,
    username: username === '' ? null : username,
    headers,
    body: readLoggedBody(request),
    ...result,
  };
}
