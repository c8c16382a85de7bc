import { createServer } from 'node:http';
import { startEmulator } from 'pvg/emulator';
import { signGateway, vectors } from 'pvg/signing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GameServer } from './server.js';

let emulator;
let game;
const gems = { receipt: 'r-1', productId: 'gems_100', package: 'com.example.game' };
const stored = { receipt: 'r-1', product_id: 'gems_100', package: 'com.example.game' };

beforeAll(async () => {
  emulator = await startEmulator({
    purchases: [stored, { ...stored, receipt: 'pays-later', purchase_state: 2 }],
    players: [{ username: 'mai', completes_after_s: 30 }],
  });
});
beforeEach(async () => {
  await emulator.reset();
  game = new GameServer(emulator.url, emulator.credentials, { pauseMs: 1, log: () => undefined });
});
afterAll(() => emulator.close());

/** What came of the purchases: how many were granted, and how many are still written down. */
const books = () => ({ granted: game.granted.size, open: game.open.size });

/** Asks a service of its own, which gives this answer to everything. */
async function buyFrom(status, body) {
  const server = createServer((request, response) => {
    response.writeHead(status, { Location: '/moved' }).end(JSON.stringify(body));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  game.url = `http://127.0.0.1:${server.address().port}`;
  try {
    return await game.buy('mai', gems);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
const success = { success: true, transaction_id: 'GPA.1', product_id: 'gems_100' };
const failure = (error) => ({ success: false, error, message: 'no' });

// The numbers are those of docs/guides/granting.md.
describe('rule 1: the game server grants only after success', () => {
  it('after a success', async () => {
    expect(await game.buy('mai', gems)).toBe('granted');
    expect(books()).toEqual({ granted: 1, open: 0 });
  });

  it('not what is not paid yet, and grants it later', async () => {
    const later = { ...gems, receipt: 'pays-later' };
    expect(await game.buy('mai', later)).toBe('refused');
    expect(books()).toEqual({ granted: 0, open: 1 });
    emulator.addPurchases({ ...stored, receipt: 'pays-later' });
    expect(await game.buy('mai', later)).toBe('granted');
    expect(books()).toEqual({ granted: 1, open: 0 });
  });

  it.each([
    ['a cancelled purchase', { receipt: 'demo-canceled' }],
    ['another product', { productId: 'gems_500' }],
    ['a receipt that the store does not know', { receipt: 'made-up' }],
  ])('not %s', async (_what, changes) => {
    expect(await game.buy('mai', { ...gems, ...changes })).toBe('refused');
    expect(game.granted.size).toBe(0);
  });

  it('not with a wrong secret, and later with the right one', async () => {
    const { clientSecret } = game;
    game.clientSecret = 'other';
    expect(await game.buy('mai', gems)).toBe('refused');
    expect(books()).toEqual({ granted: 0, open: 1 });
    game.clientSecret = clientSecret;
    expect(await game.buy('mai', gems)).toBe('granted');
  });

  it.each([['html'], ['wrong-shape']])('not after a 200 that is no answer: %s', async (deed) => {
    emulator.setScript([{ path: 'verify', do: deed }]);
    expect(await game.buy('mai', gems)).toBe('unknown');
    expect(books()).toEqual({ granted: 0, open: 1 });
  });

  it.each([
    ['without a transaction id', 200, { ...success, transaction_id: null }],
    ['for another product', 200, { ...success, product_id: 'gems_500' }],
    ['without a product', 200, { ...success, product_id: undefined }],
    ['that is no success', 200, { ...success, success: 'true' }],
    ['that is null', 200, null],
    ['with another status', 201, success],
    ['that leads elsewhere', 302, success],
    ['that is a page of a proxy', 403, null],
  ])('not after a success %s', async (_what, status, body) => {
    expect(await buyFrom(status, body)).toBe('unknown');
    expect(books()).toEqual({ granted: 0, open: 1 });
  });
});

describe('rule 2: a 409 is never a reason to grant', () => {
  it.each([['r-1'], ['demo-recorded']])('%s, verified before', async (receipt) => {
    await game.buy('mai', gems);
    game.granted.clear();
    expect(await game.buy('tom', { ...gems, receipt })).toBe('refused');
    expect(books()).toEqual({ granted: 0, open: 0 });
  });
});

describe('rule 3: a purchase whose outcome is unknown is not granted, and not forgotten', () => {
  it('tries again after a failure of the service', async () => {
    emulator.setScript([{ path: 'verify', requests: '1-2', status: 502 }]);
    expect(await game.buy('mai', gems)).toBe('granted');
    expect(books()).toEqual({ granted: 1, open: 0 });
  });

  it.each([
    ['the answer of the first attempt was lost', [{ requests: '1', do: 'lose-answer' }]],
    ['every answer is lost', [{ do: 'lose-answer' }]],
    ['no request arrives', [{ do: 'drop' }]],
    ['the service always fails', [{ status: 503 }]],
    [
      'an answer was lost, then the service fails',
      [{ requests: '1', do: 'lose-answer' }, { status: 503 }],
    ],
  ])('%s', async (_what, rules) => {
    emulator.setScript(rules.map((rule) => ({ path: 'verify', ...rule })));
    expect(await game.buy('mai', gems)).toBe('unknown');
    expect(books()).toEqual({ granted: 0, open: 1 });
    expect([...game.open.values()]).toMatchObject([{ askedFor: ['mai'], receipt: 'r-1' }]);
  });

  it('nor if the server stops between the attempt and the answer', async () => {
    emulator.setScript([{ path: 'verify', requests: '1', do: 'lose-answer' }]);
    game.log = () => {
      throw new Error('the server stops');
    };
    await expect(game.buy('mai', gems)).rejects.toThrow('the server stops');
    const { open } = game;
    game = new GameServer(emulator.url, emulator.credentials, { pauseMs: 1, open });
    expect(await game.buy('mai', gems)).toBe('unknown');
    expect(emulator.requests.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['lost', null],
      ['answered', 409],
    ]);
    expect(books()).toEqual({ granted: 0, open: 1 });
  });

  it.each([
    [401, 'UNAUTHORIZED', 1],
    [400, 'MISSING_FIELDS', 1],
    [412, 'ENVIRONMENT_MISMATCH', 1],
    [403, 'NOT_LISTED', 1],
    [422, 'VERIFICATION_FAILED', 1],
    [422, 'PRODUCT_MISMATCH', 0],
    [409, 'DUPLICATE_TRANSACTION', 0],
  ])('a refusal is the last word or not: %i %s', async (status, code, open) => {
    expect(await buyFrom(status, failure(code))).toBe('refused');
    expect(books()).toEqual({ granted: 0, open });
  });
});

describe('rule 4: a transaction id is used once', () => {
  it('by two requests at the same moment', async () => {
    const outcomes = await Promise.all([game.buy('mai', gems), game.buy('mai', gems)]);
    expect(outcomes.sort()).toEqual(['granted', 'unknown']);
    expect(books()).toEqual({ granted: 1, open: 0 });
  });

  it('even if the service confirms the same purchase twice', async () => {
    expect(await game.buy('mai', gems)).toBe('granted');
    await emulator.reset();
    expect(await game.buy('mai', gems)).toBe('granted before');
    expect(game.granted.size).toBe(1);
  });
});

describe('only the service says whether a player completed verification', () => {
  it('now, or later', async () => {
    expect(await game.hasCompleted('mai')).toBe(false);
    emulator.advance(30);
    expect(await game.hasCompleted('mai')).toBe(true);
  });

  it('also if its first answer is lost', async () => {
    emulator.setScript([{ path: 'session', requests: '1', do: 'lose-answer' }]);
    expect(await game.hasCompleted('demo-completed')).toBe(true);
  });

  it.each([[{ do: 'html' }], [{ do: 'wrong-shape' }], [{ do: 'drop' }], [{ status: 503 }]])(
    'and nobody knows it after %j',
    async (rule) => {
      emulator.setScript([{ path: 'session', ...rule }]);
      expect(await game.hasCompleted('demo-completed')).toBeUndefined();
    },
  );
});

it('a signer agrees with the test vectors', () => {
  for (const {
    client_id: clientId,
    client_secret: secret,
    timestamp,
    body_base64,
    signature,
  } of vectors.gateway) {
    const body = Buffer.from(body_base64, 'base64');
    expect(signGateway(secret, { clientId, timestamp, body })['X-Signature']).toBe(signature);
  }
});
