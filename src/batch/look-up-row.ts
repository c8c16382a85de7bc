import { osIds } from '../contract/platforms.js';
import type { WireRequest } from '../contract/wire.js';
import type { ExitStatus } from '../failure.js';
import { identifiersIn } from '../service/subject.js';
import { judge } from '../service/judge.js';
import type { Advice, Outcome } from '../service/outcome.js';
import { errorCodeOf, verdictIdOf, type ErrorCode, type VerdictId } from '../service/policy.js';
import { lookupBody } from '../service/send-call.js';
import { sendWithRetries, type Exchange, type Transport } from '../transport/exchange.js';
import type { Pace } from './pace.js';
import type { Problem, RowPurchase, BatchRow } from './row.js';

/**
 * What became of a row. Only a verdict about the purchase answers it; all others have failed, and `--resume` asks again.
 * `refused`: the service answered and refused the request, so that another attempt changes nothing now.
 */
export type RowStatus = 'answered' | 'refused' | 'failed' | 'unreadable';

/** What is known of a row, as data. */
export interface JudgedRow {
  readonly rowStatus: RowStatus;
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly verdict: VerdictId | null;
  /** `says` of a row that was not looked up. */
  readonly error: (ErrorCode & { readonly says?: string }) | null;
  /** The order id of the answer. */
  readonly orderId: string | null;
  /** undefined: the row was not looked up. */
  readonly outcome?: Outcome;
}

/** The store was not asked, or gave no result: this verdict says nothing about the purchase. */
const isAboutPurchase = (verdict: string | null): boolean =>
  verdict !== null && verdict !== ('store-unavailable' satisfies VerdictId);

/** @param verdict the id of a row's verdict; null without one */
export function rowStatusOf(exit: number, verdict: string | null): RowStatus {
  if (exit === 2) return 'unreadable';
  if (isAboutPurchase(verdict)) return 'answered';
  return exit === 4 || exit === 5 ? 'refused' : 'failed';
}

/** 401 or 403, whatever the body: a proxy that lets nobody in counts too; and the service's code for it with any status. */
export function areCredentialsRefused({ verdict, error, outcome }: JudgedRow): boolean {
  if (verdict !== null) return false;
  return error?.code === 'UNAUTHORIZED' || outcome?.status === 401 || outcome?.status === 403;
}

export function judgeExchange(exchange: Exchange, purchase: RowPurchase): JudgedRow {
  const outcome = judge('lookup', exchange, { ...purchase, osId: osIds.android });
  const { exit, advice } = outcome;
  const [verdict, error] = [verdictIdOf(outcome.kind), errorCodeOf(outcome)];
  const { order_id: orderId } = identifiersIn(outcome);
  return { rowStatus: rowStatusOf(exit, verdict), exit, advice, verdict, error, orderId, outcome };
}

export function unreadableRow(error: Problem): JudgedRow {
  return {
    rowStatus: 'unreadable',
    exit: 2,
    advice: 'fix-request',
    verdict: null,
    error,
    orderId: null,
  };
}

export interface RowTransport extends Transport {
  /** Signs one body; called for each attempt. */
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
  readonly timeoutMs: number;
}

export interface SettledRow {
  readonly judged: JudgedRow;
  /** The service is at fault, not the row: ask again later. */
  readonly isLater: boolean;
}

interface LookUpOptions {
  readonly pace: Pick<Pace, 'turn' | 'answered' | 'failed' | 'over'>;
  readonly transport: RowTransport;
  /** Gives up the attempt under way. */
  readonly signal: AbortSignal;
  /** Whether a 401 or 403 may still mean that the credentials are wrong, whatever sends it: then it is no outage. */
  readonly isStart: () => boolean;
  /** A purchase that the service has answered: asked about again, it shows whether the service is there. */
  readonly knownPurchase: () => RowPurchase | undefined;
  /** Called after each attempt that failed. */
  readonly onFailure: (judged: JudgedRow) => void;
  /** Called with the wait before the row's next turn. */
  readonly duringWait: (wait: Promise<void>) => Promise<void>;
}

/** Asks for one row until it has an answer, has failed, or must wait for the end of an outage. Rejects when the run has ended. */
export async function lookUpRow(
  row: BatchRow,
  purchase: RowPurchase,
  options: LookUpOptions,
): Promise<SettledRow> {
  const { pace, transport } = options;
  let latest: JudgedRow | undefined;
  for (;;) {
    const next = pace.turn(row);
    const turn = typeof next === 'string' ? next : await next;
    if (turn === 'failed') {
      if (latest !== undefined) return { judged: latest, isLater: false };
      throw new TypeError('a row failed before it was asked about');
    }
    const known = turn === 'probe-known' ? options.knownPurchase() : undefined;
    const label = known === undefined ? `row ${row.number}` : 'probe';
    const exchange = await attemptLookUp(known ?? purchase, label, options);
    const current = judgeExchange(exchange, known ?? purchase);
    if (isAnswer(current, options)) {
      pace.answered();
      if (known === undefined) return { judged: current, isLater: false };
      continue;
    }
    options.onFailure(current);
    const failedRow = known === undefined ? row : undefined;
    const waitMs = pace.failed({ attempt: exchange.last, turn, row: failedRow });
    if (known === undefined) latest = current;
    if (waitMs === 'later') return { judged: current, isLater: true };
    if (waitMs > 0) await options.duringWait(transport.clock.sleep(waitMs, pace.over));
  }
}

function isAnswer(current: JudgedRow, { isStart }: LookUpOptions): boolean {
  return current.rowStatus !== 'failed' || (isStart() && areCredentialsRefused(current));
}

/** One attempt: when the next one may begin is a matter of all rows. */
function attemptLookUp(
  purchase: RowPurchase,
  label: string,
  { transport, signal }: LookUpOptions,
): Promise<Exchange> {
  const body = lookupBody(purchase);
  return sendWithRetries(transport, (seconds) => transport.build(body, seconds), {
    timeoutMs: transport.timeoutMs,
    signal,
    label,
    waitAfter: () => undefined,
  });
}
