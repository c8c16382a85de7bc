import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { bought, edited, failure, never, rejection, success } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * A mail about one order, with the purchase of another in it: the verdict is about the wrong purchase, so no text for the
 * player is made of it. The doubt is the same as with `--order-id`.
 */

const own = 'GPA.1234-5678-9012-34567';
const other = 'GPA.9999-8888-7777-66666';
const third = 'GPA.9999-8888-7777-55555';
const receipt = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const members = { packageName: 'com.example.game', productId: 'gems_100', purchaseToken: receipt };
const bare = JSON.stringify(members);
const purchase = JSON.stringify({ orderId: own, ...members });

interface Service {
  readonly lookup?: object;
  readonly verify?: readonly [number, object];
  readonly home?: string;
  readonly environment?: string;
}

function run(line: string, stdin: string, given: Service = {}) {
  const {
    lookup = bought(''),
    verify = [200, success],
    home = temporaryFolder(),
    environment = 'prod',
  } = given;
  const send: Send = ({ url }) =>
    Promise.resolve(url.endsWith('/verify') ? answer(...verify) : answer(200, lookup));
  const env = serviceEnv('https://service.example', { PVG_ENVIRONMENT: environment });
  return pvg(line, { env, send, home, stdin, columns: 400 });
}

interface Told {
  readonly exit: number;
  readonly advice: string;
  readonly reply: object | null;
  readonly anomalies: readonly { readonly id: string }[];
}

async function told(stdin: string, more = '', given: Service = {}) {
  const result = json(
    await run(`lookup - --reply en --json ${more}`, stdin, given),
  ) as unknown as Told;
  const isOther = result.anomalies.some(({ id }) => id === 'other-order');
  return { isOther, advice: result.advice, hasReply: result.reply !== null, exit: result.exit };
}

const doubted = { isOther: true, advice: 'check', hasReply: false, exit: 0 };
const plain = { isOther: false, advice: 'none', hasReply: true, exit: 0 };

const quotedPrintable = (text: string): string =>
  `Content-Transfer-Encoding: quoted-printable\n\n${text.replaceAll('=', '=3D').replaceAll('-7777', '-=\n7777')}`;
const html = (text: string): string =>
  `<div>${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\n', '<br>')}</div>`;

/** What people paste: `id` above or below the JSON. */
const forms: readonly (readonly [what: string, make: (id: string, json: string) => string])[] = [
  ['a line above', (id, text) => `My order ${id} never came.\n\n${text}`],
  ['a line below', (id, text) => `${text}\n\nIt is about ${id}.`],
  ['a label above', (id, text) => `Order ID: ${id}\n${text}`],
  ['a quoted mail', (id, text) => `> Order ${id}\n> ${text}`],
  ['a subject', (id, text) => `Subject: Re: ${id}\nFrom: a@b.example\n\n${text}`],
  ['in the same line', (id, text) => `${id} ${text}`],
  ['in brackets', (id, text) => `[${id}] (${text})`],
  ['quoted-printable', (id, text) => quotedPrintable(`Order ${id}\n\n${text}`)],
  ['HTML', (id, text) => html(`Order ${id}\n${text}`)],
  ['base64', (id, text) => Buffer.from(`Order ${id}\n${text}\n`).toString('base64')],
  ['a text in a log', (id, text) => `INFO ticket=${JSON.stringify(`Order ${id}\n${text}`)}`],
  ['other dashes', (id, text) => `Order ${id.replaceAll('-', '–')}\n${text}`],
  ['without its beginning', (id, text) => `Order ${id.replace('GPA.', '')}\n${text}`],
  ['with blanks', (id, text) => `Order ${id.replaceAll('-', ' ')}\n${text}`],
  ['small letters', (id, text) => `order ${id.toLowerCase()}\n${text}`],
  ['broken over two lines', (id, text) => `Order ${id.slice(0, 9)}\n${id.slice(9)}\n\n${text}`],
  ['a renewal', (id, text) => `Order ${id}..3\n${text}`],
  ['a link', (id, text) => `Order <a href="https://x.example/${id}">${id}</a>\n${text}`],
];

