import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import { WireFailure, type WireRequest, type WireResponse } from '../../src/contract/wire.js';
import {
  faults,
  hostileServer,
  needsTime,
  type FaultName,
  type HostileServer,
} from '../support/hostile-server.js';
import { givenTime } from '../support/keeps-up.js';

const longMs = 600_000;
const answerText = '{"success":true}';

/** A kind of failure (with the status that had arrived), or a status with the body that follows. */
type Ending = string;

const expected: Record<FaultName, Ending> = {
  well: `200 ${answerText}`,
  'well-chunked': `200 ${answerText}`,
  'well-without-length': `200 ${answerText}`,
  'well-kept-open': `200 ${answerText}`,
  'byte-by-byte': `200 ${answerText}`,
  'early-hints': `200 ${answerText}`,
  'hang-before-headers': 'lost',
  'hang-in-status-line': 'lost',
  'hang-in-headers': 'lost',
  'hang-in-body': 'lost after 200',
  'hang-in-chunk': 'lost after 200',
  'drip-headers': 'lost',
  'drip-body': 'lost after 200',
  'close-before-headers': 'lost',
  'close-in-headers': 'lost',
  'cut-by-length': 'cut after 200',
  'cut-by-length-and-close-said': 'cut after 200',
  'cut-in-chunk': 'cut after 200',
  'cut-in-chunk-and-close-said': 'cut after 200',
  'cut-before-last-chunk': 'cut after 200',
  'cut-gzip': 'cut after 200',
  'reset-before-headers': 'lost',
  'reset-in-headers': 'lost',
  'reset-in-body': 'cut after 200',
  'reset-in-body-without-length': 'cut after 200',
  'failing-cut': 'cut after 503',
  'bad-chunk': 'garbled after 200',
  garbage: 'garbled',
  'http-0.9': 'garbled',
  'tls-alert': 'garbled',
  ssh: 'garbled',
  'bad-status-line': 'garbled',
  'bad-version': 'garbled',
  'bad-header-line': 'garbled',
  'nul-in-header': 'garbled',
  'two-lengths': 'garbled',
  'two-equal-lengths': 'garbled',
  'length-and-chunked': 'garbled',
  'negative-length': 'garbled',
  'huge-headers': 'garbled',
  'many-headers': 'garbled',
  'status-000': 'garbled',
  'status-099': 'garbled',
  'status-999': '999 {}',
  'status-1000': 'garbled',
  'continue-unasked': 'garbled',
  'switching-protocols': 'garbled',
  'informational-flood': 'lost',
  'no-content': '204 ',
  'no-content-with-body': 'cut after 204',
  // HTTP allows a length here; undici does not, and no POST is answered so.
  'not-modified': 'cut after 304',
  empty: '200 ',
  'more-than-length': `200 ${answerText}`,
  'two-answers': `200 ${answerText}`,
  gzip: `200 ${answerText}`,
  'gzip-in-capitals': `200 ${answerText}`,
  deflate: `200 ${answerText}`,
  'deflate-raw': `200 ${answerText}`,
  brotli: `200 ${answerText}`,
  identity: `200 ${answerText}`,
  'gzip-of-nothing': '200 ',
  'not-gzip': 'garbled after 200',
  'unknown-encoding': 'garbled after 200',
  'encoding-chain': 'garbled after 200',
  'gzip-bomb': 'oversized after 200',
  'endless-body': 'oversized after 200',
  'endless-chunks': 'oversized after 200',
  'length-300-mb': 'oversized after 200',
  'exactly-4-mb': `200 ${' '.repeat(4 * 1024 * 1024)}`,
  'one-byte-more': 'oversized after 200',
  'redirect-301': '301 ',
  'redirect-302': '302 ',
  'redirect-303': '303 ',
  'redirect-307': '307 ',
  'redirect-308': '308 ',
};

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

  it.concurrent.each(Object.keys(faults) as FaultName[])('%s ends by its name', async (name) => {
    const call = async (ms: number): Promise<Ending> => {
      const timeoutMs = needsTime(name) ? ms : longMs;
      const address = `${server.origin}/${name}/${String(ms / 4)}`;
      const outcome = await send(post(address), { timeoutMs }).catch((error: unknown) => {
        if (error instanceof WireFailure) return error;
        throw error;
      });
      return ending(outcome);
    };
    const isRight = (ended: Ending): boolean => ended === expected[name] || !needsTime(name);
    expect(await givenTime(call, isRight)).toBe(expected[name]);
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
