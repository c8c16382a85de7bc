import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { Context } from '../context.js';
import { interfaceAt, operationAt } from '../contract/interfaces.js';
import { type Send, type SendOptions, WireFailure, type WireRequest } from '../contract/wire.js';
import {
  type Answer,
  type EmulatedResponse,
  injectedFailure,
  unlisted,
  type Unlisted,
  toResponse,
} from './answers.js';
import { answerGateway } from './gateway.js';
import { Ledger } from './ledger.js';
import { answerSession } from './session.js';
import { World } from './world.js';

/** The whole service, both interfaces. What the contract does not show is marked by a header. */
export interface EmulatedService {
  readonly send: (...request: Parameters<Send>) => Promise<EmulatedResponse>;
  /** The answer to a request that does not get as far as `send`; the contract does not show it. */
  readonly refuse: (path: string, ...refusal: Unlisted) => EmulatedResponse;
}

export function emulateService(world: World): EmulatedService {
  return {
    refuse: (path, ...refusal) => toResponse(unlisted(interfaceAt(path), ...refusal), world.now()),
    send: async (request, options) => {
      const { url } = request;
      const { waitMs, does } = world.script.ruleFor(url);
      const delayMs = waitMs + (world.options.latencyMs ?? 0);
      if (delayMs > 0) await waitAtMost(world, delayMs, options);
      if (typeof does === 'number') return toResponse(injectedFailure(url, does), world.now());
      if (does === 'drop') throw new WireFailure('lost', 'the script dropped the connection');
      if (does === 'wrong-shape') {
        return toResponse({ status: 200, body: { result: { ok: 'yes' } } }, world.now());
      }
      if (does === 'html') {
        return { status: 200, headers: [['content-type', 'text/html']], body: welcomePage };
      }
      const answer = await answerOf(world, request);
      const { afterMs } = answer;
      if (afterMs !== undefined) {
        await waitAtMost(world, afterMs, { ...options, timeoutMs: options.timeoutMs - delayMs });
      }
      if (does === 'lose-answer') throw new WireFailure('lost', 'the script lost the answer');
      return toResponse(answer, world.now());
    },
  };
}

function answerOf(world: World, request: WireRequest): Answer | Promise<Answer> {
  const operation = operationAt(request.url);
  if (operation === 'session') return answerSession(world, request);
  if (operation !== undefined) return answerGateway(operation, world, request);
  return unlisted(interfaceAt(request.url), 404, 'No such path.', '§4');
}

const welcomePage = Buffer.from('<!doctype html><title>Welcome</title>');

/** Waits as long as the caller waits. @throws {WireFailure} `lost` when that is too short. */
async function waitAtMost(
  world: World,
  ms: number,
  { timeoutMs, signal }: SendOptions,
): Promise<void> {
  await world.options.clock.sleep(Math.min(ms, timeoutMs), signal);
  if (ms >= timeoutMs) {
    throw new WireFailure('lost', `no answer within ${String(timeoutMs / 1000)} s`);
  }
}

/** The built-in profile `local`: the emulator in this process, its ledger a small file in the state folder. */
export function openLocal(
  { clock, files, folders, random }: Pick<Context, 'clock' | 'files' | 'folders' | 'random'>,
  say: (text: string) => void,
): Send {
  const path = join(folders.state, 'local-ledger.json');
  const ledger = new Ledger({ files, clock, path, unreadable: 'configuration-unreadable', say });
  return emulateService(new World({ clock, random, ledger })).send;
}
