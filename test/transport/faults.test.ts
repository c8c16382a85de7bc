import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import { WireFailure, type WireResponse } from '../../src/contract/wire.js';
import { effort } from '../helpers/effort.js';
import { faults, hostileServer, needsTime, says } from '../helpers/hostile-server.js';
import { type Ending, type HostileServer } from '../helpers/hostile-server.js';
import { givenTime } from '../helpers/keeps-up.js';
import { call, longMs, post } from '../helpers/network.js';
import { strayErrors } from '../helpers/stray.js';

const ending = (outcome: WireResponse | WireFailure): Ending => {
  if (!(outcome instanceof WireFailure)) {
    return `${String(outcome.status)} ${Buffer.from(outcome.body).toString()}`;
  }
  const { status } = outcome.details;
  return status === undefined ? outcome.kind : `${outcome.kind} after ${String(status)}`;
};

let server: HostileServer;
const stray = strayErrors();
beforeAll(async () => {
  server = await hostileServer();
});
afterAll(() => server.close());

describe.each([
  ['a connection for each call', false],
  ['kept connections', true],
])('with %s', (_, keepConnections) => {
  const send = openNetwork({ env: {}, version: '0', keepConnections });

  it.concurrent.each(Object.entries(faults))('%s ends by its name', async (name, [, expected]) => {
    const ended = async (ms: number): Promise<Ending> => {
      const timeoutMs = needsTime(name) ? ms : longMs;
      const address = `${server.origin}/${name}/${String(ms / 4)}`;
      const outcome = await send(post(address), { timeoutMs }).catch((error: unknown) => {
        if (error instanceof WireFailure) return error;
        throw error;
      });
      return ending(outcome);
    };
    expect(await givenTime(ended, (each) => each === expected || !needsTime(name))).toBe(expected);
  });
});

it('tells status and headers of an answer that broke off', async () => {
  await expect(call(`${server.origin}/failing-cut`)).resolves.toMatchObject({
    kind: 'cut',
    details: { status: 503, headers: [['content-length', '100']] },
  });
});

/** Parts of answers, so that chance makes what is nearly HTTP. */
const starts = ['HTTP/1.1 ', 'HTTP/1.0 ', '200 OK', '100 Continue', '103 Hints', '503 No', '000 x'];
const lengths = [
  'Content-Length: 5',
  'Content-Length: -5',
  'Transfer-Encoding: chunked',
  '0\r\n\r\n',
];
const fields = [
  'Upgrade: x',
  'Connection: close',
  'Content-Encoding: gzip',
  'Content-Encoding: br',
  'Date: x',
];
const bits = ['\r\n', '\n', '\r', '\r\n\r\n', '5\r\nhello\r\n', ': ', '\0', '{}'];
const part = fc.constantFrom(...starts, ...lengths, ...fields, ...bits);
const parts = (most: number, between = '') =>
  fc.array(part, { maxLength: most }).map((all) => all.join(between));
const answerBytes = fc.oneof(
  parts(12).map((text) => Buffer.from(text)),
  parts(8, '\r\n').map((text) => Buffer.from(`HTTP/1.1 200 OK\r\n${text}\r\n\r\nhello`)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

it('whatever comes back by chance is a response or a failure of a call that reached its server', async () => {
  await fc.assert(
    fc.asyncProperty(answerBytes, async (bytes) => {
      server.more.set('chance', says(bytes));
      const outcome = await call(`${server.origin}/chance`);
      if (outcome instanceof WireFailure) expect(outcome.kind).not.toBe('not-reached');
      else expect(outcome).toMatchObject({ status: expect.any(Number) as number });
    }),
    { numRuns: effort(200, 100_000) },
  );
});

it('leaves no rejection unhandled and sends nothing where a redirect points', () => {
  expect(stray).toEqual([]);
  expect(server.elsewhereCount()).toBe(0);
});
