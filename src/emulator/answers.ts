import { type Interface, interfaceAt } from '../contract/interfaces.js';
import { failureShape, listedFailure, listedFailures, type Code } from '../contract/listed.js';
import { servedOperation } from '../contract/request-path.js';
import { WireFailure, type WireRequest, type WireResponse } from '../contract/wire.js';

/** An answer, with facts that only the person who runs the emulator sees. */
export interface EmulatedResponse extends Omit<WireResponse, 'body'> {
  /** The body. It is a text, not bytes, because a server writes a text together with the headers in one step. */
  readonly text: string;
  /** The code of a failure that the contract lists. */
  readonly code?: Code | undefined;
  /** Why the request is refused. */
  readonly because?: string | undefined;
  /** The emulated store does not know the receipt; that of the real service may. */
  readonly isUnknownReceipt?: boolean | undefined;
  /** The purchase of a verify is not paid yet. */
  readonly isPending?: boolean | undefined;
  /** The name of the rule that delayed or replaced the answer: `script rule 2`. */
  readonly rule?: string | undefined;
}

/** A rule broke the connection: before the request was processed (dropped), or after it (lost). */
export class BrokenByRule extends WireFailure {
  constructor(
    readonly outcome: 'dropped' | 'lost',
    readonly rule: string,
  ) {
    super('lost', `${rule}: ${outcome === 'lost' ? 'the answer was lost' : 'dropped'}`);
  }
}

/** A request as it came to a server, and what its caller got. */
export interface FinishedRequest extends Pick<WireRequest, 'headers'> {
  readonly method: string;
  /** A path, with its query. */
  readonly target: string;
  /** The exact bytes; undefined if the request was refused without reading them: from a web page, or over 1 MB. */
  readonly body: Uint8Array | undefined;
  /** null if the caller got no answer. */
  readonly answer: EmulatedResponse | null;
  /** The rule that broke the connection. */
  readonly broken?: BrokenByRule | undefined;
  /** The caller had closed the connection before there was an answer, and so did not get it. */
  readonly isCallerGone?: boolean;
  /** `refused` if the server itself refused the request: the emulator never saw it. */
  readonly answeredBy: 'emulator' | 'refused';
}

export const requestOutcomes = ['answered', 'lost', 'dropped', 'gone'] as const;

/** How a request ended, for what is printed and for the log of requests. */
export interface RequestResult {
  /**
   * `lost`: it was processed, then the answer was lost; `dropped`: it was not processed; `gone`: the caller had given up
   * before there was an answer.
   */
  readonly outcome: (typeof requestOutcomes)[number];
  /** What the caller got; null if it got no answer. */
  readonly status: number | null;
  /** The code of the failure that the service answered; null if it was not a failure. */
  readonly code: string | null;
  /** Why the request was refused. */
  readonly refused: string | null;
  /** The rule that changed or delayed the answer: `script rule 2`. */
  readonly rule: string | null;
}

export function describeRequestResult({
  answer,
  broken,
  isCallerGone,
}: Pick<FinishedRequest, 'answer' | 'broken' | 'isCallerGone'>): RequestResult {
  if (answer === null) {
    const outcome = broken?.outcome ?? 'lost';
    return { outcome, status: null, code: null, refused: null, rule: broken?.rule ?? null };
  }
  const { status, code = null, because: refused = null, rule = null } = answer;
  const decided = { code, refused, rule };
  return isCallerGone === true
    ? { outcome: 'gone', status: null, ...decided }
    : { outcome: 'answered', status, ...decided };
}

/** An answer before it becomes text. */
export interface Answer extends Omit<EmulatedResponse, 'headers' | 'text'> {
  readonly body: object;
  /** The section that leaves this answer open. Its number goes into the header X-Pvg-Not-Shown, never into the body. */
  readonly notShown?: string | undefined;
  /** Milliseconds from the end of the work until the answer leaves. */
  readonly afterMs?: number | undefined;
}

function failureBody(interfaceName: Interface, code: string, message: string): object {
  return interfaceName === 'gateway' ? { success: false, error: code, message } : { code, message };
}

const failuresByCode = { ...listedFailures.gateway, ...listedFailures.session };

/** A failure that the contract lists, in its interface's shape. */
export function failureAnswer(code: Code, message: string, notShown?: string): Answer {
  const interfaceName = code in listedFailures.gateway ? 'gateway' : 'session';
  return {
    status: failuresByCode[code].status,
    body: failureBody(interfaceName, code, message),
    notShown,
    code,
    because: message,
  };
}

/** An answer that the contract does not show, with the section that leaves it open. */
export type Unlisted = readonly [status: number, says: string, section: string];

export function unlistedAnswer(
  interfaceName: Interface,
  ...[status, says, section]: Unlisted
): Answer {
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

/** A failure with this status, as if the service had sent it. @param rule the name of the rule that wants it */
export function injectedFailure(url: string, status: number, rule: string): Answer {
  const says = `This failure was injected by ${rule}.`;
  const interfaceName = interfaceAt(url);
  const { section } = failureShape[interfaceName];
  const codes = Object.keys(listedFailures[interfaceName]) as Code[];
  const code = codes.find((name) => listedFailure(interfaceName, name)?.status === status);
  if (code === undefined) return unlistedAnswer(interfaceName, status, says, section);
  // The contract does not show the statuses of a failed look-up.
  return failureAnswer(code, says, servedOperation(url) === 'lookup' ? section : undefined);
}

export function toResponse(answer: Answer, nowMs: number): EmulatedResponse {
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['date', formatDate(nowMs)],
  ];
  const { notShown } = answer;
  // `§` is left out, because header values are ASCII.
  if (notShown !== undefined) headers.push(['x-pvg-not-shown', notShown.replace('§', '')]);
  return {
    status: answer.status,
    headers,
    text: JSON.stringify(answer.body),
    code: answer.code,
    because: answer.because,
    isUnknownReceipt: answer.isUnknownReceipt,
    isPending: answer.isPending,
    rule: answer.rule,
  };
}

let lastDate = { second: Number.NaN, text: '' };

/** The value of a Date header. It is kept for a second, because thousands of answers share it. */
function formatDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (lastDate.second !== second) lastDate = { second, text: new Date(nowMs).toUTCString() };
  return lastDate.text;
}
