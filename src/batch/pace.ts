import type { Clock } from '../context.js';
import { receivedHead, retryAfterMs, type Attempt } from '../transport/exchange.js';
import { LearnedRate } from './learned-rate.js';
import { Turns } from './turns.js';

/**
 * When a look-up may begin, and whose fault a failure is. The contract shows no limits of the service (§8).
 *
 * | What comes                              | What follows                                                       |
 * | --------------------------------------- | ------------------------------------------------------------------ |
 * | an answer                               | no doubt any more                                                  |
 * | a failure                               | its row waits: 0.2 s, doubled each time, or as `Retry-After` says  |
 * | an answer before the row's next turn    | the failure was the row's; after more than `--retries` it failed   |
 * | no answer before the row's next turn    | doubt                                                              |
 * | 8 failures in a row                     | doubt                                                              |
 * | in doubt                                | one at a time, about a purchase that was answered before           |
 * | a failure in doubt                      | an outage: few probes; failures before it are forgiven             |
 * | an answer in an outage                  | one at a time again, and one more with each answer                 |
 * | an outage as long as `--patience`       | the run ends; after 5 s if no answer of any kind ever came         |
 * | 429, 503                                | not the row's, up to 30 times; the rate falls to what got through  |
 */

const firstWaitMs = 200;
const longestWaitMs = 8_000;
const failuresUntilDoubt = 8;
/** A row that is always refused would keep the run alive for ever. */
const mostRefusals = 30;
const probeEveryMs = 500;
/** A pause makes a long outage longer by a twentieth at most. */
const pauseShare = 20;
const patienceWhereNothingIsMs = 5_000;
/** The longest `Retry-After` that does not end the run. */
const longestAskedMs = 60 * 60_000;

export interface PaceOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
  readonly random: () => number;
  /** The most look-ups at a time. */
  readonly ceiling: number;
  readonly perSecond: number | undefined;
  /** Further attempts of a row after a failure of its own. */
  readonly retries: number;
  /** How long an outage may last. */
  readonly patienceMs: number;
  readonly onNews: (news: PaceNews) => void;
}

/** `silent`: nobody gets an answer any more. `slowed`: a rate was learned. */
export interface PaceNews {
  readonly kind: 'asked' | 'slowed' | 'silent' | 'back';
  /** How long the service asks to wait, or pvg goes on without answers. */
  readonly waitMs: number;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
}

/** Why a run ends before all rows are done. */
export type Ended =
  | { readonly kind: 'asked-to-wait'; readonly askedMs: number }
  | { readonly kind: 'outage' }
  | { readonly kind: 'never-answered' };

/** `look-up`: the row. `probe`: a purchase that was answered before, if there is one. `failed`: the row has, for good. */
type Turn = 'look-up' | 'probe' | 'failed';

/** `passing`: another attempt may be answered. `refused`: the service had too much to do. */
type FailureKind = 'passing' | 'refused' | 'final';

/** What is remembered of a row between its attempts. */
export interface RowTrouble {
  /** Attempts that failed, for whatever reason. */
  failedAttempts?: number;
  failures?: number;
  refusals?: number;
  /** Its last failure, while it is not known whose fault it is. */
  undecided?: Undecided | undefined;
}

interface Undecided {
  readonly kind: FailureKind;
  /** How many answers and outages there had been. */
  readonly answers: number;
  readonly outages: number;
}

interface FailedAttempt {
  readonly attempt: Attempt;
  /** undefined: it was about another purchase. */
  readonly row: RowTrouble | undefined;
  readonly isProbe: boolean;
}

export class Pace {
  ended: Ended | undefined;
  isOut = false;
  readonly #turns: Turns;
  readonly #rate = new LearnedRate();
  #answers = 0;
  #outages = 0;
  #failuresInARow = 0;
  #hasHeadOfAnswer = false;
  #isInDoubt = false;
  #isLastFailureRefusal = false;
  #hasToldSilence = false;
  /** When the first failure since the last answer came. */
  #failingSinceMs: number | undefined;
  /** For how much of that time the service asked. */
  #askedMs = 0;
  /** Look-ups at a time without a doubt. */
  #limit: number;

