import { type Interface, interfaceOf, interfaces, type Operation } from '../contract/interfaces.js';
import { failureShape, listedFailure } from '../contract/listed.js';
import type { JsonObject } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { isEmptyText, uniqueMember, unlistedMembers } from './fields.js';
import {
  anomaly,
  type Anomaly,
  type FailureKind,
  type Judgement,
  type JsonAnswer,
} from './outcome.js';

interface ReadCode {
  /** The code as it came; undefined for an answer without one. */
  readonly code: string | undefined;
  /** Whether the contract lists it with this status. */
  readonly isListed: boolean;
  readonly anomalies: Anomaly[];
}

/** Reads the service's code, and what is unusual about it. The meaning of a code is never guessed. */
export function readErrorCode(operation: Operation, { status, object }: JsonAnswer): ReadCode {
  const interfaceName = interfaceOf(operation);
  const { member, members } = failureShape[interfaceName];
  const value = uniqueMember(object, member);
  const code = typeof value === 'string' && !isEmptyText(value) ? value : undefined;
  const entry = listedFailure(interfaceName, code);
  const anomalies = unlistedMembers(object, members);
  if (code === undefined) {
    anomalies.unshift(anomaly(isEmptyText(value) ? 'empty' : 'missing', member));
  } else if (entry === undefined) {
    // A text that does not look like a code may be anything, such as a receipt, and is not repeated.
    anomalies.unshift(anomaly('not-listed', member, ...[code].filter(looksLikeCode)));
  } else if (entry.status !== status) {
    anomalies.unshift(anomaly('contradictory', member, `HTTP ${status}`));
  }
  return { code, isListed: entry?.status === status, anomalies };
}

interface ListedCode {
  readonly interfaceName: Interface;
  readonly code: string;
}

/** The listed code of an answer, in the member where an interface has its code (§7); undefined without one. */
export function codeIn(object: JsonObject): ListedCode | undefined {
  for (const interfaceName of interfaces) {
    const code = uniqueMember(object, failureShape[interfaceName].member);
    const isListed = typeof code === 'string' && listedFailure(interfaceName, code) !== undefined;
    if (isListed) return { interfaceName, code };
  }
  return undefined;
}

type RefusalKind = FailureKind | 'already-verified';

/** The kind of a refusal. @param code only if the contract lists it with this status; else the status alone decides */
export function refusalKind(interfaceName: Interface, status: number, code?: string): RefusalKind {
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  if (code === 'DUPLICATE_TRANSACTION') return 'already-verified';
  if (status === 401 || code === 'unknown_service') return 'credentials-refused';
  return status === 422 && interfaceName === 'gateway' ? 'rejected' : 'refused';
}

/** Judges a failure with HTTP 4xx in the shape that the contract shows. */
export function judgeRefusal(
  operation: Operation,
  reply: JsonAnswer,
  exchange: Exchange,
): Judgement {
  const { status, object } = reply;
  const { code, isListed, anomalies } = readErrorCode(operation, reply);
  const interfaceName = interfaceOf(operation);
  const entry = listedFailure(interfaceName, code);
  // 422 of the gateway means a rejected purchase. If it comes with a code that the contract lists with another status, the code counts.
  const isOtherCode = status === 422 && interfaceName === 'gateway' && entry !== undefined;
  const meantStatus = isOtherCode ? entry.status : status;
  const meantCode = isOtherCode || isListed ? code : undefined;
  const kind = refusalKind(interfaceName, meantStatus, meantCode);
  return {
    kind: orOwnDuplicate(kind, operation, exchange),
    code,
    anomalies: [...successInFailure(status, object), ...anomalies],
  };
}

/**
 * Judges a failure that came with HTTP 200 by its code. undefined for a code that the contract does not list, because its
 * meaning is not guessed.
 */
export function refusalWithStatus200(
  operation: Operation,
  reply: JsonAnswer,
  exchange: Exchange,
): Judgement | undefined {
  const interfaceName = interfaceOf(operation);
  const { code, anomalies } = readErrorCode(operation, reply);
  const entry = listedFailure(interfaceName, code);
  if (entry === undefined) return undefined;
  const kind = refusalKind(interfaceName, entry.status, code);
  return {
    kind: orOwnDuplicate(kind, operation, exchange),
    code,
    anomalies: [...failureInSuccess(reply), ...anomalies],
  };
}

/** The anomaly of a failure that came as a success: §7.1 pairs HTTP 200 with `success` true. */
export function failureInSuccess({ status, object }: JsonAnswer): Anomaly[] {
  if (uniqueMember(object, 'success') !== false) return [];
  return [anomaly('contradictory', 'success', `HTTP ${status}`)];
}

/** The kind, or `own-duplicate`: after an unclear attempt of this run, a duplicate may be what that attempt recorded. */
function orOwnDuplicate(
  kind: RefusalKind,
  operation: Operation,
  { unclearBefore }: Exchange,
): RefusalKind | 'own-duplicate' {
  const mayBeOwn = kind === 'already-verified' && operation === 'verify' && unclearBefore;
  return mayBeOwn ? 'own-duplicate' : kind;
}

/** The anomaly of a failure whose body has `success` true: only HTTP 200 is a success (§7.1). */
export function successInFailure(status: number, object: JsonObject | undefined): Anomaly[] {
  if (object?.get('success') !== true) return [];
  return [anomaly('contradictory', 'success', `HTTP ${status}`)];
}

/** Whether a text is one word, as every listed code is: no sentence, no option, no shell syntax, and no receipt (small and capital letters with digits). */
export function looksLikeCode(text: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(text) &&
    !(/[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text))
  );
}
