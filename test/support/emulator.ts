import { openServer } from '../../src/edge/serve.js';
import { openNetwork } from '../../src/transport/network.js';
import type { Send } from '../../src/contract/wire.js';
import { PvgError } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import { testContext, type TestContext } from './context.js';
import { words } from './pvg.js';

export interface RunningEmulator {
  readonly url: string;
  readonly context: TestContext;
  /** The emulator's exit status. */
  stop(): Promise<number>;
}

/** `pvg emulate` over a real socket, in this process. */
export async function startEmulator(options = ''): Promise<RunningEmulator> {
  const end = new AbortController();
  const context = testContext({ serve: openServer, interrupt: end.signal });
  const ended = runProgram(context, words(`emulate --port 0 ${options}`));
  for (;;) {
    const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(context.stderr.text())?.[1];
    if (url !== undefined) {
      const stop = (): Promise<number> => {
        end.abort(new PvgError('interrupted', 'Interrupted.'));
        return ended;
      };
      return { url, context, stop };
    }
    const early = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))]);
    if (typeof early === 'number') throw new TypeError(`the emulator ended with ${String(early)}`);
  }
}

export const realNetwork = (): Send => openNetwork({ env: {}, version: '0.0.0-test' });

/** The environment that describes the emulator's demo credentials. */
export const emulatorEnv = (url: string, environment = 'dev'): Record<string, string> => ({
  PVG_ENVIRONMENT: environment,
  PVG_GATEWAY_URL: url,
  PVG_CLIENT_ID: 'demo-client',
  PVG_CLIENT_SECRET: 'demo-client-secret',
  PVG_SESSION_URL: url,
  PVG_GAME_ID: 'demo',
  PVG_SECRET_KEY: 'demo-secret-key',
});
