import type { Server, Socket } from 'node:net';
import { afterEach } from 'vitest';
import { WireFailure, type SendOptions } from '../../src/contract/wire.js';
import { type WireRequest, type WireResponse } from '../../src/contract/wire.js';
import { openNetwork } from '../../src/transport/network.js';
import { listen, shut } from './hostile-server.js';

/** Servers for one test each, and calls to them over the real network. */

export const post = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url,
  headers: [],
  body: Buffer.from('{}'),
  ...more,
});

/** Only there so that a test ends. */
export const longMs = 600_000;

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Starts it for one test; its sockets are ended with it. */
export async function start(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return shut(server);
  });
  return listen(server);
}

export const call = (
  url: string,
  env: Record<string, string> = {},
  options: Partial<SendOptions> = {},
): Promise<WireResponse | WireFailure> =>
  openNetwork({ env, version: '1.2.3' })(post(url), { timeoutMs: longMs, ...options }).catch(
    (error: unknown) => {
      if (error instanceof WireFailure) return error;
      throw error;
    },
  );

export const failure = async (outcome: Promise<WireResponse | WireFailure>): Promise<string> => {
  const ended = await outcome;
  return ended instanceof WireFailure
    ? `${ended.kind}: ${ended.message}`
    : `status ${String(ended.status)}`;
};
