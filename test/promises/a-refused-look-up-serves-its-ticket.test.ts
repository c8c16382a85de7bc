import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** A look-up or a check that is refused before it is sent does not forget the reply and the report that were asked for. */

let home: string;
let page: string;
beforeEach(() => {
  home = temporaryFolder();
  page = join(home, 'ticket.md');
});

const orderId = 'GPA.3312-4410-7719-58204';
const purchaseOf = (order: string, receipt: string): string =>
  `{"packageName":"com.example.game","productId":"gems_100","orderId":"${order}","purchaseToken":"${receipt}"}`;

interface Refused {
  readonly err: string;
  /** What the last line says to type. */
  readonly next: string;
}

async function refused(line: string, stdin = ''): Promise<Refused> {
  const { status, err } = await pvg(`${line} --profile local`, { home, stdin, columns: 4000 });
  expect(status).toBe(2);
  return { err, next: /^Next: pvg (.*)$/m.exec(err)?.[1] ?? '' };
}

const refusals = [
  ['an order id alone', `lookup ${orderId}`, '', 'need-receipt'],
  ['a misread order id', 'lookup 6PA.3312-441O-7719-58204', '', 'need-order-id'],
  ['a masked purchase', 'lookup -', purchaseOf(orderId, 'kdjm********jTi8'), 'need-receipt'],
  [
    'a masked receipt',
    `lookup --product-id gems_100 --receipt kdjm********jTi8 --order-id ${orderId}`,
    '',
    'need-receipt',
  ],
  ['a number of Apple', 'lookup MQ1ABCD2EF', '', 'ios --order-id MQ1ABCD2EF'],
  ['--os ios', 'lookup --os ios --order-id MQ1ABCD2EF', '', 'ios --order-id MQ1ABCD2EF'],
] as const;

describe('a refused look-up', () => {
  it.each(refusals)('of %s leads to a reply in the languages', async (...row) => {
    const [, line, stdin, situation] = row;
    const { next } = await refused(`${line} --reply ru,ko --case T-1`, stdin);
    expect(next).toBe(`reply ru ko --for ${situation} --case T-1`);
    expect((await pvg(next, { home })).status).toBe(0);
  });

  it.each(refusals)('of %s writes the page of its ticket', async (...row) => {
    const [, line, stdin] = row;
    const { err } = await refused(`${line} --report ${page} --case T-1`, stdin);
    expect(err).toContain(page);
    const reported = await pvg('report --case T-1', { home });
    expect(readFileSync(page, 'utf8')).toBe(reported.out);
    expect(reported.out).not.toContain('jTi8');
  });

  it.each(refusals)('of %s without a ticket names the report', async (...row) => {
    const [, line, stdin] = row;
    const { err } = await refused(`${line} --report ${page}`, stdin);
    expect(err).toContain('`pvg report --case <id> --out <file>`');
    expect(existsSync(page)).toBe(false);
  });

  it('has what was kept before in the page', async () => {
    await pvg("journal note --case T-1 'asked the developers'", { home });
    await refused(`lookup ${orderId} --report ${page} --case T-1`);
    expect(readFileSync(page, 'utf8')).toContain('asked the developers');
  });

  it('without an order id names the reply', async () => {
    const masked = 'lookup --product-id gems_100 --receipt kdjm********jTi8';
    const { err } = await refused(`${masked} --reply ru --case T-1`);
    expect(err).toContain('Next: pvg reply ru --for need-order-id --case T-1\n');
  });
});

