import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

/** What was pasted and cannot be looked up is named, keeps what was understood, and has a next step. */

const store = (members: object): string =>
  JSON.stringify({ packageName: 'com.example.game', productId: 'gems_100', ...members });
const google = '{"error":{"code":404,"message":"The purchase token was not found."}}';

it.each<[string, string, readonly string[]]>([
  [
    'a masked token',
    store({ purchaseToken: 'kdjm****jTi8', orderId: 'GPA.3312-4410-7719-58204' }),
    ['GPA.3312-4410-7719-58204', 'gems_100', 'com.example.game'],
  ],
  [
    'a test product',
    store({
      productId: 'android.test.purchased',
      purchaseToken: 'inapp:a.b:android.test.purchased',
    }),
    ['android.test'],
  ],
  ['a cut cell', 'a'.repeat(32_767), ['32,767']],
  ['a cut text', 'a'.repeat(4096), ['4,096']],
  ['the text of a picture', '6PA.3312-441O-7719-58204', ['GPA.3312-4410-7719-58204']],
  ['an error of Google', google, ['Google']],
])('a look-up of %s is refused before anything is sent', async (_what, text, named) => {
  const { status, out, err } = await pvg('lookup - --product-id gems_100 --profile local', {
    stdin: text,
  });
  expect(status).toBe(2);
  for (const value of named) expect(out + err).toContain(value);
});

const game = { packageName: 'com.example.game', productId: 'gems_100' };
const asLog = (object: object): string => `12:00 WARN grant ${JSON.stringify(object)} failed`;
const receiptOfApple = `MIITsgYJKoZIhvcNAQcCoIITozCCE58CAQExCzAJBgUrDgMCGgUAMIID/${'aB3+'.repeat(30)}`;
const signed = 'eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2lnbmF0dXJl';

it.each<[string, string]>([
  ['a receipt', receiptOfApple],
  ['a receipt on several lines', receiptOfApple.replace(/.{64}/g, '$&\n')],
  ['a receipt with blanks for +', receiptOfApple.replaceAll('+', ' ')],
  ['a receipt of a form', encodeURIComponent(receiptOfApple)],
  ['a receipt in JSON', JSON.stringify({ 'receipt-data': receiptOfApple, password: 'x' })],
  ['a receipt in a log', asLog({ transactionReceipt: receiptOfApple })],
  ['a receipt with escaped slashes', `{"Payload":"${receiptOfApple.replaceAll('/', '\\/')}"}`],
  ['a receipt in a dump of Python', `ERROR {'receipt-data': '${receiptOfApple}', 'x': None}`],
  ['an old receipt', Buffer.from('{\n\t"signature" = "AbC+/1";\n}').toString('base64')],
  ['an old receipt as text', '{\n "purchase-info" = "ewoJ";\n "pod" = "100";\n}'],
  ['a signed transaction', signed],
  ['a signed transaction in JSON', JSON.stringify({ signedTransactionInfo: signed })],
  [
    'a signed transaction as the token of a library',
    asLog({ productId: 'g', purchaseToken: signed }),
  ],
  ['a notification', JSON.stringify({ signedPayload: signed })],
  ['a transaction id', '2000000123456789'],
  ['a transaction id with its name', 'Transaction ID: 2000000123456789'],
  ['a transaction', JSON.stringify({ productId: 'gems', transactionId: '2000000123456789' })],
  ['the number of a mail', 'Order ID: MQ1ABCD2EF'],
  ['a mail', 'Your receipt from Apple.\nORDER ID MQ1ABCD2EF\nDOCUMENT NO. 123\nGems 100 $0.99'],
  ['an envelope of an engine', JSON.stringify({ Store: 'AppleAppStore', Payload: 'MIIT' })],
])('%s of Apple’s store leads to what can be done for iOS', async (_what, stdin) => {
  const { status, err } = await pvg('lookup - --case T-1 --profile local', { stdin });
  expect(status).toBe(2);
  // A number of Apple that the text has goes into the reply.
  expect(err).toMatch(
    /^Next: pvg reply "\$REPLY_LANGUAGE" --for ios (?:--order-id \w+ )?--case T-1$/m,
  );
});

