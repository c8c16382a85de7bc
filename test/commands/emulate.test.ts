import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calledHost } from '../../src/commands/emulate.js';
import { openServer } from '../../src/system/serve.js';
import { PvgError } from '../../src/failure.js';
import type { WireRequest } from '../../src/contract/wire.js';
import { temporaryFolder } from '../helpers/context.js';
import { ask, send, startServer, until, type RunningListener } from '../helpers/listener.js';
import { pvg } from '../helpers/pvg.js';
import { lookupCall, purchaseBody, sessionCall, verifyCall } from '../helpers/signed.js';

const folder = temporaryFolder();
const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

interface Running extends RunningListener {
  /** `200 {"success":…`; `lost` if the connection broke. */
  readonly call: (request: WireRequest) => Promise<string>;
  readonly verify: (receipt?: string) => Promise<string>;
  readonly control: (path: string, body?: object, token?: string) => Promise<[number, unknown]>;
}

/** Starts the command, uses it, interrupts it; its status. */
async function emulating(line: string, use: (running: Running) => Promise<void>): Promise<number> {
  const running = await startServer(`emulate --port 0 ${line}`, { folder });
  const { url: base, context } = running;
  const call: Running['call'] = async (request) => {
    const answer = await send(request).catch(() => undefined);
    return answer ? `${String(answer.status)} ${answer.text}` : 'lost';
  };
  const own = /token (\S+)/.exec(context.stderr.text())?.[1] ?? '';
  const control: Running['control'] = async (path, body, token = own) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = body === undefined ? '' : JSON.stringify(body);
    const { status, text } = await ask(`${base}/_pvg/${path}`, { method, headers, body: sent });
    return [status, JSON.parse(text)];
  };
  const verify = (receipt = 'demo-purchased') => call(verifyCall(purchaseBody(receipt), { base }));
  try {
    await use({ ...running, call, verify, control });
  } finally {
    await running.stop();
  }
  return running.ended;
}

const lookUp = (base: string, receipt = 'demo-purchased'): WireRequest =>
  lookupCall(purchaseBody(receipt), { base });
const session = (base: string, username = 'player-1'): WireRequest =>
  sessionCall({ gameId: 'demo', username }, { base });

it.each([
  ['127.0.0.1', [], '127.0.0.1'],
  ['10.0.0.5', ['pvg'], '10.0.0.5'],
  ['0.0.0.0', ['pvg', 'other'], 'pvg'],
  ['0.0.0.0', [], '127.0.0.1'],
])(
  'tells others an address that they can call: %s with the names %j',
  (host, allowHost, called) => {
    expect(calledHost(host, allowHost)).toBe(called);
  },
);

