import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

const purchase = '--profile local --product-id gems_100 --package com.example.game';
const other = 'GPA.1111-2222-3333-44444';

describe('--order-id', () => {
  it('of another order: an anomaly, said right below the verdict, and no reply is offered', async () => {
    const line = `lookup ${purchase} --receipt demo-recorded --order-id ${other} --reply en`;
    const { out } = await pvg(line);
    expect(out).toMatch(
      /^(. )?Paid at the store.*\nThe answer is about order GPA\.\S+, not about GPA\.1111/,
    );
    expect(json(await pvg(`${line} --json`))).toMatchObject({
      ...{ exit: 0, verdict: { id: 'paid-and-recorded' }, advice: 'check', reply: null },
      anomalies: [{ field: 'transactions[0].order_id' }],
    });
  });

  it('of another order: tells in the report of its case, whatever was asked before, and has no reply', async () => {
    const home = temporaryFolder();
    await pvg(`lookup ${purchase} --receipt demo-recorded`, { home });
    await pvg(`lookup ${purchase} --receipt demo-recorded --order-id ${other} --case T1`, { home });
    expect((await pvg('report --case T1', { home })).out).toContain(`not about ${other}`);
    const reply = await pvg('reply en --case T1', { home });
    expect([reply.status, reply.out]).toEqual([2, '']);
  });

  it('of another order: belongs to its text, and the order that was answered has its answer', async () => {
    const home = temporaryFolder();
    const order = 'GPA.5633-3579-1159-45089';
    const canceled = `lookup ${purchase} --receipt demo-canceled`;
    await pvg(`${canceled} --case T1`, { home });
    await pvg(`${canceled} --order-id ${other} --case T2`, { home });
    const found = json(await pvg(`journal find ${order} --json`, { home }));
    expect(found.answer).toMatchObject({
      newest_answer: { case: 'T2', situation: 'cancelled', is_about_other: false },
      answers: [{ case: 'T2' }, { case: 'T1', order_id: order }],
    });
    const reply = await pvg(`reply en --order-id ${order} --case T1 --json`, { home });
    expect(json(reply).answer).toMatchObject({ situation: 'cancelled' });
    const own = json(await pvg('journal find T2 --json', { home }));
    expect(own.answer).toMatchObject({ newest_answer: { situation: null, is_about_other: true } });
  });

  it('of a ticket is answered by its own look-up, and else by one of the right package', async () => {
    const home = temporaryFolder();
    const order = 'GPA.4080-5226-5744-87789';
    const paid = `lookup ${purchase} --receipt demo-never-received --order-id ${order}`;
    await pvg(`${paid} --case T1`, { home });
    const wrong = paid.replace('com.example.game', 'com.other.game');
    await pvg(`${wrong} --case T2`, { home });
    for (const ticket of ['T1', 'T3']) {
      const reply = await pvg(`reply en --order-id ${order} --case ${ticket} --json`, { home });
      expect(json(reply).answer).toMatchObject({ situation: 'paid-never-received' });
    }
  });

  it('that was confirmed with another receipt: a doubt, and no reply', async () => {
    const home = temporaryFolder();
    const order = 'GPA.4080-5226-5744-87789';
    await pvg(`lookup ${purchase} --receipt demo-never-received --case T1`, { home });
    const cut = `lookup ${purchase} --receipt kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8`;
    const line = `${cut} --order-id ${order} --case T2 --reply en --json`;
    const { advice, reply, notes } = json(await pvg(line, { home }));
    expect([advice, reply]).toEqual(['check', null]);
    const says = expect.stringMatching(/another receipt on .* for T1/) as string;
    expect(notes).toContainEqual({ rank: 'doubt', says });
    expect((await pvg('reply en --case T2', { home })).out).toBe('');
    const unasked = json(await pvg(`${cut} --order-id ${other} --reply en --json`, { home }));
    expect(unasked).toMatchObject({
      advice: 'do-not-grant',
      reply: { language: 'en' },
    });
  });

  it('is never sent, and goes on into the next command', async () => {
    const line = `verify ${purchase} --receipt demo-purchased --order-id ${other}`;
    expect((await pvg(`${line} --dry-run`)).out).not.toContain('GPA');
    expect((await pvg(line)).out).toMatch(new RegExp(`Next: pvg lookup .*--order-id ${other}`));
  });

  it.each([
    ["--order-id ''", '--order-id is empty'],
    [
      `--order-id ${'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8'}`,
      'looks like a receipt',
    ],
    ['--order-id GPA.1 --os ios', 'works for Android purchases only'],
  ])('%s is wrong usage, before anything is sent', async (options, says) => {
    const ended = await pvg(`verify ${purchase} --receipt demo-purchased ${options}`);
    expect(ended.status).toBe(2);
    expect(ended.err).toContain(says);
    expect(ended.err).not.toContain('kdjml');
  });
});
