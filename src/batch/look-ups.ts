import { osIds } from '../contract/platforms.js';
import { WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import { judge } from '../service/judge.js';
import { policyOf } from '../service/policy.js';
import { lookupBody } from '../service/requests.js';
import {
  arrived,
  attemptOnce,
  backOff,
  exchangeOf,
  retryAfterMs,
  type Attempt,
  type ExchangeDoors,
} from '../transport/exchange.js';
import { longestAskedMs, Outage, type Failed } from './outage.js';
import type { Pace } from './pace.js';
import { hasFailed } from './result.js';
import type { Done, Job, Judged } from './job.js';
import type { Row, Rows } from './row.js';

interface LookUpDoors extends ExchangeDoors {
  readonly random: () => number;
  /** Signs one body; called for each attempt. */
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
}

interface LookUpOptions {
  readonly timeoutMs: number;
  /** Further attempts for a row after the first. */
  readonly retries: number;
  /** When aborted, no further rows are taken; look-ups under way are finished. */
  readonly stop: AbortSignal;
  /** When aborted, look-ups under way are given up too. */
  readonly giveUp: AbortSignal;
  /** Called when something delays all rows. */
  readonly onNews: (news: News) => void;
}

/** `asked`: the service asks to wait; `slowed`: first slow-down; `silent`: no answers, perhaps of a wrong address; `back`: answers again. */
export type News =
  | { readonly kind: 'asked' | 'slowed'; readonly status: number; readonly waitMs: number }
  | { readonly kind: 'silent'; readonly mayBeWrong: boolean }
  | { readonly kind: 'back' };

export interface Taker {
  take(done: Done): void;
  /** Whether another row may begin. */
  hasRoom(): boolean;
  /** Whether none may begin until a row that waits is done. */
  isFull(): boolean;
  /** Whether the row gets the answer of another row and needs no look-up. */
  joins(row: Row): boolean;
}

/** Why a run ended before all rows were done. */
export type Halt = { readonly judged: Judged } & (
  | { readonly kind: 'refused'; readonly row: Row }
  | { readonly kind: 'asked-to-wait'; readonly askedMs: number }
  | { readonly kind: 'never-answered' | 'too-long' }
);

/** How many rows may wait for their next attempt: limits the memory while the service is down. */
const mostWaiting = 1_000;
/** A row that fails after this many outages is itself the problem. */
const mostSpared = 3;
/** A failed row with a larger answer is not kept waiting: it fails at once. */
const mostKeptBytes = 64 * 1024;

/**
 * Looks up many rows at a time: takes them as they are read and passes each on when it is done. One loop begins all
 * attempts, alternating between fresh rows and repeats, and waits when none may begin. Writes nothing.
 */
export class LookUps {
  readonly #outage = new Outage();
  readonly #over = new AbortController();
  readonly #doors: ExchangeDoors;
  /** Rows that have begun and are not done; and those of them that wait for their next attempt. */
  readonly #live = new Set<Job>();
  readonly #waiting = new Set<Job>();
  #fresh: Job | undefined;
  #read: Iterator<Row, undefined> = [].values();
  #isReading = false;
  #allRead = false;
  #lastWasFresh = true;
  #alarmMs = Infinity;
  #wake: () => void = () => undefined;
  #lastFailed: Failed | undefined;
  #halt: Halt | undefined;
  #fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly doors: LookUpDoors,
    private readonly rows: Rows,
    private readonly taker: Taker,
    private readonly pace: Pace,
    private readonly options: LookUpOptions,
  ) {
    this.#doors = { send: overClosedConnections(doors.send), clock: doors.clock };
  }

  /** Resolves when all rows are done or the run was halted; rejects when a row cannot be read or taken. */
  async run(): Promise<Halt | undefined> {
    const { stop, giveUp } = this.options;
    for (const signal of [stop, giveUp])
      signal.addEventListener('abort', () => {
        this.changed();
      });
    while (!this.#isOver) {
      const changed = new Promise<void>((resolve) => (this.#wake = resolve));
      if (!this.#beginOne() && !this.#decideLast()) await changed;
    }
    this.#over.abort();
    if (this.#fault) throw this.#fault.error;
    return this.#halt;
  }

  /** Something changed: an attempt may be able to begin. */
  changed(): void {
    this.#wake();
  }

  /** Whether the service does not answer, so that rows wait instead of failing. */
  get inOutage(): boolean {
    return this.#outage.isOn;
  }

  /** How long look-ups have been under way without any answer. */
  silentMs(nowMs: number): number {
    return this.#inFlight === 0 ? 0 : Math.max(0, nowMs - this.#outage.heardMs);
  }

  get #inFlight(): number {
    return this.#live.size - this.#waiting.size;
  }

  get #allBegun(): boolean {
    return this.#allRead && this.#fresh === undefined;
  }

  get #isOver(): boolean {
    const { stop, giveUp } = this.options;
    if (this.#halt || this.#fault || giveUp.aborted) return true;
    return this.#inFlight === 0 && (stop.aborted || (this.#allBegun && this.#live.size === 0));
  }

  /** @returns whether an attempt could begin */
  #beginOne(): boolean {
    const most = this.#outage.isOn ? 1 : this.pace.limit;
    if (this.options.stop.aborted || this.#inFlight >= most) return false;
    const nowMs = this.doors.clock.elapsed();
    const job = this.#next(nowMs);
    if (job === undefined) return false;
    const waitMs = Math.max(job.dueMs - nowMs, this.pace.waitMs(nowMs));
    if (waitMs > 0) {
      this.#wakeAt(nowMs + waitMs, waitMs);
      return false;
    }
    this.#lastWasFresh = job === this.#fresh;
    if (this.#lastWasFresh) this.#fresh = undefined;
    this.#live.add(job);
    this.#waiting.delete(job);
    this.pace.started(nowMs);
    this.#outage.sent(nowMs);
    this.#ask(job, nowMs).catch((error: unknown) => {
      this.#fail(error);
    });
    return true;
  }

  /** In an outage fresh rows come first. */
  #next(nowMs: number): Job | undefined {
    this.#refill();
    const fresh = this.#waiting.size < mostWaiting ? this.#fresh : undefined;
    let again: Job | undefined;
    for (const job of this.#waiting) if (job.dueMs < (again?.dueMs ?? Infinity)) again = job;
    if (fresh === undefined || again === undefined) return fresh ?? again;
    return this.#outage.isOn || !this.#lastWasFresh || again.dueMs > nowMs ? fresh : again;
  }

  #refill(): void {
    while (this.#fresh === undefined && this.taker.hasRoom()) {
      const row = this.#read.next().value;
      if (row === undefined) {
        this.#readOn();
        return;
      }
      const { purchase } = row;
      if (purchase === undefined) this.taker.take({ row, requests: [] });
      else if (!this.taker.joins(row))
        this.#fresh = { row, purchase, failure: undefined, spared: 0, sparedIn: 0, ...unasked(0) };
    }
  }

  #readOn(): void {
    if (this.#isReading || this.#allRead) return;
    this.#isReading = true;
    this.rows.next().then(
      ({ value = [], done = false }) => {
        this.#isReading = false;
        this.#read = value.values();
        this.#allRead = done;
        this.changed();
      },
      (error: unknown) => {
        this.#fail(error);
      },
    );
  }

  #wakeAt(atMs: number, waitMs: number): void {
    if (this.#alarmMs <= atMs) return;
    this.#alarmMs = atMs;
    this.doors.clock.sleep(Math.max(1, waitMs), this.#over.signal).then(
      () => {
        this.#alarmMs = Infinity;
        this.changed();
      },
      () => undefined,
    );
  }

  async #ask(job: Job, sentMs: number): Promise<void> {
    const { timeoutMs, giveUp } = this.options;
    const body = lookupBody(job.purchase);
    const build = (unixSeconds: number): WireRequest => this.doors.build(body, unixSeconds);
    const label = `row ${String(job.row.number)}`;
    const attempt = await attemptOnce(this.#doors, build, { timeoutMs, signal: giveUp, label });
    if (this.#over.signal.aborted) return;
    job.begunMs = Math.min(job.begunMs, sentMs);
    job.attempts.push(attempt);
    this.#judge(job, attempt, sentMs);
    this.changed();
  }

  /** Handles the outcome of an attempt, for its row and for all others. */
  #judge(job: Job, last: Attempt, sentMs: number): void {
    const { row, attempts, purchase } = job;
    const outcome = judge('lookup', exchangeOf(attempts, last, 0), { ...purchase, osId: osIds.android });
    const { exit, advice } = policyOf(outcome);
    const judged = { outcome, exit, advice };
    const body = last.outcome instanceof WireFailure ? undefined : last.outcome.body;
    const requests = attempts.map(({ request }) => request);
    const done = { row, judged, body, atMs: last.endedAtMs, requests };
    if (judged.exit === 4) this.#halt ??= { kind: 'refused', judged, row };
    else if (hasFailed(judged.exit)) {
      job.failure = done;
      this.#failed(job, last, { judged, sentMs, nowMs: this.doors.clock.elapsed() });
    } else {
      this.pace.succeeded();
      if (this.#outage.isOn) this.options.onNews({ kind: 'back' });
      this.#outage.answered(sentMs, this.doors.clock.elapsed());
      this.#decide('failed');
      this.#finish(job, done);
    }
  }

  #failed(job: Job, last: Attempt, made: Pick<Failed, 'judged' | 'sentMs' | 'nowMs'>): void {
    const { random } = this.doors;
    const { judged, sentMs, nowMs } = made;
    const { status } = arrived(last.outcome);
    const overload = status === 429 || (status >= 500 && status < 600);
    const isPassing = isWorthAsking(judged.exit, status);
    const failed: Failed = { job, ...made, overload, isPassing };
    this.#lastFailed = failed;
    this.#waiting.add(job);
    if (overload) {
      const askedMs = retryAfterMs(arrived(last.outcome), last.endedAtMs, Infinity);
      if (askedMs !== undefined && askedMs > longestAskedMs) {
        this.#halt ??= { kind: 'asked-to-wait', judged, askedMs };
        return;
      }
      const isFirst = this.pace.slowed === 0;
      this.pace.overloaded(sentMs, nowMs, askedMs);
      const isLonger = askedMs !== undefined && this.#outage.asked(nowMs, askedMs);
      const waitMs = askedMs ?? 0;
      if (isLonger) this.options.onNews({ kind: 'asked', status, waitMs });
      else if (isFirst && this.pace.slowed > 0) this.options.onNews({ kind: 'slowed', status, waitMs });
    }
    this.pace.pause(nowMs, this.#outage.failed(failed, random()));
    const attempts = job.attempts.length;
    if (isPassing && attempts <= this.options.retries) job.dueMs = nowMs + backOff(attempts, random);
    else this.#gaveUp(failed);
    this.#endOutage(failed);
  }

  /** A row without attempts left waits until it is clear whether the row or the service is at fault. */
  #gaveUp(failed: Failed): void {
    const { job, isPassing } = failed;
    const isOwnTrouble = !this.#outage.isOn && job.spared >= (isPassing ? mostSpared : 1);
    if (!isOwnTrouble && this.#outage.gaveUp(failed)) this.#tellSilence();
    const isLarge = !this.#outage.isOn && (job.failure?.body?.length ?? 0) > mostKeptBytes;
    if (isOwnTrouble || isLarge) {
      this.#finish(job, job.failure);
      return;
    }
    job.dueMs = Infinity;
    if (this.#outage.isOn) this.#decide('spared');
  }

  #tellSilence(): void {
    this.options.onNews({ kind: 'silent', mayBeWrong: this.#outage.mayBeWrongAddress });
  }

  /** Decides the fate of all rows without attempts left. */
  #decide(fate: 'failed' | 'spared'): void {
    const { number } = this.#outage;
    for (const job of this.#waiting) {
      if (job.dueMs < Infinity) continue;
      if (fate === 'failed') this.#finish(job, job.failure);
      else if (job.sparedIn !== number) Object.assign(job, { spared: job.spared + 1, sparedIn: number });
      if (fate === 'spared') Object.assign(job, unasked(this.doors.clock.elapsed()));
    }
  }

  /** If only rows without attempts are left, they have failed. @returns whether they are decided */
  #decideLast(): boolean {
    const mayBegin = !this.#allBegun && !this.taker.isFull();
    if (!this.#lastFailed || mayBegin || this.#inFlight > 0 || this.#waiting.size === 0) return false;
    if (![...this.#waiting].every(({ dueMs }) => dueMs === Infinity)) return false;
    this.#endOutage({ ...this.#lastFailed, nowMs: this.doors.clock.elapsed(), overload: false });
    if (!this.#halt) this.#decide('failed');
    return true;
  }

  /** Ends the run, or the wait of its last rows, if there was no answer for too long. */
  #endOutage({ judged, nowMs, overload }: Failed): void {
    const live = [...this.#live];
    const isLast = this.#allBegun && this.#inFlight === 0;
    const isTooLong = this.#outage.isTooLong({ nowMs, overload });
    if (this.#outage.isWrongAddress(live, this.#allBegun, judged))
      this.#halt ??= { kind: 'never-answered', judged };
    else if (isLast && (isTooLong || this.#outage.hasOutlasted(live, nowMs)))
      for (const job of live) this.#finish(job, job.failure);
    else if (isTooLong) this.#halt ??= { kind: 'too-long', judged };
  }

  #finish(job: Job, done: Done | undefined): void {
    this.#live.delete(job);
    this.#waiting.delete(job);
    if (done) this.taker.take(done);
  }

  #fail(error: unknown): void {
    // Look-ups that were given up fail as expected.
    if (!this.options.giveUp.aborted) this.#fault ??= { error };
    this.changed();
  }
}

/** The state of a row that has all its attempts. */
const unasked = (dueMs: number): Pick<Job, 'attempts' | 'begunMs' | 'dueMs'> => ({
  attempts: [],
  begunMs: Infinity,
  dueMs,
});

/** Whether a further attempt may bring a different answer; a refusal (3xx, 4xx) stays the same. */
const isWorthAsking = (exit: Judged['exit'], status: number): boolean =>
  exit >= 8 && exit <= 12 && (status < 300 || status === 429 || status >= 500);

/** How many kept connections may turn out to be closed for one request; each can fail only once. */
const mostClosed = 10;

/** Sends a request again at once if the server had closed the kept connection. */
const overClosedConnections =
  (send: Send): Send =>
  async (request, options) => {
    for (let again = 0; ; again += 1) {
      try {
        return await send(request, options);
      } catch (error) {
        const isClosed = error instanceof WireFailure && error.details.staleConnection === true;
        if (!isClosed || again === mostClosed) throw error;
      }
    }
  };