describe('the file of --report', () => {
  it('is not in the way of any purchase of a paste', async () => {
    const orders = [orderId, 'GPA.3312-4410-7719-58205'];
    const receipts = ['demo-purchased', 'demo-recorded'];
    const file = join(home, 'two.json');
    const both = orders.map((order, index) => purchaseOf(order, receipts[index] ?? ''));
    writeFileSync(file, `[${both.join(',')}]`);
    const { next } = await refused(`lookup @${file} --report ${page} --case T-1`);
    let line = next;
    for (const order of orders) {
      expect(line).toContain(order);
      const { status, out } = await pvg(line, { home, columns: 400 });
      expect(status).toBe(0);
      line = /^Next: pvg (.*)$/m.exec(out)?.[1] ?? '';
    }
    expect(existsSync(page)).toBe(true);
  });

  const fields = '--product-id gems_100 --package com.example.game';
  it.each([
    [`lookup ${fields} --receipt demo-recorded --case T-1 --reply ko`],
    [`lookup ${fields} demo-recorded --case T-1`],
    ['lookup @two.json --order-id GPA.3312-4410-7719-58204'],
    ['session player-42 --check --case T-1'],
    ['session --username player-42 --check --reply ko,en'],
  ])(
    'that exists is named before anything is sent, with the command that replaces it: %s',
    async (line) => {
      writeFileSync(join(home, 'two.json'), purchaseOf(orderId, 'demo-recorded'));
      writeFileSync(page, 'mine');
      const { next } = await refused(`${line} --report ${page}`);
      expect(readFileSync(page, 'utf8')).toBe('mine');
      expect((await pvg(next, { home })).status).toBe(0);
      expect(readFileSync(page, 'utf8')).not.toBe('mine');
    },
  );

  it.each(['--receipt', '--product-id', '--package', '--order-id', ''])(
    'that exists makes no message repeat a receipt: %s',
    async (option) => {
      writeFileSync(page, 'mine');
      const receipt = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
      const { err } = await refused(`lookup ${option} ${receipt} --report ${page}`);
      expect(err).toContain('--overwrite');
      expect(err).not.toContain(receipt);
    },
  );

  it('is not replaced by the command after a refusal while it does not exist', async () => {
    const line = `lookup -p local demo-recorded --case T-1 --report ${page}`;
    expect((await refused(line)).next).not.toContain('--overwrite');
    writeFileSync(page, 'mine');
    expect((await refused(`${line} --overwrite`)).next).toContain('--overwrite');
  });

  it('is not in the way of a look-up that failed and is repeated', async () => {
    const fields = '--product-id gems_100 --package com.example.game --receipt demo-not-confirmed';
    const line = `lookup --profile local ${fields} --report ${page}`;
    const { status, out } = await pvg(line, { home });
    expect(status).toBe(6);
    expect(out).toContain('`--overwrite`');
    expect((await pvg(`${line} --overwrite`, { home })).status).toBe(6);
  });
});

describe('an e-mail address as username', () => {
  const line = 'session a@example.com --check --case T-1';

  it('leads to the reply in the language that was asked for', async () => {
    const { next } = await refused(`${line} --reply ru`);
    expect(next).toBe('reply ru --for need-username --case T-1');
    expect((await pvg(next, { home })).status).toBe(0);
  });

  it('leaves the page to the command that it leads to, or writes what is kept', async () => {
    const first = await refused(`${line} --report ${page}`);
    expect(first.next).toContain(`--report ${page}`);
    expect(existsSync(page)).toBe(false);
    await refused(`${line} --reply ru --report ${page}`);
    expect(readFileSync(page, 'utf8')).toBe((await pvg('report --case T-1', { home })).out);
  });

  it('names the reply if none was asked for', async () => {
    const { err } = await refused(line);
    expect(err).toContain('`pvg reply "$REPLY_LANGUAGE" --for need-username --case T-1`');
  });
});

describe('an order id that was looked up with its receipt before', () => {
  it.each([
    ['for another ticket', '--case T-1', '--case T-2'],
    ['without a ticket', '', '--case T-2'],
    ['for the same ticket', '--case T-2', '--case T-2'],
  ])('%s: leads to the reply by that answer', async (_, before, now) => {
    const paid = 'lookup --profile local --product-id gems_100 --receipt demo-purchased --json';
    const { out } = await pvg(`${paid} ${before}`, { home });
    const { answer } = JSON.parse(out) as { answer: { order_id: string } };
    const { next } = await refused(`lookup ${answer.order_id} ${now}`);
    const reply = `--order-id ${answer.order_id} --case T-2`;
    expect(next).toBe(`reply "$REPLY_LANGUAGE" ${reply}`);
    expect((await pvg(`reply de ${reply}`, { home })).status).toBe(0);
  });

  it('has that answer on the page of its own ticket, and nobody is asked for the receipt', async () => {
    const paid = 'lookup --profile local --product-id gems_100 --receipt demo-purchased --json';
    const { out } = await pvg(`${paid} --case T-1`, { home });
    const { answer } = JSON.parse(out) as { answer: { order_id: string } };
    await refused(`lookup ${answer.order_id} --case T-2`);
    await pvg(`report --case T-2 --out ${page}`, { home });
    const text = readFileSync(page, 'utf8');
    expect(text).toContain('T-1');
    expect(text).not.toMatch(/nothing was looked up|Ask the developers/i);
  });
});

