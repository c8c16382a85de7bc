import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runEmulate, type EmulateOptions } from '../../src/commands/emulate.js';
import { WireFailure, type WireRequest } from '../../src/contract/wire.js';
import { openServer } from '../../src/edge/serve.js';
import { openNetwork } from '../../src/transport/network.js';
import { temporaryFolder, testContext } from '../support/context.js';
import { lookupCall, patient, purchaseBody, sessionCall, verifyCall } from '../support/signed.js';

/** An emulator that a test of a game server talks to, and its control address. */
interface Running {
  readonly base: string;
  readonly err: () => string;
  readonly send: (request: WireRequest) => Promise<string>;
  readonly control: (
    path: string,
    body?: object,
    token?: string,
  ) => Promise<[number, Record<string, unknown>]>;
}

const folder = temporaryFolder();
const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

async function emulating(options: EmulateOptions, use: (running: Running) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const context = testContext({ serve: openServer, interrupt: stop.signal, folder });
  const log = { json: true, verbose: false, profile: undefined };
  const running = runEmulate(context, { port: '0', ...options }, log);
  void running.catch(() => undefined);
  const ready = async (): Promise<string> => {
    for (;;) {
      const [line = ''] = context.stdout.text().split('\n');
      if (line !== '') return line;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const line = await Promise.race([ready(), running.then(() => '')]);
  const { url: base, control } = JSON.parse(line) as { url: string; control: { url: string; token: string } };
  const network = await openNetwork({ env: {}, version: 'test' });
  try {
    await use({
      base,
      err: () => context.stderr.text(),
      send: async (request) => {
        try {
          const { status, body } = await network(request, patient);
          return `${String(status)} ${Buffer.from(body).toString()}`;
        } catch (error) {
          if (error instanceof WireFailure) return error.kind;
          throw error;
        }
      },
      control: async (path, body, token = control.token) => {
        const answer = await fetch(`${control.url}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        return [answer.status, (await answer.json()) as Record<string, unknown>];
      },
    });
  } finally {
    stop.abort();
    await running;
  }
}

const verify = (base: string, receipt = 'demo-purchased'): WireRequest =>
  verifyCall(purchaseBody(receipt), { base });
const lookUp = (base: string, receipt: string): WireRequest => lookupCall(purchaseBody(receipt), { base });
const session = (base: string, username: string): WireRequest =>
  sessionCall({ gameId: 'demo', username }, { base });

describe('an emulator in CI', () => {
  it('says at / what it is, and in a ready file where', async () => {
    const readyFile = join(folder, 'ready.json');
    await emulating({ readyFile }, async ({ base, control }) => {
      expect(await (await fetch(base)).json()).toMatchObject({
        is: expect.stringMatching(/^pvg emulate/) as string,
      });
      const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as { control: { token: string } };
      expect(ready).toMatchObject({ url: base });
      expect((await control('reset', {}, ready.control.token))[0]).toBe(200);
    });
    expect(() => readFileSync(readyFile)).toThrow('ENOENT');
  });

  it('lets nobody without the token control it', async () => {
    await emulating({}, async ({ control }) => {
      expect(await control('clock', { advance_s: 1 }, 'x')).toMatchObject([401, {}]);
      expect(await control('reset', {}, '')).toMatchObject([401, {}]);
    });
  });

  it('adds and replaces purchases, moves the clock, and goes back at a reset', async () => {
    const players = file('later.json', [{ username: 'mai', completes_after_s: 60 }]);
    await emulating({ players }, async ({ base, send, control }) => {
      expect(await send(lookUp(base, 'new'))).toContain('"found":false');
      const purchase = { receipt: 'new', product_id: 'gems_100', package: 'com.example.game' };
      expect(await control('purchases', { ...purchase, purchase_state: 2 })).toEqual([200, { added: 1 }]);
      expect(await send(verify(base, 'new'))).toContain('422');
      expect(await control('purchases', [purchase])).toEqual([200, { added: 1 }]);
      expect(await send(verify(base, 'new'))).toContain('200');
      expect(await send(verify(base, 'new'))).toContain('409');
      expect(await send(session(base, 'mai'))).toContain('"xmdtCompleted":false');
      expect(await control('clock', { advance_s: 60 })).toMatchObject([200, {}]);
      // A signature is a minute old now, which is still in the window.
      expect(await send(session(base, 'mai'))).toContain('"xmdtCompleted":true');
      expect(await control('reset', {})).toEqual([200, { reset: true }]);
      expect(await send(lookUp(base, 'new'))).toContain('"found":false');
      expect(await send(session(base, 'mai'))).toContain('"xmdtCompleted":false');
    });
  });

  it('says what is wrong with an order, and knows no other', async () => {
    await emulating({}, async ({ control }) => {
      expect(await control('clock', { advance_s: -1 })).toMatchObject([
        400,
        { error: expect.stringContaining('advance_s is not an integer from 0') as string },
      ]);
      for (const path of ['requests', 'games', 'players', 'script', 'constructor'])
        expect((await control(path, {}))[0]).toBe(404);
      expect((await control('purchases'))[0]).toBe(405);
    });
  });

  it.each<[string, object, string, string]>([
    ['a status', { status: 503 }, '503', '200'],
    ['a dropped connection', { do: 'drop' }, 'lost', '200'],
    ['an answer that is lost after the purchase was recorded', { do: 'lose-answer' }, 'lost', '409'],
    ['another shape', { do: 'wrong-shape' }, '{"result":', '200'],
    ['a page', { do: 'html' }, '<!doctype html>', '200'],
    ['a wait', { wait_ms: 1 }, '200', '409'],
  ])('follows a script: %s for the first verify only', async (_what, does, first, then) => {
    const script = file('script.json', [{ path: 'verify', requests: '1', ...does }]);
    await emulating({ script }, async ({ base, send }) => {
      expect(await send(lookUp(base, 'demo-purchased'))).toContain('200');
      expect(await send(verify(base))).toContain(first);
      expect(await send(verify(base))).toContain(then);
    });
  });

  it('answers one of many verifies of one receipt with 200, also after it was started again', async () => {
    const state = join(folder, 'state.json');
    const statuses: string[] = [];
    for (const count of [60, 10])
      await emulating({ state }, async ({ base, send }) => {
        const all = await Promise.all(Array.from({ length: count }, () => send(verify(base))));
        statuses.push(...all.map((each) => each.slice(0, 3)));
      });
    expect(statuses.filter((status) => status === '200')).toHaveLength(1);
    expect(statuses.filter((status) => status === '409')).toHaveLength(69);
  });

  it('answers other names only if they are allowed', async () => {
    const asked = async (options: EmulateOptions): Promise<number> => {
      let status = 0;
      await emulating(options, async ({ base, err }) => {
        const { request } = await import('undici');
        ({ statusCode: status } = await request(base, { headers: { host: 'pvg:8787' } }));
        expect(err()).not.toContain('test networks');
      });
      return status;
    };
    expect(await asked({ host: '127.0.0.1' })).toBe(403);
    expect(await asked({ host: '127.0.0.1', allowHost: ['PVG'] })).toBe(200);
  });

  it.each<[string, EmulateOptions, RegExp]>([
    ['an unwritable state file', { state: '/proc/none/state.json' }, /cannot be written|could not be read/],
    [
      'a rule without a deed',
      { script: file('bad.json', [{ path: 'verify' }]) },
      /entry 1: status, do or wait_ms is missing/,
    ],
    [
      'a rule with a wrong range',
      { script: file('range.json', [{ requests: 'two', status: 500 }]) },
      /entry 1: requests is not/,
    ],
    [
      'a game without a key',
      { games: file('games.json', [{ game_id: 'x' }]) },
      /entry 1: secret_key is missing/,
    ],
    [
      'a player with two states',
      { players: file('players.json', [{ username: 'x', completed: true, state: 'limited' }]) },
      /cannot be used together/,
    ],
  ])('refuses %s before it starts', async (_what, options, says) => {
    const context = testContext({ serve: openServer, folder });
    const log = { json: false, verbose: false, profile: undefined };
    await expect(runEmulate(context, { port: '0', ...options }, log)).rejects.toThrow(says);
  });
});
