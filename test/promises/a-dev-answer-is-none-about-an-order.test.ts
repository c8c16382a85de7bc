import { beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../src/support/report/section.js';
import { bought, rejection } from '../helpers/answers.js';
import { temporaryFolder } from '../helpers/context.js';
import { answering } from '../helpers/exchange.js';
import { homeWithProfiles } from '../helpers/home-with-profiles.js';
import { json, pvg } from '../helpers/pvg.js';

/** A store for tests does not know what players really bought: that it does not confirm an order says nothing about it. */

const orderId = 'GPA.3306-1111-2222-30006';
const purchase = `--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27 --order-id ${orderId}`;
const onDev = `lookup -p game-dev ${purchase} --case T-1`;

let home: string;
beforeEach(async () => {
  home = await homeWithProfiles();
});

const run = (line: string, answer: object = rejection, stdin = '') =>
  pvg(line, { home, send: answering(200, answer), columns: 400, stdin });

const next = ({ out, err }: Awaited<ReturnType<typeof run>>): string =>
  /^Next: (.*)$/m.exec(out + err)?.[1] ?? '';

describe('after a look-up on dev that was not confirmed', () => {
  it('comes the one with the profile of prod', async () => {
    expect(next(await run(onDev))).toMatch(/^pvg lookup --product-id .* --profile game-prod /);
    const reply = await run('reply en --case T-1');
    expect(reply.status).toBe(2);
    expect(next(reply)).toMatch(/^pvg lookup --profile game-prod /);
  });

  it('comes the reply that the receipt is missing, without a profile of prod', async () => {
    expect((await run('profile remove game-prod --yes')).status).toBe(0);
    expect(next(await run(onDev))).toMatch(/ --for need-receipt --order-id .* --case T-1$/);
    const line = next(await run('reply en --case T-1'));
    expect(line).toBe(`pvg reply en --for need-receipt --order-id ${orderId} --case T-1`);
    expect((await run(line.slice('pvg '.length))).status).toBe(0);
  });

  it('the reply that asks for the receipt is about its order, and names none that is refused', async () => {
    await run(onDev);
    const { out, err } = await run('reply en --for need-receipt --case T-1');
    expect(out).toContain(orderId);
    expect(err).not.toMatch(/leaves out|reply that fits/);
  });

  it('its order is not answered for another ticket', async () => {
    await run(onDev);
    const { err } = await run('lookup -p game-prod - --case T-2', rejection, `${orderId} please`);
    expect(err).toContain('on dev, which says nothing about a real purchase.');
    expect(err).toContain('--for need-receipt --case T-2');
  });

  it('an older answer of prod still counts', async () => {
    await run(onDev.replace('game-dev', 'game-prod'), bought(`order_id="${orderId}"`));
    await run(onDev);
    const { err } = await run(`reply en --order-id ${orderId} --case T-1`);
    expect(err).toMatch(/Paid at the store/);
  });

  it('a report asks about the environment once', async () => {
    await run(onDev);
    const page = json(await run('report --case T-1 --json'))['answer'] as unknown as Report;
    const shown = JSON.stringify(page.sections[0]);
    expect(shown.match(/right environment/g)).toHaveLength(1);
    expect(shown).not.toContain('pvg profile list');
  });
});

it('doctor names the only stored profile to use', async () => {
  home = temporaryFolder();
  const add =
    'profile add shop --environment dev --gateway-url https://dev.example --client-id c --client-secret-file -';
  await run(add, rejection, 'a-secret-of-the-test');
  expect((await run('doctor')).out).toContain('pvg profile use shop');
});
