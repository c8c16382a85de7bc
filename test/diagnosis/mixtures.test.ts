import { describe, expect, it } from 'vitest';
import { diagnoseInTime } from '../../src/diagnosis/diagnose.js';
import {
  credential,
  diagnosed,
  gatewayMessage,
  gatewayRequest,
  hmac,
  sessionRequest,
  sha256,
  timestamp,
  wireBody,
} from '../support/observed.js';

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const message = (signed: string) => gatewayRequest({ signature: hmac(secret, signed) });

describe('a message with another order and another separator', () => {
  const parts = { client_id: 'demo-game', timestamp, body_hash: sha256(wireBody) };
  const orders = [
    'client_id body_hash timestamp',
    'timestamp client_id body_hash',
    'timestamp body_hash client_id',
    'body_hash client_id timestamp',
    'body_hash timestamp client_id',
  ];
  const separators = [':', '\n', '|', ',', '', '-', '_', '&'];
  it.each(orders.flatMap((order) => separators.map((separator) => [order, separator] as const)))(
    'is found: %s with %j',
    (order, separator) => {
      const names = order.split(' ');
      const signed = names.map((name) => parts[name as keyof typeof parts]).join(separator);
      const { causes, finding, tried } = diagnosed(message(signed));
      expect(causes).toEqual(['layout-order', separator === '' ? 'layout-no-separator' : 'layout-separator']);
      expect(finding?.says).toContain(`\`${names.join(separator).replaceAll('\n', '\\n')}\``);
      expect(tried).toBeLessThan(20_000);
    },
  );
});

const purchase = {
  receipt: 'r=1/2&"x"',
  product_id: 'Zoë/gems 💎 <1>',
  os_id: 1,
  package: 'com.example.game',
  player_id: 'p-1',
  character_id: 'c-1',
  server_id: 's-1',
  game_version: '1.0',
};
const gateway = (sent: string, signed: string) =>
  gatewayRequest({ body: sent, signature: hmac(secret, gatewayMessage(signed)) });
const only = (...names: (keyof typeof purchase)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, purchase[name]]));

describe('an ordinary mistake that was once not found', () => {
  it('eight keys in another order', () => {
    const names = ['receipt', 'product_id', 'os_id', 'player_id', 'character_id', 'server_id'] as const;
    const moved = JSON.stringify(only(...names, 'game_version', 'package'));
    expect(diagnosed(gateway(JSON.stringify(purchase), moved)).causes).toEqual(['body-keys-sorted']);
  });

  it('several nulls in the middle', () => {
    const sent = only('receipt', 'product_id', 'os_id', 'package');
    const signed = {
      ...only('receipt', 'product_id'),
      player_id: null,
      character_id: null,
      ...only('os_id', 'package'),
    };
    const { causes, finding } = diagnosed(gateway(JSON.stringify(sent), JSON.stringify(signed)));
    expect(causes).toEqual(['body-nulls-dropped']);
    expect(finding?.says).toMatch(/^`player_id`, `character_id` \(null\) were signed, but left out/);
  });

  it('a time with milliseconds in the message', () => {
    const time = new Date(Number(timestamp) * 1000 + 417).toISOString();
    expect(diagnosed(message(gatewayMessage(wireBody, time))).causes).toEqual(['ts-iso-signed']);
  });

  it('sorted keys with a null that was not sent', () => {
    const sent = JSON.stringify({ username: 'p', gameId: 'demo' });
    const signed = JSON.stringify({ gameId: 'demo', serverId: null, username: 'p' });
    const { causes } = diagnosed(sessionRequest({ body: sent, signature: hmac(key, signed) }));
    expect(causes).toEqual(['body-keys-sorted', 'body-nulls-dropped']);
  });
});

describe('a signature that nothing explains', () => {
  it.each([
    ['gateway', gatewayRequest({ signature: sha256('nothing') })],
    ['session', sessionRequest({ signature: sha256('nothing') })],
  ])('ends within 800,000 attempts: %s', (_, request) => {
    const { outcome, tried } = diagnosed(request);
    expect(outcome.kind).toBe('unknown');
    expect(tried).toBeLessThanOrEqual(800_256);
  });

  it('asks the clock at each attempt with a body of 5 MB', () => {
    const body = JSON.stringify({ gameId: 'demo', username: 'x'.repeat(5_000_000), list: [1.5, 'é/<'] });
    let asked = 0;
    const { outcome, tried } = diagnoseInTime(
      sessionRequest({ body, signature: sha256('nothing') }),
      { credential, budgetMs: 10 },
      () => (asked += 1),
    );
    expect(outcome).toEqual({ kind: 'unknown', cutShort: 'time' });
    expect(tried).toBeLessThanOrEqual(12);
  });
});
