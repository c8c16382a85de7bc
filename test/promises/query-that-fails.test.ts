import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bought, edited } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answering } from '../helpers/exchange.js';
import { pvg, type Ended } from '../helpers/pvg.js';

const purchase = '--profile local --product-id gems_100 --package com.example.game';
const notAnExpression = 'a[';
const misfit = 'length(verdict.foo)';
const queried = (line: string, query = misfit, home = temporaryFolder()): Promise<Ended> =>
  pvg([...line.split(' '), '--query', query], { home });

describe('a --query that cannot be evaluated prints nothing on stdout and ends in 2', () => {
  it.each([
    ['an answer of a look-up', `lookup ${purchase} --receipt demo-recorded`],
    ['the same as text', `lookup ${purchase} --receipt demo-recorded --text`],
    ['a rejection', `lookup ${purchase} --receipt demo-package-mismatch`],
    ['a list', 'profile list'],
    ['a dry run of verify', `verify ${purchase} --receipt demo-purchased --dry-run`],
  ])('for %s', async (_, line) => {
    for (const query of [misfit, notAnExpression]) {
      const { status, out, err } = await queried(line, query);
      expect([status, out, err]).toEqual([2, '', expect.stringContaining('--query')]);
    }
  });

  it('for a kept answer of a session, which was no call', async () => {
    const home = temporaryFolder();
    const line = 'session --profile local --username demo-completed --check';
    await pvg(line, { home });
    expect(await queried(line, misfit, home)).toMatchObject({ status: 2, out: '' });
  });

  it('but of a command that failed keeps its status', async () => {
    const lookup = 'lookup --product-id p --package k --receipt r';
    expect(await queried(lookup)).toMatchObject({ status: 3, out: '' });
    expect(await queried(lookup, 'error.code')).toMatchObject({
      status: 3,
      out: '"profile-missing"\n',
    });
  });
});

describe('a call that was made loses nothing to a --query that does not fit', () => {
  it.each([
    ['verify', `verify ${purchase} --receipt demo-purchased`, 0, 'verified'],
    [
      'verify of a recorded purchase',
      `verify ${purchase} --receipt demo-recorded`,
      7,
      'already-verified',
    ],
    ['session', 'session --profile local --username demo-completed', 0, 'completed'],
  ])('%s', async (_, line, exit, id) => {
    const { status, out, err } = await queried(line);
    expect([status, JSON.parse(out)]).toMatchObject([exit, { exit, verdict: { id } }]);
    expect(err).toMatch(/--query/);
  });

  const verify = `verify ${purchase} --receipt demo-purchased`;
  it.each([
    `--query ${notAnExpression}`,
    '--query nosuch(answer)',
    "--query 'sort_by(answer, &nosuch(@))'",
    '--raw --json',
    '--raw --query verdict.id',
  ])('wrong usage is found before the call: %s', async (options) => {
    const home = temporaryFolder();
    expect((await pvg(`${verify} ${options}`, { home })).status).toBe(2);
    expect((await pvg(verify, { home })).status).toBe(0);
  });
});

it('--query of batch picks from the summary; one that does not fit ends in 2, with the rows written', async () => {
  const home = temporaryFolder();
  const rows = 'receipt,product_id,package\ndemo-recorded,gems_100,com.example.game\n';
  writeFileSync(join(home, 'in.csv'), rows);
  const batch = 'batch in.csv --profile local';
  const picked = await queried(`${batch} --out out.ndjson --text`, 'command', home);
  expect(picked).toMatchObject({ status: 0, out: 'batch\n' });
  for (const [query, expected, says] of [
    ['command', 0, /^"batch"$/m],
    [misfit, 2, /--query/],
  ] as const) {
    const { status, out, err } = await queried(batch, query, home);
    expect([status, JSON.parse(out)]).toMatchObject([expected, { row: 1 }]);
    expect(err).toMatch(says);
  }
});

it.each([
  ['a verify that was not confirmed', edited(bought(''), 'transactions=[]'), 13, '--confirm'],
  ['a purchase that is recorded already', bought(''), 7, 'Nothing for --raw'],
])(
  '--raw never gives the look-up of the guard for the verify’s answer: %s',
  async (_, body, status, says) => {
    const env = serviceEnv('https://gw.example', { PVG_ENVIRONMENT: 'prod' });
    const line = 'verify --product-id gems_100 --package com.example.game --receipt x --raw';
    const ended = await pvg(line, { env, send: answering(200, body) });
    expect(ended).toMatchObject({ status, out: '', err: expect.stringContaining(says) as string });
  },
);
