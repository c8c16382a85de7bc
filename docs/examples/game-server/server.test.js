import { startEmulator } from 'pvg/emulator';
import { signGateway, vectors } from 'pvg/signing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GameServer } from './server.js';

let emulator;
let game;
const gems = { receipt: 'r-1', productId: 'gems_100', package: 'com.example.game' };

beforeAll(async () => {
  emulator = await startEmulator({
    purchases: [
      { receipt: 'r-1', product_id: 'gems_100', package: 'com.example.game' },
      {
        receipt: 'pays-later',
        product_id: 'gems_100',
        package: 'com.example.game',
        purchase_state: 2,
      },
    ],
    players: [{ username: 'mai', completes_after_s: 30 }],
  });
});
beforeEach(async () => {
  await emulator.reset();
  game = new GameServer({ url: emulator.url, ...emulator.credentials, pauseMs: 1 });
});
afterAll(() => emulator.close());

describe('the game server', () => {
  it('grants a purchase once', async () => {
    expect(await game.buy('mai', gems)).toBe('granted');
    expect(await game.buy('mai', gems)).toBe('refused');
    expect(game.granted.size).toBe(1);
  });

  it('does not grant what is not paid yet, and grants it later', async () => {
    const later = { ...gems, receipt: 'pays-later' };
    expect(await game.buy('mai', later)).toBe('refused');
    emulator.addPurchases({
      receipt: 'pays-later',
      product_id: 'gems_100',
      package: 'com.example.game',
    });
    expect(await game.buy('mai', later)).toBe('granted');
  });

  it('tries again after a failure of the service', async () => {
    emulator.setScript([{ path: 'verify', requests: '1-2', status: 502 }]);
    expect(await game.buy('mai', gems)).toBe('granted');
  });

  it('grants nothing while the service fails', async () => {
    emulator.setScript([{ path: 'verify', status: 503 }]);
    expect(await game.buy('mai', gems)).toBe('try again later');
    expect(game.granted.size).toBe(0);
  });

  it('knows when a player has completed verification', async () => {
    expect(await game.hasCompleted('mai')).toBe(false);
    emulator.advance(30);
    expect(await game.hasCompleted('mai')).toBe(true);
  });

  it('is told apart by a wrong secret', async () => {
    const wrong = new GameServer({
      url: emulator.url,
      ...emulator.credentials,
      clientSecret: 'other',
    });
    expect(await wrong.buy('mai', gems)).toBe('refused');
  });
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
