import { WireFailure, type WireRequest } from '../contract/wire.js';
import { lookupBody } from '../service/requests.js';
import { exchange, type Exchange, type ExchangeDoors } from '../transport/exchange.js';
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
export async function settle(row: Row, purchase: Purchase, gate: Gate, asking: Asking): Promise<Settled> {
  const { build, timeoutMs, giveUp } = asking;
  const body = lookupBody(purchase);
  let judged: Judged | undefined;
  let isLater = false;
  const made = await exchange(asking, (seconds) => build(body, seconds), {
    ...{ timeoutMs, signal: giveUp, label: `row ${row.number}` },
    turn: () => gate.turn(giveUp),
    waitAfter: (so) => {
      judged = mayBeAnswer(so) ? judgedOf(so, purchase) : undefined;
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

const mayBeAnswer = ({ last: { outcome } }: Exchange): boolean =>
  !(outcome instanceof WireFailure) &&
  outcome.status !== 429 &&
  (outcome.status < 500 || outcome.status >= 600);
