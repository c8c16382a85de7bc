import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputReader, largestCaptureBytes } from '../../src/input/bytes.js';
import { readPurchase } from '../../src/input/purchase.js';
import type { PurchaseOptions } from '../../src/input/purchase-options.js';
import { temporaryFolder, testContext } from '../helpers/context.js';

const mega = 1024 * 1024;

function withFile(content: string | Uint8Array, stdin = '') {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'input'), content);
  return new InputReader(testContext({ folder, stdin }));
}

describe('a value', () => {
  it('is taken up to 4 MB from a file, and no further', async () => {
    const { bytes } = await withFile(Buffer.alloc(4 * mega)).read('--body', '@input');
    expect(bytes.length).toBe(4 * mega);
    await expect(withFile(Buffer.alloc(4 * mega + 1)).read('--body', '@input')).rejects.toThrow(
      '--body: input is larger than 4 MB',
    );
  });

  it('may be larger where many requests are read', async () => {
    const input = withFile(Buffer.alloc(4 * mega + 1));
    const options = { mostBytes: largestCaptureBytes };
    expect((await input.file('--har', 'input', options)).length).toBe(4 * mega + 1);
  });

  it.each([
    ['x', 'x', 'argument'],
    ['@input', 'of the file', 'file'],
    ['-', 'of standard input', 'stdin'],
  ])('%s is of its source', async (value, text, source) => {
    const { bytes, source: found } = await withFile('of the file', 'of standard input').read(
      '--receipt',
      value,
    );
    expect([Buffer.from(bytes).toString(), found]).toEqual([text, source]);
  });

  it('reads standard input for one option only', async () => {
    const input = withFile('', 'once');
    await input.read('--receipt', '-');
    await expect(input.read('--body', '-')).rejects.toThrow(
      '--receipt and --body cannot both read standard input.',
    );
  });

  it('that is the name of a file is refused, unless it is forced', async () => {
    const read = (forced: boolean) =>
      withFile('').readRefusingFileName('--receipt', 'input', forced);
    await expect(read(false)).rejects.toThrow('The value of --receipt is the name of a file.');
    expect(Buffer.from((await read(true)).bytes).toString()).toBe('input');
  });

  it.each([
    ['input', true],
    ['other', false],
    // Longer than any name that is tried.
    [`${'./'.repeat(498)}input`, false],
    [`${'./'.repeat(497)}/input`, true],
  ])('may be the name of a file: %#', async (text, isFile) => {
    expect(await withFile('').isFile(text)).toBe(isFile);
  });
});

describe('a body', () => {
  it('is the bytes of a file, and never a text of the command line', async () => {
    const body = '{"receipt":"r"}\n';
    expect(Buffer.from(await withFile(body).readBody('@input', false)).toString()).toBe(body);
    await expect(withFile(body).readBody(body, true)).rejects.toThrow('--body needs @file, or -');
  });
});

describe('a receipt', () => {
  const lookupOf = (source: string): string => `pvg lookup ${source}`;
  const line = {
    canAsk: false,
    lookupLineFor: lookupOf,
    furtherLineFor: lookupOf,
    lineWithOptions: () => 'pvg lookup',
  };
  const token = 'Ab-_09.x';
  const receiptOf = async (options: PurchaseOptions, file = '', stdin = '') => {
    const purchase = await readPurchase(withFile(file, stdin), options, line);
    return 'found' in purchase ? purchase.found : {};
  };

  const removed = ['Removed the line break after the receipt.'];
  it.each<[what: string, options: PurchaseOptions, file: string, notes: string[]]>([
    ['of a file', { receipt: '@input' }, token, []],
    ['of a file that ends with a line break', { receipt: '@input' }, `${token}\n`, removed],
    ['of a file of Windows', { receipt: '@input' }, `${token}\r\n`, removed],
    ['of standard input', { receipt: '-' }, `${token}\n`, removed],
    ['that was pasted from a file', { purchase: '@input' }, `${token}\n`, removed],
    ['of the command line', { receipt: token }, '', []],
  ])(
    '%s is without the line break of its end, which is said',
    async (_what, options, file, notes) => {
      expect(await receiptOf(options, file, file)).toMatchObject({ receipt: token, notes });
    },
  );

  it.each<[what: string, options: PurchaseOptions, file: string, receipt: string]>([
    ['one line break alone', { receipt: '@input' }, `${token}\n\n`, `${token}\n`],
    ['none of the command line', { receipt: `${token}\n` }, '', `${token}\n`],
  ])('loses %s', async (_what, options, file, receipt) => {
    await expect(receiptOf(options, file)).rejects.toMatchObject({ code: 'receipt-doubtful' });
    expect(await receiptOf({ ...options, force: true }, file)).toMatchObject({ receipt });
  });
});
