import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

const folder = temporaryFolder();
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return `@${path}`;
};
mkdirSync(join(folder, 'folder'));

const purchase = { packageName: 'com.example.game', productId: 'gems_100', purchaseToken: 'demo-recorded' };
const fields = ['--product-id', 'gems_100', '--package', 'com.example.game'];

describe('bad input costs nothing: a clear error, status 2, nothing sent', () => {
  it.each<[string, string[], RegExp]>([
    ['nothing at all', [], /Missing: --product-id, --receipt/],
    ['no product', ['--package', 'k', '--receipt', 'r'], /--product-id/],
    [
      'an unknown platform',
      [...fields, '--receipt', 'r', '--os', 'symbian'],
      /--os must be one of: android, ios/,
    ],
    ['an empty receipt', [...fields, '--receipt', ''], /--receipt is empty/],
    ['an order id', [...fields, '--receipt', 'GPA.1234-5678-9012-34567'], /order id.*\n.*--force/s],
    ['white space', [...fields, '--receipt', 'abc def'], /white space at character 4 of 7.*--force/s],
    ['a whole purchase JSON', [...fields, '--receipt', JSON.stringify(purchase)], /--purchase-json/],
    ['a file that is not there', [...fields, '--receipt', '@/nowhere'], /--receipt: cannot read \/nowhere/],
    ['a folder', [...fields, '--receipt', `@${join(folder, 'folder')}`], /it is a folder/],
    [
      'a picture',
      [...fields, '--receipt', file('bytes', Buffer.from('89504e470d0a1a0a', 'hex'))],
      /is a picture, not text/,
    ],
    ['two bodies', ['--receipt', '-', '--body', '-'], /--body cannot be used together with --receipt/],
    ['--as alone', [...fields, '--receipt', 'r', '--as', 'curl'], /--as needs --dry-run/],
    ['a long dash', ['—profile', 'local'], /`--profile` begins with a long dash/],
    [
      'an order id in words',
      ['Order', 'ID:', 'GPA.1234-5678-9012-34567'],
      /The shell split the text into words/,
    ],
    ['a body as an argument', ['--body', '{}'], /--body needs @file/],
    [
      'a purchase JSON that is cut',
      ['--purchase-json', file('cut', '{"purchaseToken":"ab')],
      /--purchase-json is not JSON/,
    ],
    [
      'a purchase JSON without a token',
      ['--purchase-json', file('none', '{"a":1}')],
      /has no `purchaseToken`/,
    ],
    [
      'two sources of a receipt',
      [...fields, '--receipt', 'r', '--purchase-json', '@x'],
      /--receipt cannot be used together with --purchase-json/,
    ],
    [
      'a negative time-out',
      [...fields, '--receipt', 'r', '--timeout', '-1'],
      /--timeout must be a number above 0/,
    ],
    ['half a retry', [...fields, '--receipt', 'r', '--retries', '1.5'], /--retries must be a whole number/],
    ['a wrong --query', [...fields, '--receipt', 'r', '--query', 'a['], /--query/],
    ['plain http', [...fields, '--receipt', 'r', '--base-url', 'http://gw.example'], /https|local/],
  ])('%s', async (_what, argv, says) => {
    const ended = await pvg(['lookup', '--profile', 'local', ...argv]);
    expect(ended.status).toBe(2);
    expect(ended.err + ended.out).toMatch(says);
  });

  it('sends a doubtful receipt with --force', async () => {
    const { status } = await pvg([
      'lookup',
      '-p',
      'local',
      ...fields,
      '--receipt',
      'GPA.1234-5678-9012-34567',
      '--force',
    ]);
    expect(status).toBe(6);
  });

  it.each([
    ['with all fields', '--product-id p --receipt r'],
    ['before it asks for what is missing', '--receipt r'],
  ])('refuses a look-up for iOS before sending, with the section: %s', async (_, given) => {
    const ended = json(await pvg(`lookup --profile local --os ios ${given} --json`));
    expect(ended).toMatchObject({ exit: 2, error: { code: 'not-shown', section: '§4.2' } });
  });

  it('sends an iOS look-up whose bytes --body gives', async () => {
    const ended = await pvg([
      'lookup',
      '-p',
      'local',
      '--os',
      'ios',
      '--body',
      file('ios', '{"order_id":"M1"}'),
    ]);
    expect(ended.status).toBe(5);
  });
});

describe('a receipt', () => {
  it.each([
    ['a file', file('receipt', 'demo-recorded'), ''],
    [
      'a file with a final line end, which is dropped and said',
      file('receipt-n', 'demo-recorded\r\n'),
      'Removed the line break',
    ],
  ])('is read from %s', async (_what, spec, said) => {
    const ended = await pvg(['lookup', '-p', 'local', ...fields, '--receipt', spec]);
    expect(ended.status).toBe(0);
    expect(ended.err).toContain(said);
  });

  it('is read from standard input', async () => {
    const ended = await pvg(['lookup', '-p', 'local', ...fields, '--receipt', '-'], {
      stdin: 'demo-recorded\n',
    });
    expect(ended.status).toBe(0);
    expect(ended.err).toContain('Removed the line break');
  });
});

describe('--body', () => {
  it('sends exactly these bytes, the final line end too', async () => {
    const body = `{"os_id":1,  "product_id":"gems_100","package":"com.example.game","receipt":"demo-recorded"}\n`;
    let sent: Uint8Array | undefined;
    const ended = await pvg(['lookup', '--body', file('body', body)], {
      env: { PVG_GATEWAY_URL: 'https://gw.example', PVG_CLIENT_ID: 'c', PVG_CLIENT_SECRET: 'long-enough' },
      send: (request) => {
        sent = request.body;
        return Promise.resolve({ status: 502, headers: [], body: new Uint8Array() });
      },
    });
    expect(ended.status).toBe(8);
    expect(Buffer.from(sent ?? []).toString()).toBe(body);
  });
});
