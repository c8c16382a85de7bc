import type { Judgement } from '../contract/judgement.js';
import { judgeLookup } from '../gateway/judge-lookup.js';
import { lookupBody, type LookupFields } from '../gateway/request.js';
import { clockSkew, retryAfterMs, type Attempt, type Exchange } from '../transport/exchange.js';
import { WireFailure, type Send, type WireRequest, type WireResponse } from '../wire.js';
import { longestAskedMs, Outage } from './outage.js';
import type { Pace } from './pace.js';
import { hasFailed } from './result.js';
import type { Row } from './row.js';

/** Looks rows up, many at once: takes them as they are read, hands each on as it is done. Prints and writes nothing. */

export interface LookUpDoors {
  readonly send: Send;
  readonly clock: {
    now(): number;
    elapsed(): number;
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
  };
  readonly random: () => number;
  /** Signs one body; called anew for each attempt. */
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
}

export interface LookUpOptions {
  readonly timeoutMs: number;
  /** Further attempts for a row after the first. */
  readonly retries: number;
  /** Aborted by whoever wants it to stop taking rows; what is under way is finished. */
  readonly stop: AbortSignal;
  /** Aborted when what is under way is to be given up too. */
  readonly giveUp: AbortSignal;
}

/** A row that is done. */
export interface Done {
  readonly row: Row;
  /** In the order of their beginnings, from 0. */
  readonly place: number;
  /** undefined for a row that could not be read. */
  readonly judgement: Judgement | undefined;
  /** The body of the answer; undefined where there is none. */
  readonly body: Uint8Array | undefined;
  /** What was sent for it, attempt by attempt. */
  readonly requests: readonly WireRequest[];
}

export interface Taker {
  take(done: Done): void;
  /** Whether another row may be begun; where not, `onRoom` of the look-ups is called later. */
  hasRoom(): boolean;
}

/** Why a run ended before its rows did. */
export type Halt =
  | { readonly kind: 'refused'; readonly judgement: Judgement; readonly row: Row }
  | {
      readonly kind: 'outage';
      readonly judgement: Judgement;
      readonly because: 'never answered' | 'too long';
    }
  | { readonly kind: 'asked to wait'; readonly judgement: Judgement; readonly askedMs: number };

interface Job {
  readonly row: Row;
  readonly purchase: LookupFields;
  readonly place: number;
  body: Uint8Array | undefined;
  attempts: Attempt[];
  /** Attempts that count against the retries. */
  counted: number;
  /** Repeats on account of a connection that the server had closed. */
  stale: number;
  dueMs: number;
  /** How many outages have kept it from failing. */
  spared: number;
  /** The last of them, by its number. */
  sparedIn: number;
  /** When the first of its attempts was sent. */
  begunMs: number;
  /** What it would fail with now. */
  failure: Done | undefined;
}

/** More rows than this do not wait for their next attempt: a service that is down does not eat the memory. */
const mostWaiting = 1_000;
/** On a kept connection that was closed meanwhile; each can happen once. */
const mostStale = 10;
/** A row that fails after so many outages has a trouble of its own. */
const mostSpared = 3;
const firstWaitMs = 500;
const longestWaitMs = 8_000;
/** A row whose answer is larger fails at once instead of being kept until it is clear whose trouble it is. */
const mostKeptBytes = 64 * 1024;

