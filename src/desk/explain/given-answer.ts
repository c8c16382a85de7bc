import { readBody } from '../../contract/answer.js';
import { operationAnswering, type Operation } from '../../contract/interfaces.js';
import type { Judgement } from '../../contract/judgement.js';
import type { JsonObject } from '../../text/json/json.js';
import type { Exchange } from '../../transport/exchange.js';
import { judges } from '../../wings.js';
import type { WireResponse } from '../../contract/wire.js';

/** An answer that somebody kept as text, and what it would have meant had it just arrived. */
export type GivenAnswer = ServiceAnswer | { readonly kind: 'envelope'; readonly object: JsonObject };

export interface ServiceAnswer {
  readonly kind: 'answer';
  readonly operation: Operation;
  readonly status: number | undefined;
  readonly headers: WireResponse['headers'];
  readonly body: Uint8Array;
  readonly object: JsonObject | undefined;
}

export function readAnswerText(text: string): GivenAnswer | undefined {
  if (/^HTTP\/\d/.test(text)) return readHttp(text);
  if (!/^[{["]/.test(text)) return undefined;
  const answer = answerOf(undefined, [], text);
  const { object } = answer;
  return object?.has('schema') && object.has('command') && object.has('exit')
    ? { kind: 'envelope', object }
    : answer;
}

/** As `curl -i` prints it; of several, as behind a proxy or after a 100, the last counts. */
function readHttp(text: string): GivenAnswer | undefined {
  const status = /^HTTP\/\S+[ \t]+(\d{3})/.exec(text)?.[1];
  if (status === undefined) return undefined;
  const end = /\r?\n\r?\n/.exec(text);
  const rest = end === null ? '' : text.slice(end.index + end[0].length);
  if (/^HTTP\/\d/.test(rest)) return readHttp(rest);
  return answerOf(Number(status), headersOf(text.slice(0, end?.index)), rest);
}

function answerOf(status: number | undefined, headers: WireResponse['headers'], text: string): ServiceAnswer {
  const body = new TextEncoder().encode(text);
  const { object } = readBody(body);
  const operation = operationAnswering((member) => object?.has(member) === true);
  return { kind: 'answer', operation, status, headers, body, object };
}

const headersOf = (head: string): [name: string, value: string][] =>
  head
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]];
    });

/** As if it had just arrived, but with no request and no clock of ours: no attempt was made. */
export function judgeText({ operation, headers, body }: ServiceAnswer, status: number): Judgement {
  const exchange: Exchange = {
    attempts: [],
    last: {
      request: { method: 'POST', url: '', headers: [], body: new Uint8Array() },
      elapsedMs: 0,
      startedAtMs: 0,
      endedAtMs: 0,
      outcome: { status, headers, body },
    },
    elapsedMs: 0,
    unclearBefore: false,
    clockSkewS: undefined,
  };
  return judges[operation](exchange);
}