describe('pvg emulate', () => {
  it('says where it listens, then its credentials, and ends well; without --state it keeps no file', async () => {
    const status = await emulating('', ({ context: { stdout, stderr, folders } }) => {
      expect(stdout.text()).toBe('');
      expect(stderr.text()).toMatch(
        /^listening on http:\/\/127\.0\.0\.1:\d+\nclient id demo-client\nclient secret demo-client-secret\ngame id demo\nsecret key demo-secret-key\ncontrol http:\/\/127\.0\.0\.1:\d+\/_pvg\/\ncontrol token [0-9a-f-]{36}\n$/,
      );
      expect(existsSync(folders.state)).toBe(false);
      return Promise.resolve();
    });
    expect(status).toBe(0);
    const { stop } = await startServer('emulate --port 0');
    expect(await stop(new PvgError('terminated', 'Terminated.'))).toBe(0);
    const early = await pvg('emulate --port 0', {
      serve: openServer,
      interrupt: AbortSignal.abort(),
    });
    expect(early.status).toBe(0);
  });

  it('logs each request with -v or --json, and neither body nor control', async () => {
    const logs: string[] = [];
    for (const option of ['-v', '--json'])
      await emulating(
        option,
        async ({ url, context: { stdout, stderr }, verify, call, control }) => {
          await verify();
          await call({ ...lookUp(url), url: `${url}/nowhere?x=1` });
          await control('reset', {});
          logs.push(stderr.text(), stdout.text());
        },
      );
    expect(logs[0]?.replace(/ \d+ ms/g, '')).toMatch(
      /token \S+\n\S+ POST \/iap\/gateway\/verify 200\n\S+ POST \/nowhere 404 \(No such path\.\)\n$/,
    );
    expect(JSON.parse(`[${logs[3]?.trim().replaceAll('\n', ',') ?? ''}]`)).toMatchObject([
      { event: 'listening', control: {} },
      { event: 'request', method: 'POST', path: '/iap/gateway/verify', status: 200, refused: null },
      { event: 'request', path: '/nowhere', status: 404, refused: 'No such path.' },
    ]);
  });

  it('keeps both interfaces behind one address, with the purchases of --store and the ledger of --state', async () => {
    const mine = { receipt: 'mine', product_id: 'gems_100', package: 'com.example.game' };
    const line = `--store ${file('store.json', [mine])} --state ${join(folder, 'state.json')}`;
    const statuses: string[] = [];
    for (const count of [60, 10])
      await emulating(line, async ({ url, call, verify }) => {
        expect(await call(session(url, 'demo-limited'))).toContain('429');
        const all = await Promise.all(Array.from({ length: count }, () => verify('mine')));
        statuses.push(...all.map((each) => each.slice(0, 3)));
      });
    expect(statuses.filter((status) => status === '200')).toHaveLength(1);
    expect(statuses.filter((status) => status === '409')).toHaveLength(69);
  });

  it.each<[line: string, status: number, call: (base: string) => WireRequest]>([
    ['--fault 503:1', 503, lookUp],
    ['--fault 413:1', 413, lookUp],
    ['--mint-limit 1/60', 429, session],
    ['--clock-skew -301', 401, lookUp],
    ['--latency 1 --fault 503:0.1 --fault 502:.1', 200, lookUp],
  ])('misbehaves as it was asked to: %s, second answer %i', async (line, status, call) => {
    await emulating(line, async ({ url }) => {
      await send(call(url));
      expect((await send(call(url))).status).toBe(status);
    });
  });

  it('says in a ready file where it is', async () => {
    const readyFile = join(folder, 'ready.json');
    await emulating(`--ready-file ${readyFile}`, async ({ url, control }) => {
      const written = () =>
        Promise.resolve(existsSync(readyFile) ? readFileSync(readyFile, 'utf8') : undefined);
      const ready = JSON.parse(await until(written)) as { control: { token: string } };
      expect(ready).toMatchObject({ url });
      expect((await control('reset', {}, ready.control.token))[0]).toBe(200);
    });
    expect(existsSync(readyFile)).toBe(false);
  });

  it('answers other names only if they are allowed', async () => {
    for (const [status, allowed] of Object.entries({ 403: '', 405: '--allow-host PVG' }))
      await emulating(`--host 127.0.0.1 ${allowed}`, async ({ url, context }) => {
        const answer = await ask(url, { method: 'GET', headers: { host: 'pvg:8787' } });
        expect(answer.status).toBe(Number(status));
        expect(context.stderr.text()).not.toContain('test networks');
      });
  });

  it('ends with 141 when nobody reads its log any more', async () => {
    const { url, context, ended } = await startServer('emulate --port 0 --json');
    const gone = new PvgError('pipe-closed', 'the reader of standard output closed it');
    Object.assign(context.stdout, { write: () => Promise.reject(gone) });
    await send(session(url));
    expect(await ended).toBe(141);
  });
});

