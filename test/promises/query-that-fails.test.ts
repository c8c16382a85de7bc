import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { pvg } from '../support/pvg.js';

const purchase = '--profile local --product-id gems_100 --package com.example.game';
const notAnExpression = ['--query', 'a['];
const misfit = ['--query', 'length(verdict.foo)'];

describe('a --query that cannot be evaluated prints nothing on stdout and ends in 2', () => {
  it.each([
    ['an answer of a look-up', `lookup ${purchase} --receipt demo-recorded`],
    ['a rejection', `lookup ${purchase} --receipt demo-package-mismatch`],
    ['a list', 'profile list'],
    ['a dry run of verify', `verify ${purchase} --receipt demo-purchased --dry-run`],
    ['an explanation', 'explain-error 409'],
  ])('for %s', async (_, line) => {
    for (const query of [misfit, notAnExpression]) {
      const ended = await pvg([...line.split(' '), ...query]);
      expect({ status: ended.status, out: ended.out }).toEqual({ status: 2, out: '' });
      expect(ended.err).toMatch(/--query/);
    }
  });

  it('with --text too', async () => {
    const ended = await pvg([...`lookup ${purchase} --receipt demo-recorded --text`.split(' '), ...misfit]);
    expect(ended).toMatchObject({ status: 2, out: '' });
  });

  it('for a kept answer of a session, which was no call', async () => {
    const home = temporaryFolder();
    const line = 'session --profile local --username demo-completed --check'.split(' ');
    await pvg(line, { home });
    const ended = await pvg([...line, ...misfit], { home });
    expect(ended).toMatchObject({ status: 2, out: '' });
  });

  it('picks from a failure like from any other object', async () => {
    const ended = await pvg('lookup --product-id p --package k --receipt r --query error.code');
    expect({ status: ended.status, out: ended.out }).toEqual({ status: 3, out: '"profile-missing"\n' });
  });

  it('of a command that failed keeps its status and says why it failed', async () => {
    const ended = await pvg([...`lookup --receipt demo-recorded -p nobody`.split(' '), ...misfit]);
    expect({ status: ended.status, out: ended.out }).toEqual({ status: 3, out: '' });
    expect(ended.err).toMatch(/profile/);
  });
});

describe('a call that was made loses nothing to a --query that does not fit', () => {
  it.each([
    ['verify', `verify ${purchase} --receipt demo-purchased`, 0, 'verified'],
    ['verify of a recorded purchase', `verify ${purchase} --receipt demo-recorded`, 7, 'already-verified'],
    ['session', 'session --profile local --username demo-completed', 0, 'completed'],
  ])('%s', async (_, line, status, id) => {
    const ended = await pvg([...line.split(' '), ...misfit]);
    expect(ended.status).toBe(status);
    expect(JSON.parse(ended.out)).toMatchObject({ exit: status, verdict: { id } });
    expect(ended.err).toMatch(/--query/);
  });

  it.each(['a[', 'nosuch(answer)', 'answer | nosuch(@)', 'sort_by(answer, &nosuch(@))'])(
    'the wrong expression %s is found before the call',
    async (query) => {
      const home = temporaryFolder();
      const verify = `verify ${purchase} --receipt demo-purchased`.split(' ');
      expect(await pvg([...verify, '--query', query], { home })).toMatchObject({ status: 2, out: '' });
      expect((await pvg(verify, { home })).status).toBe(0);
    },
  );
});

describe('--query of batch', () => {
  const rows = 'receipt,product_id,package\ndemo-recorded,gems_100,com.example.game\n';
  const batch = async (more: readonly string[]) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'in.csv'), rows);
    return pvg(['batch', join(home, 'in.csv'), '--profile', 'local', ...more], { home });
  };

  it('picks from the summary: on stdout with --out, otherwise on stderr below the rows', async () => {
    const home = temporaryFolder();
    const picked = await batch(['--out', join(home, 'out.ndjson'), '--query', 'command', '--text']);
    expect({ status: picked.status, out: picked.out }).toEqual({ status: 0, out: 'batch\n' });
    const beside = await batch(['--query', 'command']);
    expect(JSON.parse(beside.out)).toMatchObject({ row: 1, verdict: { id: 'paid-and-recorded' } });
    expect(beside.err).toMatch(/^"batch"$/m);
  });

  it('that does not fit the summary ends in 2, with the rows written', async () => {
    const ended = await batch(misfit);
    expect(ended.status).toBe(2);
    expect(JSON.parse(ended.out)).toMatchObject({ row: 1 });
    expect(ended.err).toMatch(/--query/);
  });
});

it.each(['--raw --json', '--raw --query verdict.id', '--json --raw'])(
  '%s together are wrong usage, before anything is sent',
  async (both) => {
    const home = temporaryFolder();
    const verify = `verify ${purchase} --receipt demo-purchased`;
    const ended = await pvg(`${verify} ${both}`, { home });
    expect(ended.status).toBe(2);
    expect(ended.err).toMatch(/--raw/);
    expect((await pvg(verify, { home })).status).toBe(0);
  },
);

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
    const ended = await pvg('verify --product-id gems_100 --package com.example.game --receipt x --raw', {
      env,
      send,
    });
    expect(ended).toMatchObject({ status, out: '', err: expect.stringContaining(says) as string });
  },
);
