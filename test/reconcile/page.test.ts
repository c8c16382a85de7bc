import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildReconcilePage } from '../../src/reconcile/page.js';
import { reconcile } from '../../src/reconcile/reconcile.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { entry, first, lookedUp, page, second, third } from '../helpers/reconciled.js';

const units = { voidedQuantity: 1 };
const contents = {
  'lookups.ndjson': [lookedUp(first, 3), lookedUp(second), lookedUp(third)].join('\n'),
  'voided.json': page([entry(first, units)]),
  'granted.csv': `order_id,granted_at,player\n${first},2026-11-01,Zoë\n${second},,token-${second}\n`,
};

async function pageOf(isVoidedPartial = false, further = ''): Promise<string> {
  const folder = temporaryFolder();
  const all = { ...contents, 'lookups.ndjson': `${contents['lookups.ndjson']}\n${further}` };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  const map = new Map();
  const files = [
    { role: 'lookups', path: 'lookups.ndjson', map },
    { role: 'voided', path: 'voided.json', map },
    { role: 'granted', path: 'granted.csv', map },
  ] as const;
  const request = { files, isVoidedPartial, isEmptyAllowed: false, onNote: () => undefined };
  const reconciled = await reconcile(testContext({ folder }), request, () => '');
  return buildReconcilePage(reconciled, {
    headline: 'All.',
    tone: 'good',
    placeOfRows: '',
    origin: 'pvg.',
  });
}

it('a class that one purchase has is on the page, and none that no purchase has', async () => {
  const made = await pageOf();
  const classes = [...made.matchAll(/<h2><code>([a-z-]+)<\/code>: (\d+) purchase/g)];
  expect(classes.map(([, name, count]) => [name, count])).toEqual([
    ['granted-and-voided', '1'],
    ['paid-not-granted', '1'],
    ['settled', '1'],
  ]);
});

it('a class is marked by what somebody must do', async () => {
  const marks = (await pageOf()).matchAll(/class="sign (\w+)"><\/span><a [^>]*><code>([a-z-]+)/g);
  expect([...marks].map(([, tone, name]) => [name, tone])).toEqual([
    ['granted-and-voided', 'bad'],
    ['paid-not-granted', 'bad'],
    ['settled', 'good'],
  ]);
});

it.each(['retry-later', 'fix-request'])(
  'a purchase whose look-up failed is not marked as good: %s',
  async (advice) => {
    const purchase = { os: 'android', receipt: 'token-failed', order_id: null };
    const row = { at: null, purchase, verdict: null, advice, answer: null };
    const tonesIn = (made: string, tone: string): number =>
      made.split(`class="sign ${tone}"`).length;
    const [without, made] = [await pageOf(), await pageOf(false, JSON.stringify(row))];
    expect(tonesIn(made, 'good')).toBe(tonesIn(without, 'good'));
    expect(tonesIn(made, 'careful')).toBeGreaterThan(tonesIn(without, 'careful'));
  },
);

it('a page says how much was voided, when it was granted and to whom, and no receipt', async () => {
  const made = await pageOf();
  expect(made).toContain('a part: 1 of 3 units');
  expect(made).toMatch(/2026-11-01(?:(?!<\/td>).)*Zoë/s);
  expect(made).toContain('no date');
  expect(made).not.toContain(`token-${second}`);
});

it('a page warns of a voided list that is not complete', async () => {
  const warning = 'The list of voided purchases is not complete';
  expect(await pageOf(true)).toContain(warning);
  expect(await pageOf(false)).not.toContain(warning);
});
