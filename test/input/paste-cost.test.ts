import { expect, it } from 'vitest';
import { withoutChatMarks } from '../../src/input/pasted/chat.js';
import { buildChoices } from '../../src/input/pasted/choices.js';
import { numberPurchases } from '../../src/input/pasted/numbered.js';
import { collectReadings } from '../../src/input/pasted/paste-layers.js';
import { readPasted } from '../../src/input/pasted/read.js';
import { mostGrowth, timesLonger } from '../helpers/growth.js';

/** What a long paste costs grows with its length, and no faster. */

it('the readings of a text that changes again and again have a limit together', () => {
  const line = `{"purchaseToken":"a&${'amp;'.repeat(60)}b","productId":"gems_100"}\n`;
  const text = line.repeat(4_000);
  const { texts, isComplete } = collectReadings(text);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  expect([isComplete, characters <= 4 * text.length]).toEqual([false, true]);
  expect(readPasted(text)).toEqual({ kind: 'unclear' });
});

it('a long text is still read, in a few ways', () => {
  const text = `${'a log line of a program\n'.repeat(150_000)}{&quot;purchaseToken&quot;:&quot;t-1&quot;}`;
  expect(readPasted(text)).toMatchObject({ kind: 'purchase', purchase: { receipt: 't-1' } });
});

it('the choices among many purchases', async () => {
  const choose = (size: number): void => {
    const purchases = Array.from({ length: 2 * size }, (_, index) => ({
      receipt: `t-${String(index)}`,
      productId: `gems_${String(index)}`,
    }));
    expect(buildChoices(numberPurchases(purchases))).toHaveLength(2 * size);
  };
  expect(await timesLonger(500, choose)).toBeLessThan(mostGrowth);
});

it.each<[what: string, textOf: (blanks: string) => string]>([
  ['before and behind a dash', (blanks) => `${blanks}\u2014${blanks}12:30 x`],
  ['in front of a dash', (blanks) => `${blanks}\u2014 x`],
  ['behind a name', (blanks) => `Lena${blanks}12:30 x`],
])('a line of blanks %s, as a chat may have it', async (_, textOf) => {
  const read = (size: number): void => {
    withoutChatMarks(textOf(' '.repeat(size)));
  };
  expect(await timesLonger(500, read)).toBeLessThan(mostGrowth);
});
