import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';
import { bought, edited, failure, minted, rejection, success } from '../helpers/answers.js';
import { goodAnswers } from '../helpers/hostile-answers.js';

/** What the contract says, from the command line to the exit status. How each answer is judged: test/service. */

const verify = 'verify --product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const env = serviceEnv('https://service.example');

/** Runs a line against a service that gives these answers in turn, the last one again and again. */
async function ask(
  line: string,
  answers: readonly (readonly [number, unknown])[],
  home = temporaryFolder(),
) {
  let sent = 0;
  const send: Send = () => {
    const [status, body] = answers[Math.min(sent, answers.length - 1)] ?? [500, ''];
    sent += 1;
    return Promise.resolve(answer(status, body));
  };
  return { ...(await pvg(line, { env, send, home })), sent };
}

it.each<[string, object, string, string]>([
  [
    'a cancelled purchase',
    edited(success, 'receipt_info.purchase_state=1'),
    '',
    'verified-doubtful',
  ],
  ['another product', edited(success, 'product_id="gems_999"'), '', 'verified-other-product'],
  ['another order', success, '--order-id GPA.9999-9999-9999-99999', 'verified-doubtful'],
  [
    'a purchase without a transaction id',
    edited(success, 'transaction_id'),
    '',
    'verified-doubtful',
  ],
  ['an empty transaction id', edited(success, 'transaction_id=""'), '', 'verified-doubtful'],
  ['a blank transaction id', edited(success, 'transaction_id=" "'), '', 'verified-doubtful'],
  [
    'a transaction id that is null',
    edited(success, 'transaction_id=null'),
    '',
    'verified-doubtful',
  ],
  ...[
    '"\\u200b"',
    '"\\u2800\\u00ad"',
    '"null"',
    '"NULL"',
    '"n/a"',
    '"-"',
    '"0"',
    '" undefined "',
  ].map(
    (id) =>
      [
        `the transaction id ${id}`,
        edited(success, `transaction_id=${id}`),
        '',
        'verified-doubtful',
      ] satisfies [string, object, string, string],
  ),
  [
    'two order ids',
    edited(success, 'transaction_id="GPA.9999-9999-9999-99999"'),
    '',
    'verified-doubtful',
  ],
  [
    'an iOS purchase whose transaction id is null',
    { success: true, product_id: 'gems_100', transaction_id: 'null' },
    '--os ios',
    'verified-doubtful',
  ],
  [
    'an iOS purchase without a transaction id',
    { success: true, product_id: 'gems_100' },
    '--os ios',
    'verified-doubtful',
  ],
])(
  'a success of %s ends in 6, also for a script that reads nothing else',
  async (_, body, more, id) => {
    const ended = await ask(`${verify} ${more} --json`, [[200, body]]);
    const told = { ok: false, exit: 6, advice: 'check', verdict: { id }, error: { code: id } };
    expect(json(ended)).toMatchObject(told);
    for (const form of ['--quiet', '--raw'])
      expect((await ask(`${verify} ${more} ${form}`, [[200, body]])).status).toBe(6);
  },
);

it.each([
  ['', ''],
  ['in small letters', 'receipt_info.order_id="gpa.1234-5678-9012-34567"'],
  ['of a renewal', 'receipt_info.order_id="GPA.1234-5678-9012-34567..3"'],
  ['without a state', 'receipt_info.purchase_state'],
  ['without an order id', 'receipt_info.order_id'],
])('a success %s is one', async (_what, change) => {
  expect((await ask(`${verify} --json`, [[200, edited(success, change)]])).status).toBe(0);
});

const lookup = verify.replace('verify', 'lookup');
const otherOrder = '"GPA.9999-9999-9999-99999"';

it.each([
  ['at the top', edited(bought(''), `order_id=${otherOrder}`), 'order_id'],
  ['of the transaction', bought(`order_id=${otherOrder}`), 'transactions[0].order_id'],
  ['of the transaction id', bought(`transaction_id=${otherOrder}`), 'transactions[0].order_id'],
])(
  'a look-up whose order ids differ (%s) says so, and is no green light',
  async (_, body, field) => {
    const told = json(await ask(`${lookup} --json`, [[200, body]]));
    expect(told).toMatchObject({ exit: 0, advice: 'check' });
    expect(told['anomalies']).toContainEqual(
      expect.objectContaining({ id: 'contradictory', field }),
    );
    const plain = json(await ask(`${lookup} --json`, [[200, bought('')]]));
    expect(plain).toMatchObject({ advice: 'none', anomalies: [] });
    const several = bought('', `order_id=${otherOrder}; transaction_id=${otherOrder}`);
    const ofOne = json(await ask(`${lookup} --json`, [[200, several]]));
    expect(ofOne).toMatchObject({ advice: 'none', anomalies: [] });
  },
);

