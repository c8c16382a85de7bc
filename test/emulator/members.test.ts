import { describe, expect, it } from 'vitest';
import { openFiles } from '../../src/edge/files.js';
import { openList, parseList } from '../../src/emulator/members.js';
import { purchaseList } from '../../src/emulator/purchase.js';
import { PvgError } from '../../src/failure.js';
import { temporaryFolder } from '../support/context.js';

const parse = (text: string) => parseList(Buffer.from(text), purchaseList, 'store.json');
const valid = { receipt: 'token-1', product_id: 'gems_500', package: 'com.example.game' };
const complaint = (text: string): string => {
  try {
    parse(text);
    return 'none';
  } catch (error) {
    if (!(error instanceof PvgError) || error.code !== 'input-unreadable') throw error;
    return error.message;
  }
};

describe('a store file', () => {
  const everything = {
    ...{ ...valid, os: 'android', order_id: 'GPA.1111-2222-3333-44444', purchase_state: 2, quantity: 3 },
    ...{ acknowledgement_state: 0, region_code: 'DE', purchase_date_ms: 1, recorded: true },
    last_error_code: 'VERIFIER_ERROR',
  };
  const usual = {
    ...{ ...valid, os: 'android', order_id: expect.stringMatching(/^GPA\./) as string, purchase_state: 0 },
    ...{ quantity: 1, acknowledgement_state: 1, region_code: 'VN', purchase_date_ms: 1_772_443_800_000 },
    recorded: false,
  };
  it('needs three members, the rest is usual; it may say everything', () => {
    expect(parse(JSON.stringify([valid, everything]))).toEqual([usual, everything]);
  });

  it('may hold an iOS purchase, which has no package', () => {
    const [purchase] = parse('[{"receipt":"r","product_id":"p","os":"ios"}]');
    expect(purchase).toMatchObject({ os: 'ios', order_id: expect.stringMatching(/^\d{15}$/) as string });
  });

  const entry = (changes: object): string =>
    JSON.stringify([valid, { ...valid, receipt: 'token-2', ...changes }]);
  it.each<[text: string, expected: string]>([
    ['[{"receipt": canary', 'cannot be used: a value was expected at character 14'],
    ['{}', 'must hold a JSON array'],
    ['["canary"]', 'cannot be used: entry 1 is not an object'],
    [entry({ productId: 'canary' }), 'cannot be used: entry 2: member "productId" is not one of receipt, '],
    [entry({ receipt: undefined }), 'cannot be used: entry 2: receipt is missing'],
    [entry({ package: undefined }), 'cannot be used: entry 2: package is missing'],
    [entry({ order_id: 5 }), 'cannot be used: entry 2: order_id is not text'],
    [entry({ receipt: '' }), 'cannot be used: entry 2: receipt is not text'],
    [entry({ os: 'canary' }), 'cannot be used: entry 2: os is not one of android, ios'],
    [entry({ purchase_state: 3 }), 'entry 2: purchase_state is not an integer from 0 to 2'],
    [entry({ quantity: 1.5 }), 'cannot be used: entry 2: quantity is not an integer'],
    [entry({ purchase_date_ms: '1' }), 'cannot be used: entry 2: purchase_date_ms is not an integer'],
    [entry({ recorded: 1 }), 'cannot be used: entry 2: recorded is not true or false'],
    [entry({ last_error_code: 'X' }), 'cannot be used: entry 2: last_error_code needs recorded: true'],
  ])('%s is refused by place, without its values', (text, expected) => {
    expect(complaint(text)).toContain('The store file store.json ');
    expect(complaint(text)).toContain(expected);
    expect(complaint(text)).not.toContain('canary');
  });

  it('that is not UTF-8 is refused', () => {
    expect(() => parseList(Uint8Array.from([0xff]), purchaseList, 'store.json')).toThrow('not UTF-8');
  });

  it('that is not there is told by its name', async () => {
    await expect(openList(openFiles(temporaryFolder()), 'none.json', purchaseList)).rejects.toMatchObject({
      code: 'input-unreadable',
      message: 'The store file none.json could not be read (ENOENT).',
    });
  });
});
