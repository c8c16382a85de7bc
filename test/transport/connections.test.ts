import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import { call, longMs, post, start } from '../support/network.js';

describe('an interruption', () => {
  it.each(['http:', 'https:'])('ends a call that waits, with its reason, over %s', async (scheme) => {
    const controller = new AbortController();
    const reason = new Error('by the user');
    // Of TLS what comes first is the beginning of the handshake.
    const origin = await start(createServer((socket) => socket.once('data', () => controller.abort(reason))));
    const sent = call(origin.replace('http:', scheme), {}, { signal: controller.signal });
    await expect(sent).rejects.toBe(reason);
  });

  it('before the call lets nothing be sent', async () => {
    let connections = 0;
    const origin = await start(createServer(() => (connections += 1)));
    const reason = new Error('before');
    await expect(call(origin, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(connections).toBe(0);
  });

  it('is heard by many calls at once without a warning of node', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    const origin = await start(createHttpServer((_, response) => response.end('{}')));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => call(origin, {}, { signal })));
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    // Other tests of this process may make node warn of something else.
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });
});

describe('connections', () => {
  it.each([
    ['a new one for each call', false, 150],
    ['one for all when asked to keep them', true, 1],
  ])('are %s, and lose no answer when idle ones are reset', async (_, keepConnections, expected) => {
    const sockets = new Set<Socket>();
    const server = createHttpServer((message, response) => {
      sockets.add(message.socket);
      message.resume();
      response.end('{}');
    });
    const send = openNetwork({ env: {}, version: '1', keepConnections });
    const origin = await start(server);
    const ask = async (): Promise<void> => {
      await expect(send(post(origin), { timeoutMs: longMs })).resolves.toMatchObject({ status: 200 });
    };
    for (let at = 0; at < 150; at += 1) await ask();
    expect(sockets.size).toBe(expected);
    for (let at = 0; at < 150; at += 1) {
      // The next call begins before anybody could notice it.
      for (const socket of sockets) socket.resetAndDestroy();
      await ask();
    }
  });
});
