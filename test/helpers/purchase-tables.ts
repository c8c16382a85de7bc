import type { Send } from '../../src/contract/wire.js';
import { allPaid, asked, env, said, workplace } from './batch.js';

/** Purchases as rows of tables, and what `pvg batch` sends for a table. */

export const token = (number: number): string =>
  `${'abcdefghij'.repeat(2)}kl${'mn'[number % 2] ?? 'm'}.AO-J1Ox${'aB3dE'.repeat(20)}${String(number)}`;
export const [one, two] = [token(1), token(2)];
export const header = 'receipt,product_id,package';
export const game = 'com.quay.sail';
export const gold = 'sail.gold_60';

export type Purchase = readonly [receipt: string, product: string, packageName: string];
export const first: Purchase = [one, gold, game];
export const second: Purchase = [two, gold, game];

export const purchaseJson = (more: object = {}): string =>
  JSON.stringify({
    orderId: 'GPA.3391-2204-7716-50284',
    packageName: game,
    productId: gold,
    purchaseTime: 1_795_820_000_000,
    purchaseToken: one,
    ...more,
  });
/** A cell of a CSV. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A folder of its own for each test, and a look-up of a table in it. */
export function tablePlace() {
  const place = workplace();
  /** Looks up a table, and tells what was sent. */
  const lookUp = async (content: string | Uint8Array, options = '', packageOfProfile?: string) => {
    const sent: Purchase[] = [];
    const send: Send = (request, sendOptions) => {
      const body = asked(request);
      sent.push([body['receipt'] ?? '', body['product_id'] ?? '', body['package'] ?? '']);
      return allPaid(request, sendOptions);
    };
    place.put('in', content);
    const profile = packageOfProfile === undefined ? {} : { PVG_PACKAGE: packageOfProfile };
    const line = `in ${options} --concurrency 1`;
    const ended = await place.batch(line, send, { env: { ...env, ...profile } });
    return { ended, sent, words: said(ended) };
  };
  return { place, lookUp };
}
