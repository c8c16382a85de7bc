import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import { call, longMs, post, start } from '../support/network.js';

describe('an interruption', () => {
  it('ends a call that waits, with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('by the user');
    const origin = await start(createServer((socket) => socket.once('data', () => controller.abort(reason))));
    await expect(call(origin, {}, { signal: controller.signal, timeoutMs: longMs })).rejects.toBe(reason);
  });

  it('ends a call that is still connecting', async () => {
    const controller = new AbortController();
    const reason = new Error('by the user');
    // What comes first is the beginning of the handshake.
    const origin = await start(createServer((socket) => socket.once('data', () => controller.abort(reason))));
    const sent = call(
      origin.replace('http:', 'https:'),
      {},
      { signal: controller.signal, timeoutMs: longMs },
    );
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
    const warnings: Error[] = [];
    // Other tests of this process may make node warn of something else.
    const onWarning = (warning: Error): void => {
      if (warning.name === 'MaxListenersExceededWarning') warnings.push(warning);
    };
    process.on('warning', onWarning);
    const origin = await start(createHttpServer((_, response) => response.end('{}')));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => call(origin, {}, { signal, timeoutMs: longMs })));
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

describe('connections', () => {
  it.each([false, true])(
    'lose no answer, whatever happens to idle ones; kept: %s',
    async (keepConnections) => {
      const sockets = new Set<Socket>();
      const server = createHttpServer((message, response) => {
        sockets.add(message.socket);
        message.resume();
        response.end('{}');
      });
      const send = openNetwork({ env: {}, version: '1', keepConnections });
      const origin = await start(server);
      for (let at = 0; at < 150; at += 1) {
        await expect(send(post(origin), { timeoutMs: longMs })).resolves.toMatchObject({ status: 200 });
        // The next call begins before anybody could notice it.
        for (const socket of sockets) socket.resetAndDestroy();
        sockets.clear();
      }
    },
  );

  it.each([
    ['a new one for each call', false, 5],
    ['one for all when asked to keep them', true, 1],
  ])('are %s', async (_, keepConnections, expected) => {
    let connections = 0;
    const server = createHttpServer((__, response) => response.end('{}'));
    server.on('connection', () => (connections += 1));
    const origin = await start(server);
    const send = openNetwork({ env: {}, version: '1', keepConnections });
    for (let at = 0; at < 5; at += 1) await send(post(origin), { timeoutMs: longMs });
    expect(connections).toBe(expected);
  });
});
