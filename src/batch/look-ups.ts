import { setMaxListeners } from 'node:events';
import type { Judgement } from '../contract/judgement.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { osIds } from '../contract/platforms.js';
import { WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import { judgeLookup } from '../gateway/judge-lookup.js';
import { lookupBody, type LookupFields } from '../gateway/request.js';
import {
  arrived,
  backOff,
  exchange,
  retryAfterMs,
  type Exchange,
  type ExchangeDoors,
} from '../transport/exchange.js';
import { longestAskedMs, Outage, type Failed, type Fate, type Job } from './outage.js';
import type { Pace } from './pace.js';
import { Pool } from './pool.js';
import { hasFailed } from './result.js';
import type { Row, Rows } from './row.js';

interface LookUpDoors extends ExchangeDoors {
  readonly random: () => number;
  /** Signs one body; called anew for each attempt. */
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
}

interface LookUpOptions {
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
  readonly judgement?: Judgement;
  /** Of the answer; undefined where there is none. */
  readonly body?: Uint8Array | undefined;
  /** What was sent for it, attempt by attempt. */
  readonly requests: readonly WireRequest[];
}

interface Taker {
  take(done: Done): void;
  /** Resolves when another row may be begun. */
  room(): Promise<void>;
}

/** Why a run ended before its rows did. */
export type Halt = { readonly judgement: Judgement } & (
  | { readonly kind: 'refused'; readonly row: Row }
  | { readonly kind: 'asked-to-wait'; readonly askedMs: number }
  | { readonly kind: 'never-answered' | 'too-long' }
);

/** More rows than this do not wait for their next attempt: a service that is down does not eat the memory. */
const mostWaiting = 1_000;

/** Looks rows up, many at once: takes them as they are read, hands each on as it is done. Prints and writes nothing. */
export class LookUps {
  readonly #outage = new Outage();
  readonly #pool: Pool;
  readonly #live = new Map<Job, Promise<void>>();
  readonly #cut = new AbortController();
  /** Nothing more is begun, nor waited for. */
  readonly #calledOff: AbortSignal;
  readonly #doors: ExchangeDoors;
  #places = 0;
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
    const { clock, send } = doors;
    const calledOff = AbortSignal.any([options.stop, options.giveUp, this.#cut.signal]);
    this.#calledOff = calledOff;
    // Of rows that wait, up to a thousand.
    setMaxListeners(0, calledOff);
    this.#doors = {
      send: overClosedConnections(send),
      clock: { ...clock, sleep: (ms) => clock.sleep(ms, calledOff) },
    };
    this.#pool = new Pool(pace, clock, calledOff, {
      isOutage: () => this.#outage.isOn,
      mayBeFresh: () => this.#live.size - this.#pool.inFlight < mostWaiting,
    });
  }

  /** Resolves when all is done or nothing more is begun; rejects when a row cannot be read or taken. */
  async run(): Promise<Halt | undefined> {
    const over = new Promise<void>((resolve) => {
      whenAborted(AbortSignal.any([this.options.giveUp, this.#cut.signal]), resolve);
    });
    whenAborted(this.#calledOff, () => {
      this.#outage.decide('dropped');
    });
    await Promise.race([this.#beginAll().then(() => Promise.all(this.#live.values())), over]);
    this.#cut.abort();
    this.#live.clear();
    if (this.#fault) throw this.#fault.error;
    return this.#halt;
  }

  /** Whether the service answers nobody, and rows wait for it instead of failing. */
  get inOutage(): boolean {
    return this.#outage.isOn;
  }

  /** How long nobody has been answered while somebody was asked. */
  silentMs(nowMs: number): number {
    return this.#pool.inFlight === 0 ? 0 : Math.max(0, nowMs - this.#outage.heardMs);
  }

  async #beginAll(): Promise<void> {
    try {
      for (;;) {
        const next = await orInterrupted(this.rows.next(), this.#calledOff);
        if (next.done === true) break;
        for (const row of next.value) {
          await orInterrupted(this.taker.room(), this.#calledOff);
          await this.#begin(row);
        }
      }
      this.#outage.allBegun = true;
      this.#decideLast();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #begin(row: Row): Promise<void> {
    const place = this.#places;
    this.#places += 1;
    if (row.purchase === undefined) {
      this.taker.take({ row, place, requests: [] });
      return;
    }
    await this.#pool.turn('fresh');
    this.#outage.begun += 1;
    const job: Job = { row, place, hasTurn: true, failure: undefined, spared: 0, sparedIn: 0 };
    this.#live.set(job, this.#lookUp(job, row.purchase));
  }

  async #lookUp(job: Job, purchase: LookupFields): Promise<void> {
    try {
      let fate = await this.#ask(job, purchase);
      while (fate === 'again') fate = await this.#ask(job, purchase);
      if (fate === 'final' && job.failure) this.#take(job, job.failure);
    } catch (error) {
      this.#fail(error);
    }
    this.#live.delete(job);
    this.#decideLast();
    this.#pool.pump();
  }

  async #ask(job: Job, purchase: LookupFields): Promise<Fate> {
    const { timeoutMs, giveUp } = this.options;
    const body = lookupBody(purchase);
    // The words of a following command name no receipt: a row is found by its number.
    const asked = { ...purchase, osId: osIds.android, words: [] };
    let [begunMs, sentMs] = [Infinity, 0];
    let fate: Fate | Promise<Fate> = 'dropped';
    await exchange(this.#doors, (unixSeconds) => this.doors.build(body, unixSeconds), {
      timeoutMs,
      signal: giveUp,
      turn: async () => {
        if (!job.hasTurn) await this.#pool.turn('again');
        job.hasTurn = false;
        sentMs = this.doors.clock.elapsed();
        begunMs = Math.min(begunMs, sentMs);
        this.#outage.sent(sentMs);
      },
      waitAfter: (made) => {
        this.#pool.inFlight -= 1;
        const next = this.#judge(job, made, judgeLookup(made, asked), { begunMs, sentMs });
        this.#decideLast();
        this.#pool.pump();
        if (typeof next === 'number') return next;
        fate = next;
        return undefined;
      },
    });
    return fate;
  }

  /** What an attempt came to, for its row and for all others. @returns milliseconds until the next attempt, or none */
  #judge(
    job: Job,
    made: Exchange,
    judgement: Judgement,
    times: Pick<Failed, 'begunMs' | 'sentMs'>,
  ): number | Fate | Promise<Fate> {
    const { row, place } = job;
    const { outcome } = made.last;
    const body = outcome instanceof WireFailure ? undefined : outcome.body;
    const done = { row, place, judgement, body, requests: made.attempts.map(({ request }) => request) };
    if (judgement.exit === 4) {
      this.#end({ kind: 'refused', judgement, row });
      return 'dropped';
    }
    const nowMs = this.doors.clock.elapsed();
    if (!hasFailed(judgement.exit)) {
      this.pace.succeeded();
      this.#outage.answered(times.sentMs, nowMs);
      this.#take(job, done);
      return 'dropped';
    }
    const { random } = this.doors;
    const { status } = arrived(outcome);
    const attempts = made.attempts.length;
    const overload = status === 429 || (status >= 500 && status < 600);
    const isPassing = isWorthAsking(judgement.exit, status);
    const failed: Failed = { job, judgement, ...times, nowMs, attempts, overload, isPassing };
    if (overload) this.#overloaded(made, failed);
    this.pace.pause(nowMs, this.#outage.failed(failed, random()));
    job.failure = done;
    this.#lastFailed = failed;
    const goesOn = isPassing && attempts <= this.options.retries;
    const next = goesOn ? backOff(attempts, random) : this.#outage.gaveUp(failed);
    this.#endOutage(failed);
    return next;
  }

  /** Once, and not after the run was cut. */
  #take(job: Job, done: Done): void {
    if (this.#live.delete(job)) this.taker.take(done);
  }

  #overloaded({ last }: Exchange, { judgement, sentMs, nowMs }: Failed): void {
    const askedMs = retryAfterMs(arrived(last.outcome), last.endedAtMs, Infinity);
    if (askedMs !== undefined && askedMs > longestAskedMs) {
      this.#end({ kind: 'asked-to-wait', judgement, askedMs });
      return;
    }
    this.pace.overloaded(sentMs, nowMs, askedMs);
    if (askedMs !== undefined) this.#outage.asked(nowMs, askedMs);
  }

  /** Ends the run, or the waiting of its last rows, where the outage has lasted too long for it. */
  #endOutage(failed: Failed): void {
    const kind = this.#outage.reasonToEnd(failed);
    const jobs = [...this.#live.keys()];
    const isLast = this.#outage.allBegun && this.#pool.inFlight === 0 && jobs.every(({ failure }) => failure);
    const failsRest = isLast && (kind === 'too-long' || this.#outage.hasOutlasted(jobs, failed.nowMs));
    if (failsRest && kind !== 'never-answered') {
      for (const job of jobs) if (job.failure) this.#take(job, job.failure);
      this.#cut.abort();
    } else if (kind !== undefined) this.#end({ kind, judgement: failed.judgement });
  }

  /** Where all rows that are left wait to be told whether they have failed, they have. */
  #decideLast(): void {
    const { undecided, allBegun } = this.#outage;
    if (!allBegun || undecided === 0 || this.#live.size > undecided || !this.#lastFailed) return;
    this.#endOutage({ ...this.#lastFailed, nowMs: this.doors.clock.elapsed(), overload: false });
    this.#outage.decide('final');
  }

  #end(halt: Halt): void {
    this.#halt ??= halt;
    this.#cut.abort();
  }

  #fail(error: unknown): void {
    // Whoever waited for something that was called off.
    if (error === this.#calledOff.reason || this.options.giveUp.aborted) return;
    this.#fault ??= { error };
    this.#cut.abort();
  }
}

/** A further attempt may bring another answer; a refusal (3xx, 4xx) stays one. */
const isWorthAsking = (exit: Judgement['exit'], status: number): boolean =>
  exit >= 8 && exit <= 12 && (status < 300 || status === 429 || status >= 500);

/** On a kept connection that was closed meanwhile; each can happen once. */
const mostClosed = 10;

/** What a kept connection lost because the server had closed it is sent again at once. */
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

function whenAborted(signal: AbortSignal, act: () => void): void {
  signal.addEventListener('abort', act, { once: true });
  if (signal.aborted) act();
}
