import { Buffer } from 'node:buffer';
import { paths, withoutQuery } from '../contract/interfaces.js';
import { servedOperation } from '../contract/request-path.js';
import { fingerprint } from '../signing/digest.js';
import { type FinishedRequest, describeRequestResult, type RequestResult } from './answers.js';
import {
  type RequestSubject,
  type SubjectFilter,
  readRequestSubject,
  fitsSubjectFilter,
} from './request-subject.js';
import { readBodyMembers } from './members.js';

/** A request as the service got it, and how it ended. */
export interface LoggedRequest extends Pick<FinishedRequest, 'method' | 'target' | 'headers'> {
  /** The bytes as a text in Latin-1, because thousands of kept buffers would make an answer a quarter slower. */
  readonly bodyLatin1: string;
  /** The number of the request, from 1, in the order in which requests ended. */
  readonly number: number;
  /** Milliseconds since the epoch, by the service's clock, when it came. */
  readonly atMs: number;
  readonly result: RequestResult;
}

/** An entry as `GET /_pvg/requests` gives it. It has `receipt` if receipts are wanted, and `receipt_fingerprint` otherwise. */
interface ListedRequest extends RequestResult {
  readonly number: number;
  readonly at: string;
  /**
   * Without receipts, null for a path that no interface has, because somebody may have put a receipt into it. With receipts,
   * the path as it came.
   */
  readonly path: string | null;
  readonly receipt?: string | null;
  readonly receipt_fingerprint?: string | null;
}

export interface RequestFilter extends SubjectFilter {
  /** How the path ends. */
  readonly path?: string;
  readonly status?: string;
  readonly outcome?: string;
}

/** When the log has more requests than this, or more characters in them, the older half of the requests is removed. */
const mostRequests = 20_000;
const mostCharacters = 32 * 1024 * 1024;

/**
 * What the service got and how it ended, in memory; not what the server refused before the service saw it. The oldest requests
 * are forgotten. A body is parsed when somebody asks for its request.
 */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #characters = 0;
  #lastNumber = 0;
  #forgotten = 0;

  /** Without `keepsHeaders` the entries have no headers: kept for thousands of requests, they make an answer a tenth slower. */
  constructor(private readonly options: { readonly keepsHeaders: boolean }) {}

  /** @param atMs when the request came */
  add(finished: FinishedRequest, atMs: number): void {
    const { method, target, body, answeredBy } = finished;
    // A body is undefined if it was never read.
    if (answeredBy === 'refused' || body === undefined) return;
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const headers = this.options.keepsHeaders ? finished.headers : noHeaders;
    const bodyLatin1 = writeLatin1(body);
    const request = {
      number,
      atMs,
      method,
      target,
      headers,
      bodyLatin1,
      result: describeRequestResult(finished),
    };
    this.#requests.push(request);
    this.#characters += countCharacters(request);
    if (this.#requests.length < mostRequests && this.#characters < mostCharacters) return;
    const half = Math.ceil(this.#requests.length / 2);
    this.#forgotten += half;
    this.#keep(this.#requests.slice(half));
  }

  /** All kept requests, the oldest first, as a new list that the caller may change. */
  list(): readonly LoggedRequest[] {
    return this.#requests.slice();
  }

  /** The requests that a filter fits, the oldest first. @param options without `withReceipts`, only fingerprints of receipts */
  find(filter: RequestFilter = {}, options: ShowOptions = {}): ListedRequest[] {
    return this.#requests
      .filter((request) => fitsFilter(request, filter))
      .map((request) => showRequest(request, options));
  }

  /** How many of the oldest requests were forgotten since the last complete removal. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Removes the requests that the filter fits; returns how many. */
  remove(filter: RequestFilter = {}): number {
    const before = this.#requests.length;
    const isFilterEmpty = Object.keys(filter).length === 0;
    if (isFilterEmpty) this.#forgotten = 0;
    this.#keep(isFilterEmpty ? [] : this.#requests.filter((each) => !fitsFilter(each, filter)));
    return before - this.#requests.length;
  }

  #keep(requests: LoggedRequest[]): void {
    this.#requests = requests;
    this.#characters = requests.reduce((sum, request) => sum + countCharacters(request), 0);
  }
}

const noHeaders: LoggedRequest['headers'] = [];

function writeLatin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

function countCharacters({ target, headers, bodyLatin1 }: LoggedRequest): number {
  let characters = target.length + bodyLatin1.length;
  for (const [name, value] of headers) characters += name.length + value.length;
  return characters;
}

export function readLoggedBody({ bodyLatin1 }: LoggedRequest): Uint8Array {
  return Buffer.from(bodyLatin1, 'latin1');
}

/** What a logged request asks about. */
export function readLoggedSubject(request: LoggedRequest): RequestSubject {
  return readRequestSubject(request.target, readBodyMembers(readLoggedBody(request)));
}

function fitsFilter(request: LoggedRequest, filter: RequestFilter): boolean {
  const { target, result } = request;
  if (!withoutQuery(target).endsWith(filter.path ?? '')) return false;
  if (filter.status !== undefined && filter.status !== String(result.status)) return false;
  if (filter.outcome !== undefined && filter.outcome !== result.outcome) return false;
  return fitsSubjectFilter(readLoggedSubject(request), filter);
}

interface ShowOptions {
  readonly withReceipts?: boolean;
}

function showRequest(request: LoggedRequest, { withReceipts = false }: ShowOptions): ListedRequest {
  const { number, atMs, result } = request;
  const { path, receipt: text } = readLoggedSubject(request);
  const receipt = text === '' ? null : text;
  const operation = servedOperation(path);
  const knownPath = operation === undefined ? null : paths[operation];
  const pathAndReceipt = withReceipts
    ? { path, receipt }
    : { path: knownPath, receipt_fingerprint: receipt && fingerprint(receipt) };
  return { number, at: new Date(atMs).toISOString(), ...pathAndReceipt, ...result };
}
