import { Buffer } from 'node:buffer';
import { withoutQuery } from '../contract/interfaces.js';
import { headerValues, type WireRequest, type WireResponse } from '../contract/wire.js';
import { PvgError } from '../failure.js';
import { equalText } from '../signing/digest.js';
import { purchaseList } from './lists.js';
import { anInteger, parseList, type ListFile } from './members.js';
import type { EmulatedService } from './service.js';
import type { World } from './world.js';

/**
 * The control address of an emulator, under `/_pvg/`: what a test changes while its game server runs. Every request needs
 * the header `Authorization: Bearer <token>`.
 */
export function controlOf(world: World, token: string): EmulatedService {
  const changes: Readonly<Record<string, (body: Uint8Array) => object | Promise<object>>> = {
    '/_pvg/purchases': (body) => {
      const purchases = parseList(body, '', purchaseList);
      world.addPurchases(purchases);
      return { added: purchases.length };
    },
    '/_pvg/clock': (body) => {
      const [seconds = 0] = parseList(body, '', clockOrder);
      world.advance(seconds * 1000);
      return { now: new Date(world.now()).toISOString() };
    },
    '/_pvg/reset': async () => {
      await world.reset();
      return { reset: true };
    },
  };
  const isAllowed = (headers: WireRequest['headers']): boolean => {
    const [given = '', ...more] = headerValues(headers, 'authorization');
    return more.length === 0 && equalText(given, `Bearer ${token}`);
  };
  return {
    refuse: (_path, status, says) => jsonAnswer(status, { error: says }),
    send: async ({ url, headers, body }) => {
      if (!isAllowed(headers)) return jsonAnswer(401, { error: unauthorized });
      const { pathname } = new URL(url);
      const change = Object.hasOwn(changes, pathname) ? changes[pathname] : undefined;
      if (change === undefined) return jsonAnswer(404, { error: unknown });
      try {
        return jsonAnswer(200, await change(body));
      } catch (error) {
        if (!(error instanceof PvgError)) throw error;
        return jsonAnswer(400, { error: error.message, hint: error.details.hint ?? null });
      }
    },
  };
}

export const isControl = (target: string): boolean => withoutQuery(target).startsWith('/_pvg/');

const unauthorized =
  'The header “Authorization: Bearer <token>” is missing or wrong. pvg emulate prints the token at its start.';
const unknown = 'No such control path: POST /_pvg/purchases, clock or reset.';

const clockOrder: ListFile<number> = {
  what: 'order for the clock',
  entries: 'orders',
  hint: 'Send {"advance_s": 60}.',
  entryOf: (members) => members.needed('advance_s', anInteger(0, 1e9)),
};

/** An answer that the service does not have. */
export const jsonAnswer = (status: number, body: object): WireResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(`${JSON.stringify(body)}\n`),
});
