import { Buffer } from 'node:buffer';
import { operationAt, type Operation } from '../contract/interfaces.js';
import {
  WireFailure,
  type Send,
  type SendOptions,
  type WireRequest,
  type WireResponse,
} from '../contract/wire.js';
import { fault, interfaceAt, unlisted, written, type Answer, type EmulatedResponse } from './answers.js';
import { answerGateway } from './gateway.js';
import type { Deed } from './script.js';
import { answerSession } from './session.js';
import type { World } from './world.js';

/** The whole service, both interfaces. What the contract does not show is marked by a header. */
export interface EmulatedService {
  readonly send: (...request: Parameters<Send>) => Promise<EmulatedResponse>;
  /** The answer to a request that does not get as far as `send`; the contract does not show it. */
  readonly refuse: (path: string, status: number, says: string, section: string) => WireResponse;
}

const answers: Readonly<
  Record<Operation, (world: World, request: WireRequest, nowMs: number) => Answer | Promise<Answer>>
> = {
  verify: (...how) => answerGateway('verify', ...how),
  lookup: (...how) => answerGateway('lookup', ...how),
  session: answerSession,
};

export function emulateService(world: World): EmulatedService {
  const refuse: EmulatedService['refuse'] = (path, ...said) =>
    written(unlisted(interfaceAt(path), ...said), world.now());
  const answered = async (request: WireRequest, options: SendOptions): Promise<EmulatedResponse> => {
    const operation = operationAt(request.url);
    if (operation === undefined) return refuse(request.url, 404, 'No such path.', '§4');
    const answer = await answers[operation](world, request, world.now());
    if (answer.afterMs !== undefined) await waitAtMost(world.sleep, answer.afterMs, options);
    return written(answer, world.now());
  };
  return {
    refuse,
    send: async (request, options) => {
      const { waitMs, does } = world.script.ruleFor(request.url);
      const delayMs = waitMs + world.latencyMs;
      if (delayMs > 0) await waitAtMost(world.sleep, delayMs, options);
      if (typeof does === 'number') return written(fault(request.url, does), world.now());
      if (does === 'drop') throw new WireFailure('lost', 'the script dropped the connection');
      if (does === 'wrong-shape' || does === 'html') return oddAnswers[does];
      const answer = await answered(request, { ...options, timeoutMs: options.timeoutMs - delayMs });
      if (does === 'lose-answer') throw new WireFailure('lost', 'the script lost the answer');
      return answer;
    },
  };
}

/** Waits as long as the caller waits. @throws {WireFailure} `lost` when that is too short. */
async function waitAtMost(
  sleep: World['sleep'],
  ms: number,
  { timeoutMs, signal }: SendOptions,
): Promise<void> {
  await sleep(Math.min(ms, timeoutMs), signal);
  if (ms >= timeoutMs) throw new WireFailure('lost', `no answer within ${String(timeoutMs / 1000)} s`);
}

const oddAnswers: Readonly<Record<Extract<Deed, 'wrong-shape' | 'html'>, WireResponse>> = {
  'wrong-shape': {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from('{"result":{"ok":"yes"}}'),
  },
  html: {
    status: 200,
    headers: [['content-type', 'text/html']],
    body: Buffer.from('<!doctype html><title>Welcome</title>'),
  },
};
