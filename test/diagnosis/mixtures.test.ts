import { describe, expect, it } from 'vitest';
import { diagnoseInTime } from '../../src/diagnosis/diagnose.js';
import {
  credential,
  diagnosed,
  gatewayRequest,
  hmac,
  sessionRequest,
  sha256,
  timestamp,
  wireBody,
} from '../support/observed.js';

const secret = credential.clientSecret ?? '';
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
