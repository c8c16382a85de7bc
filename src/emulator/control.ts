import { Buffer } from 'node:buffer';
import { withoutQuery } from '../contract/interfaces.js';
import { headerValue, type WireResponse } from '../contract/wire.js';
import { PvgError } from '../failure.js';
import { equalText } from '../signing/digest.js';
import { aNumber, listFile, parseList, purchaseList } from './purchase.js';
import type { EmulatedService } from './service.js';
import type { World } from './world.js';

/** The control address: what a test changes while its game server runs. Each request needs the token in its header. */
export function controlOf(world: World, token: string): EmulatedService {
  const orders: Readonly<Record<string, (body: Uint8Array) => object | Promise<object>>> = {
    '/_pvg/purchases': (body) => {
      const purchases = parseList(body, purchaseList);
      world.addPurchases(purchases);
      return { added: purchases.length };
    },
    '/_pvg/clock': (body) => {
      for (const seconds of parseList(body, clockOrder)) world.advance(seconds * 1000);
      return { now: new Date(world.now()).toISOString() };
    },
    '/_pvg/reset': () => world.reset().then(() => ({ reset: true })),
  };
  return {
    refuse: (_path, status, says) => refused(status, says),
    send: async ({ url, headers, body }) => {
      if (!equalText(headerValue(headers, 'authorization') ?? '', `Bearer ${token}`)) {
        return refused(
          401,
          'The header “Authorization: Bearer <token>” needs the token that pvg printed.',
        );
      }
      const order = orders[new URL(url).pathname];
      if (order === undefined) {
        return refused(404, 'No such path: POST /_pvg/purchases, clock or reset.');
      }
      try {
        return jsonAnswer(200, await order(body));
      } catch (error) {
        if (!(error instanceof PvgError)) throw error;
        return jsonAnswer(400, { error: error.message, hint: error.details.hint ?? null });
      }
    },
  };
}

const refused = (status: number, error: string): WireResponse => jsonAnswer(status, { error });

export function isControl(target: string): boolean {
  return withoutQuery(target).startsWith('/_pvg/');
}

const clockOrder = listFile({
  what: 'order for the clock',
  hint: 'Send {"advance_s": 60}.',
  rules: { advance_s: aNumber(0, 1e9) },
  needed: ['advance_s'],
  make: (read) => read.advance_s,
});

/** An answer that the service does not have. */
const jsonAnswer = (status: number, body: object): WireResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(`${JSON.stringify(body)}\n`),
});