export class LookUps {
  #queue: readonly Row[] = [];
  #at = 0;
  #reading = false;
  #read = false;
  #inFlight = 0;
  /** A further attempt failed, and no fresh row was begun since. */
  #failedAgain = false;
  #places = 0;
  /** When somebody was answered last, or the first row was sent. */
  #heardMs = Infinity;
  /** Rows that were sent, and those of them that failed at least once. */
  #begun = 0;
  #failedOnce = 0;
  #waiting: Job[] = [];
  #wakeMs = Infinity;
  readonly #outage = new Outage();
  /** Used up their attempts, and nobody has been answered since: failed, unless that turns out to be an outage. */
  #givenUp: { readonly job: Job; readonly done: Done }[] = [];
  #pumping = false;
  #over = false;
  #halt: Halt | undefined;
  readonly #end = new AbortController();
  #resolve: (halt: Halt | undefined) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(
    private readonly doors: LookUpDoors,
    private readonly rows: AsyncIterator<readonly Row[], undefined, undefined>,
    private readonly taker: Taker,
    private readonly pace: Pace,
    private readonly options: LookUpOptions,
  ) {}

  /** Resolves when all is done or nothing more is begun; rejects when a row cannot be read or taken. */
  run(): Promise<Halt | undefined> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      const again = (): void => {
        this.#pump();
      };
      this.options.stop.addEventListener('abort', again, { once: true });
      this.options.giveUp.addEventListener('abort', again, { once: true });
      this.#pump();
    });
  }

  /** There is room again for what `taker` takes. */
  onRoom(): void {
    this.#pump();
  }

  /** Whether the service answers nobody, and rows wait for it instead of failing. */
  get inOutage(): boolean {
    return this.#outage.isOn;
  }

  /** How long nobody has been answered while somebody was asked. */
  silentMs(nowMs: number): number {
    return this.#inFlight === 0 ? 0 : Math.max(0, nowMs - this.#heardMs);
  }

  get #stopping(): boolean {
    return this.options.stop.aborted || this.#halt !== undefined;
  }

  #pump(): void {
    if (this.#pumping || this.#over) return;
    this.#pumping = true;
    try {
      while (!this.#stopping && this.#next());
    } catch (error) {
      this.#fail(error);
    }
    this.#pumping = false;
    this.#endIfDone();
  }

  /** Begins one look-up, or takes a row that needs none; false: nothing can be begun now. */
  #next(): boolean {
    // Only a fresh row needs room: one that is tried again may be what the others wait for.
    const row = this.taker.hasRoom() ? this.#queue[this.#at] : undefined;
    if (this.#queue[this.#at] === undefined) this.#readMore();
    if (row !== undefined && row.purchase === undefined) {
      this.#at += 1;
      this.taker.take({ row, place: this.#places, judgement: undefined, body: undefined, requests: [] });
      this.#places += 1;
      return true;
    }
    if (this.#inFlight >= (this.#outage.isOn ? 1 : this.pace.limit)) return false;
    const nowMs = this.doors.clock.elapsed();
    const due = this.#waiting[0];
    const fresh = row?.purchase !== undefined && this.#waiting.length < mostWaiting;
    // Rows that fail again may have a trouble of their own, and look like an outage where they alone are asked for: in an
    // outage each row asks once, and else they take turns with fresh ones.
    const freshFirst = fresh && (this.#outage.isOn || this.#failedAgain);
    const retry = due !== undefined && due.dueMs <= nowMs && !freshFirst;
    if (!retry && !fresh) {
      if (due !== undefined) this.#wakeAt(due.dueMs, nowMs);
      return false;
    }
    const waitMs = this.pace.waitMs(nowMs);
    if (waitMs > 0) {
      this.#wakeAt(nowMs + waitMs, nowMs);
      return false;
    }
    this.#failedAgain &&= retry;
    if (retry) this.#waiting.shift();
    else this.#at += 1;
    this.#begin(retry ? due : this.#jobOf(row as Row & { purchase: LookupFields }), nowMs);
    return true;
  }

  #jobOf(row: Row & { purchase: LookupFields }): Job {
    const place = this.#places;
    this.#places += 1;
    this.#begun += 1;
    const { purchase } = row;
    return {
      row,
      purchase,
      place,
      body: undefined,
      attempts: [],
      counted: 0,
      stale: 0,
      dueMs: 0,
      spared: 0,
      sparedIn: 0,
      begunMs: 0,
      failure: undefined,
    };
  }

  #readMore(): void {
    if (this.#reading || this.#read) return;
    this.#reading = true;
    this.rows.next().then(
      (next) => {
        this.#reading = false;
        if (next.done === true) this.#read = true;
        else {
          this.#queue = next.value;
          this.#at = 0;
        }
        this.#pump();
      },
      (error: unknown) => {
        this.#fail(error);
      },
    );
  }

  #begin(job: Job, nowMs: number): void {
    const { clock, build, send } = this.doors;
    const { timeoutMs, giveUp } = this.options;
    this.#inFlight += 1;
    this.pace.started(nowMs);
    const startedAtMs = clock.now();
    if (job.counted === 0) job.begunMs = nowMs;
    if (this.#heardMs === Infinity) this.#heardMs = nowMs;
    job.body ??= lookupBody(job.purchase);
    const request = build(job.body, Math.floor(startedAtMs / 1000));
    const settle = (outcome: WireResponse | WireFailure): void => {
      this.#inFlight -= 1;
      if (this.#over) return;
      const elapsedMs = clock.elapsed() - nowMs;
      try {
        this.#answered(job, { request, outcome, elapsedMs, startedAtMs, endedAtMs: clock.now() }, nowMs);
      } catch (error) {
        this.#fail(error);
        return;
      }
      this.#pump();
    };
    send(request, { timeoutMs, signal: giveUp }).then(settle, (error: unknown) => {
      if (error instanceof WireFailure) settle(error);
      else if (giveUp.aborted) {
        this.#inFlight -= 1;
        this.#pump();
      } else this.#fail(error);
    });
  }

  #answered(job: Job, attempt: Attempt, sentMs: number): void {
    const { outcome } = attempt;
    const failed = outcome instanceof WireFailure;
    if (failed && outcome.details.staleConnection === true && job.stale < mostStale) {
      job.stale += 1;
      this.#again(job, 0);
      return;
    }
    job.attempts.push(attempt);
    job.counted += 1;
    const status = (failed ? outcome.details.status : outcome.status) ?? 0;
    const asked = askedOf(job.purchase);
    const judgement = judgeLookup(new BatchExchange(job.attempts, attempt), asked);
    if (judgement.exit === 4) {
      this.#halt ??= { kind: 'refused', judgement, row: job.row };
      return;
    }
    const body = failed ? undefined : outcome.body;
    const requests = job.attempts.map(({ request }) => request);
    const done: Done = { row: job.row, place: job.place, judgement, body, requests };
    if (!hasFailed(judgement.exit)) {
      this.#serviceAnswered(sentMs, sentMs + attempt.elapsedMs);
      this.taker.take(done);
      return;
    }
    if (job.failure === undefined) this.#failedOnce += 1;
    else this.#failedAgain = true;
    job.failure = done;
    const nowMs = this.doors.clock.elapsed();
    const overload = status === 429 || (status >= 500 && status < 600);
    if (overload) this.#overloaded(attempt, judgement, sentMs, nowMs);
    this.pace.pause(nowMs, this.#outage.failed({ sentMs, nowMs, overload, random: this.doors.random() }));
    if (isWorthAsking(judgement.exit, status) && job.counted <= this.options.retries)
      this.#again(job, this.doors.random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (job.counted - 1)));
    else this.#giveUp(job, done, isWorthAsking(judgement.exit, status));
    this.#endOutage(judgement, nowMs, overload);
  }

  /** Ends the run, or the waiting of its last rows, where the outage has lasted too long for it. */
  #endOutage(judgement: Judgement, nowMs: number, overload: boolean): void {
    // A lone row may have a trouble of its own, unless nobody was reached.
    const all = this.#isAllBegun && (this.#begun > 1 || judgement.exit === 11);
    const tried = { begun: this.#begun, failed: this.#failedOnce, all };
    const because = this.#outage.reasonToEnd(nowMs, overload, tried);
    if (because === 'never answered') {
      this.#givenUp = [];
      this.#halt ??= { kind: 'outage', judgement, because };
    } else if (because !== undefined || this.#outage.hasOutlasted(this.#waitingRows, nowMs)) {
      if (!this.#failRest() && because !== undefined) this.#halt ??= { kind: 'outage', judgement, because };
    }
  }

  get #waitingRows(): readonly Row[] {
    return this.#waiting.map(({ row }) => row);
  }

  get #isAllBegun(): boolean {
    return this.#read && this.#queue[this.#at] === undefined;
  }

  #serviceAnswered(sentMs: number, heardMs: number): void {
    this.#heardMs = heardMs;
    this.pace.succeeded();
    this.#outage.answered(sentMs);
    this.#handOverGivenUp();
  }

  #overloaded(attempt: Attempt, judgement: Judgement, sentMs: number, nowMs: number): void {
    const askedMs = retryAfterMs(headersOf(attempt.outcome), attempt.endedAtMs, Infinity);
    if (askedMs !== undefined && askedMs > longestAskedMs) {
      this.#halt ??= { kind: 'asked to wait', judgement, askedMs };
      return;
    }
    this.pace.overloaded(sentMs, nowMs, askedMs);
    if (askedMs !== undefined) this.#outage.asked(nowMs, askedMs);
  }

  /** The row has failed; in an outage it waits for the end of that instead, and its attempts begin anew. */
  #giveUp(job: Job, done: Done, isPassing: boolean): void {
    if (job.spared >= (isPassing ? mostSpared : 1) && !this.#outage.isOn) {
      this.taker.take(done);
      return;
    }
    const { begunMs, counted } = job;
    this.#outage.gaveUp({ nowMs: this.doors.clock.elapsed(), isPassing, begunMs, attempts: counted });
    if (!this.#outage.isOn) {
      if ((done.body?.length ?? 0) > mostKeptBytes) this.taker.take(done);
      else this.#givenUp.push({ job, done });
      return;
    }
    for (const earlier of this.#givenUp.splice(0)) this.#spare(earlier.job);
    this.#spare(job);
  }

  #spare(job: Job): void {
    job.counted = 0;
    job.attempts = [];
    if (job.sparedIn !== this.#outage.count) job.spared += 1;
    job.sparedIn = this.#outage.count;
    this.#again(job, 0);
  }

  /** Where the outage has outlasted the run's patience and no other row is left to be spared. */
  #failRest(): boolean {
    if (!this.#isAllBegun || this.#inFlight > 0 || this.#waiting.some(({ failure }) => failure === undefined))
      return false;
    for (const { failure } of this.#waiting.splice(0)) if (failure) this.taker.take(failure);
    return true;
  }

  #handOverGivenUp(): void {
    for (const { done } of this.#givenUp.splice(0)) this.taker.take(done);
  }

  #again(job: Job, waitMs: number): void {
    job.dueMs = this.doors.clock.elapsed() + waitMs;
    // From the end: most waits are longer than those that began before.
    let at = this.#waiting.length;
    while (at > 0 && (this.#waiting[at - 1]?.dueMs ?? 0) > job.dueMs) at -= 1;
    this.#waiting.splice(at, 0, job);
  }

  #wakeAt(dueMs: number, nowMs: number): void {
    if (dueMs >= this.#wakeMs) return;
    this.#wakeMs = dueMs;
    this.doors.clock.sleep(Math.max(1, dueMs - nowMs), this.#end.signal).then(
      () => {
        if (this.#wakeMs === dueMs) this.#wakeMs = Infinity;
        this.#pump();
      },
      () => undefined,
    );
  }

  #endIfDone(): void {
    if (this.#over) return;
    const gaveUp = this.options.giveUp.aborted;
    const nothingLeft = this.#isAllBegun && this.#waiting.length === 0 && this.#inFlight === 0;
    if (nothingLeft || this.#halt || (this.options.stop.aborted && (this.#inFlight === 0 || gaveUp))) {
      try {
        // That there is no further row may have been found out after the last one failed.
        const last = this.#givenUp.at(-1)?.done.judgement;
        if (nothingLeft && last) this.#endOutage(last, this.doors.clock.elapsed(), false);
        this.#handOverGivenUp();
      } catch (error) {
        this.#fail(error);
        return;
      }
      this.#finish();
      this.#resolve(this.#halt);
    }
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#finish();
    this.#reject(error);
  }

  #finish(): void {
    this.#over = true;
    this.#end.abort();
  }
}

/** Statuses for which a further attempt may bring another answer; a refusal (3xx, 4xx) stays one. */
const isWorthAsking = (exit: Judgement['exit'], status: number): boolean =>
  exit >= 8 && exit <= 12 && (status < 300 || status === 429 || status >= 500);

const headersOf = (outcome: WireResponse | WireFailure): Pick<WireResponse, 'headers'> =>
  outcome instanceof WireFailure ? { headers: outcome.details.headers ?? [] } : outcome;

// The words of a following command name no receipt: a row is found by its number.
const noWords: readonly string[] = [];
const androidId = 1;

const askedOf = ({ productId, package: packageName, receipt }: LookupFields) => ({
  productId,
  package: packageName,
  receipt,
  osId: androidId,
  words: noWords,
});

/** The skew of the clocks is worked out when somebody asks. */
class BatchExchange implements Exchange {
  readonly unclearBefore = false;

  constructor(
    readonly attempts: readonly Attempt[],
    readonly last: Attempt,
  ) {}

  get elapsedMs(): number {
    return this.last.elapsedMs;
  }

  get clockSkewS(): number | undefined {
    return clockSkew(this.last);
  }
}
