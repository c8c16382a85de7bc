import { describe, expect, it } from 'vitest';
import { readPasted } from '../../src/input/pasted/read.js';
import { listPossibleProducts } from '../../src/input/pasted/rows-alone.js';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** A row without the names of its columns: what a cell is, only its own form shows, and nothing is guessed. */

const receipt =
  'hgoeapcmjbkjmkihjllgpkhn.AO-J1OxTokenOfTheStore_1-2aB3cD4eF5gH6iJ7kL8mN9oP0qR1sT2uV3wX';
const productId = 'gems_100';
const packageName = 'com.example.game';
const orderId = 'GPA.1234-5678-9012-34567';

function found(text: string): unknown {
  const pasted = readPasted(text);
  return pasted.kind === 'purchase' ? pasted.purchase : pasted.kind;
}

describe('a row without a header is read', () => {
  it.each([
    ['with commas', `2026-03-02T09:31:00Z,77120,gems_100,com.example.game,${receipt},5.90`],
    ['with semicolons', `2026-03-02 09:30;77120;gems_100;com.example.game;${receipt};5,90`],
    ['with tabs', `2026-03-02 09:30\t77120\tgems_100\tcom.example.game\t${receipt}\tBRL`],
    ['with bars', ` 77120 | gems_100 | com.example.game | ${receipt} | PURCHASED`],
    [
      'of Markdown',
      String.raw`| 77120 | gems\_100 | com.example.game | ${receipt.replaceAll('_', '\\_')} |`,
    ],
    ['with quotes', `"77120", "gems_100", "com.example.game", "${receipt}", "5,90"`],
    ['of a spreadsheet', `="77120";="gems_100";com.example.game;${receipt};pt_BR`],
    ['of a database', `(17, 'gems_100', 'com.example.game', '${receipt}', NULL, 'purchased'),`],
    ['with an empty cell first', `;gems_100;com.example.game;${receipt};`],
    [
      'below a sentence',
      `O time exportou:\n77120;gems_100;com.example.game;${receipt}\n\nObrigado pela ajuda`,
    ],
    ['below other names of columns', `ts;prod;app;tok\n17;gems_100;com.example.game;${receipt}\n`],
    ['quoted in a mail', `> 17;gems_100;com.example.game;${receipt};5,90`],
  ])('%s', (_how, text) => {
    expect(found(text)).toEqual({ receipt, productId, package: packageName });
  });

  it.each([
    ['with its order', `${orderId},gems_100,com.example.game,${receipt}`, { orderId, productId }],
    [
      'with a product of the package',
      `com.example.game.gems_100,com.example.game,${receipt}`,
      { productId: 'com.example.game.gems_100' },
    ],
  ])('%s', (_how, text, members) => {
    expect(found(text)).toEqual({ receipt, package: packageName, ...members });
  });

  it('also with a receipt of the emulated service', () => {
    const purchase = { receipt: 'demo-recorded', productId, package: packageName };
    expect(found('gems_100,com.example.game,demo-recorded')).toEqual(purchase);
  });
});

describe('what is not certain is not taken', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'two that may be the product',
      `kevin_s,gems_100,com.example.game,${receipt}`,
      ['kevin_s', 'gems_100'],
    ],
    ['a word that may be a name', `kevin99,com.example.game,${receipt}`, ['kevin99']],
    [
      'a product beside a word',
      `gems_100,com.example.game,${receipt},kevin`,
      ['gems_100', 'kevin'],
    ],
    ['no package', `17,gems_100,${receipt}`, ['gems_100']],
    [
      'a package that may be a product',
      `com.example.gems_100,${receipt}`,
      ['com.example.gems_100'],
    ],
  ])('%s: the product is asked for', (_what, text, products) => {
    expect(found(text)).not.toHaveProperty('productId');
    expect(found(text)).toHaveProperty('receipt', receipt);
    expect(listPossibleProducts(text)).toEqual(products);
  });

  it.each([
    ['two packages', `gems_100,com.example.game,com.example.other,${receipt}`],
    ['the name of a server', `gems_100,play.google.com,${receipt}`],
  ])('%s: the package is asked for', (_what, text) => {
    expect(found(text)).not.toHaveProperty('package');
  });

  it.each([
    [
      'a receipt at the end of a line that goes on',
      `gems_100,com.example.game,${receipt}\n9Yn3QTgC6sL0k,5.90`,
    ],
    [
      'another receipt beside it',
      `token: demo-recorded\n\n17,gems_100,com.example.game,${receipt}`,
    ],
  ])('%s: the text is unclear', (_what, text) => {
    expect(found(text)).toBe('unclear');
  });

  it('two receipts in one row: nothing is read', () => {
    expect(found(`gems_100,com.example.game,${receipt},${receipt}X`)).toBe('nothing');
  });
});

describe('a cell of a Markdown table with an escaped bar', () => {
  const row = (note: string): string =>
    [
      '| note | product_id | package | purchase_token |',
      '|---|---|---|---|',
      `| ${note} | gems_100 | com.example.game | demo-recorded |`,
    ].join('\n');

  it.each([
    ['before the receipt', String.raw`refund\|gift`],
    ['at the end of its cell', String.raw`refund\|`],
    ['beside an escaped underscore', String.raw`refund\|a\_gift`],
    ['twice', String.raw`a\|b\|c`],
  ])('%s is one cell', async (_what, note) => {
    const home = temporaryFolder();
    const { asked } = json(await pvg('lookup - -p local --json', { home, stdin: row(note) }));
    expect(asked).toMatchObject({
      product_id: 'gems_100',
      package: 'com.example.game',
      receipt: { fingerprint: 'sha256:1d21e1099ec1' },
    });
  });
});
