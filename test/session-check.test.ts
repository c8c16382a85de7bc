import { describe, expect, it } from 'vitest';
import { type ExitStatus } from '../src/failure.js';
import type { Send } from '../src/contract/wire.js';
import { minted } from './helpers/answers.js';
import { serviceEnv, temporaryFolder } from './helpers/context.js';
import { answering } from './helpers/exchange.js';
import { json, pvg } from './helpers/pvg.js';

const env = serviceEnv('https://service.example');
const saying = (xmdtCompleted: boolean): Send => answering(200, { ...minted, xmdtCompleted });
const line = 'session --username player-42';

describe('session --check', () => {
  it.each([
    [true, 1],
    [false, 2],
  ])(
    'keeps a true answer (§3.2) and never a false one: %s, asked %i times',
    async (completed, asked) => {
      const home = temporaryFolder();
      let requests = 0;
      const send: Send = (...call) => {
        requests += 1;
        return saying(completed)(...call);
      };
      for (const more of ['', '', '--fresh']) {
        const { verdict } = json(await pvg(`${line} --check --json ${more}`, { home, env, send }));
        expect(verdict).toMatchObject({ id: completed ? 'completed' : 'not-completed' });
      }
      expect(requests).toBe(asked + 1);
    },
  );
});

describe('a kept "completed" that the service contradicts', () => {
  it.each(['--check --fresh', ''])(
    'is shown as an anomaly and dropped: session %s',
    async (how) => {
      const home = temporaryFolder();
      await pvg(`${line} --check`, { home, env, send: saying(true) });
      const contradicted = await pvg(`${line} ${how} --json`, { home, env, send: saying(false) });
      expect(contradicted.status).toBe(0);
      expect(json(contradicted)).toMatchObject({
        verdict: { id: 'not-completed' },
        advice: 'check',
      });
      expect(json(contradicted)['anomalies']).toMatchObject([
        { id: 'contradictory', field: 'xmdtCompleted' },
      ]);
      expect(contradicted.err).toContain('pvg deleted the kept "completed" of this player.');
      const after = json(await pvg(`${line} --check --json`, { home, env, send: saying(false) }));
      expect(after).toMatchObject({ verdict: { id: 'not-completed' }, advice: 'none' });
    },
  );
});

describe('session --check --raw', () => {
  it('asks anew: a kept answer has no bytes', async () => {
    const home = temporaryFolder();
    await pvg(`${line} --check`, { home, env, send: saying(true) });
    const { status, out } = await pvg(`${line} --check --raw`, { home, env, send: saying(true) });
    expect([status, JSON.parse(out)]).toMatchObject([0, { xmdtCompleted: true }]);
  });
});

describe('session --token-only', () => {
  it.each<[string, ExitStatus, Send]>([
    ['a refusal', 5, answering(409, '{"code":"xmdt_disabled","message":"m"}')],
    ['no shape of the contract', 12, answering(200, '{}')],
    ['an empty token', 12, answering(200, '{"sessionToken":"","xmdtCompleted":false}')],
  ])('prints nothing but a token on stdout: %s', async (_what, expected, send) => {
    const { status, out, err } = await pvg(`${line} --token-only`, { env, send });
    expect({ status, out }).toEqual({ status: expected, out: '' });
    expect(err.length).toBeGreaterThan(40);
  });
});
