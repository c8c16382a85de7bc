import { Buffer } from 'node:buffer';
import { operationAt } from '../contract/interfaces.js';
import { WireFailure, type Send, type SendOptions, type WireRequest } from '../contract/wire.js';
import { fault, interfaceAt, unlisted, written, type EmulatedResponse, type Refusal } from './answers.js';
import { answerGateway } from './gateway.js';
import type { Deed } from './script.js';
import { answerSession } from './session.js';
import type { World } from './world.js';

/** The whole service, both interfaces. What the contract does not show is marked by a header. */
export interface EmulatedService {
  readonly send: (...request: Parameters<Send>) => Promise<EmulatedResponse>;
  /** The answer to a request that does not get as far as `send`; the contract does not show it. */
  readonly refuse: (path: string, refusal: Refusal) => EmulatedResponse;
}

export function emulateService(world: World): EmulatedService {
  const refuse: EmulatedService['refuse'] = (path, refusal) =>
    written(unlisted(interfaceAt(path), refusal), world.now());
  const answered = async (request: WireRequest, options: SendOptions): Promise<EmulatedResponse> => {
    const operation = operationAt(request.url);
    if (operation === undefined)
      return refuse(request.url, { status: 404, says: 'No such path.', section: '§4' });
    const answer = await (operation === 'session'
      ? answerSession(world, request, world.now())
      : answerGateway(operation, world, request, world.now()));
    if (answer.afterMs !== undefined) await waitAtMost(world, answer.afterMs, options);
    return written(answer, world.now());
  };
  return {
    refuse,
    send: async (request, options) => {
      const { waitMs, does } = world.script.ruleFor(request.url);
      const delayMs = waitMs + (world.options.latencyMs ?? 0);
      if (delayMs > 0) await waitAtMost(world, delayMs, options);
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
async function waitAtMost(world: World, ms: number, { timeoutMs, signal }: SendOptions): Promise<void> {
  await world.options.clock.sleep(Math.min(ms, timeoutMs), signal);
  if (ms >= timeoutMs) throw new WireFailure('lost', `no answer within ${String(timeoutMs / 1000)} s`);
}

const odd = (type: string, text: string): EmulatedResponse => ({
  status: 200,
  headers: [['content-type', type]],
  body: Buffer.from(text),
});

const oddAnswers: Readonly<Record<Extract<Deed, 'wrong-shape' | 'html'>, EmulatedResponse>> = {
  'wrong-shape': odd('application/json', '{"result":{"ok":"yes"}}'),
  html: odd('text/html', '<!doctype html><title>Welcome</title>'),
};