describe('the control address', () => {
  it('lets nobody without the token control it, says what is wrong with an order, and knows no other', async () => {
    await emulating('', async ({ control }) => {
      expect((await control('clock', { advance_s: 1 }, 'x'))[0]).toBe(401);
      expect((await control('reset', {}, ''))[0]).toBe(401);
      const error = expect.stringContaining('advance_s is not an integer from 0') as string;
      expect(await control('clock', { advance_s: -1 })).toMatchObject([400, { error }]);
      expect((await control('constructor', {}))[0]).toBe(404);
      expect((await control('constructor'))[0]).toBe(404);
      expect((await control('purchases'))[0]).toBe(405);
      expect((await control('requests', {}))[0]).toBe(405);
    });
  });

  it('adds and replaces purchases, moves the clock, and goes back at a reset', async () => {
    const players = file('later.json', [{ username: 'mai', completes_after_s: 60 }]);
    await emulating(`--players ${players}`, async ({ url, call, verify, control }) => {
      expect(await call(lookUp(url, 'new'))).toContain('"found":false');
      const purchase = { receipt: 'new', product_id: 'gems_100', package: 'com.example.game' };
      expect(await control('purchases', { ...purchase, purchase_state: 2 })).toEqual([
        200,
        { added: 1 },
      ]);
      expect(await verify('new')).toContain('422');
      expect(await control('purchases', [purchase])).toEqual([200, { added: 1 }]);
      expect(await verify('new')).toContain('200');
      expect(await call(session(url, 'mai'))).toContain('"xmdtCompleted":false');
      expect((await control('clock', { advance_s: 60 }))[0]).toBe(200);
      // A signature is a minute old now, which is still in the window.
      expect(await call(session(url, 'mai'))).toContain('"xmdtCompleted":true');
      expect(await control('reset', {})).toEqual([200, { reset: true }]);
      expect(await call(lookUp(url, 'new'))).toContain('"found":false');
      expect(await call(session(url, 'mai'))).toContain('"xmdtCompleted":false');
    });
  });
});

describe('a script', () => {
  it.each<[string, object, string, string]>([
    ['a status', { status: 503 }, '503', '200'],
    ['a dropped connection', { do: 'drop' }, 'lost', '200'],
    [
      'an answer that is lost after the purchase was recorded',
      { do: 'lose-answer' },
      'lost',
      '409',
    ],
    ['another shape', { do: 'wrong-shape' }, '{"result":', '200'],
    ['a page', { do: 'html' }, '<!doctype html>', '200'],
    ['a wait', { wait_ms: 1 }, '200', '409'],
    ['a late answer', { do: 'answer-late', wait_ms: 1 }, '200', '409'],
  ])('is followed: %s for the first verify only', async (_what, does, first, then) => {
    const script = file('script.json', [{ path: 'verify', requests: '1', ...does }]);
    await emulating(`--script ${script}`, async ({ url, call, verify }) => {
      expect(await call(lookUp(url))).toContain('200');
      expect(await verify()).toContain(first);
      expect(await verify()).toContain(then);
    });
  });
});

describe('what pvg emulate refuses before it starts, without repeating it', () => {
  const badScript = file('bad.json', [{ path: 'verify' }]);
  const badRange = file('range.json', [{ requests: 'two', status: 500 }]);
  const twoStates = file('players.json', [{ username: 'x', completed: true, state: 'limited' }]);
  it.each([
    ['--port', '--port=canary', '--port=65536', '--port=-1', '--port=80.5'],
    [
      '--fault',
      '--fault canary',
      '--fault 200:0.5',
      '--fault 503:1.1',
      '--fault 503:',
      '--fault 503',
    ],
    ['--latency', '--latency=-1', '--latency 1s'],
    ['--mint-limit', '--mint-limit 5', '--mint-limit 0/60', '--mint-limit 5/0'],
    ['--clock-skew', '--clock-skew canary'],
    ['--allow-host', '--allow-host x'],
    ['state file', '--state /proc/none/state.json'],
    ['damaged', `--state ${file('damaged.json', 'canary')}`],
    ['status, do or wait_ms is missing', `--script ${badScript}`],
    ['requests is not', `--script ${badRange}`],
    ['secret_key is missing', `--games ${file('games.json', [{ game_id: 'x' }])}`],
    ['cannot be used together', `--players ${twoStates}`],
  ])('%s: %s', async (says, ...lines) => {
    for (const line of lines) {
      const { status, out, err } = await pvg(`emulate ${line}`, { folder });
      expect([[2, 14].includes(status), out, err]).toEqual([
        true,
        '',
        expect.stringContaining(says),
      ]);
      expect(err).not.toMatch(/canary(?!\.)/);
    }
  });
});
