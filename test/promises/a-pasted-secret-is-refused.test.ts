import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** Whoever pastes a secret of the service learns that it must be replaced, and nothing is sent with it. */

const secret = 'Zq7-canary-secret-9f';
const env = { PVG_CLIENT_SECRET: secret };
const replaced = /must be replaced/;

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const product = '--profile local --product-id gems_500';

describe('a secret in the place of another value is refused', () => {
  it.each([
    ['the receipt of a look-up', `lookup ${secret} ${product}`],
    ['a receipt with quotes and blanks around it', `lookup "' ${secret} '" ${product}`],
    [
      'the receipt of the option, also with --force',
      `lookup --receipt ${secret} ${product} --force`,
    ],
    ['the receipt of a verify', `verify --receipt ${secret} ${product}`],
    ['the ticket of a look-up', `lookup demo-purchased ${product} --case ${secret}`],
    ['a player', `session --profile local ${secret} --check`],
    ['the ticket of a player', `session --profile local player-42 --check --case ${secret}`],
    ['the ticket of a note', `journal note --case ${secret} text`],
    ['the ticket of a reply', `reply en --for need-receipt --case ${secret}`],
  ])('%s', async (_what, line) => {
    const ended = await pvg(line, { home, env });
    expect([ended.status, ended.out]).toEqual([2, '']);
    expect(ended.err.match(/must be replaced/g)).toHaveLength(1);
    expect(ended.err).not.toContain(secret);
  });

  it('under the name of a receipt in a text', async () => {
    const stdin = `Receipt: ${secret}\nproduct: gems_500\n`;
    const ended = await pvg('lookup - --profile local', { home, env, stdin });
    expect(ended.status).toBe(2);
    expect(ended.err).toMatch(replaced);
  });
});

it('a text with a secret is said to have one, also if its order was looked up before', async () => {
  await pvg(
    'lookup demo-recorded --profile local --product-id gems_100 --package com.example.game --case T-7',
    { home, env },
  );
  const stdin = `our secret ${secret}, order GPA.1191-7455-9691-88468\n`;
  const ended = await pvg('lookup - --profile local --case T-1', { home, env, stdin });
  expect(ended.err).toContain(' was looked up on ');
  expect(ended.err).toMatch(replaced);
  expect(ended.err).not.toContain(secret);
});

const unknown = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
describe('a text with a secret in it', () => {
  it.each([
    ['a known one', `order GPA.4461-0327-2041-02316 ${secret}`],
    ['a name and a sign', `gateway creds: client_id=demo client_secret=${unknown} please`],
    ['the name of the header', `X-Client-Secret: ${unknown}\nproduct_id: gems_500`],
    ['a name alone with it', `client_secret: ${unknown}`],
    ['a member of JSON', `{"secret_key":"${unknown}"}`],
  ])('is refused with that, by %s', async (_what, stdin) => {
    const ended = await pvg('lookup - --profile local', { home, env, stdin });
    expect(ended.status).toBe(2);
    expect(ended.err).toMatch(replaced);
    expect(ended.err).not.toContain(unknown);
    expect(ended.err).not.toContain('--force');
  });

  it('is said before anything else, and the operator is among those who act', async () => {
    const stdin = `my order GPA.3312-4410-7719-58204\nclient_secret=${unknown}`;
    const { err } = await pvg('lookup - --profile local --case T-1', { home, env, stdin });
    const lines = err.split('\n');
    expect(lines[1]).toMatch(replaced);
    expect(lines.find((line) => line.startsWith('Who acts next'))).toContain('the operator');
    expect(err.match(/must be replaced/g)).toHaveLength(1);
  });

  it('beside a purchase is looked up, and the note says it', async () => {
    const stdin = `token: demo-purchased\nproduct: gems_100\n\nclient_secret: ${unknown}\n`;
    const ended = await pvg('lookup - --profile local', { home, stdin });
    expect(ended.status).toBe(0);
    expect(ended.err).toMatch(replaced);
  });

  it('is withheld from a note, which says that it must be replaced', async () => {
    const ended = await pvg(
      ['journal', 'note', '--case', 'T-1', `their client_secret=${unknown}`, '--json'],
      { home },
    );
    expect(JSON.stringify(json(ended)['notes'])).toMatch(replaced);
    expect(ended.out).not.toContain(unknown);
  });

  it.each([
    'client_secret: [withheld]',
    'client_secret=your-client-secret-here',
    'the client secret is notrightanymore',
    'secret_key: $PVG_SECRET_KEY',
    'client secret: sha256:186ef76e9d6a',
  ])('without one is refused without that: %s', async (stdin) => {
    const ended = await pvg('lookup - --profile local', { home, stdin });
    expect(ended.status).toBe(2);
    expect(ended.err).not.toMatch(replaced);
  });
});
