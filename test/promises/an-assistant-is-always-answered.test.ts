import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { PvgError } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import { toolsFor } from '../../src/tools/table.js';
import { temporaryFolder, testContext, type TestContextOptions } from '../helpers/context.js';
import { until } from '../helpers/listener.js';
import { pvg } from '../helpers/pvg.js';

/** `pvg mcp` over bare lines: whatever a client sends and however it ends, each request that can be read gets its answer. */

interface Answer {
  readonly id: string | number | null;
  readonly error?: { readonly code: number };
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  };
}

const tools = toolsFor('assistant');

const message = (id: string | number | undefined, method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const call = (id: string | number, name: string, given: object): string =>
  message(id, 'tools/call', { name, arguments: given });
const clientInfo = { name: 'x', version: '1' };
const opening = [
  message(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
  message(undefined, 'notifications/initialized'),
];
const ping = (id: string | number): string => message(id, 'ping');

const answersIn = (out: string): Answer[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answer);

/** All lines at once, and then the end of the input. */
async function answered(
  lines: readonly (string | Uint8Array)[],
  options: TestContextOptions = {},
  command = 'mcp',
) {
  const stdin = Buffer.concat(
    lines.flatMap((line) => [Buffer.from(line as string), Buffer.from('\n')]),
  );
  const { status, out } = await pvg(command, { ...options, stdin });
  return { status, answers: answersIn(out), ids: answersIn(out).map(({ id }) => id) };
}

/** A client that goes on: `take` writes lines, `idsOf` waits for so many answers. */
function talking(command: string, options: TestContextOptions = {}) {
  const stdin = new PassThrough();
  const context = testContext({ ...options, stdin });
  const status = runProgram(context, command.split(' '));
  return {
    status,
    take: (...lines: readonly string[]) =>
      void stdin.write(lines.map((line) => `${line}\n`).join('')),
    end: () => void stdin.end(),
    idsOf: (count: number) =>
      until(() => {
        const all = answersIn(context.stdout.text());
        return Promise.resolve(all.length >= count ? all.map(({ id }) => id) : undefined);
      }),
  };
}

const unsigned = 'POST /xmdt/session HTTP/1.1\r\nX-Signature: ab\r\n\r\n{}';
/** One good call of each tool. */
const calls: Readonly<Record<string, object>> = {
  lookup_purchase: { purchase: 'demo-recorded', product_id: 'gems_100', ticket: 'T-1' },
  check_player: { username: 'demo-completed' },
  explain_error: { code: '409' },
  diagnose_request: { request: unsigned },
  find_calls: { what: 'T-1' },
  list_calls: { ticket: 'T-1' },
  count_calls: { by: 'day' },
  report: { ticket: 'T-1' },
  reply_text: { language: 'en', situation: 'service-down' },
};

describe('when the input ends', () => {
  it('answers the calls under way, and ends with 0', async () => {
    const lines = Object.entries(calls).map(([name, given]) => call(name, name, given));
    const { status, ids } = await answered([...opening, ...lines]);
    expect(status).toBe(0);
    expect(ids).toHaveLength(1 + tools.length);
    expect(new Set(ids)).toEqual(new Set([0, ...tools.map(({ name }) => name)]));
  });

  it('reads a last line without a line break', async () => {
    const { status, out } = await pvg('mcp', { stdin: [...opening, ping(1)].join('\n') });
    expect([status, answersIn(out).map(({ id }) => id)]).toEqual([0, [0, 1]]);
  });

  it('does not wait for a call that the client cancelled', async () => {
    const home = await homeOf('slow');
    const never: Send = (_request, { signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const purchase = {
      purchase: 'token-of-a-purchase',
      product_id: 'p',
      package: 'com.example.game',
    };
    const client = talking('mcp -p slow', { home, send: never });
    client.take(...opening, call(1, 'lookup_purchase', purchase));
    client.take(message(undefined, 'notifications/cancelled', { requestId: 1 }));
    client.end();
    expect(await client.status).toBe(0);
  });

  it('does not wait when pvg is interrupted', async () => {
    const interrupted = new AbortController();
    const send: Send = () => new Promise(() => undefined);
    const home = await homeOf('slow');
    const client = talking('mcp -p slow', { home, send, interrupt: interrupted.signal });
    client.take(
      ...opening,
      call(1, 'lookup_purchase', { purchase: 'token-1', product_id: 'p', package: 'k.k' }),
    );
    await client.idsOf(1);
    interrupted.abort(new PvgError('interrupted', 'Interrupted.'));
    expect(await client.status).toBe(0);
  });
});

async function homeOf(name: string): Promise<string> {
  const home = temporaryFolder();
  const address = `--environment dev --gateway-url https://${name}.example --client-id c`;
  const added = await pvg(`profile add ${name} ${address} --client-secret-file - --no-input`, {
    home,
    stdin: 'secret-of-it',
  });
  expect(added.status).toBe(0);
  return home;
}

describe('a line that is not a message', () => {
  const [notJson, notARequest] = [-32_700, -32_600];
  it.each<[string, string | Uint8Array, number, string | number | null]>([
    ['text', 'hello', notJson, null],
    ['JSON that is cut', '{"jsonrpc":"2.0","id":5', notJson, null],
    [
      'bytes that are not UTF-8',
      Buffer.from('{"jsonrpc":"2.0","id":5,"method":"\xff"}', 'latin1'),
      notJson,
      null,
    ],
    ['UTF-16', Buffer.from(`\ufeff${ping(5)}`, 'utf16le').subarray(0, 40), notJson, null],
    ['a batch', `[${ping(5)}]`, notARequest, null],
    ['an empty batch', '[]', notARequest, null],
    ['a number', '5', notARequest, null],
    ['null', 'null', notARequest, null],
    ['another version', '{"jsonrpc":"1.0","id":5,"method":"ping"}', notARequest, 5],
    ['no version', '{"id":"a","method":"ping"}', notARequest, 'a'],
    ['no method', '{"jsonrpc":"2.0","id":5}', notARequest, 5],
    ['an id of another type', '{"jsonrpc":"2.0","id":{},"method":"ping"}', notARequest, null],
    [
      'parameters of another type',
      '{"jsonrpc":"2.0","id":5,"method":"ping","params":"x"}',
      notARequest,
      5,
    ],
  ])('gets an error, and the next line is read: %s', async (_, line, code, id) => {
    const { status, answers } = await answered([...opening, line, ping('next')]);
    expect(status).toBe(0);
    expect(answers).toContainEqual(
      expect.objectContaining({ id, error: expect.objectContaining({ code }) as object }),
    );
    expect(answers.map((answer) => answer.id)).toEqual(expect.arrayContaining([0, id, 'next']));
    expect(answers).toHaveLength(3);
  });

  it('is not a message after a byte order mark, nor an empty line', async () => {
    const [first = '', ...rest] = opening;
    const { status, ids } = await answered([`\ufeff${first}`, ...rest, '', ' \r', `${ping(1)}\r`]);
    expect([status, ids]).toEqual([0, [0, 1]]);
  });
});

describe('null for a parameter', () => {
  it.each([
    ['tools/list', { cursor: null }],
    ['tools/call', { name: 'find_calls', arguments: { what: 'T-1', profile: null } }],
  ])('counts as not given: %s %j', async (method, params) => {
    const line = JSON.stringify({ jsonrpc: '2.0', id: 5, method, params });
    const { answers } = await answered([...opening, line]);
    expect(answers.find(({ id }) => id === 5)).toHaveProperty('result');
  });

  it('is an empty list of arguments', async () => {
    const params = { name: 'explain_error', arguments: null };
    const line = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params });
    const { answers } = await answered([...opening, line]);
    expect(JSON.stringify(answers.find(({ id }) => id === 5))).not.toContain('-32603');
  });
});

describe('a message over the cap', () => {
  const long = 'x'.repeat(8_000_001);
  const params = { name: 'explain_error', arguments: { code: long } };
  it.each<[string, object, string | number | null]>([
    ['its id is last', { method: 'tools/call', params, jsonrpc: '2.0', id: 7 }, 7],
    ['its id is before the version', { method: 'tools/call', params, id: 7, jsonrpc: '2.0' }, 7],
    ['its id is first', { jsonrpc: '2.0', id: 'a', method: 'tools/call', params }, 'a'],
    ['its id is among others', { params, id: 7, method: 'tools/call', jsonrpc: '2.0' }, null],
    [
      'an id is inside of it',
      { jsonrpc: '2.0', method: 'x', params: { id: 7, long, other: { id: 8 } } },
      null,
    ],
  ])('is answered with an error, and the server goes on: %s', async (_, tooLong, id) => {
    const { status, answers } = await answered([
      ...opening,
      JSON.stringify(tooLong),
      call(9, 'explain_error', { code: '409' }),
    ]);
    expect(status).toBe(0);
    expect(answers.find((answer) => answer.error !== undefined)).toMatchObject({
      id,
      error: { code: -32_600 },
    });
    expect(answers.at(-1)).toMatchObject({ id: 9, result: { structuredContent: { exit: 0 } } });
  });
});

describe('null and an empty text', () => {
  const optional = tools.flatMap(({ name, fields }) =>
    [...Object.keys(fields), 'profile']
      .filter((field) => !Object.hasOwn(calls[name] ?? {}, field))
      .map((field) => [name, field] as const),
  );
  it.each(optional)(
    'count as not given, for each optional argument: %s %s',
    async (name, field) => {
      const given = calls[name] ?? {};
      const home = temporaryFolder();
      await answered([...opening, call(1, 'lookup_purchase', calls['lookup_purchase'] ?? {})], {
        home,
      });
      const lines = [given, { ...given, [field]: null }, { ...given, [field]: '' }].map(
        (each, at) => call(at + 1, name, each),
      );
      const { answers } = await answered([...opening, ...lines], { home });
      const results = [1, 2, 3].map((id) => answers.find((answer) => answer.id === id)?.result);
      for (const result of results) {
        expect(result?.isError ?? false).toBe(results[0]?.isError ?? false);
        expect(result?.structuredContent).toMatchObject({
          command: results[0]?.structuredContent?.['command'],
          exit: results[0]?.structuredContent?.['exit'],
        });
      }
    },
  );

  it('are missing where an argument is needed', async () => {
    const lines = [null, ''].map((code, at) => call(at + 1, 'explain_error', { code }));
    const { answers } = await answered([...opening, ...lines]);
    expect(answers.slice(1)).toMatchObject([
      { result: { isError: true } },
      { result: { isError: true } },
    ]);
  });
});

describe('while one call takes long', () => {
  const quick = ['explain_error', 'find_calls', 'report', 'reply_text'].map((name) =>
    call(name, name, calls[name] ?? {}),
  );
  const quickIds = ['ping', 'explain_error', 'find_calls', 'report', 'reply_text'];

  it('a look-up does not hold up what asks nobody', async () => {
    const waiting: (() => void)[] = [];
    const answer = { status: 404, headers: [], body: Buffer.from('{}') };
    const send: Send = () => new Promise((resolve) => waiting.push(() => resolve(answer)));
    const client = talking('mcp -p slow', { home: await homeOf('slow'), send });
    const purchase = {
      purchase: 'token-of-a-purchase',
      product_id: 'p',
      package: 'com.example.game',
    };
    client.take(...opening, call('slow', 'lookup_purchase', purchase));
    await until(() => Promise.resolve(waiting[0]));
    client.take(ping('ping'), ...quick);
    expect(new Set(await client.idsOf(6))).toEqual(new Set([0, ...quickIds]));
    expect(waiting).toHaveLength(1);
    client.end();
    waiting[0]?.();
    expect((await client.idsOf(7)).at(-1)).toBe('slow');
    expect(await client.status).toBe(0);
  });

  it('a search does not hold up a ping, a look-up and what asks nobody', async () => {
    let nowMs = 0;
    let stepMs = 10;
    // Each look at the clock lets the search go on a little; its time is over when the test says so.
    const elapsed = () => (nowMs += stepMs);
    const request = unsigned.replace('ab', 'ab'.repeat(32));
    const search = call('search', 'diagnose_request', { request });
    const lookup = call('lookup', 'lookup_purchase', calls['lookup_purchase'] ?? {});
    const client = talking('mcp', { elapsed });
    client.take(...opening, search, lookup, ping('ping'), ...quick);
    expect(new Set(await client.idsOf(7))).toEqual(new Set([0, ...quickIds, 'lookup']));
    stepMs = 100_000;
    client.end();
    expect(await client.status).toBe(0);
    expect((await client.idsOf(8)).at(-1)).toBe('search');
  });
});
