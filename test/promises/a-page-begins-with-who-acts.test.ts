import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** Whatever a ticket has, its page begins with who acts next; and each screen leads to what comes next for this ticket. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const run = (line: string, stdin = '') => pvg(line, { home, folder: home, stdin });

const demo = (receipt: string): string =>
  `lookup --profile local --product-id gems_100 --package com.example.game --receipt ${receipt}`;

interface Section {
  readonly kind: string;
  readonly subject?: { readonly kind: string; readonly name: string };
  readonly next?: string;
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
}

async function sections(): Promise<readonly Section[]> {
  const { answer } = json(await run('report --case T-1 --json')) as unknown as {
    answer: { sections: readonly Section[] };
  };
  return answer.sections;
}

const nextIn = ({ out, err }: { out: string; err: string }): string | undefined =>
  /^Next: (.*)$/m.exec(out + err)?.[1];

describe('the page', () => {
  const masked =
    '{"packageName":"com.example.game","productId":"gems_100","orderId":"GPA.3312-4410-7719-58204","purchaseToken":"kdjm****************jTi8"}';

  it.each([
    ['an order id', 'lookup -p local GPA.3312-4410-7719-58204', '', 'GPA.3312-4410-7719-58204'],
    ['a masked purchase', 'lookup -p local -', masked, 'GPA.3312-4410-7719-58204'],
    ['a misread order id', 'lookup -p local 6PA.3312-441O-7719-58204', '', ''],
    ['an iOS number', 'lookup -p local MQ1ABCD2EF', '', 'MQ1ABCD2EF'],
    ['an e-mail address', 'session -p local mia@example.com --check', '', ''],
    ['a reply alone', 'reply en --for need-order-id', '', ''],
    ['a note alone', 'journal note hello', '', ''],
  ])('of %s begins with who acts, and with what not to do', async (_what, line, stdin, order) => {
    await run(`${line} --case T-1`, stdin);
    const [first] = await sections();
    expect(first).toMatchObject({ kind: 'open' });
    expect(first?.next).toMatch(/^Who acts next: .+\. Do not /);
    expect(first?.subject?.name).toContain(order);
  });

  it('names the product and the package that a refused paste has', async () => {
    await run('lookup -p local - --case T-1', masked);
    const [first] = await sections();
    const facts = first?.facts?.map(({ value }) => value) ?? [];
    expect(facts).toContain('gems_100 in com.example.game');
  });

  it('has no open point for an order that was looked up since', async () => {
    await run('lookup -p local GPA.4080-5226-5744-87789 --case T-1');
    await run(`${demo('demo-never-received')} --case T-1`);
    expect((await sections()).map(({ kind }) => kind)).not.toContain('open');
  });

  it.each(['refund', 'chargeback', 'paid-twice', 'somebody-else-paid'])(
    'follows the question of a reply for %s, and names one actor',
    async (situation) => {
      await run(`${demo('demo-recorded')} --case T-1`);
      await run(`reply en --for ${situation} --case T-1`);
      const nexts = (await sections()).flatMap(({ next }) => next ?? []);
      expect(nexts).toHaveLength(2);
      expect(nexts[0]).toMatch(/^Who acts next: /);
      expect(nexts[1]).not.toContain('Who acts next');
    },
  );
});

describe('the next command', () => {
  it('replaces the page of the ticket where it is there, and only there', async () => {
    const line = 'pvg report --case T-1 --out T-1.html';
    expect(nextIn(await run(`${demo('demo-recorded')} --case T-1`))).toBe(line);
    expect(nextIn(await run('reply en --case T-1'))).toBe(line);
    await run(line.slice('pvg '.length));
    const replacing = `${line} --overwrite`;
    expect(nextIn(await run('reply en --case T-1'))).toBe(replacing);
    expect(nextIn(await run(`${demo('demo-recorded')} --case T-1`))).toBe(replacing);
    expect((await run(replacing.slice('pvg '.length))).status).toBe(0);
  });

  it('does not ask for an --overwrite that was given', async () => {
    const line = 'lookup -p local GPA.3312-4410-7719-58204 --case T-1 --report T-1.html';
    expect((await run(line)).err).toContain('--overwrite');
    expect((await run(`${line} --overwrite`)).err).not.toContain('add `--overwrite`');
  });

  it('goes through the purchases of a text, and ends with the reply about all', async () => {
    const receipts = ['demo-recorded', 'demo-pending', 'demo-canceled'];
    const looked = await Promise.all(receipts.map((receipt) => run(`${demo(receipt)} --json`)));
    const purchases = looked.map(({ out }, index) => ({
      orderId: /GPA\.[\d-]+/.exec(out)?.[0] ?? '',
      packageName: 'com.example.game',
      productId: 'gems_100',
      purchaseToken: receipts[index],
    }));
    writeFileSync(join(home, 'mail.txt'), JSON.stringify(purchases));
    const lines: (string | undefined)[] = [];
    let line: string | undefined = 'pvg lookup @mail.txt --profile local --case T-1';
    while (line?.startsWith('pvg lookup') === true && lines.length < 5) {
      line = nextIn(await run(line.slice('pvg '.length)));
      lines.push(line);
    }
    const chosen = purchases.map(({ orderId }) => `--order-id ${orderId}`);
    for (const [index, choice] of chosen.entries()) expect(lines[index]).toContain(choice);
    expect(lines.slice(3)).toEqual(['pvg reply "$REPLY_LANGUAGE" --case T-1']);
  });
});

describe('a reply', () => {
  it('about an order whose id is known names it, and does not ask for it', async () => {
    await run('lookup -p local GPA.3312-4410-7719-58204 --case T-1');
    for (const situation of ['need-receipt', 'somebody-else-paid']) {
      const { out } = await run(`reply en --for ${situation} --case T-1`);
      expect(out).toContain('GPA.3312-4410-7719-58204');
      expect(out).not.toContain('order confirmation');
    }
  });

  it('after another one is said, with the situation of the earlier one', async () => {
    await run(`${demo('demo-pending')} --case T-1 --reply en`);
    const again = await run(`${demo('demo-pending')} --case T-1`);
    expect(again.out + again.err).toMatch(/was printed for this ticket on .*: pending \(en\)/);
  });
});
