import { describe, expect, it } from 'vitest';
import { describeLeftOut } from '../../src/input/pasted/left-out.js';
import { readPasted } from '../../src/input/pasted/read.js';
import { json, pvg } from '../helpers/pvg.js';

/** Every purchase of a text is offered, or it is said that it is left out. */

const first = 'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const second = 'abfeglnmhcdjikopabfeglnm.AO-J1OxC4wPz8RtK2qLm6VbY0nHsDf3GjUeTa5iQo';
const order = 'GPA.1111-2222-3333-44444';
const pairs = [
  [first, second],
  ['demo-purchased', 'demo-never-received'],
] as const;

type Write = (receipt: string) => string;

const bodies: Readonly<Record<string, Write>> = {
  'a request without its platform': (receipt) =>
    JSON.stringify({ receipt, product_id: 'gems_100' }),
  'a whole request': (receipt) => JSON.stringify({ os_id: 1, receipt, product_id: 'gems_100' }),
};
const fences: Readonly<Record<string, Write>> = {
  'in lines of its own': (body) => `Look:\n\`\`\`\n${body}\n\`\`\`\n`,
  'behind the marks': (body) => `Look:\n\`\`\`${body}\`\`\`\n`,
  'among the words of a line': (body) => `Look: \`\`\`json ${body}\`\`\` and `,
};
const others: Readonly<Record<string, Write>> = {
  'with slashes between': (receipt) => `order ${order} / product: gems_500 / token: ${receipt}`,
  'with bars between': (receipt) => `order: ${order} | product: gems_500 | token: ${receipt}`,
  'in lines': (receipt) =>
    `the other:\norder ${order}\nproduct: gems_500\ntoken: ${receipt}\nThanks`,
};
const forms = Object.entries(bodies).flatMap(([body, writeBody]) =>
  Object.entries(fences).flatMap(([fence, writeFence]) =>
    Object.entries(others).map(([other, writeOther]) => ({
      name: `${body}, ${fence}, and another purchase ${other}`,
      write: (one: string, two: string) => `${writeFence(writeBody(one))}${writeOther(two)}`,
    })),
  ),
);

describe('a block of JSON hides no purchase below it', () => {
  it.each(forms)('$name', ({ write }) => {
    for (const [one, two] of pairs) {
      expect(readPasted(write(one, two)), one).toMatchObject({
        kind: 'several',
        purchases: [
          { receipt: one, productId: 'gems_100' },
          { receipt: two, productId: 'gems_500', orderId: order },
        ],
      });
    }
  });

  it('and a JSON without a platform is no purchase where its receipt has no form of the store', () => {
    expect(readPasted('{"receipt":"MIIT1234","product_id":"gems_100"}').kind).toBe('nothing');
  });
});

describe('a receipt that is not read as a purchase is named', () => {
  const body = JSON.stringify({ os_id: 1, receipt: 'demo-purchased', product_id: 'gems_100' });
  const apple = JSON.stringify({
    os_id: 2,
    receipt: 'MIITtgYJKoZIhvcNAQcCoIITpzCCE6MCAQE',
    product_id: 'p',
  });
  const texts = {
    'among the words': `${body}\nand ${second} too`,
    'under its name in the line of the JSON': `${body} and token: ${second}`,
    'of another store': `${body}\n${apple}`,
    'with a part masked': `${body}\nthe other is abfeglnmhcdjikopabfeglnm.AO-J1OxC4wP***`,
  };

  const read = [{ receipt: 'demo-purchased' }];
  const purchase = '--profile local --package com.example.game';

  it.each(Object.entries(texts))('%s', async (_form, text) => {
    const leftOut = describeLeftOut(text, read) ?? 'nothing';
    const ended = await pvg('lookup --profile local --package com.example.game -', { stdin: text });
    expect(ended.status).toBe(0);
    expect(ended.out).toContain(leftOut);
    expect(leftOut).toMatch(/line \d /);
    // Also on a page, which has no standard error.
    const inJson = json(await pvg(`lookup ${purchase} --json -`, { stdin: text }));
    expect(inJson['notes']).toContainEqual({ rank: 'note', says: leftOut });
    const verified = await pvg(`verify ${purchase} --purchase-json -`, { stdin: text });
    expect(verified.err).toContain(leftOut);
  });

  it('also where a person has to choose among others', async () => {
    const other = JSON.stringify({ os_id: 1, receipt: 'demo-recorded', product_id: 'gems_500' });
    const text = `${body}\n${other}\nand ${second} too`;
    const ended = await pvg('lookup --profile local --package com.example.game - --json', {
      stdin: text,
    });
    const leftOut = describeLeftOut(text, [...read, { receipt: 'demo-recorded' }]);
    expect(json(ended)['error']).toMatchObject({ hint: expect.stringContaining(leftOut ?? '-') });
  });

  it.each([
    `token: ${first.slice(0, 40)}=\n${first.slice(40)}`,
    `{"purchaseToken":"${first.slice(0, 40)}=\n${first.slice(40)}"}`,
    `{\\"purchaseToken\\":\\"${first}\\"}\\n${first}`,
    `\\n${first}`,
    first.replaceAll('_', String.raw`\_`),
  ])('and a part of one that was read is not: %s', (text) => {
    expect(describeLeftOut(text, [{ receipt: first }])).toBeUndefined();
  });
});
