import { expect, it } from 'vitest';
import { pvg } from '../helpers/pvg.js';

/** Behind what the text names, "it" would be the order id: the hint names the receipt. */

const orderId = 'GPA.3312-4410-7719-58204';
const token = `hgoeapcmjbkjmkihjllgpkhn.AO-J1Oy9Zk2mQ7vX3b8LnT5${'wE4rY6uH'.repeat(12)}`;
const withToken = (purchaseToken: string): string =>
  JSON.stringify({ orderId, productId: 'gems_100', purchaseToken });

it.each([
  ['changed', withToken(`${token}…`)],
  ['cut', withToken(token.padEnd(4096, 'x'))],
])('of a receipt that is %s', async (_what, stdin) => {
  const { status, err } = await pvg('lookup - -p local', { stdin, columns: 500 });
  expect(status).toBe(2);
  expect(err).toMatch(/gems_100\. [^.]*\bthe receipt\b/i);
});
