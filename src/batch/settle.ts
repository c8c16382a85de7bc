import { WireFailure, type Send, type WireRequest } from '../contract/wire.js';
import { lookupBody } from '../service/requests.js';
import { arrived, exchange, type Exchange, type ExchangeDoors } from '../transport/exchange.js';
import type { Gate } from './gate.js';
import { judged as judgedOf, type Judged } from './judged.js';
import type { Purchase, Row } from './row.js';

export interface Asking extends ExchangeDoors {
  /** Signs one body; called for each attempt. */
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
  readonly timeoutMs: number;
  /** Aborted: look-ups under way are given up. */
  readonly giveUp: AbortSignal;
}

export interface Settled {
  readonly made: Exchange;
  readonly judged: Judged;
  /** The service is at fault, not the row: ask again later. */
  readonly isLater: boolean;
}

/** Asks for one row until it has an answer, has failed, or must wait for the end of an outage. */
export async function settle(
  row: Row,
  purchase: Purchase,
  gate: Gate,
  { build, timeoutMs, giveUp, ...doors }: Asking,
): Promise<Settled> {
  const body = lookupBody(purchase);
  let judged: Judged | undefined;
  let isLater = false;
  const made = await exchange(doors, (seconds) => build(body, seconds), {
    timeoutMs,
    signal: giveUp,
    label: `row ${String(row.number)}`,
    turn: () => gate.turn(giveUp),
    waitAfter: (so) => {
      const { status } = arrived(so.last.outcome);
      const mayBeAnswer =
        !(so.last.outcome instanceof WireFailure) && status !== 429 && (status < 500 || status >= 600);
      judged = mayBeAnswer ? judgedOf(so, purchase) : undefined;
      if (judged !== undefined && judged.fate !== 'failed') {
        gate.answered();
        return undefined;
      }
      const next = gate.failed(so, row);
      isLater = next === 'later';
      return typeof next === 'number' ? next : undefined;
    },
  });
  return { made, judged: judged ?? judgedOf(made, purchase), isLater };
}

/** How many kept connections may turn out to be closed for one request; each can fail only once. */
const mostClosed = 10;

/** Sends a request again at once if the server had closed the kept connection: nobody's fault, and no attempt. */
export const overClosedConnections =
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
