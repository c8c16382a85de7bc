import type { Clock } from '../context.js';
import { receivedHead, retryAfterMs, type Attempt } from '../transport/exchange.js';
import { LearnedRate } from './learned-rate.js';
import {
  failureKindOf,
  isLastAttempt,
  judgeRow,
  type RowFailureKind,
  type RowTrouble,
} from './row-trouble.js';
import { Silence } from './silence.js';
import { Turns } from './turns.js';

/**
 * When a look-up may begin, and whose fault a failure is.
 *
 * - A failure is unclear as long as nobody was answered after it: it may be the row's fault or the service's.
 * - In doubt, the service may be at fault: probes go out one at a time.
 * - An outage begins with the first probe that fails, and ends with the next answer.
 * - A silence is the time since the first failure without an answer after it, less what the service asked to wait.
 *
 * | What comes                       | What follows                                                                  |
 * | -------------------------------- | ----------------------------------------------------------------------------- |
 * | an answer                        | no doubt any more                                                             |
 * | a failure                        | its row waits: 0.2 s, doubled each time, or as `Retry-After` says             |
 * | an answer before that row's turn | the failure was its own; after more than `retries` of them the row has failed |
 * | no answer before that row's turn | doubt                                                                         |
 * | 8 failures in a row              | doubt; if they are refusals, all wait 0.5 s                                   |
 * | in doubt                         | one at a time; every second one about a purchase that was answered before     |
 * | a failure in doubt               | an outage: two or three a second ask, each about another row                  |
 * | an answer after an outage        | one more at a time with each answer                                           |
 * | an outage of `patienceMs`        | the run ends; after 5 s if the service was never there                        |
 * | 429, 503                         | not the row's own, up to 30 times; the rate falls to what got through         |
 * | 503 of one row for `patienceMs`  | the row's own after more than `retries` of them                               |
 */

const firstWaitMs = 200;
const longestWaitMs = 8_000;
const failuresUntilDoubt = 8;
const shortestPauseMs = 500;
/** In an outage a pause is the silence so far divided by this: so it makes the outage longer by a twentieth at most. */
const pauseDivisor = 20;
/** How long a run waits for a service that has never answered: its address is probably wrong. */
const patienceWithoutServiceMs = 5_000;
/** The longest `Retry-After` that does not end the run. */
const longestAskedMs = 60 * 60_000;

export interface PaceOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
  readonly random: () => number;
  /** Most look-ups at a time. */
  readonly ceiling: number;
  /** Most look-ups a second. */
  readonly perSecond: number | undefined;
  /** How many failures of its own a row may have. */
  readonly retries: number;
  /** How long an outage is waited out. */
  readonly patienceMs: number;
  readonly onNews: (news: PaceNews) => void;
}

export interface PaceNews {
  /**
   * `asked`: the service asks one row to wait, `all-asked`: all rows. An outage begins with `silent`, or with `unreached`
   * if the service was never there; each failed probe in it is `still-silent`; it ends with `back`.
   */
  readonly kind:
    'asked' | 'all-asked' | 'slowed' | 'silent' | 'unreached' | 'still-silent' | 'back';
  /** How long the service asks to wait, or how much longer pvg goes on without answers. */
  readonly waitMs: number;
  readonly status: number;
}

/** Why a run ends before all rows are done. */
export type Ended =
  | { readonly kind: 'asked-to-wait'; readonly askedMs: number }
  | { readonly kind: 'outage' }
  /** The service itself never answered, but another server sent pages: the address is probably wrong. */
  | { readonly kind: 'only-pages' }
  /** No HTTP answer came at all, not even a page of another server. */
  | { readonly kind: 'never-answered' };

/** `probe-known`: ask about a purchase that was answered before. `probe`: ask about the row itself, in doubt. */
export type Turn = 'ask' | 'probe' | 'probe-known';

/** An attempt that failed. */
export interface FailedAttempt {
  readonly attempt: Attempt;
  readonly turn: Turn;
  /** undefined: the attempt was a probe about another purchase. */
  readonly row: RowTrouble | undefined;
}

interface ReadFailure {
  readonly nowMs: number;
  readonly status: number;
  readonly kind: RowFailureKind;
  /** The service, or what stands before it, cannot answer now. */
  readonly isOverload: boolean;
  /** How long the service asks to wait. */
  readonly askedMs: number;
}

export class Pace {
  ended: Ended | undefined;
  isOutage = false;
  readonly #turns: Turns;
  readonly #rate = new LearnedRate();
  readonly #silence = new Silence();
  #answers = 0;
  #outages = 0;
  #failuresInARow = 0;
  #isDoubted = false;
  #probes = 0;
  #wasRefusedLast = false;
  /** The service, or what stands before it, has answered: not a page of another server. */
  #isServiceThere = false;
  #hasHttpAnswer = false;
  /** Look-ups at a time without a doubt. */
  #limitWithoutDoubt: number;

  constructor(private readonly options: PaceOptions) {
    this.#limitWithoutDoubt = options.ceiling;
    this.#turns = new Turns(options.clock, options.ceiling);
  }

