import { operationAnswering, type Operation } from '../../contract/interfaces.js';
import type { JsonObject } from '../../text/json/json.js';
import { printJson } from '../../text/json/print.js';
import type { Exchange } from '../../transport/exchange.js';
import { judge } from '../../service/judge.js';
import type { Outcome } from '../../service/outcome.js';

/** An answer whose JSON body somebody saved. */
export interface SavedAnswer {
  readonly operation: Operation;
  readonly object: JsonObject;
}

export const answerIn = (object: JsonObject): SavedAnswer => ({
  operation: operationAnswering((member) => object.has(member)),
  object,
});

/** As if it had just arrived, but without a request and without our clock: no attempt was made. */
export function judgeAnswer({ operation, object }: SavedAnswer, status: number): Outcome {
  const exchange: Exchange = {
    attempts: [],
    last: {
      request: { method: 'POST', url: '', headers: [], body: new Uint8Array() },
      elapsedMs: 0,
      startedAtMs: 0,
      endedAtMs: 0,
      outcome: { status, headers: [], body: Buffer.from(printJson(object)) },
    },
    elapsedMs: 0,
    unclearBefore: false,
    clockSkewS: undefined,
  };
  return judge(operation, exchange);
}
