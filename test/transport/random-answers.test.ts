import { createServer } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import { WireFailure } from '../../src/contract/wire.js';
import { effort } from '../support/effort.js';
import { listen, shut } from '../support/hostile-server.js';

/** Parts of answers, so that chance makes what is nearly HTTP. */
const parts = [
  ...['HTTP/1.1 ', 'HTTP/1.0 ', '200 OK', '100 Continue', '103 Hints', '503 No', '000 x', '\r\n', '\n', '\r'],
  ...[
    '\r\n\r\n',
    'Content-Length: 5',
    'Content-Length: -5',
    'Transfer-Encoding: chunked',
    'Connection: close',
  ],
  ...['Upgrade: x', 'Content-Encoding: gzip', 'Content-Encoding: br', '5\r\nhello\r\n', '0\r\n\r\n', '{}'],
  ...['Date: x', ': ', '\0'],
];
const part = fc.constantFrom(...parts);

const answerBytes = fc.oneof(
  fc.array(part, { maxLength: 12 }).map((parts) => Buffer.from(parts.join(''))),
  fc
    .array(part, { maxLength: 8 })
    .map((parts) => Buffer.from(`HTTP/1.1 200 OK\r\n${parts.join('\r\n')}\r\n\r\nhello`)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

it('whatever comes back is a response or a WireFailure of a call that reached its server', async () => {
  let next = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(next));
  });
  const url = await listen(server);
  const send = openNetwork({ env: {}, version: '0' });
  const stray: unknown[] = [];
  const onStray = (error: unknown): void => void stray.push(error);
  process.on('uncaughtExceptionMonitor', onStray);
  process.on('unhandledRejection', onStray);
  await fc.assert(
    fc.asyncProperty(answerBytes, async (bytes) => {
      next = bytes;
      const outcome = await send(
        { method: 'POST', url, headers: [], body: Buffer.from('{}') },
        { timeoutMs: 600_000 },
      ).catch((error: unknown) => error);
      if (outcome instanceof WireFailure) expect(outcome.kind).not.toBe('not-reached');
      else expect(outcome).toMatchObject({ status: expect.any(Number) as number });
    }),
    { numRuns: effort(200, 100_000) },
  );
  process.off('uncaughtExceptionMonitor', onStray);
  process.off('unhandledRejection', onStray);
  await shut(server);
  expect(stray).toEqual([]);
});
