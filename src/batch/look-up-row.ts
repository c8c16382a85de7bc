import type { WireRequest } from '../contract/wire.js';
import { lookupBody } from '../service/send-call.js';
import { sendWithRetries, type Exchange, type Transport } from '../transport/exchange.js';
import { areCredentialsRefused, judgeExchange, type JudgedRow } from './judged-row.js';
import type { Pace } from './pace.js';
import type { RowPurchase, BatchRow } from './row.js';

export interface RowTransport extends Transport {
  /** Signs one body; called for each attempt. */
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
  readonly timeoutMs: number;
}

export interface SettledRow {
  readonly judged: JudgedRow;
  /** The service is at fault, not the row: the run takes the row up again later. */
  readonly isPostponed: boolean;
}

interface LookUpOptions {
  readonly pace: Pick<Pace, 'turn' | 'answered' | 'failed' | 'endSignal'>;
  readonly transport: RowTransport;
  /** Aborted to give up the attempt under way. */
  readonly signal: AbortSignal;
  /** True at the start of a run: then a 401 or 403, even a proxy's, is an answer about the credentials, and no outage. */
  readonly mayCredentialsBeWrong: () => boolean;
  /** A purchase that the service has answered: asked about again, it shows whether the service is there. */
  readonly knownPurchase: () => RowPurchase | undefined;
  /** Called after each attempt that failed. */
  readonly onFailure: (judged: JudgedRow) => void;
  /** Called with the wait before the row's next turn. */
  readonly duringWait: (wait: Promise<void>) => Promise<void>;
}

/**
 * Asks about one row until it has an answer, has failed, or must wait for the end of an outage. While the service is in doubt,
 * a turn of the row may go to a probe: a look-up of a known purchase, which decides nothing about the row. Rejects when the run
 * has ended.
 */
export async function lookUpRow(
  row: BatchRow,
  purchase: RowPurchase,
  options: LookUpOptions,
): Promise<SettledRow> {
  const { pace, transport } = options;
  let latestOfRow: JudgedRow | undefined;
  for (;;) {
    // Most turns come at once: an await of each would cost every row a turn of the event loop.
    const nextTurn = pace.turn(row);
    const turn = typeof nextTurn === 'string' ? nextTurn : await nextTurn;
    if (turn === 'failed') {
      if (latestOfRow !== undefined) return { judged: latestOfRow, isPostponed: false };
      throw new TypeError('a row failed before it was asked about');
    }
    const probe = turn === 'probe-known' ? options.knownPurchase() : undefined;
    const label = probe === undefined ? `row ${row.number}` : 'probe';
    const exchange = await attemptLookUp(probe ?? purchase, label, options);
    const judged = judgeExchange(exchange, probe ?? purchase);
    if (isAnswer(judged, options)) {
      pace.answered();
      if (probe === undefined) return { judged, isPostponed: false };
      continue;
    }
    options.onFailure(judged);
    const failedRow = probe === undefined ? row : undefined;
    const wait = pace.failed({ attempt: exchange.last, turn, row: failedRow });
    if (probe === undefined) latestOfRow = judged;
    if (wait === 'later') return { judged, isPostponed: true };
    if (wait > 0) await options.duringWait(transport.clock.sleep(wait, pace.endSignal));
  }
}

function isAnswer(judged: JudgedRow, { mayCredentialsBeWrong }: LookUpOptions): boolean {
  return (
    judged.rowStatus !== 'failed' || (mayCredentialsBeWrong() && areCredentialsRefused(judged))
  );
}

/** One attempt, without a wait after it: when the next one may begin depends on all rows. */
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