it.each([
  [502, '<html><h1>502 Bad Gateway</h1></html>'],
  [504, { message: 'Bad gateway' }],
])('%i of a proxy may hide a verify: tried again, and unknown to the end', async (status, body) => {
  const duplicate = [409, failure('DUPLICATE_TRANSACTION')] as const;
  const unknown = { exit: 10, advice: 'check', error: { code: 'outcome-unknown' } };
  const refused = await ask(`${verify} --json`, [[status, body], duplicate]);
  expect([refused.sent, json(refused)]).toMatchObject([2, unknown]);
  const failed = await ask(`${verify} --json`, [[status, body]]);
  expect([failed.sent, json(failed)]).toMatchObject([4, unknown]);
  expect((await ask(verify, [[status, body]])).err).toContain('Next: pvg lookup');
});

/** Paths of all texts in an answer: `receipt_info.platform`. */
const textPathsIn = (value: unknown, path = ''): string[] => {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    textPathsIn(each, path === '' ? name : `${path}.${name}`),
  );
};

describe('an empty text is unusual as a missing one is', () => {
  const [transaction] = goodAnswers.lookup.transactions;
  const answers: readonly (readonly [what: string, line: string, body: object])[] = [
    ['a verify', `${verify} --json`, success],
    ['a look-up', `${verify.replace('verify', 'lookup')} --json`, goodAnswers.lookup],
    ['a rejection', `${verify.replace('verify', 'lookup')} --json`, rejection],
    ['a session', 'session --username player-42 --json', minted],
  ];
  const members = answers.flatMap(([what, line, body]) => [
    ...textPathsIn(body)
      .filter((path) => !path.startsWith('transactions'))
      .map((path) => ({ what, line, path, empty: edited(body, `${path}=""`) })),
    ...(what === 'a look-up' ? textPathsIn(transaction) : []).map((path) => ({
      ...{ what, line, path: `transactions[0].${path}`, empty: bought(`${path}=""`) },
    })),
  ]);

  it.each(members)('in $what: $path', async ({ line, path, empty }) => {
    const { anomalies } = json(await ask(line, [[200, empty]])) as {
      anomalies: { field: string }[];
    };
    expect(anomalies.map(({ field }) => field)).toContain(path);
  });

  it('as of a purchase with a promotion code: no order id, and it is not ✔', async () => {
    const home = temporaryFolder();
    const promotion = edited(success, 'transaction_id=""; receipt_info.order_id=""');
    const verified = await ask(`${verify} --case T-1`, [[200, promotion]], home);
    expect([verified.status, verified.out]).toEqual([6, expect.not.stringContaining('✔')]);
    const lookup = verify.replace('verify', 'lookup');
    const found = edited(bought('order_id=""; transaction_id=""'), 'order_id=""');
    expect(json(await ask(`${lookup} --json`, [[200, found]], home))).toMatchObject({
      exit: 0,
      anomalies: ['order_id', 'transactions[0].transaction_id', 'transactions[0].order_id'].map(
        (field) => ({
          id: 'empty',
          field,
        }),
      ),
    });
  });
});

describe('session --check withholds the token', () => {
  const check = 'session --username player-42 --check';
  const token = minted.sessionToken;
  const everywhere = (home: string): string =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .map((entry) =>
        entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : '',
      )
      .join('\n');

  it('and leaves a text that names it visible', async () => {
    const remark = 'call setGameRole("sessionToken") with it';
    const body = { ...minted, remark, 'old "sessionToken"': 1 };
    for (const query of ['--query answer', '--raw'])
      expect(JSON.parse((await ask(`${check} ${query}`, [[200, body]])).out)).toMatchObject({
        remark,
      });
  });

  it.each<[string, object, number?]>([
    ['with another member that repeats it', { ...minted, copy: `token=${token}` }],
    ['deeper in a list', { ...minted, list: [[{ sessionToken: { is: 'hush-deeper' } }]] }],
    [
      'in an error',
      { code: 'xmdt_disabled', message: 'm', details: { sessionToken: 'hush-deeper' } },
      409,
    ],
  ])('from every output and file: a token %s', async (_, body, status = 200) => {
    for (const option of [
      '',
      '--json',
      '--raw',
      '--verbose',
      '--json --verbose',
      '--query answer',
    ]) {
      const home = temporaryFolder();
      const { out, err } = await ask(`${check} ${option}`, [[status, body]], home);
      expect(out + err + everywhere(home)).not.toMatch(/hush/);
      expect(everywhere(home)).toContain('"command":"session"');
    }
  });
});
