import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

const purchase = '--profile local --product-id gems_100 --package com.example.game';
const other = 'GPA.1111-2222-3333-44444';

describe('--order-id', () => {
  it('of another order: said right below the verdict, and no reply is offered', async () => {
    const { out, status } = await pvg(
      `lookup ${purchase} --receipt demo-recorded --order-id ${other} --reply en`,
    );
    expect(status).toBe(0);
    const [verdict, warning] = out.split('\n');
    expect(verdict).toContain('Paid at the store');
    expect(warning).toMatch(/^The answer is about order GPA\.\S+, not about GPA\.1111/);
    expect(out).toContain('There is no reply for the player yet');
    expect(out).not.toContain('Thank you');
  });

  it('of another order: tells in the report of its case, whatever was asked before, and has no reply', async () => {
    const home = temporaryFolder();
    await pvg(`lookup ${purchase} --receipt demo-recorded`, { home });
    await pvg(`lookup ${purchase} --receipt demo-recorded --order-id ${other} --case T1`, { home });
    expect((await pvg('report --case T1', { home })).out).toContain(`not about ${other}`);
    const reply = await pvg('reply en --case T1', { home });
    expect([reply.status, reply.out]).toEqual([2, '']);
  });

  it('is in --json an anomaly and the advice to check', async () => {
    const ended = json(await pvg(`lookup ${purchase} --receipt demo-recorded --order-id ${other} --json`));
    expect(ended).toMatchObject({
      exit: 0,
      verdict: { id: 'paid-and-recorded' },
      advice: 'check',
      anomalies: [{ field: 'transactions[0].order_id' }],
    });
  });

  it('is never sent', async () => {
    const { out } = await pvg(`lookup ${purchase} --receipt demo-recorded --order-id ${other} --dry-run`);
    expect(out).toContain('gems_100');
    expect(out).not.toContain('GPA');
  });

  it('goes on into the next command', async () => {
    const { out } = await pvg(`verify ${purchase} --receipt demo-purchased --order-id ${other}`);
    expect(out).toMatch(new RegExp(`Next: pvg lookup .*--order-id ${other}`));
  });

  it.each([
    ["--order-id ''", '--order-id is empty'],
    [`--order-id ${'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8'}`, 'looks like a receipt'],
    ['--order-id GPA.1 --os ios', 'works for Android purchases only'],
  ])('%s is wrong usage, before anything is sent', async (options, says) => {
    const ended = await pvg(`verify ${purchase} --receipt demo-purchased ${options}`);
    expect(ended.status).toBe(2);
    expect(ended.err).toContain(says);
    expect(ended.err).not.toContain('kdjml');
  });
});
