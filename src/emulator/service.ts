import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { Context } from '../context.js';
import { interfaceAt } from '../contract/interfaces.js';
import { nearestPaths, pathProblems, servedOperation } from '../contract/request-path.js';
import { type Send, type SendOptions, WireFailure } from '../contract/wire.js';
import { didYouMean } from '../text/nearest.js';
import { joinSentences } from '../text/sentences.js';
import {
  type Answer,
  BrokenByRule,
  type EmulatedResponse,
  type FinishedRequest,
  injectedFailure,
  unlistedAnswer,
  type Unlisted,
  toResponse,
} from './answers.js';
import { type ReadRequest, type IncomingRequest, readRequest } from './request-subject.js';
import { answerGateway } from './gateway.js';
import type { RequestLog } from './request-log.js';
import { Ledger } from './ledger.js';
import type { FaultRule } from './script.js';
import { answerSession } from './session.js';
import { World } from './world.js';

/** Answers the requests that a server on this computer gets: as the service would (`emulateService`), or as the control address of `pvg emulate` (`createControlService`). */
export interface EmulatedService {
  readonly send: (request: IncomingRequest, options: SendOptions) => Promise<EmulatedResponse>;
  /** The answer to a request that the server refuses before `send`: a status, a sentence, and the section that leaves this answer open. */
  readonly refusalResponse: (path: string, ...refusal: Unlisted) => EmulatedResponse;
  /** The methods of a path. Without this function, each path takes only POST. */
  readonly methodsAt?: (target: string) => readonly string[];
  /** Watches what this service gets. */
  readonly watch?: Watch | undefined;
}

/** Called when a request comes. The function that it returns is called when the request has ended. */
export type Watch = () => (finished: FinishedRequest) => void;

/**
 * The whole service with both interfaces. A header marks each answer that the contract does not show.
 * @param requestLog gets what came, and how it ended
 */
export function emulateService(world: World, requestLog?: RequestLog): EmulatedService {
  const watch = (): ReturnType<Watch> => {
    const atMs = world.now();
    return (finished) => requestLog?.add(finished, atMs);
  };
  return {
    watch: requestLog && watch,
    refusalResponse: (path, ...refusal) =>
      toResponse(unlistedAnswer(interfaceAt(path), ...refusal), world.now()),
    send: async (received, options) => respond(world, readRequest(received), options),
  };
}

async function respond(
  world: World,
  request: ReadRequest,
  options: SendOptions,
): Promise<EmulatedResponse> {
  const { waitMs, fault, name: rule } = world.script.takeFault(request);
  // `answer-late` waits after the request is processed, when a verify is already recorded. Any other rule waits before.
  const isLate = fault === 'answer-late';
  const waitBeforeMs = (isLate ? 0 : waitMs) + (world.options.latencyMs ?? 0);
  if (waitBeforeMs > 0) await waitAtMost(world, waitBeforeMs, options);
  if (rule !== undefined && fault === 'drop') throw new BrokenByRule('dropped', rule);
  const replacement = findReplacement(request.url, fault, rule);
  if (replacement !== undefined) return toResponse({ ...replacement, rule }, world.now());
  if (fault === 'html') {
    return { status: 200, headers: [['content-type', 'text/html']], text: welcomePage, rule };
  }
  const answer = await answerByOperation(world, request);
  const waitAfterMs = (answer.afterMs ?? 0) + (isLate ? waitMs : 0);
  if (waitAfterMs > 0) {
    // The caller's time began before the first wait.
    const timeoutMs = options.timeoutMs - waitBeforeMs;
    await waitAtMost(world, waitAfterMs, { ...options, timeoutMs });
  }
  // A refusal is not lost: a test that expects a recorded purchase would take a wrong signature for one.
  const isLost = fault === 'lose-answer' && answer.status === 200;
  if (rule !== undefined && isLost) throw new BrokenByRule('lost', rule);
  return toResponse(rule === undefined ? answer : { ...answer, rule }, world.now());
}

/** The JSON that a rule sends instead of the service's answer. */
function findReplacement(url: string, fault: FaultRule['fault'], rule = ''): Answer | undefined {
  if (typeof fault === 'number') return injectedFailure(url, fault, rule);
  return fault === 'wrong-shape' ? { status: 200, body: { result: { ok: 'yes' } } } : undefined;
}

function answerByOperation(world: World, request: ReadRequest): Answer | Promise<Answer> {
  const operation = servedOperation(request.url);
  if (operation === 'session') return answerSession(world, request);
  if (operation !== undefined) return answerGateway(operation, world, request);
  const says = 'No such path.';
  const answer = unlistedAnswer(interfaceAt(request.url), 404, says, '§4');
  // The reason is for the person who runs the emulator: the service itself would not say it.
  const [problem] = pathProblems(request.url);
  const reason = problem?.says ?? didYouMean(nearestPaths(request.url));
  return { ...answer, because: joinSentences(says, reason) };
}

const welcomePage = '<!doctype html><title>Welcome</title>';

/** Waits, but at most as long as the caller waits for its answer. @throws {WireFailure} `lost` when the caller would have given up */
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

/** The service as something that answers with bytes, as the network does. */
export const sendTo =
  ({ send }: EmulatedService): Send =>
  async (request, options) => {
    const { status, headers, text } = await send(request, options);
    return { status, headers, body: Buffer.from(text) };
  };

/** The built-in profile `local`: the emulator in this process, its ledger a small file in the state folder. */
export function openLocal(
  { clock, files, folders, random }: Pick<Context, 'clock' | 'files' | 'folders' | 'random'>,
  say: (text: string) => void,
): Send {
  const path = join(folders.state, 'local-ledger.json');
  const ledger = new Ledger({ files, clock, path, unreadable: 'configuration-unreadable', say });
  return sendTo(emulateService(new World({ clock, random, ledger })));
}