  /** Look-ups at a time. */
  get limit(): number {
    return this.#turns.limit;
  }

  pausedMs(): number {
    return this.#turns.pausedMs();
  }

  /** Infinity: the service sets no limit that is known. */
  learnedPerSecond(): number {
    return this.#rate.perSecond(this.options.clock.elapsed());
  }

  /** Aborted when no further attempt begins. */
  get endSignal(): AbortSignal {
    return this.#turns.endSignal;
  }

  get isStopped(): boolean {
    return this.endSignal.aborted;
  }

  stop(): void {
    this.#turns.stop();
  }

  /**
   * When the row may be asked, or is known to have failed. Rejects when the run has ended. Not async: nobody else may run
   * between a turn that is free and the look-up that takes it.
   */
  turn(row: RowTrouble): Turn | 'failed' | Promise<Turn | 'failed'> {
    if (this.#settle(row) === 'failed') return 'failed';
    if (this.isStopped) return Promise.reject(this.endSignal.reason as Error);
    const waiting = this.#turns.waitToBegin();
    return waiting === undefined ? this.#begin() : this.#turnAfter(waiting, row);
  }

  async #turnAfter(firstWait: Promise<void>, row: RowTrouble): Promise<Turn | 'failed'> {
    let waiting: Promise<void> | undefined = firstWait;
    while (waiting !== undefined) {
      await waiting;
      this.endSignal.throwIfAborted();
      // Judged again: whether others were answered while the row waited decides whose fault its failure was.
      if (this.#settle(row) === 'failed') {
        this.#turns.wakeNext();
        return 'failed';
      }
      waiting = this.#turns.waitToBegin();
    }
    return this.#begin();
  }

  /** Settles whose fault the row's last failure was. While that is unclear, the service is in doubt, and the row is open. */
  #settle(row: RowTrouble): 'failed' | 'open' {
    if (row.unclear === undefined) return 'open';
    const record = { answers: this.#answers, outages: this.#outages };
    const judgement = judgeRow(row, record, this.options);
    if (judgement === 'unclear') this.#doubt();
    return judgement === 'failed' ? 'failed' : 'open';
  }

  #begin(): Turn {
    const { clock, perSecond = Infinity } = this.options;
    this.#rate.countBegun(clock.elapsed());
    this.#turns.begin(Math.min(this.learnedPerSecond(), perSecond));
    if (!this.#isDoubted) return 'ask';
    this.#probes += 1;
    // Not always the known purchase: since it was answered, it may have begun to fail by itself.
    return this.#probes % 2 === 1 ? 'probe-known' : 'probe';
  }

  #doubt(): void {
    if (!this.#isDoubted) this.#probes = 0;
    this.#isDoubted = true;
    this.#turns.limit = 1;
  }

  /** A row or a probe has an answer. */
  answered(): void {
    if (this.isOutage) this.#endOutage();
    this.#rate.countNotRefused();
    this.#silence.end();
    this.#answers += 1;
    this.#failuresInARow = 0;
    this.#isDoubted = false;
    this.#isServiceThere = true;
    this.#hasHttpAnswer = true;
    this.#limitWithoutDoubt = Math.min(this.options.ceiling, this.#limitWithoutDoubt + 1);
    this.#turns.limit = this.#limitWithoutDoubt;
    this.#turns.leave();
  }

  /** @returns milliseconds until the row's next turn; `later`: the service is at fault, ask about other rows first */
  failed({ attempt, turn, row }: FailedAttempt): number | 'later' {
    const failure = this.#readFailure(attempt);
    this.#recordFailure(failure);
    // Before the outage is noted, so that the failure that begins it still counts for the rate.
    this.#learnRate(failure);
    if (this.#failuresInARow >= failuresUntilDoubt) this.#doubtAfterFailures(failure);
    // If the doubt has ended meanwhile, a probe that fails is a failure like any other.
    const isProbe = turn !== 'ask' && this.#isDoubted;
    if (isProbe) this.#noteOutage(failure);
    // After the doubt and the outage are noted, because the pauses depend on both.
    const stopsEveryone = isProbe || (this.#isDoubted && failure.kind === 'refused');
    if (stopsEveryone) this.#pauseAll(failure);
    if (failure.askedMs > 0 && failure.askedMs <= longestAskedMs) this.#waitAsAsked(failure);
    this.#endIfOver(failure);
    // Last, because it wakes look-ups, which must see the doubt and the pauses.
    this.#turns.leave();
    return row === undefined ? 0 : this.#waitOf(row, failure);
  }

  #readFailure({ outcome, endedAtMs }: Attempt): ReadFailure {
    const { status, headers } = receivedHead(outcome);
    // 501 is what another server says to a POST: waiting does not change that.
    const isServerFailure = status >= 500 && status < 600 && status !== 501;
    const isOverload = status === 429 || isServerFailure;
    return {
      nowMs: this.options.clock.elapsed(),
      status,
      isOverload,
      kind: failureKindOf(status),
      // Infinity, because a wait that is too long must end the run: by default it would count as none.
      askedMs: isOverload ? (retryAfterMs({ headers }, endedAtMs, Infinity) ?? 0) : 0,
    };
  }

  #recordFailure({ nowMs, status, isOverload, kind, askedMs }: ReadFailure): void {
    this.#isServiceThere ||= isOverload;
    this.#hasHttpAnswer ||= status > 0;
    this.#wasRefusedLast = kind === 'refused';
    this.#silence.begin(nowMs);
    this.#silence.askFor(nowMs, askedMs);
    this.#failuresInARow += 1;
  }

