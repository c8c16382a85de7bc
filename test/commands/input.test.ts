import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answering } from '../helpers/exchange.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

const folder = temporaryFolder();
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return `@${path}`;
};
mkdirSync(join(folder, 'folder'));

const purchase = {
  packageName: 'com.example.game',
  productId: 'gems_100',
  purchaseToken: 'demo-recorded',
};
const fields = '--product-id gems_100 --package com.example.game';
const orderId = 'GPA.1234-5678-9012-34567';
const lookup = (line: string, stdin?: string) =>
  pvg(`lookup --profile local ${line}`, stdin === undefined ? {} : { stdin });

describe('bad input costs nothing: a clear error, status 2, nothing sent', () => {
  it.each<[line: string, says: RegExp]>([
    ['', /Missing: --product-id, --receipt/],
    ['--package k --receipt r', /--product-id/],
    [`${fields} --receipt r --os symbian`, /--os must be one of: android, ios/],
    [`${fields} --receipt ''`, /The receipt is empty/],
    [`${fields} --receipt '${JSON.stringify(purchase)}'`, /--purchase-json/],
    [`${fields} --receipt @/nowhere`, /--receipt: cannot read \/nowhere/],
    [`${fields} --receipt @${join(folder, 'folder')}`, /it is a folder/],
    ['--receipt - --body -', /--body cannot be used together with --receipt/],
    [`${fields} --receipt r --as curl`, /--as needs --dry-run/],
    ["'purchaseToken demo-pending'", /names a `purchaseToken`, but has no whole purchase/],
    [`Order ID: ${orderId}`, /The shell split the text into words/],
    ['--body {}', /--body needs @file/],
    [
      `--body ${file('utf16', Buffer.from('\uFEFF{}', 'utf16le'))}`,
      /not UTF-8.*\n.*Save the file as UTF-8/,
    ],
    [`--purchase-json ${file('cut', '{"purchaseToken":"ab')}`, /--purchase-json is not JSON/],
    [`--purchase-json ${file('none', '{"a":1}')}`, /has no purchase JSON/],
    [
      `${fields} --receipt r --purchase-json @x`,
      /--receipt cannot be used together with --purchase-json/,
    ],
    [`${fields} --receipt r --timeout -1`, /--timeout must be a number above 0/],
    [`${fields} --receipt r --retries 1.5`, /--retries must be a whole number/],
    [`${fields} --receipt r --query a[`, /--query/],
    [`${fields} --receipt r --base-url http://gw.example`, /https|local/],
  ])('%s', async (line, says) => {
    const ended = await lookup(line);
    expect(ended.status).toBe(2);
    expect(ended.err + ended.out).toMatch(says);
  });

  it('sends a doubtful receipt with --force', async () => {
    expect((await lookup(`${fields} --receipt ${orderId} --force`)).status).toBe(6);
  });

  it('refuses a look-up for iOS before it asks for anything, with the section, unless --body gives the bytes', async () => {
    for (const given of ['--product-id p --receipt r', '--receipt r']) {
      const ended = json(await lookup(`--os ios ${given} --json`));
      expect(ended).toMatchObject({ exit: 2, error: { code: 'not-shown', section: '§4.2' } });
    }
    expect((await lookup(`--os ios --body ${file('ios', '{"order_id":"M1"}')}`)).status).toBe(5);
  });
});

it.each([
  [file('receipt', 'demo-recorded'), undefined, ''],
  [file('receipt-n', 'demo-recorded\r\n'), undefined, 'Removed the line break'],
  ['-', 'demo-recorded\n', 'Removed the line break'],
])(
  'a receipt is read from %s; a final line end is dropped, and said',
  async (spec, stdin, said) => {
    const ended = await lookup(`${fields} --receipt ${spec}`, stdin);
    expect(ended.status).toBe(0);
    expect(ended.err).toContain(said);
  },
);

it('--body sends exactly these bytes, the final line end too', async () => {
  const body = `{"os_id":1,  "product_id":"gems_100","package":"com.example.game","receipt":"demo-recorded"}\n`;
  let sent: Uint8Array | undefined;
  await pvg(['lookup', '--body', file('body', body)], {
    env: serviceEnv('https://gw.example'),
    send: (request, options) => {
      sent = request.body;
      return answering(502, '')(request, options);
    },
  });
  expect(Buffer.from(sent ?? []).toString()).toBe(body);
});