const order = 'GPA.3312-4410-7719-58204';
const masked = { ...game, orderId: order, purchaseToken: 'kdjm****jTi8' };

it.each<[string, string]>([
  ['a masked token', JSON.stringify(masked)],
  ['a cut JSON', JSON.stringify(masked).slice(0, -9)],
  ['a cut JSON in a log', JSON.stringify(asLog(masked)).slice(0, -20)],
  [
    'a dump of Python',
    `{'productId': 'gems_100', 'packageName': 'com.example.game', 'orderId': '${order}', 'purchaseToken': 'kdjm...'}`,
  ],
  [
    'two readings',
    `purchaseToken: abcdef1\nghi\nproductId: gems_100\npackageName: com.example.game\norderId: ${order}`,
  ],
  ['a JSON without a token', JSON.stringify({ ...game, orderId: order })],
  ['a line of a log', `WARN token: none product=gems_100 package=com.example.game order=${order}`],
  [
    'an address before its token',
    `https://x.example/applications/com.example.game/purchases/products/gems_100/ ${order}`,
  ],
  [
    'an address',
    `https://x.example/applications/com.example.game/purchases/products/gems_100/tokens/${order}`,
  ],
])('a refusal of %s keeps the names in it, and leads to the order', async (_what, stdin) => {
  const { status, err } = await pvg('lookup - --profile local', { stdin, columns: 400 });
  expect(status).toBe(2);
  expect(err).toContain(`order id ${order}, product gems_100 and package com.example.game`);
  expect(err).toContain(`Next: pvg journal find ${order}\n`);
  expect(err).not.toContain('kdjm');
});

it.each<[string, string, string]>([
  ['asterisks', 'token=kdjm***', '***'],
  ['dots', 'purchaseToken: kdjmlgfchnbaopei.AO-J1O...', '...'],
  ['an ellipsis', 'my token kdjmlgfchnbaopei.AO-J1OyV7mQ…i8', '…'],
  ['letters', 'purchase_token=kdjmxxxx', 'xxxx'],
  ['a word', 'receipt="kdjm[REDACTED]"', '[REDACTED]'],
])('a receipt in a line of a log that is masked with %s is said to be', async (_, token, mask) => {
  const stdin = `10:02 WARN grant failed ${token} product=gems_100 package=com.quay.side order=${order}`;
  const { status, err } = await pvg('lookup - --profile local', { stdin, columns: 400 });
  expect(status).toBe(2);
  expect(err).toContain(`masked (${mask})`);
  expect(err).toContain(`order id ${order}, product gems_100 and package com.quay.side`);
  expect(err).toContain(`Next: pvg journal find ${order}\n`);
  expect(err).not.toContain('kdjm');
});

it.each<[string, string, string]>([
  ['an order id', `order ${order}, `, 'need-receipt'],
  ['no order id', '', 'need-order-id'],
])('a masked receipt in a ticket leads to the reply: with %s', async (_what, words, situation) => {
  const home = temporaryFolder();
  const stdin = `${words}purchaseToken: kdjm****jTi8`;
  const { err } = await pvg('lookup - --case T-1 --profile local', { home, stdin });
  expect(err).toContain(`Next: pvg reply "$REPLY_LANGUAGE" --for ${situation} --case T-1\n`);
  expect((await pvg(`reply en --for ${situation} --case T-1`, { home })).status).toBe(0);
});

it('line breaks behind a pasted receipt are no fault of it', async () => {
  const line = 'lookup - --product-id gems_100 --package com.example.game --profile local';
  const { status } = await pvg(line, { stdin: 'demo-recorded\r\n\n' });
  expect(status).toBe(0);
});

