import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { topicAliases } from '../../src/input/topic-names.js';
import { lookupKinds } from '../../src/service/outcome.js';
import { refundCaveat } from '../../src/wording/verdict.js';
import { bought, never, rejection } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answering } from '../helpers/exchange.js';
import { send, startListener, type RunningListener } from '../helpers/listener.js';
import { json, pvg } from '../helpers/pvg.js';
import { lookupCall, purchaseBody, verifyCall } from '../helpers/signed.js';

/** A purchase that is paid may have been refunded, or charged back: a look-up never shows it, and every paid verdict says so. */

const purchase = '--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const env = serviceEnv('https://service.example', { PVG_ENVIRONMENT: 'prod' });
const times = (text: string): number => text.replace(/\s+/g, ' ').split(refundCaveat).length - 1;

/** An answer for each verdict of a look-up. */
const answers: Readonly<Record<(typeof lookupKinds)[number], object>> = {
  'paid-and-recorded': bought(''),
  'paid-recorded-with-error': bought('gateway.last_error_code="X"'),
  'paid-never-received': bought(never),
  'paid-recorded-elsewhere': bought('gateway.recorded_for_this_game=false'),
  pending: bought(`purchase_state=2; ${never}`),
  cancelled: bought(`purchase_state=1; ${never}`),
  'cancelled-after-recorded': bought('purchase_state=1'),
  'store-unavailable': { ...rejection, status: 503 },
  'not-confirmed': rejection,
  unknown: bought('purchase_state=3'),
};

describe.each(lookupKinds)('a look-up with the verdict %s', (id) => {
  const most = id.startsWith('paid-') ? 1 : 0;
  const run = (line: string, home: string, stdin = '') =>
    pvg(line, { env, home, stdin, send: answering(200, answers[id]), columns: 200 });

  it('says once that it shows neither refunds nor chargebacks, if it is paid', async () => {
    const home = temporaryFolder();
    const shown = await run(`lookup ${purchase} --case T-1 --report page.html`, home);
    expect(json(await run(`lookup ${purchase} --json`, home))['verdict']).toMatchObject({ id });
    expect([
      times(shown.out + shown.err),
      times(readFileSync(join(home, 'page.html'), 'utf8')),
    ]).toEqual([most, most]);
    for (const line of ['report --case T-1', 'journal show --last', 'journal find T-1']) {
      const told = await run(line, home);
      expect([line, times(told.out + told.err)]).toEqual([line, most]);
    }
  });

  it('says it in explain-error, of the verdict and of the answer, and with a reply to whoever sends it', async () => {
    const home = temporaryFolder();
    for (const told of [
      await run(`explain-error ${id}`, home),
      await run('explain-error -', home, JSON.stringify(answers[id])),
    ])
      expect(times(told.out + told.err)).toBe(most);
    await run(`lookup ${purchase} --case T-1`, home);
    const reply = await run('reply en --case T-1', home);
    expect([times(reply.out), times(reply.err)]).toEqual([0, most]);
  });
});

describe('pvg listen', () => {
  const running: RunningListener[] = [];
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop();
  });

  it.each([
    ['a purchase that is paid', lookupCall, 'demo-recorded', 1],
    ['one that is paid and was never verified', lookupCall, 'demo-never-received', 1],
    ['one that is pending', lookupCall, 'demo-pending', 0],
    ['one that the store does not know', lookupCall, 'no-such-purchase', 0],
    ['a verify', verifyCall, 'demo-purchased', 0],
  ] as const)('says it of a look-up of %s', async (_what, call, receipt, most) => {
    const listener = await startListener('--profile local --json');
    running.push(listener);
    await send(call(purchaseBody(receipt), { base: listener.url }));
    const [told] = (await listener.objects(1)) as unknown as { verdict: { says: string } }[];
    expect(times(told?.verdict.says ?? '')).toBe(most);
  });
});

describe('pvg help', () => {
  it.each(Object.entries(topicAliases))('%s leads to help %s', async (alias, topic) => {
    const { out, status } = await pvg(`help ${topic}`);
    expect(await pvg(`help ${alias}`)).toMatchObject({ status, out });
    expect(out).toMatch(/chargeback/);
    expect(json(await pvg(`help ${alias} --json`))).toMatchObject({ exit: 0, answer: { topic } });
  });

  it('offers the nearest of these words, too', async () => {
    const { status, err } = await pvg('help chargebak');
    expect([status, err]).toEqual([2, expect.stringContaining('pvg help chargeback')]);
  });
});