  constructor(private readonly options: PaceOptions) {
    this.#limit = options.ceiling;
    this.#turns = new Turns(options.clock, options.ceiling);
  }

  /** Look-ups at a time. */
  get limit(): number {
    return this.#turns.limit;
  }

  pausedMs(): number {
    return this.#turns.pausedMs();
  }

  /** Look-ups a second; Infinity as long as the service takes all. */
  learnedPerSecond(): number {
    return this.#rate.perSecond(this.options.clock.elapsed());
  }

  /** Aborted when no further attempt begins. */
  get over(): AbortSignal {
    return this.#turns.over;
  }

  stop(): void {
    this.#turns.stop();
  }

  /** Waits until the row may be looked up, or is known to have failed. Rejects when the run has ended. */
  async turn(row: RowTrouble): Promise<Turn> {
    const { clock, perSecond = Infinity } = this.options;
    for (;;) {
      this.over.throwIfAborted();
      const culprit = this.#culpritOf(row);
      if (culprit === 'row') {
        this.#turns.wakeNext();
        return 'failed';
      }
      if (culprit === 'unknown') this.#beginDoubt();
      // Further attempts first: the last rows of a file would otherwise wait for all of theirs at the end.
      const wait = this.#turns.wait((row.failedAttempts ?? 0) > 0 && !this.isOut);
      if (wait === undefined) break;
      await wait;
    }
    this.#rate.begin(clock.elapsed());
    this.#turns.begin(Math.min(this.learnedPerSecond(), perSecond));
    return this.#isInDoubt ? 'probe' : 'look-up';
  }

  /** Whose fault the last failure of the row was. `row`: it has failed for good. */
  #culpritOf(row: RowTrouble): 'row' | 'unknown' | 'nobody' {
    const { undecided } = row;
    const isForgiven = undecided?.outages !== this.#outages;
    if (undecided !== undefined && !isForgiven) {
      if (undecided.answers === this.#answers) return 'unknown';
      if (undecided.kind === 'final') return 'row';
      if (undecided.kind === 'passing') row.failures = (row.failures ?? 0) + 1;
      else row.refusals = (row.refusals ?? 0) + 1;
    }
    row.undecided = undefined;
    const { failures = 0, refusals = 0 } = row;
    return failures > this.options.retries || refusals > mostRefusals ? 'row' : 'nobody';
  }

