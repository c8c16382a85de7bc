import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { pvg } from '../support/pvg.js';

const purchase = ['--product-id', 'gems_100', '--package', 'com.example.game'];
const verify = ['verify', '--profile', 'local', ...purchase, '--receipt', 'demo-purchased'];

describe('--query', () => {
  it.each(['a[', 'nosuch(answer)', 'answer | nosuch(@)', 'sort_by(answer, &nosuch(@))'])(
    'is refused before anything is sent: %s',
    async (query) => {
      const home = temporaryFolder();
      expect((await pvg([...verify, '--query', query], { home })).status).toBe(2);
      expect((await pvg(verify, { home })).status).toBe(0);
    },
  );

  it('picks from a failure like from any other object', async () => {
    const ended = await pvg(['lookup', ...purchase, '--receipt', 'x', '--query', 'error.code']);
    expect({ status: ended.status, out: ended.out }).toEqual({ status: 3, out: '"profile-missing"\n' });
  });
});

it('--raw never gives the look-up of the guard for the verify’s answer', async () => {
  const env = { PVG_GATEWAY_URL: 'https://gw.example', PVG_CLIENT_ID: 'c', PVG_CLIENT_SECRET: 'long-enough' };
  const body = Buffer.from('{"found":true,"transactions":[]}');
  const send = () => Promise.resolve({ status: 200, headers: [], body });
  const ended = await pvg(['verify', ...purchase, '--receipt', 'x', '--raw'], { env, send });
  expect(ended.status).toBe(13);
  expect(ended.out).toBe('');
  expect(ended.err).toContain('--confirm');
});
