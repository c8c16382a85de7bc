import { describe, expect, it } from 'vitest';
import { openFiles } from '../../src/system/files.js';
import { readListFile, parseList } from '../../src/emulator/entry-list.js';
import { purchaseList } from '../../src/emulator/purchase.js';
import { temporaryFolder } from '../helpers/context.js';

const parse = (text: string | Uint8Array) =>
  parseList(Buffer.from(text), purchaseList, 'store.json');
const valid = { receipt: 'token-1', product_id: 'gems_500', package: 'com.example.game' };

describe('a store file', () => {
  const usual = {
    ...valid,
    os: 'android',
    order_id: expect.stringMatching(/^GPA\./) as string,
    purchase_state: 0,
    quantity: 1,
    acknowledgement_state: 1,
    region_code: 'VN',
    purchase_date_ms: 1_772_443_800_000,
    recorded: false,
  };
  const numbers = { purchase_state: 2, quantity: 3, acknowledgement_state: 0, purchase_date_ms: 1 };
  const record = { recorded: true, last_error_code: 'VERIFIER_ERROR' };
  const everything = {
    ...usual,
    ...numbers,
    ...record,
    order_id: 'GPA.1-2-3-4',
    region_code: 'DE',
  };
  it('needs three members, the rest is usual; it may say everything', () => {
    expect(parse(JSON.stringify([valid, everything]))).toEqual([usual, everything]);
  });

  it('may hold an iOS purchase, which has no package', () => {
    const [purchase] = parse('[{"receipt":"r","product_id":"p","os":"ios"}]');
    expect(purchase).toMatchObject({
      os: 'ios',
      order_id: expect.stringMatching(/^\d{15}$/) as string,
    });
  });

  const entry = (changes: object): string =>
    JSON.stringify([valid, { ...valid, receipt: 'token-2', ...changes }]);
  it.each<[text: string | Uint8Array, expected: string]>([
    ['[{"receipt": canary', 'a value was expected at character 14'],
    ['{}', 'must hold a JSON array'],
    ['["canary"]', 'entry 1 is not an object'],
    [Uint8Array.from([0xff]), 'not UTF-8'],
    [entry({ productId: 'canary' }), 'entry 2: member "productId" is not one of receipt, '],
    [
      entry({ receipt: undefined, product_id: undefined, productid: 'canary' }),
      'entry 2: member "productid" is not one of receipt, ',
    ],
    [entry({ receipt: undefined }), 'entry 2: receipt is missing'],
    [entry({ package: undefined }), 'entry 2: package is missing'],
    [entry({ order_id: 5 }), 'entry 2: order_id is not text'],
    [entry({ receipt: '' }), 'entry 2: receipt is not text'],
    [entry({ os: 'canary' }), 'entry 2: os is not one of android, ios'],
    [entry({ purchase_state: 3 }), 'entry 2: purchase_state is not an integer from 0 to 2'],
    [entry({ quantity: 1.5 }), 'entry 2: quantity is not an integer'],
    [entry({ recorded: 1 }), 'entry 2: recorded is not true or false'],
    [entry({ last_error_code: 'X' }), 'entry 2: last_error_code needs recorded: true'],
  ])('%s is refused by place, without its values', (text, expected) => {
    const message = expect.stringContaining(expected) as string;
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: 'input-unreadable', message }),
    );
    expect(() => parse(text)).toThrow(/^The store file store\.json (?!.*canary)/s);
  });

  it('that is not there is told by its name', async () => {
    const opened = readListFile(openFiles(temporaryFolder()), 'none.json', purchaseList);
    await expect(opened).rejects.toMatchObject({ code: 'input-unreadable' });
    await expect(opened).rejects.toThrow(
      'The store file none.json could not be read: there is no such file or folder.',
    );
  });
});
