import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExitStatus } from '../src/failure.js';
import type { Send } from '../src/contract/wire.js';
import { temporaryFolder } from './support/context.js';
import { emulatorEnv, realNetwork, startEmulator, type RunningListener } from './support/listener.js';
import { answering } from './support/exchange.js';
import { json, pvg } from './support/pvg.js';

let emulator: RunningListener;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  expect(await emulator.stop()).toBe(0);
});

describe('session --check', () => {
  it.each([
    ['demo-completed', 1],
    ['player-42', 2],
  ])(
    'keeps a true answer (§3.2) and never a false one: %s is asked %i times in two checks',
    async (username, asked) => {
      const home = temporaryFolder();
      let requests = 0;
      const env = emulatorEnv(emulator.url);
      const send = (...call: Parameters<ReturnType<typeof realNetwork>>) => {
        requests += 1;
        return realNetwork()(...call);
      };
      const line = `session --username ${username} --check --json`;
      const first = json(await pvg(line, { home, env, send }));
      const second = json(await pvg(line, { home, env, send }));
      expect(second['verdict']).toMatchObject({ id: (first['verdict'] as { id: string }).id });
      expect(requests).toBe(asked);
      await pvg(`${line} --fresh`, { home, env, send });
      expect(requests).toBe(asked + 1);
    },
  );
});

describe('a kept "completed" that the service contradicts', () => {
  const saying = (completed: boolean): Send =>
    answering(200, {
      ...{ sessionToken: 't', expiresAt: 'x' },
      xmdtRequired: true,
      xmdtCompleted: completed,
    });
  const env = emulatorEnv('http://127.0.0.1:9');
  const line = 'session --username player-42';

  it.each(['--check --fresh', ''])('is shown as an anomaly and dropped: session %s', async (how) => {
    const home = temporaryFolder();
    await pvg(`${line} --check`, { home, env, send: saying(true) });
    const contradicted = await pvg(`${line} ${how} --json`, { home, env, send: saying(false) });
    expect(contradicted.status).toBe(0);
    expect(json(contradicted)).toMatchObject({ verdict: { id: 'not-completed' }, advice: 'check' });
    expect(json(contradicted)['anomalies']).toMatchObject([{ id: 'contradictory', field: 'xmdtCompleted' }]);
    expect(contradicted.err).toContain('pvg deleted the kept "completed" of this player.');
    const after = json(await pvg(`${line} --check --json`, { home, env, send: saying(false) }));
    expect(after).toMatchObject({ verdict: { id: 'not-completed' }, advice: 'none' });
  });
});

describe('session --check --raw', () => {
  it('asks anew: a kept answer has no bytes', async () => {
    const home = temporaryFolder();
    const line = 'session --profile local --username demo-completed --check';
    expect((await pvg(line, { home })).status).toBe(0);
    const { status, out } = await pvg(`${line} --raw`, { home });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ xmdtCompleted: true });
  });
});

describe('session --token-only', () => {
  const line = 'session --username a --token-only';
  it.each<[string, ExitStatus, Send]>([
    ['a refusal', 5, answering(409, '{"code":"xmdt_disabled","message":"m"}')],
    ['no shape of the contract', 12, answering(200, '{}')],
    ['an empty token', 12, answering(200, '{"sessionToken":"","xmdtCompleted":false}')],
  ])('prints nothing but a token on stdout: %s', async (_what, expected, send) => {
    const { status, out, err } = await pvg(line, { env: emulatorEnv('http://127.0.0.1:9'), send });
    expect({ status, out }).toEqual({ status: expected, out: '' });
    expect(err.length).toBeGreaterThan(40);
  });
});