  #beginDoubt(): void {
    this.#isInDoubt = true;
    this.#turns.limit = 1;
  }

  /** A row or a probe has an answer. */
  succeed(): void {
    this.#rate.accept();
    this.#answers += 1;
    this.#hasHeadOfAnswer = true;
    if (this.isOut) this.#endOutage();
    else if (this.#limit < this.options.ceiling) this.#limit += 1;
    this.#failuresInARow = 0;
    this.#askedMs = 0;
    this.#failingSinceMs = undefined;
    this.#isInDoubt = false;
    this.#turns.limit = this.#limit;
    this.#turns.leave();
  }

  #endOutage(): void {
    if (this.#hasToldSilence) this.#tell('back');
    this.#hasToldSilence = false;
    this.isOut = false;
    this.#limit = 1;
    const nowMs = this.options.clock.elapsed();
    // A refusal is about the rate, an outage is not.
    if (!this.#isLastFailureRefusal) this.#rate.leaveOut(nowMs - (this.#failingSinceMs ?? nowMs));
  }

  /** @returns how long the row waits before its next turn, in milliseconds */
  fail({ attempt, row, isProbe }: FailedAttempt): number {
    const nowMs = this.options.clock.elapsed();
    const { status, headers } = receivedHead(attempt.outcome);
    const askedMs = retryAfterMs({ headers }, attempt.endedAtMs, Infinity) ?? 0;
    const kind = kindOf(status);
    this.#hasHeadOfAnswer ||= status > 0;
    this.#learn(kind, status);
    this.#failingSinceMs ??= nowMs;
    this.#failuresInARow += 1;
    if (this.#failuresInARow >= failuresUntilDoubt) {
      // Refusals say that there was too much at a time.
      if (kind === 'refused') this.#limit = 1;
      this.#beginDoubt();
    }
    if (isProbe) this.#beginOutage();
    if (this.#isInDoubt) this.#slowDown({ nowMs, askedMs, status, isProbe, kind });
    this.#endIfTooLong(nowMs, askedMs);
    this.#turns.leave();
    if (row === undefined) return 0;
    row.undecided = undefined;
    // In an outage all wait for the next probe.
    if (this.isOut) return 0;
    row.undecided = { kind, answers: this.#answers, outages: this.#outages };
    return Math.max(askedMs, this.#backOffMs(row));
  }

  #backOffMs(row: RowTrouble): number {
    const before = row.failedAttempts ?? 0;
    row.failedAttempts = before + 1;
    return this.#jitter() * Math.min(longestWaitMs, firstWaitMs * 2 ** before);
  }

  #learn(kind: FailureKind, status: number): void {
    this.#isLastFailureRefusal = kind === 'refused';
    if (kind !== 'refused') this.#rate.accept();
    else if (this.#rate.refuse(this.options.clock.elapsed())) this.#tell('slowed', { status });
  }

  #beginOutage(): void {
    if (this.isOut) return;
    this.isOut = true;
    this.#outages += 1;
  }

  /** In doubt, all wait. */
  #slowDown({ nowMs, askedMs, status, isProbe, kind }: FailureInDoubt): void {
    const lastedMs = this.#lastedMs(nowMs);
    if (isProbe || kind === 'refused') this.#pauseProbes(nowMs, lastedMs);
    if (askedMs >= this.pausedMs() + 1_000) {
      this.#tell('asked', { waitMs: askedMs, status });
      this.#turns.pauseUntil(nowMs + askedMs);
      // What the service asks for is no outage, up to an hour.
      this.#askedMs += Math.min(askedMs, longestAskedMs - this.#askedMs);
    }
    if (this.isOut && !this.#hasToldSilence && lastedMs >= 2 * probeEveryMs) {
      this.#hasToldSilence = true;
      this.#tell('silent', { waitMs: this.#patienceMs(), status });
    }
  }

  #pauseProbes(nowMs: number, lastedMs: number): void {
    const leftMs = this.#patienceMs() - lastedMs;
    const pauseMs = Math.max(probeEveryMs, Math.min(lastedMs / pauseShare, leftMs));
    this.#turns.pauseUntil(nowMs + this.#jitter() * pauseMs);
  }

  /** How long nothing was answered, without the time that the service asked for. */
  #lastedMs(nowMs: number): number {
    return nowMs - (this.#failingSinceMs ?? nowMs) - this.#askedMs;
  }

  #endIfTooLong(nowMs: number, askedMs: number): void {
    if (askedMs > longestAskedMs) this.#end({ kind: 'asked-to-wait', askedMs });
    else if (this.#lastedMs(nowMs) >= this.#patienceMs()) {
      this.#end({ kind: this.#hasHeadOfAnswer ? 'outage' : 'never-answered' });
    }
  }

  #patienceMs(): number {
    const { patienceMs } = this.options;
    return this.#hasHeadOfAnswer ? patienceMs : Math.min(patienceMs, patienceWhereNothingIsMs);
  }

  /** Half of a wait is random. */
  #jitter(): number {
    return (1 + this.options.random()) / 2;
  }

  #tell(kind: PaceNews['kind'], { waitMs = 0, status = 0 }: Partial<PaceNews> = {}): void {
    this.options.onNews({ kind, waitMs, status });
  }

  #end(ended: Ended): void {
    this.ended ??= ended;
    this.stop();
  }
}

interface FailureInDoubt {
  readonly nowMs: number;
  /** What `Retry-After` says. */
  readonly askedMs: number;
  readonly status: number;
  readonly isProbe: boolean;
  readonly kind: FailureKind;
}

function kindOf(status: number): FailureKind {
  if (status === 429 || status === 503) return 'refused';
  const isServerError = status >= 500 && status < 600;
  // Without a status no answer came, or it broke off; a refusal of another kind would come again.
  return status < 300 || isServerError ? 'passing' : 'final';
}