describe('a receipt that lacks its product', () => {
  it('stays with its ticket, and nobody asks the player for the receipt', async () => {
    await refused('lookup demo-pending --case T-3');
    const { out } = await pvg('journal find T-3 --json', { home });
    const { answer } = JSON.parse(out) as { answer: { remarks: { situation: unknown }[] } };
    expect(answer.remarks).toEqual([
      expect.objectContaining({ command: 'refusal', situation: null, case: 'T-3' }),
    ]);
  });

  it('names the order that the text only mentions', async () => {
    const wanted = 'GPA.4080-5226-5744-87789';
    const other = purchaseOf('GPA.4080-5226-5744-87700', 'demo-recorded');
    const paste = `I paid for ${wanted} today\n${purchaseOf(orderId, 'demo-pending')}\n${other}\n`;
    const { err } = await refused(`lookup - --order-id ${wanted} --case T-1`, paste);
    const { out } = await pvg('journal find T-1 --json', { home });
    const { answer } = JSON.parse(out) as { answer: { remarks: { text: string }[] } };
    expect(answer.remarks.map(({ text }) => text)).toEqual([/^✘ (.*)$/m.exec(err)?.[1]]);
  });

  it('gives its reply to the new ticket, and its page', async () => {
    const orderId = 'GPA.4080-5226-5744-87789';
    const fields = '--product-id gems_100 --package com.example.game --receipt demo-never-received';
    await pvg(`lookup --profile local ${fields} --case T-1`, { home });
    const { next } = await refused(`lookup ${orderId} --case T-2 --reply ko`);
    expect(next).toBe(`reply ko --order-id ${orderId} --case T-2`);
    expect((await refused('reply ko --case T-2')).next).toBe(next);
    expect((await refused(`report ${orderId} --case T-2`)).next).toBe(`report ${orderId}`);
    expect((await pvg(`report ${orderId}`, { home })).status).toBe(0);
    const reply = json(await pvg(`${next} --json`, { home }));
    expect(reply.answer).toMatchObject({ situation: 'paid-never-received' });
    const { out } = await pvg('report --case T-2', { home });
    expect(out).toContain('paid-never-received (ko)');
    expect(out).toContain('Who acts next: the game’s developers');
  });

  it('is missing: the reply is the one for a receipt that is missing', async () => {
    const order = '--order-id GPA.1111-2222-3333-44444';
    const { next } = await refused(`reply ko ${order} --case T-2`);
    expect(next).toBe(`reply ko --for need-receipt ${order} --profile local --case T-2`);
  });
});

describe('an order of which the journal has nothing', () => {
  const alone = `lookup ${orderId}`;

  it('leads to the reply for its ticket: a search would find the refusal itself', async () => {
    const next = 'reply "$REPLY_LANGUAGE" --for need-receipt --case T-1';
    expect((await refused(`${alone} --case T-1`)).next).toBe(next);
    expect((await refused(`${alone} --case T-1`)).next).toBe(next);
    const { out } = await pvg(`journal find ${orderId}`, { home, columns: 4000 });
    expect(out).toContain(`Next: pvg ${next}\n`);
  });

  it('leads to the search where there is more to find, or no ticket', async () => {
    expect((await refused(alone)).next).toBe(`journal find ${orderId}`);
    await refused(`${alone} --case T-1`);
    expect((await refused(`${alone} --case T-2`)).next).toBe(`journal find ${orderId}`);
  });
});

it('keeps nothing for a ticket if nothing was pasted', async () => {
  await refused('lookup --case T-1');
  const { out, err } = await pvg('journal list --case T-1', { home });
  expect(`${out}${err}`).not.toMatch(/refused/);
  await refused('lookup --product-id gems_100 --case T-1');
  expect((await pvg('journal list --case T-1', { home })).out).toMatch(/refused/);
});

it('keeps the profile that was typed, so that a count by it has the refused paste', async () => {
  await refused(`lookup ${orderId} --case T-1`);
  const { out } = await pvg('journal list --count --by day --profile local --json', { home });
  expect(JSON.parse(out)).toMatchObject({ answer: { total: 1 } });
});

it.each([
  ['', 'without a ticket'],
  ['--case T-9', 'for T-9'],
])('an order that was looked up with "%s" was looked up %s', async (ticket, where) => {
  const lookedUp = 'GPA.4080-5226-5744-87789';
  const purchase =
    'demo-never-received --product-id gems_100 --package com.example.game --profile local';
  await pvg(`lookup --receipt ${purchase} ${ticket}`, { home });
  await refused(`lookup ${lookedUp} --case T-1`);
  const { err } = await pvg('reply th --case T-1', { home, columns: 4000 });
  expect(err).toContain(`Its order was, ${where}.`);
  const { out } = await pvg('report --case T-1', { home });
  expect(out).toContain(`This order was looked up ${where}.`);
});