it('what a refusal says itself is not repeated, and all else that was understood is', async () => {
  const list = [
    { ...game, purchaseToken: 'demo-recorded' },
    { ...game, productId: 'gems_500', purchaseToken: 'demo-purchased' },
  ];
  const { err } = await pvg('lookup - --profile local', {
    stdin: JSON.stringify(list),
    columns: 400,
  });
  expect(err).toContain('The text names package com.example.game.');
  expect(err.match(/gems_500/g)).toHaveLength(1);
});

const another = { ...game, productId: 'gems_500', purchaseToken: 'pnlkmfdgbcajohei.AO-J1Oz' };
const first = { ...game, purchaseToken: 'demo-recorded' };

it.each<[string, object[], string[]]>([
  [
    'by their order ids',
    [
      { ...first, orderId: order },
      { ...another, productId: 'gems_100', orderId: 'GPA.3312-4410-7719-58205' },
    ],
    [`--order-id ${order}`, '--order-id GPA.3312-4410-7719-58205'],
  ],
  ['by their products', [first, another], ['--product-id gems_100', '--product-id gems_500']],
  [
    'by order id and product',
    [
      { ...first, orderId: order },
      { ...another, orderId: order },
    ],
    ['--product-id gems_100', '--product-id gems_500'],
  ],
])(
  'several purchases are listed %s, and the next command chooses one',
  async (_how, list, options) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mail.txt'), JSON.stringify(list));
    const { status, err } = await pvg('lookup @mail.txt --case T-1 --profile local', {
      home: folder,
      columns: 400,
    });
    expect(status).toBe(2);
    for (const option of options) expect(err).toContain(`\`${option}\``);
    const [, next = ''] = /^Next: pvg (.*)$/m.exec(err) ?? [];
    expect(next).toContain('--case T-1');
    expect((await pvg(next, { home: folder })).status).not.toBe(2);
  },
);

it('a misread order id is never compared', async () => {
  const line = ['lookup', JSON.stringify(first), '--profile', 'local', '--order-id'];
  const ended = await pvg([...line, '6PA.3312-441O-7719-58204']);
  expect(ended).toMatchObject({ status: 2, out: '' });
  expect(ended.err).toContain(`Next: pvg journal find ${order}\n`);
});

it('a row without a header gives its receipt and its order id; the product is asked for', async () => {
  const token = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
  const { err } = await pvg('lookup - --profile local', {
    stdin: `17,${order},${token},gems_100\n`,
  });
  expect(err).toContain('Missing: --product-id.');
});

it('~ in @~/… is the home folder, where the shell leaves it', async () => {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'mail.txt'), JSON.stringify(first));
  // Whatever HOME says: it may be missing, or a relative path.
  for (const env of [{}, { HOME: 'work' }]) {
    const ended = await pvg('lookup @~/mail.txt --profile local', { home, env });
    expect(ended.status).toBe(0);
  }
  const options = { home };
  expect((await pvg('lookup @~other/mail.txt --profile local', options)).status).toBe(2);
});

it.each<[string, number | null, number]>([
  ['status: 422', 422, 0],
  ['409 Conflict', 409, 0],
  ['error: UNAUTHORIZED', null, 0],
  ["2026-11-21 ERROR {'success': False, 'error': 'PRODUCT_MISMATCH', 'message': None}", 422, 0],
  [google, 404, 2],
])('explain-error reads %s', async (text, httpStatus, exit) => {
  const { status, out } = await pvg('explain-error - --json', { stdin: text });
  expect(status).toBe(exit);
  expect(JSON.parse(out)).toMatchObject({ answer: { status: httpStatus } });
});

it.each<[string, string, string | undefined]>([
  ['a product of a chat', `product: gems_100\nI paid, my order is ${order}`, 'gems_100'],
  ['a product of a message', `[10:02] Mai: product: gems_100\n[10:03] Mai: nothing`, 'gems_100'],
  ['what a person calls it', `product: gold pack, order ${order}, nothing came`, undefined],
  ['a name with the end of a sentence', `item id: yes. My order is ${order}, help me`, undefined],
  ['a cut name of an iOS purchase', 'receipt from Apple MQ1ABCD2EF, product=gems_.', undefined],
])('a refusal names a product only where the text does: %s', async (_what, stdin, product) => {
  const { status, err } = await pvg('lookup - --profile local', { stdin, columns: 400 });
  expect(status).toBe(2);
  if (product === undefined) expect(err).not.toMatch(/names [^.]*product/);
  else expect(err).toContain(`product ${product}`);
});

