import type { Send, WireRequest, WireResponse } from '../../src/wire.js';
import type { Ended } from './pvg.js';

/** What the tests of `pvg batch` have in common: a profile, an input, and a service in the program itself. */

export const env = {
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: 'https://gw.example',
  PVG_CLIENT_ID: 'client',
  PVG_CLIENT_SECRET: 'a-secret-of-the-test',
};

export const csv = (count: number): string =>
  `receipt,product_id,package\n${Array.from({ length: count }, (_, at) => `token-${String(at + 1)},gems,com.example\n`).join('')}`;

export const asked = ({ body }: WireRequest): Record<string, string> =>
  JSON.parse(Buffer.from(body).toString()) as Record<string, string>;

export const answer = (
  status: number,
  body: unknown,
  headers: WireResponse['headers'] = [],
): WireResponse => ({
  status,
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

export const paid = (orderId: string): WireResponse =>
  answer(200, {
    order_id: orderId,
    game_id: 1,
    found: true,
    environment: null,
    transactions: [{ purchase_state: 0, gateway: { found: true, recorded_for_this_game: true } }],
  });

/** Every purchase is paid and recorded, its order id made of the receipt. */
export const allPaid: Send = (request) => Promise.resolve(paid(`GPA.${asked(request)['receipt'] ?? ''}`));

export const unasked: Send = () => Promise.reject(new TypeError('asked'));

/** Words of a view may be on two lines. */
export const said = ({ err }: Ended): string => err.replace(/[\s│]+/g, ' ');
