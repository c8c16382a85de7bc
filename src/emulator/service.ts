import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { Context } from '../context.js';
import { interfaceAt, operationAt } from '../contract/interfaces.js';
import { type Send, type SendOptions, WireFailure } from '../contract/wire.js';
import {
  type Answer,
  BrokenByRule,
  type EmulatedResponse,
  injectedFailure,
  unlisted,
  type Unlisted,
  toResponse,
} from './answers.js';
import { type ReadRequest, type IncomingRequest, readRequest } from './asked.js';
import { answerGateway } from './gateway.js';
import { Ledger } from './ledger.js';
import type { Rule } from './script.js';
import { answerSession } from './session.js';
import { World } from './world.js';

/** Who answers what a server on this computer gets. */
export interface EmulatedService {
  readonly send: (request: IncomingRequest, options: SendOptions) => Promise<EmulatedResponse>;
  /** The answer to a request that does not get as far as `send`; the contract does not show it. */
  readonly refuse: (path: string, ...refusal: Unlisted) => EmulatedResponse;
  /** The methods of a path; POST alone if it is not given. */
  readonly methodsAt?: (target: string) => readonly string[];
}

/** The whole service, both interfaces. What the contract does not show is marked by a header. */
export function emulateService(world: World): EmulatedService {
  return {
    refuse: (path, ...refusal) => toResponse(unlisted(interfaceAt(path), ...refusal), world.now()),
    send: async (received, options) => {
      const request = readRequest(received);
      const note = noteFor(world, request);
      try {
        const answer = await respond(world, request, options);
        note(answer);
        return answer;
      } catch (error) {
        if (error instanceof WireFailure) note(error);
        throw error;
      }
    },
  };
}

/** Returns what writes the request into the journal when its end is known. */
function noteFor({ options: { journal }, now }: World, { asked }: ReadRequest) {
  const atMs = now();
  return (end: EmulatedResponse | WireFailure): void => {
    if (journal === undefined) return;
    if (end instanceof WireFailure) {
      const outcome = end instanceof BrokenByRule ? end.outcome : 'lost';
      const rule = end instanceof BrokenByRule ? end.rule : null;
      journal.add({ atMs, asked, outcome, status: null, code: null, refused: null, rule });
      return;
    }
    const { status, code = null, because: refused = null, rule = null } = end;
    journal.add({ atMs, asked, outcome: 'answered', status, code, refused, rule });
  };
}

async function respond(
  world: World,
  request: ReadRequest,
  options: SendOptions,
): Promise<EmulatedResponse> {
  const { waitMs, does, name: rule } = world.script.deedFor(request.asked);
  const delayMs = waitMs + (world.options.latencyMs ?? 0);
  if (delayMs > 0) await waitAtMost(world, delayMs, options);
  if (rule !== undefined && does === 'drop') throw new BrokenByRule('dropped', rule);
  const replacement = replacedAnswer(request.url, does, rule);
  if (replacement !== undefined) return toResponse({ ...replacement, rule }, world.now());
  if (does === 'html') {
    return { status: 200, headers: [['content-type', 'text/html']], body: welcomePage, rule };
  }
  const answer = await answerOf(world, request);
  const { afterMs } = answer;
  if (afterMs !== undefined) {
    await waitAtMost(world, afterMs, { ...options, timeoutMs: options.timeoutMs - delayMs });
  }
  if (rule !== undefined && does === 'lose-answer') throw new BrokenByRule('lost', rule);
  return toResponse(rule === undefined ? answer : { ...answer, rule }, world.now());
}

/** The JSON that a rule sends instead of the service's answer. */
function replacedAnswer(url: string, does: Rule['does'], rule = ''): Answer | undefined {
  if (typeof does === 'number') return injectedFailure(url, does, rule);
  return does === 'wrong-shape' ? { status: 200, body: { result: { ok: 'yes' } } } : undefined;
}

function answerOf(world: World, request: ReadRequest): Answer | Promise<Answer> {
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
