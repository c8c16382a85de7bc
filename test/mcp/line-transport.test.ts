import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { LineTransport } from '../../src/mcp/line-transport.js';
import { testContext } from '../helpers/context.js';

const version = { jsonrpc: '2.0' } as const;
const call = { ...version, id: 1, method: 'tools/call' };
const answer: JSONRPCMessage = { ...version, id: 1, result: {} };
const cancelled = { ...version, method: 'notifications/cancelled', params: { requestId: 1 } };

/** A transport whose client writes these messages and then nothing more. */
async function afterInput(...messages: readonly object[]) {
  const context = testContext({
    stdin: messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
  });
  const received: JSONRPCMessage[] = [];
  const transport = new LineTransport(context, (message) => message);
  transport.onmessage = (message) => received.push(message);
  let isClosed = false;
  transport.onclose = () => {
    isClosed = true;
  };
  await transport.start();
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(received).toEqual(messages);
  return { context, transport, isClosed: () => isClosed };
}

it.each<[string, readonly object[], boolean]>([
  ['open while a call is under way', [call], false],
  ['closed once the call is cancelled', [call, cancelled], true],
  [
    'open after the cancelling of another call',
    [call, { ...cancelled, params: { requestId: 2 } }],
    false,
  ],
  [
    'open after another notification that names the call',
    [call, { ...cancelled, method: 'notifications/progress' }],
    false,
  ],
  [
    'open after a request that is named like the cancelling, until that is answered',
    [call, { ...cancelled, id: 2 }],
    false,
  ],
  ['closed without a call', [{ ...version, method: 'notifications/initialized' }], true],
  [
    'closed after a request that is answered by notifications alone',
    [{ ...version, id: 3, method: 'subscriptions/listen' }],
    true,
  ],
])('at the end of the input the connection is %s', async (_state, messages, isClosed) => {
  expect((await afterInput(...messages)).isClosed()).toBe(isClosed);
});

it('the connection closes when the last call is answered, and writes nothing after that', async () => {
  const { context, transport, isClosed } = await afterInput(call);
  await transport.send({ ...version, method: 'notifications/progress' });
  expect(isClosed()).toBe(false);
  await transport.send(answer);
  expect(isClosed()).toBe(true);
  await transport.send(answer);
  const written = context.stdout.text().trim().split('\n');
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    { ...version, method: 'notifications/progress' },
    answer,
  ]);
});

it.each([
  ['pipe-closed', undefined],
  ['output-unwritable', 'output-unwritable'],
] as const)('an answer that cannot be written closes it: %s', async (code, failure) => {
  const { context, transport, isClosed } = await afterInput(call);
  context.stdout.write = () => Promise.reject(new PvgError(code, 'not written'));
  await transport.send(answer);
  expect([isClosed(), transport.failure?.code]).toEqual([true, failure]);
});

it.each(['{"id": 1', '[]', '{"id": 1}'])(
  'a line that is no message is answered with an error, and the next is read: %s',
  async (line) => {
    const context = testContext({ stdin: `${line}\n${JSON.stringify(call)}\n` });
    const received: JSONRPCMessage[] = [];
    const transport = new LineTransport(context, (message) => message);
    transport.onmessage = (message) => received.push(message);
    await transport.start();
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect(received).toEqual([call]);
    expect(JSON.parse(context.stdout.text())).toMatchObject({
      error: { message: expect.any(String) as string },
    });
  },
);

it('an interruption closes it at once, also before it starts, and nothing more is taken', async () => {
  const reason = new PvgError('interrupted', 'Interrupted.');
  const end = new AbortController();
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(call)}\n`);
    end.abort(reason);
    yield Buffer.from(`${JSON.stringify({ ...call, id: 2 })}\n`);
  };
  const running = testContext({ stdin: lines(), interrupt: end.signal });
  const ended = testContext({
    stdin: `${JSON.stringify(call)}\n`,
    interrupt: AbortSignal.abort(reason),
  });
  const received = [running, ended].map(async (context) => {
    const messages: JSONRPCMessage[] = [];
    const transport = new LineTransport(context, (message) => message);
    transport.onmessage = (message) => messages.push(message);
    let isClosed = false;
    transport.onclose = () => {
      isClosed = true;
    };
    await transport.start();
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    return { messages, isClosed };
  });
  expect(await Promise.all(received)).toEqual([
    { messages: [call], isClosed: true },
    { messages: [], isClosed: true },
  ]);
});