describe('a pasted text that names another order than its purchase', () => {
  it.each(forms)('%s: the doubt of --order-id', async (_what, make) => {
    expect(await told(make(other, purchase))).toEqual(doubted);
    expect(await told(bare, `--order-id ${other}`)).toEqual(doubted);
  });

  it.each(forms)('%s: none when it names the same order', async (_what, make) => {
    expect(await told(make(own, purchase))).toEqual(plain);
  });

  it.each(forms)('%s: also where the purchase JSON has no order id', async (what, make) => {
    expect(await told(make(other, bare))).toEqual(doubted);
    expect(await told(`${own}\n${make(other, bare)}`)).toEqual(doubted);
    // A renewal is an order of its own: a look-up answers for one order.
    if (what !== 'a renewal') expect(await told(make(own, bare))).toEqual(plain);
  });

  it('in a file, as an option, and as a word', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'mail.txt'), `${other}\n${purchase}`);
    for (const source of ['@mail.txt', '--purchase-json @mail.txt']) {
      const result = json(
        await run(`lookup ${source} --reply en --json`, '', { home }),
      ) as unknown as Told;
      expect([result.advice, result.reply]).toEqual(['check', null]);
    }
  });

  it('is chosen by --order-id: the purchase’s is no doubt, another is', async () => {
    const text = `${other} ${third}\n${purchase}`;
    expect(await told(text, `--order-id ${own}`)).toEqual(plain);
    for (const id of [other, third]) expect(await told(text, `--order-id ${id}`)).toEqual(doubted);
  });

  it('is said right below the verdict, and in the report of its ticket, which has no reply', async () => {
    const home = temporaryFolder();
    const { out } = await run('lookup - --case T-1', `${other}\n${purchase}`, { home });
    expect(out).toMatch(new RegExp(`^! .*\\n.*not about ${other}`));
    expect((await run('report --case T-1', '', { home })).out).toContain(`not about ${other}`);
    expect(await run('reply en --case T-1', '', { home })).toMatchObject({ status: 2, out: '' });
  });

  it.each([
    ['a purchase that the store does not confirm', rejection, 6],
    ['an answer without an order id', edited(bought('order_id; transaction_id'), 'order_id'), 0],
    [
      'an answer with an empty one',
      edited(bought('order_id=""; transaction_id=""'), 'order_id=""'),
      0,
    ],
  ])('is a doubt about %s, too', async (_what, lookup, exit) => {
    for (const [text, more] of [
      [`${other}\n${purchase}`, ''],
      [`${own} ${other}\n${bare}`, ''],
      [purchase, `--order-id ${other}`],
    ] as const) {
      expect(await told(text, more, { lookup })).toMatchObject({ hasReply: false, exit });
      expect((await run(`lookup - ${more}`, text, { lookup })).out).toContain(other);
    }
    expect(await told(purchase, '', { lookup })).toMatchObject({ hasReply: true, exit });
  });

  describe('stops a verify before anything is sent', () => {
    const cases = [
      ['a text with another order', `${other}\n${purchase}`, '', [own, other]],
      ['several other orders', `${other} ${third}\n${purchase}`, '', [own, other, third]],
      ['several, and a purchase without an order id', `${own} ${other}\n${bare}`, '', [own, other]],
      ['--order-id of another', purchase, `--order-id ${other}`, [own, other]],
      ['the same, of a text', `${other}\n${purchase}`, `--order-id ${other}`, [own, other]],
    ] as const;
    const environments = [
      ['dev', ''],
      ['prod', '--confirm prod'],
      ['dev', '--dry-run'],
    ] as const;
    const runs = cases.flatMap(([what, text, more, named]) =>
      environments.map(([environment, mode]) => ({ what, text, more, named, environment, mode })),
    );
    it.each(runs)('$what, $environment $mode', async ({ text, more, named, environment, mode }) => {
      let sent = 0;
      const send: Send = () => {
        sent += 1;
        return Promise.resolve(answer(200, success));
      };
      const env = serviceEnv('https://service.example', { PVG_ENVIRONMENT: environment });
      const line = `verify --purchase-json - --json ${more} ${mode}`;
      const stopped = await pvg(line, { env, send, home: temporaryFolder(), stdin: text });
      const { exit, error } = json(stopped) as {
        exit: number;
        error: { says: string; hint: string };
      };
      expect([exit, sent]).toEqual([2, 0]);
      for (const id of named) expect(error.says).toContain(id);
      expect(error.hint).toContain('--order-id');
    });

    it('but not one that names the order of the purchase, or of a ticket that --order-id names', async () => {
      const line = 'verify --purchase-json - --json';
      const dev = { environment: 'dev' };
      expect(json(await run(line, purchase, dev))).toMatchObject({ exit: 0 });
      expect(json(await run(line, `${own}\n${purchase}`, dev))).toMatchObject({ exit: 0 });
      const meant = await run(`${line} --order-id ${own}`, `${other}\n${purchase}`, dev);
      expect(json(meant)).toMatchObject({ exit: 0, verdict: { id: 'verified' } });
      // Only the answer says which order this purchase is of.
      expect(json(await run(line, `${other}\n${bare}`, dev))).toMatchObject({
        exit: 6,
        verdict: { id: 'verified-doubtful' },
      });
      const verify = [500, failure('must not be sent')] as const;
      const onProd = await run(`${line} --confirm prod`, `${other}\n${bare}`, {
        lookup: bought(never),
        verify,
      });
      expect(json(onProd)).toMatchObject({ exit: 13, error: { code: 'verify-guarded' } });
    });
  });

  it('is compared in a batch by its order_id column', async () => {
    const home = temporaryFolder();
    const stdin = `receipt,product_id,package,order_id\n${receipt},gems_100,com.example.game,${other}\n`;
    await run('batch - --out out.ndjson', stdin, { home });
    const { out } = await run('batch - --out again.ndjson --json', stdin.replace(other, own), {
      home,
    });
    expect(JSON.parse(out)).toMatchObject({ exit: 0 });
    const rowOf = (name: string) => JSON.parse(readFileSync(join(home, name), 'utf8')) as Told;
    expect([rowOf('out.ndjson').advice, rowOf('again.ndjson').advice]).toEqual(['check', 'none']);
  });

  it('is no doubt where a text has no order id, whatever else it has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[A-Za-z0-9 .:\-/]{0,40}$/), async (words) => {
        fc.pre(!/\d{4}[- ]\d{4}[- ]\d{4}[- ]\d{5}/.test(words));
        expect(await told(`Ticket ${words}\n\n${purchase}`)).toMatchObject({ isOther: false });
      }),
      { numRuns: 50 },
    );
  });
});
