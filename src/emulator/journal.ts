import { operationAt, paths } from '../contract/interfaces.js';
import { fingerprint } from '../signing/digest.js';
import { type Asked, type AskedFilter, isAskedAbout } from './asked.js';

/** How a request ended. `lost`: it was processed, then the answer was lost; `dropped`: it was not processed. */
type RequestEnd = 'answered' | 'dropped' | 'lost';

/** A request of the service, and what was decided. */
interface JournalRequest {
  /** Milliseconds since the epoch, by the service's clock. */
  readonly atMs: number;
  readonly asked: Asked;
  readonly outcome: RequestEnd;
  /** What the caller got; null if it got no answer. */
  readonly status: number | null;
  /** The code of the failure that was decided; null if there was none. */
  readonly code: string | null;
  /** Why the request was refused. */
  readonly refused: string | null;
  /** The rule that had a part in it: `script rule 2`. */
  readonly rule: string | null;
}

/** An entry as `GET /_pvg/requests` gives it. `receipt` only if receipts are wanted, else `receipt_fingerprint`. */
interface ListedRequest {
  readonly number: number;
  readonly at: string;
  /** null if no interface has this path: somebody may have put a receipt into it. */
  readonly path: string | null;
  readonly receipt?: string | null;
  readonly receipt_fingerprint?: string | null;
  readonly outcome: RequestEnd;
  readonly status: number | null;
  readonly code: string | null;
  readonly refused: string | null;
  readonly rule: string | null;
}

export interface JournalFilter extends AskedFilter {
  /** The end of the path. */
  readonly path?: string;
  readonly status?: string;
  readonly outcome?: string;
}

interface NumberedRequest {
  readonly number: number;
  readonly request: JournalRequest;
}

/** So many of the latest requests are kept at least, if they have fewer characters. */
const keptAtLeast = 10_000;
const mostCharacters = 32 * 1024 * 1024;

/** What was asked and decided, in memory. The oldest requests are forgotten. */
export class RequestJournal {
  #requests: NumberedRequest[] = [];
  #characters = 0;
  #lastNumber = 0;
  #forgotten = 0;

  add(request: JournalRequest): void {
    this.#lastNumber += 1;
    this.#requests.push({ number: this.#lastNumber, request });
    this.#characters += charactersOf(request.asked);
    if (this.#requests.length < 2 * keptAtLeast && this.#characters < mostCharacters) return;
    const half = Math.ceil(this.#requests.length / 2);
    this.#forgotten += half;
    this.#keep(this.#requests.slice(half));
  }

  find(filter: JournalFilter = {}, withReceipts = false): ListedRequest[] {
    return this.#requests
      .filter(({ request }) => isWanted(request, filter))
      .map((numbered) => shownRequest(numbered, withReceipts));
  }

  /** How many of the oldest requests were forgotten since the last complete removal. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** Removes the requests that the filter fits; returns how many. */
  remove(filter: JournalFilter = {}): number {
    const before = this.#requests.length;
    this.#keep(this.#requests.filter(({ request }) => !isWanted(request, filter)));
    if (Object.keys(filter).length === 0) this.#forgotten = 0;
    return before - this.#requests.length;
  }

  #keep(requests: NumberedRequest[]): void {
    this.#requests = requests;
    this.#characters = requests.reduce((sum, { request }) => sum + charactersOf(request.asked), 0);
  }
}

function charactersOf({ path, receipt, product, package: name, username, game }: Asked): number {
  const ofPurchase = receipt.length + product.length + name.length;
  return path.length + ofPurchase + username.length + game.length;
}

function isWanted({ asked, status, outcome }: JournalRequest, filter: JournalFilter): boolean {
  if (!asked.path.endsWith(filter.path ?? '')) return false;
  if (filter.status !== undefined && filter.status !== String(status)) return false;
  if (filter.outcome !== undefined && filter.outcome !== outcome) return false;
  return isAskedAbout(asked, filter);
}

function shownRequest({ number, request }: NumberedRequest, withReceipts: boolean): ListedRequest {
  const { atMs, asked, outcome, status, code, refused, rule } = request;
  const operation = operationAt(asked.path);
  const knownPath = operation === undefined ? null : paths[operation];
  const receipt = asked.receipt === '' ? null : asked.receipt;
  const receiptFingerprint = asked.receipt === '' ? null : fingerprint(asked.receipt);
  const pathAndReceipt = withReceipts
    ? { path: asked.path, receipt }
    : { path: knownPath, receipt_fingerprint: receiptFingerprint };
  const end = { outcome, status, code, refused, rule };
  return { number, at: new Date(atMs).toISOString(), ...pathAndReceipt, ...end };
}
