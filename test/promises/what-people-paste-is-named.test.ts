import { expect, it } from 'vitest';
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
