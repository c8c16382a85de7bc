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

const recorded = {
  found: true,
  tx_mgmt_id: 1,
  current_state: 'gateway_verified',
  recorded_for_this_game: true,
};
const bought = { product_id: 'gems_100', purchase_state: 0, order_id: 'GPA.1', gateway: recorded };

it.each([
  ['a verify that was not confirmed', [], 13, '--confirm'],
  ['a purchase that is recorded already', [bought], 7, 'Nothing for --raw'],
])(
  '--raw never gives the look-up of the guard for the verify’s answer: %s',
  async (_says, transactions, status, says) => {
    const env = {
      PVG_GATEWAY_URL: 'https://gw.example',
      PVG_CLIENT_ID: 'c',
      PVG_CLIENT_SECRET: 'long-enough',
    };
    const body = Buffer.from(JSON.stringify({ order_id: 'GPA.1', game_id: 1, found: true, transactions }));
    const send = () => Promise.resolve({ status: 200, headers: [], body });
    const ended = await pvg(['verify', ...purchase, '--receipt', 'x', '--raw'], { env, send });
    expect(ended).toMatchObject({ status, out: '', err: expect.stringContaining(says) as string });
  },
);
