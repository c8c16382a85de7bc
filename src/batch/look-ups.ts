import type { Judgement } from '../contract/judgement.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { judgeLookup } from '../gateway/judge-lookup.js';
import { lookupBody, type Asked, type LookupFields } from '../gateway/request.js';
import {
  arrived,
  backOff,
  exchange,
  retryAfterMs,
  type Exchange,
  type ExchangeDoors,
} from '../transport/exchange.js';
import { WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import { longestAskedMs, Outage, type Fate, type Spared } from './outage.js';
import type { Pace } from './pace.js';
import { Pool } from './pool.js';
import { hasFailed } from './result.js';
import type { Row } from './row.js';

/** Looks rows up, many at once: takes them as they are read, hands each on as it is done. Prints and writes nothing. */

export interface LookUpDoors extends ExchangeDoors {
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
  /** Of the answer; undefined where there is none. */
  readonly body: Uint8Array | undefined;
  /** What was sent for it, attempt by attempt. */
  readonly requests: readonly WireRequest[];
}

export interface Taker {
  take(done: Done): void;
  /** Whether another row may be begun. */
  hasRoom(): boolean;
  /** Resolves when it may. */
  room(): Promise<void>;
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

/** A row under way. */
interface Job extends Spared {
  readonly row: Row;
  readonly place: number;
  /** What it would fail with now. */
  failure: Done | undefined;
}

/** More rows than this do not wait for their next attempt: a service that is down does not eat the memory. */
const mostWaiting = 1_000;

export class LookUps {
  readonly #outage = new Outage();
  readonly #pool: Pool;
  readonly #live = new Map<Job, Promise<void>>();
  /** Aborted when nothing more is begun, nor waited for. */
  readonly #calledOff = new AbortController();
  readonly #exchangeDoors: ExchangeDoors;
  #places = 0;
  #allBegun = false;
  /** Rows that were sent, and those of them that failed at least once. */
  #begun = 0;
  #failedOnce = 0;
  #lastFailure: Judgement | undefined;
  /** When somebody was answered last, or the first row was sent. */
  #heardMs = Infinity;
  #halt: Halt | undefined;
  #fault: { readonly error: unknown } | undefined;
  /** Ends the run, whatever is under way. */
  #cut: () => void = () => undefined;

  constructor(
    private readonly doors: LookUpDoors,
    private readonly rows: AsyncIterator<readonly Row[], undefined, undefined>,
    private readonly taker: Taker,
    private readonly pace: Pace,
    private readonly options: LookUpOptions,
  ) {
    const { clock, random, send } = doors;
    const { signal } = this.#calledOff;
    this.#exchangeDoors = {
      send: overClosedConnections(send),
      clock: { ...clock, sleep: (ms) => clock.sleep(ms, signal) },
      random,
    };
    this.#pool = new Pool(pace, {
      clock,
      stop: signal,
      isOutage: () => this.#outage.isOn,
      mayBeFresh: () => this.#live.size - this.#pool.inFlight < mostWaiting,
    });
  }

  /** Resolves when all is done or nothing more is begun; rejects when a row cannot be read or taken. */
  async run(): Promise<Halt | undefined> {
    const { stop, giveUp } = this.options;
    const cut = new Promise<void>((resolve) => {
      this.#cut = () => {
        this.#callOff();
        resolve();
      };
    });
    whenAborted(stop, () => {
      this.#callOff();
    });
    whenAborted(giveUp, () => {
      this.#cut();
    });
    await Promise.race([this.#beginAll().then(() => Promise.all(this.#live.values())), cut]);
    this.#cut();
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
    return this.#pool.inFlight === 0 ? 0 : Math.max(0, nowMs - this.#heardMs);
  }

  async #beginAll(): Promise<void> {
    const { signal } = this.#calledOff;
    try {
      for (;;) {
        const next = await orInterrupted(this.rows.next(), signal);
        if (next.done === true) break;
        for (const row of next.value) {
          if (!this.taker.hasRoom()) await orInterrupted(this.taker.room(), signal);
          await this.#begin(row);
        }
      }
      this.#allBegun = true;
      this.#decideLast();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #begin(row: Row): Promise<void> {
    const place = this.#places;
    this.#places += 1;
    const { purchase } = row;
    if (purchase === undefined) {
      this.taker.take({ row, place, judgement: undefined, body: undefined, requests: [] });
      return;
    }
    await this.#pool.turn('fresh');
    this.#begun += 1;
    const job: Job = { row, place, failure: undefined, spared: 0, sparedIn: 0 };
    const ended = this.#lookUp(job, purchase)
      .catch((error: unknown) => {
        this.#fail(error);
      })
      .then(() => {
        this.#live.delete(job);
        this.#decideLast();
        this.#pool.pump();
      });
    this.#live.set(job, ended);
  }

  async #lookUp(job: Job, purchase: LookupFields): Promise<void> {
    const body = lookupBody(purchase);
    for (let isFresh = true; ; isFresh = false) {
      const { done, fate } = await this.#ask(job, askedOf(purchase), body, isFresh);
      const decided = await fate;
      if (decided === 'again') continue;
      if (decided === 'final') this.#take(job, done);
      return;
    }
  }

  /** One exchange. The first attempt of a fresh row has its turn already. */
  async #ask(job: Job, asked: Asked, body: Uint8Array, isFresh: boolean): Promise<Outcome> {
    const { timeoutMs, retries, giveUp } = this.options;
    const { clock, build } = this.doors;
    let [hasTurn, begunMs, sentMs] = [isFresh, Infinity, 0];
    let outcome: Outcome | undefined;
    await exchange(this.#exchangeDoors, (unixSeconds) => build(body, unixSeconds), {
      timeoutMs,
      retries,
      repeatable: true,
      signal: giveUp,
      turn: async () => {
        if (!hasTurn) await this.#pool.turn('again');
        hasTurn = false;
        sentMs = clock.elapsed();
        begunMs = Math.min(begunMs, sentMs);
        if (this.#heardMs === Infinity) this.#heardMs = sentMs;
      },
      waitAfter: (made) => {
        this.#pool.inFlight -= 1;
        const judged = this.#judge(job, { made, judgement: judgeLookup(made, asked), begunMs, sentMs });
        outcome = judged;
        this.#decideLast();
        this.#pool.pump();
        return judged.waitMs;
      },
    });
    if (outcome === undefined) throw new TypeError('an exchange ended without an attempt');
    return outcome;
  }

  /** What an attempt came to, for its row and for all others. */
  #judge(job: Job, judged: Judged): Outcome {
    const { made, judgement, sentMs } = judged;
    const done = doneOf(job, judged);
    if (judgement.exit === 4) {
      this.#end({ kind: 'refused', judgement, row: job.row });
      return { done, fate: 'dropped' };
    }
    const nowMs = this.doors.clock.elapsed();
    if (!hasFailed(judgement.exit)) {
      this.#heardMs = nowMs;
      this.pace.succeeded();
      this.#outage.answered(sentMs);
      this.#take(job, done);
      return { done, fate: 'dropped' };
    }
    if (job.failure === undefined) this.#failedOnce += 1;
    job.failure = done;
    const { outcome } = made.last;
    this.#lastFailure = judgement;
    const { status } = arrived(outcome);
    const overload = status === 429 || (status >= 500 && status < 600);
    if (overload) this.#overloaded(judged, nowMs);
    const { random } = this.doors;
    this.pace.pause(nowMs, this.#outage.failed({ sentMs, nowMs, overload, random: random() }));
    const isPassing = isWorthAsking(judgement.exit, status);
    const attempts = made.attempts.length;
    const goesOn = isPassing && attempts <= this.options.retries;
    const { begunMs } = judged;
    const answerBytes = done.body?.length ?? 0;
    const fate = goesOn
      ? 'again'
      : this.#outage.gaveUp({ row: job, nowMs, isPassing, begunMs, attempts, answerBytes });
    this.#endOutage(judgement, nowMs, overload);
    return { done, fate, ...(goesOn && { waitMs: backOff(attempts, random) }) };
  }

  /** Once, and not after the run was cut. */
  #take(job: Job, done: Done): void {
    if (this.#live.delete(job)) this.taker.take(done);
  }

  #overloaded({ made, judgement, sentMs }: Judged, nowMs: number): void {
    const askedMs = retryAfterMs(arrived(made.last.outcome), made.last.endedAtMs, Infinity);
    if (askedMs !== undefined && askedMs > longestAskedMs) {
      this.#end({ kind: 'asked to wait', judgement, askedMs });
      return;
    }
    this.pace.overloaded(sentMs, nowMs, askedMs);
    if (askedMs !== undefined) this.#outage.asked(nowMs, askedMs);
  }

  /** Ends the run, or the waiting of its last rows, where the outage has lasted too long for it. */
  #endOutage(judgement: Judgement, nowMs: number, overload: boolean): void {
    // A lone row may have a trouble of its own, unless nobody was reached.
    const all = this.#allBegun && (this.#begun > 1 || judgement.exit === 11);
    const tried = { begun: this.#begun, failed: this.#failedOnce, all };
    const because = this.#outage.reasonToEnd(nowMs, overload, tried);
    const rows = [...this.#live.keys()];
    const isLast = this.#allBegun && this.#pool.inFlight === 0 && rows.every(({ failure }) => failure);
    if (because === 'never answered') this.#end({ kind: 'outage', judgement, because });
    else if (isLast && (because !== undefined || this.#outage.hasOutlasted(rows, nowMs))) this.#failRest();
    else if (because !== undefined) this.#end({ kind: 'outage', judgement, because });
  }

  /** No other row is left to be asked for. */
  #failRest(): void {
    for (const job of this.#live.keys()) if (job.failure) this.#take(job, job.failure);
    this.#cut();
  }

  /** Where all rows that are left wait to be told whether they have failed, they have. */
  #decideLast(): void {
    const { undecided } = this.#outage;
    if (!this.#allBegun || undecided === 0 || this.#live.size > undecided || !this.#lastFailure) return;
    this.#endOutage(this.#lastFailure, this.doors.clock.elapsed(), false);
    this.#outage.decide('final');
  }

  #end(halt: Halt): void {
    this.#halt ??= halt;
    this.#cut();
  }

  #fail(error: unknown): void {
    // Whoever waited for something that was called off.
    if (error === this.#calledOff.signal.reason || this.options.giveUp.aborted) return;
    this.#fault ??= { error };
    this.#cut();
  }

  #callOff(): void {
    this.#calledOff.abort();
    this.#outage.decide('dropped');
  }
}

/** An attempt of a row, with the ones before it. */
interface Judged {
  readonly made: Exchange;
  readonly judgement: Judgement;
  /** When the first and the last attempt were sent. */
  readonly begunMs: number;
  readonly sentMs: number;
}

interface Outcome {
  readonly done: Done;
  readonly fate: Fate | Promise<Fate>;
  /** Until the next attempt of the same exchange. */
  readonly waitMs?: number;
}

const doneOf = ({ row, place }: Job, { made, judgement }: Judged): Done => {
  const { outcome } = made.last;
  const body = outcome instanceof WireFailure ? undefined : outcome.body;
  return { row, place, judgement, body, requests: made.attempts.map(({ request }) => request) };
};

/** Statuses for which a further attempt may bring another answer; a refusal (3xx, 4xx) stays one. */
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

// The words of a following command name no receipt: a row is found by its number.
const noWords: readonly string[] = [];
const androidId = 1;

const askedOf = ({ productId, package: packageName, receipt }: LookupFields): Asked => ({
  productId,
  package: packageName,
  receipt,
  osId: androidId,
  words: noWords,
});
