import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import type { Report } from '../../src/support/report/section.js';
import { refundCaveat } from '../../src/wording/verdict.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';

/** What somebody mistypes in one ticket does not change what the page of another one says. */

let home: string;
let minutes: number;
beforeEach(() => {
  home = temporaryFolder();
  minutes = 0;
});

/** Each a minute later, as the calls of a day are. */
const run = (line: string): Promise<Ended> => {
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  return pvg(line, { home, now: () => nowMs });
};
const ask = (
  more: string,
  product = 'gems_100',
  packageName = 'com.example.game',
  command = 'lookup',
) =>
  run(
    `${command} --profile local --product-id ${product} --package ${packageName} --receipt demo-recorded ${more}`,
  );

/** What a page says of its purchase, and how many calls it lists as its own and as others'. */
async function page(wanted: string) {
  const { answer } = json(await run(`report ${wanted} --json`)) as unknown as { answer: Report };
  const verdicts = answer.sections.flatMap((each) => (each.kind === 'subject' ? [each] : []));
  const [first] = verdicts;
  return {
    ...{
      case: answer.case,
      tone: first?.tone,
      verdict: first?.badges.at(-1),
      next: first?.next ?? '',
    },
    ...{ notes: first?.notes, blocks: verdicts.length },
    isOdd: answer.sections.some(
      (each) => 'title' in each && each.title === 'Unusual in the answer',
    ),
    calls: answer.sections.flatMap((each) => (each.kind === 'calls' ? [each.calls.length] : [])),
  };
}

const good = {
  ...{ case: 'A-1', tone: 'good', verdict: 'paid-and-recorded', isOdd: false, blocks: 1 },
  // Nothing but what every paid verdict says.
  notes: [refundCaveat],
};

/** The order id of the purchase, as its own ticket asked for it. */
async function ownTicket(): Promise<string> {
  const { out: orderId } = await ask('--query answer.transactions[0].transaction_id --text');
  await ask(`--order-id ${orderId.trim()} --case A-1`);
  expect(await page('--case A-1')).toMatchObject(good);
  return orderId.trim();
}

const wrong = '--order-id GPA.9999-9999-9999-99999';

describe('the page of a ticket', () => {
  it.each<[string, () => Promise<Ended>]>([
    ['another order', () => ask(`${wrong} --case B-2`)],
    ['another order, without a ticket', () => ask(wrong)],
    ['another product', () => ask('--case B-2', 'gems_1000')],
    ['another package', () => ask('--case B-2', 'gems_100', 'com.example.gmae')],
  ])('says the same after a colleague asked about %s', async (_what, mistake) => {
    const orderId = await ownTicket();
    await mistake();
    for (const wanted of ['--case A-1', orderId]) expect(await page(wanted)).toMatchObject(good);
    await run('report --case A-1 --out page.html');
    expect(readFileSync(join(home, 'page.html'), 'utf8')).not.toMatch(
      /receipt of the order in the ticket/,
    );
    expect((await run('reply en --case A-1')).status).toBe(0);
  });

  it('that asked about another order says so, until it asks again', async () => {
    const orderId = await ownTicket();
    await ask(`${wrong} --case B-2`);
    const careful = { case: 'B-2', tone: 'careful' };
    const next = expect.stringMatching(/order in the ticket/) as string;
    expect(await page('--case B-2')).toMatchObject({ ...careful, next });
    expect((await run('reply en --case B-2')).status).not.toBe(0);
    await ask(`--order-id ${orderId} --case B-2`);
    expect(await page('--case B-2')).toMatchObject({ tone: 'good', isOdd: false });
  });

  it('lists a newer answer and a verify of another ticket apart', async () => {
    await ownTicket();
    await ask('--case B-2');
    await ask('--case C-3', 'gems_100', 'com.example.game', 'verify');
    expect(await page('--case A-1')).toMatchObject({ ...good, calls: [1, 3] });
  });
});