  #learnRate({ nowMs, status, kind }: ReadFailure): void {
    // The probes of an outage say nothing about the rate.
    if (this.isOutage) return;
    if (kind !== 'refused') this.#rate.countNotRefused();
    else if (this.#rate.countRefused(nowMs)) {
      this.options.onNews({ kind: 'slowed', waitMs: 0, status });
    }
  }

  #doubtAfterFailures({ kind }: ReadFailure): void {
    // After the doubt, as many look-ups at a time as before would be refused again.
    if (kind === 'refused') this.#limitWithoutDoubt = 1;
    this.#doubt();
  }

  /** The first probe that fails begins an outage. Each further one is told as long as the patience lasts. */
  #noteOutage({ nowMs, status }: ReadFailure): void {
    if (this.isOutage) {
      const waitMs = this.#patienceMs() - this.#silence.lastedMs(nowMs);
      // Otherwise the run ends with this failure.
      if (waitMs > 0) this.options.onNews({ kind: 'still-silent', waitMs, status });
      return;
    }
    this.isOutage = true;
    this.#outages += 1;
    this.#limitWithoutDoubt = 1;
    const kind = this.#isServiceThere ? 'silent' : 'unreached';
    this.options.onNews({ kind, waitMs: this.#patienceMs(), status });
  }

  #endOutage(): void {
    const nowMs = this.options.clock.elapsed();
    this.isOutage = false;
    this.options.onNews({ kind: 'back', waitMs: 0, status: 0 });
    // An outage that ended with refusals counts for the rate; time without any answer does not.
    if (!this.#wasRefusedLast) this.#rate.leaveOut(nowMs - this.#silence.wholeMs(nowMs), nowMs);
  }

  /** Pauses all look-ups, but not beyond the end of the patience: the last probe comes when that ends. */
  #pauseAll({ nowMs }: ReadFailure): void {
    const lastedMs = this.#silence.lastedMs(nowMs);
    const pauseMs = this.#jitter() * Math.max(shortestPauseMs, lastedMs / pauseDivisor);
    this.#turns.pauseUntil(nowMs + Math.min(pauseMs, Math.max(0, this.#patienceMs() - lastedMs)));
  }

  /** In doubt all wait as long as the service asks, otherwise the row alone (`#waitOf`). */
  #waitAsAsked({ nowMs, askedMs, status }: ReadFailure): void {
    const { onNews } = this.options;
    if (!this.#isDoubted) {
      onNews({ kind: 'asked', waitMs: askedMs, status });
      return;
    }
    if (askedMs > this.pausedMs()) onNews({ kind: 'all-asked', waitMs: askedMs, status });
    this.#turns.pauseUntil(nowMs + askedMs);
  }

  #endIfOver({ nowMs, askedMs }: ReadFailure): void {
    if (askedMs > longestAskedMs) this.#end({ kind: 'asked-to-wait', askedMs });
    if (!this.isOutage || this.#silence.lastedMs(nowMs) < this.#patienceMs()) return;
    this.#end({ kind: this.#kindOfOutage() });
  }

  #kindOfOutage(): 'outage' | 'only-pages' | 'never-answered' {
    if (this.#isServiceThere) return 'outage';
    return this.#hasHttpAnswer ? 'only-pages' : 'never-answered';
  }

  #waitOf(row: RowTrouble, { kind, status, askedMs }: ReadFailure): number | 'later' {
    if (this.isOutage) return 'later';
    row.failedAttempts = (row.failedAttempts ?? 0) + 1;
    row.unclear = { kind, answers: this.#answers, outages: this.#outages };
    const doublings = isLastAttempt(row, this.options) ? 0 : row.failedAttempts - 1;
    const waitMs = this.#jitter() * Math.min(longestWaitMs, firstWaitMs * 2 ** doublings);
    if (status !== 503) return Math.max(askedMs, waitMs);
    const { unavailableMs = 0 } = row;
    const leftMs = Math.max(firstWaitMs, this.options.patienceMs - unavailableMs);
    const waitInPatienceMs = Math.min(waitMs, leftMs);
    row.unavailableMs = unavailableMs + waitInPatienceMs;
    return Math.max(askedMs, waitInPatienceMs);
  }

  #patienceMs(): number {
    const { patienceMs } = this.options;
    return this.#isServiceThere ? patienceMs : Math.min(patienceMs, patienceWithoutServiceMs);
  }

  /** Half of a wait is random. */
  #jitter(): number {
    return (1 + this.options.random()) / 2;
  }

  #end(ended: Ended): void {
    this.ended ??= ended;
    this.stop();
  }
}
