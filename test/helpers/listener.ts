import { checkSchema } from './schemas.js';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { openServer } from '../../src/system/serve.js';
import { PvgError } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import type { Send, WireRequest } from '../../src/contract/wire.js';
import { openNetwork } from '../../src/transport/network.js';
import { serviceEnv, testContext, type TestContext, type TestContextOptions } from './context.js';
import { words } from './pvg.js';
import { onTestFinished } from 'vitest';

/** `pvg listen` or `pvg emulate` over a real socket, in this process. */
export interface RunningListener {
  readonly url: string;
  readonly context: TestContext;
  /** What stdout has, when so many lines have come. */
  lines(count: number): Promise<string[]>;
  /** The same as objects, with --json. */
  objects(count: number): Promise<Record<string, unknown>[]>;
  /** The listener's exit status. */
  readonly ended: Promise<number>;
  stop(reason?: PvgError): Promise<number>;
}

/** `pvg listen` until the test ends. */
export async function startListener(
  line = '--profile local',
  options: TestContextOptions = {},
): Promise<RunningListener> {
  const listener = await startServer(`listen --port 0 ${line}`, options);
  onTestFinished(async () => void (await listener.stop()));
  return listener;
}

export async function startServer(
  line: string,
  options: TestContextOptions = {},
): Promise<RunningListener> {
  const end = new AbortController();
  const context = testContext({ serve: openServer, interrupt: end.signal, ...options });
  const ended = runProgram(context, words(line));
  const url = await until(async () => {
    const early = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))]);
    if (typeof early === 'number')
      throw new TypeError(`it ended with ${String(early)}: ${context.stderr.text()}`);
    return /^listening on (http:\/\/\S+)\n.*\n/.exec(context.stderr.text())?.[1];
  });
  const lines = (count: number): Promise<string[]> =>
    until(() => {
      const found = context.stdout.text().split('\n').slice(0, -1);
      return Promise.resolve(found.length >= count ? found : undefined);
    });
  return {
    url,
    context,
    ended,
    lines,
    objects: async (count) =>
      (await lines(count)).map((each) => {
        const object = JSON.parse(each) as Record<string, unknown>;
        checkSchema('result', object);
        return object;
      }),
    stop: (reason = new PvgError('interrupted', 'Interrupted.')) => {
      end.abort(reason);
      return ended;
    },
  };
}

export const startEmulator = (options = ''): Promise<RunningListener> =>
  startServer(`emulate --port 0 ${options}`);

export const realNetwork = (): Send => openNetwork({ env: {}, version: '0.0.0-test' });

/** The environment that describes the emulator's demo credentials. */
export const emulatorEnv = (url: string, environment = 'dev'): Record<string, string> =>
  serviceEnv(url, {
    ...{ PVG_ENVIRONMENT: environment, PVG_CLIENT_ID: 'demo-client', PVG_GAME_ID: 'demo' },
    ...{ PVG_CLIENT_SECRET: 'demo-client-secret', PVG_SECRET_KEY: 'demo-secret-key' },
  });

/** Looks again and again: an end is set by the test's own. */
export async function until<Found>(ask: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

interface Got {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

interface Call {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array | string;
}

/** One request on a connection of its own, with nothing added but a length. */
export async function ask(
  url: string,
  { method = 'POST', headers, body = '' }: Call = {},
): Promise<Got> {
  const sent = httpRequest(url, { method, headers, agent: false });
  // A server may answer and close before it has read a large body: the rest cannot be written then. Before an answer, `once` rejects.
  sent.on('error', () => undefined);
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: given } = response;
  return { status, headers: given, text: await text(response) };
}

/** A signed request as it is, to its own address. */
export const send = (
  { url, headers, body }: WireRequest,
  more: Readonly<Record<string, string>> = {},
): Promise<Got> => ask(url, { headers: { ...Object.fromEntries(headers), ...more }, body });
