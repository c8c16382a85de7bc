import { osIds } from '../contract/platforms.js';
import { WireFailure, type WireRequest } from '../contract/wire.js';
import type { ExitStatus } from '../failure.js';
import { identifiersIn } from '../service/identifiers.js';
import { judge } from '../service/judge.js';
import type { Outcome } from '../service/outcome.js';
import { errorIdOf, policyOf, verdictIdOf, type Advice } from '../service/policy.js';
import { lookupBody } from '../service/requests.js';
import { exchange, type Exchange, type ExchangeDoors } from '../transport/exchange.js';
import type { Gate } from './gate.js';
import type { Purchase, Row } from './row.js';

/** What became of a row. `refused`: for good, and not about the purchase. */
export type Fate = 'answered' | 'refused' | 'failed' | 'unreadable';

/** What is known of a row, as data. */
export interface Judged {
  readonly fate: Fate;
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly verdict: ReturnType<typeof verdictIdOf>;
  readonly error: ReturnType<typeof errorIdOf>;
  /** Of the answer. */
  readonly orderId: string | null;
  readonly outcome: Outcome;
}

export const fateOf = (exit: number): Fate => {
  if (exit === 2) return 'unreadable';
  if (exit === 5) return 'refused';
  return exit >= 8 && exit <= 12 ? 'failed' : 'answered';
};

export function judged(made: Exchange, purchase: Purchase): Judged {
  const outcome = judge('lookup', made, { ...purchase, osId: osIds.android });
  const { exit, advice } = policyOf(outcome);
  const [verdict, error] = [verdictIdOf(outcome.kind), errorIdOf(outcome)];
  const { order_id: orderId } = identifiersIn(outcome);
  return { fate: fateOf(exit), exit, advice, verdict, error, orderId, outcome };
}

export interface Asking extends ExchangeDoors {
  /** Signs one body; called for each attempt. */
  readonly build: (body: Uint8Array, unixSeconds: number) => WireRequest;
  readonly timeoutMs: number;
}

export interface Settled {
  readonly made: Exchange;
  readonly judged: Judged;
  /** The service is at fault, not the row: ask again later. */
  readonly isLater: boolean;
}

/** Asks for one row until it has an answer, has failed, or must wait for the end of an outage. @param signal gives it up */
export async function settle(
  row: Row,
  purchase: Purchase,
  { gate, asking, signal }: { readonly gate: Gate; readonly asking: Asking; readonly signal: AbortSignal },
): Promise<Settled> {
  const body = lookupBody(purchase);
  let found: Judged | undefined;
  let isLater = false;
  const made = await exchange(asking, (seconds) => asking.build(body, seconds), {
    ...{ timeoutMs: asking.timeoutMs, signal, label: `row ${row.number}` },
    turn: () => gate.turn(signal),
    waitAfter: (so) => {
      found = mayBeAnswer(so) ? judged(so, purchase) : undefined;
      if (found !== undefined && found.fate !== 'failed') {
        gate.answered();
        return undefined;
      }
      const next = gate.failed(so, row);
      isLater = next === 'later';
      return typeof next === 'number' ? next : undefined;
    },
  });
  return { made, judged: found ?? judged(made, purchase), isLater };
}

const mayBeAnswer = ({ last: { outcome } }: Exchange): boolean =>
  !(outcome instanceof WireFailure) &&
  outcome.status !== 429 &&
  (outcome.status < 500 || outcome.status >= 600);
