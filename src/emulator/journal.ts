import { Buffer } from 'node:buffer';
import { operationAt, paths, withoutQuery } from '../contract/interfaces.js';
import { fingerprint } from '../signing/digest.js';
import { type EndedRequest, endOf, type RequestEnd } from './answers.js';
import { type Asked, type AskedFilter, askedBy, isAskedAbout } from './asked.js';
import { membersOf } from './members.js';

/** A request as the service got it, and how it ended. */
export interface JournalRequest extends Pick<EndedRequest, 'method' | 'target' | 'headers'> {
  /** The bytes as Latin-1. Thousands of kept buffers would make an answer a quarter slower. */
  readonly bodyLatin1: string;
  /** From 1, in the order of the ends. */
  readonly number: number;
  /** Milliseconds since the epoch, by the service's clock, when it came. */
  readonly atMs: number;
  readonly end: RequestEnd;
}

/** An entry as `GET /_pvg/requests` gives it. `receipt` only if receipts are wanted, else `receipt_fingerprint`. */
interface ListedRequest extends RequestEnd {
  readonly number: number;
  readonly at: string;
  /** null if no interface has this path: somebody may have put a receipt into it. */
  readonly path: string | null;
  readonly receipt?: string | null;
  readonly receipt_fingerprint?: string | null;
}

export interface JournalFilter extends AskedFilter {
  /** The end of the path. */
  readonly path?: string;
  readonly status?: string;
  readonly outcome?: string;
}

/** So many of the latest requests are kept at least, if they have fewer characters. */
const keptAtLeast = 10_000;
const mostCharacters = 32 * 1024 * 1024;

/**
 * What the service got and how it ended, in memory; not what the server refused before the service saw it. The oldest requests
 * are forgotten. A body is parsed when somebody asks for its request.
 */
export class RequestJournal {
  #requests: JournalRequest[] = [];
  #characters = 0;
  #lastNumber = 0;
  #forgotten = 0;

  /** `keepsHeaders`: else the headers of the entries are empty. Kept for thousands, they make an answer a tenth slower. */
  constructor(private readonly options: { readonly keepsHeaders: boolean }) {}

  /** @param atMs when the request came */
  add(ended: EndedRequest, atMs: number): void {
    const { method, target, body, answeredBy } = ended;
    if (answeredBy === 'refused' || body === undefined) return;
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const headers = this.options.keepsHeaders ? ended.headers : noHeaders;
    const bodyLatin1 = latin1Text(body);
    const request = { number, atMs, method, target, headers, bodyLatin1, end: endOf(ended) };
    this.#requests.push(request);
    this.#characters += charactersOf(request);
    if (this.#requests.length < 2 * keptAtLeast && this.#characters < mostCharacters) return;
    const half = Math.ceil(this.#requests.length / 2);
    this.#forgotten += half;
    this.#keep(this.#requests.slice(half));
  }

  /** All that are kept, the oldest first: a list of its own each time. */
  list(): readonly JournalRequest[] {
    return this.#requests.slice();
  }

  find(filter: JournalFilter = {}, withReceipts = false): ListedRequest[] {
    return this.#requests
      .filter((request) => isWanted(request, filter))
      .map((request) => listedRequest(request, withReceipts));
  }

  /** How many of the oldest requests were forgotten since the last complete removal. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Removes the requests that the filter fits; returns how many. */
  remove(filter: JournalFilter = {}): number {
    const before = this.#requests.length;
    const isFilterEmpty = Object.keys(filter).length === 0;
    if (isFilterEmpty) this.#forgotten = 0;
    this.#keep(isFilterEmpty ? [] : this.#requests.filter((each) => !isWanted(each, filter)));
    return before - this.#requests.length;
  }

  #keep(requests: JournalRequest[]): void {
    this.#requests = requests;
    this.#characters = requests.reduce((sum, request) => sum + charactersOf(request), 0);
  }
}

const noHeaders: JournalRequest['headers'] = [];

function latin1Text({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

function charactersOf({ target, headers, bodyLatin1 }: JournalRequest): number {
  let characters = target.length + bodyLatin1.length;
  for (const [name, value] of headers) characters += name.length + value.length;
  return characters;
}

export function bodyOf({ bodyLatin1 }: JournalRequest): Uint8Array {
  return Buffer.from(bodyLatin1, 'latin1');
}

/** What a request of the journal asks about. */
export function askedIn(request: JournalRequest): Asked {
  return askedBy(request.target, membersOf(bodyOf(request)));
}

function isWanted(request: JournalRequest, filter: JournalFilter): boolean {
  const { target, end } = request;
  if (!withoutQuery(target).endsWith(filter.path ?? '')) return false;
  if (filter.status !== undefined && filter.status !== String(end.status)) return false;
  if (filter.outcome !== undefined && filter.outcome !== end.outcome) return false;
  return isAskedAbout(askedIn(request), filter);
}

function listedRequest(request: JournalRequest, withReceipts: boolean): ListedRequest {
  const { number, atMs, end } = request;
  const { path, receipt: text } = askedIn(request);
  const receipt = text === '' ? null : text;
  const operation = operationAt(path);
  const knownPath = operation === undefined ? null : paths[operation];
  const pathAndReceipt = withReceipts
    ? { path, receipt }
    : { path: knownPath, receipt_fingerprint: receipt && fingerprint(receipt) };
  return { number, at: new Date(atMs).toISOString(), ...pathAndReceipt, ...end };
}
