import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import { WireFailure, type WireRequest, type WireResponse } from '../../src/contract/wire.js';
import { faults, hostileServer, needsTime } from '../support/hostile-server.js';
import { type Ending, type HostileServer } from '../support/hostile-server.js';
import { givenTime } from '../support/keeps-up.js';

const longMs = 600_000;

const ending = (outcome: WireResponse | WireFailure): Ending => {
  if (!(outcome instanceof WireFailure)) {
    return `${String(outcome.status)} ${Buffer.from(outcome.body).toString()}`;
  }
  const { status } = outcome.details;
  return status === undefined ? outcome.kind : `${outcome.kind} after ${String(status)}`;
};

const post = (url: string): WireRequest => ({
  method: 'POST',
  url,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from('{"a":1}'),
});

let server: HostileServer;
const stray: unknown[] = [];
const onStray = (error: unknown): void => void stray.push(error);

beforeAll(async () => {
  server = await hostileServer();
  process.on('unhandledRejection', onStray);
  process.on('uncaughtExceptionMonitor', onStray);
});

afterAll(async () => {
  process.off('unhandledRejection', onStray);
  process.off('uncaughtExceptionMonitor', onStray);
  await server.close();
});

describe.each([
  ['a connection for each call', false],
  ['kept connections', true],
])('with %s', (_, keepConnections) => {
  const send = openNetwork({ env: {}, version: '0', keepConnections });

  it.concurrent.each(Object.entries(faults))('%s ends by its name', async (name, [, expected]) => {
    const call = async (ms: number): Promise<Ending> => {
      const timeoutMs = needsTime(name) ? ms : longMs;
      const address = `${server.origin}/${name}/${String(ms / 4)}`;
      const outcome = await send(post(address), { timeoutMs }).catch((error: unknown) => {
        if (error instanceof WireFailure) return error;
        throw error;
      });
      return ending(outcome);
    };
    const isRight = (ended: Ending): boolean => ended === expected || !needsTime(name);
    expect(await givenTime(call, isRight)).toBe(expected);
  });
});

it('leaves no rejection unhandled and sends nothing where a redirect points', () => {
  expect(stray).toEqual([]);
  expect(server.elsewhereCount()).toBe(0);
});

it('tells status and headers of an answer that broke off', async () => {
  const send = openNetwork({ env: {}, version: '0' });
  await expect(send(post(`${server.origin}/failing-cut`), { timeoutMs: longMs })).rejects.toMatchObject({
    kind: 'cut',
    details: { status: 503, headers: [['content-length', '100']] },
  });
});