it('the number of Apple stays in the command of its ticket', async () => {
  const home = temporaryFolder();
  const refused = async (stdin: string, ticket: string): Promise<string> => {
    const { err } = await pvg(`lookup - --case ${ticket} --profile local`, { home, stdin });
    return /^Next: (.*)$/m.exec(err)?.[1] ?? '';
  };
  await refused('Your receipt from Apple.\nORDER ID MQ1ABCD2EF\nGems 100 $0.99', 'T-1');
  const beginning = 'pvg reply "$REPLY_LANGUAGE" --for ios';
  const again = `${beginning} --order-id MQ1ABCD2EF --case T-1`;
  expect(await refused(signed, 'T-1')).toBe(again);
  expect(await refused(signed, 'T-2')).toBe(`${beginning} --case T-2`);
});

it('the journal names each order of a paste with several purchases', async () => {
  const home = temporaryFolder();
  const orders = [order, 'GPA.3312-4410-7719-58205', 'GPA.3312-4410-7719-58206'];
  const list = orders.map((orderId, index) => ({
    ...another,
    orderId,
    purchaseToken: `${another.purchaseToken}${String(index)}`,
  }));
  await pvg('lookup - --case T-1 --profile local', { home, stdin: JSON.stringify(list) });
  const { out } = await pvg('report --case T-1', { home });
  for (const each of orders) expect(out).toContain(each);
});

it.each<[string, string, string]>([
  [
    'a name in a line',
    'I did the verification, it says not verified.\nUsername: dragon99',
    'dragon99',
  ],
  ['no name', 'I did the verification but it says not verified. my name is Kim', '"$PLAYER"'],
  ['another language', 'я прошёл верификацию, но игра пишет что её нет', '"$PLAYER"'],
])('a mail about verification with %s leads to the check', async (_what, stdin, username) => {
  const { status, err } = await pvg('lookup - --case T-1 --profile local', { stdin });
  expect(status).toBe(2);
  expect(err).toContain(
    `Next: pvg session --username ${username} --check --profile local --case T-1\n`,
  );
});

it.each([
  'please verify my purchase, I paid and got nothing at all',
  `the verification failed and nothing came for ${order}, please`,
])('a mail about the verification of a purchase does not: %s', async (stdin) => {
  const { err } = await pvg('lookup - --case T-1 --profile local', { stdin });
  expect(err).not.toContain('pvg session');
});

it('a check without a record names the reply that asks for the exact name', async () => {
  const { out, err } = await pvg('session player-42 --check --case T-1 --profile local');
  const reply = '`pvg reply "$REPLY_LANGUAGE" --for verification-not-recorded --case T-1`';
  expect(out + err).toContain(reply);
  const completed = await pvg('session demo-completed --check --profile local');
  expect(completed.out + completed.err).not.toContain('verification-not-recorded');
});

it('says how to paste a receipt that came in two messages, and not for other texts', async () => {
  const halves = ['hpvkbjddplhvmbhlmbqjddqn.AO-J1ONkFxkmc0l1yZ11', 'hFIXxcPjnYuBWM-e28CaxLKS9F7M'];
  const chat = halves.map((half) => `[29.11.26, 18:30:01] Dev: here ${half}`).join('\n');
  const refusalOf = async (text: string): Promise<string> =>
    (await pvg('lookup - --profile local', { stdin: `order GPA.3312-4410-7719-58204\n${text}` }))
      .err;
  const [whole = ''] = halves;
  expect(await refusalOf(chat)).toContain('(1/2)');
  expect(await refusalOf(whole.replace('.AO-', '_'))).not.toContain('(1/2)');
});
