import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose.js';
import {
  credential,
  gatewayMessage,
  gatewayRequest,
  hmac,
  sessionRequest,
  sha256,
} from '../support/observed.js';

const item = '{"id":12345,"name":"Rương","price":4.990,"tags":["a","b"]},';
const body = `{"items":[${item.repeat(5_000_000 / item.length)}{}]}`;
/** A large body has the clock asked at each attempt, and each takes milliseconds. */
const within = (asked: number) => {
  let left = asked;
  return { others: [], deep: false, isOver: () => (left -= 1) < 0 };
};

describe('a body of 5 MB', () => {
  it.each([
    ['right', hmac(credential.clientSecret ?? '', gatewayMessage(body)), true],
    ['upper case', hmac(credential.clientSecret ?? '', gatewayMessage(body)).toUpperCase(), false],
    ['a line end after the secret', hmac(`${credential.clientSecret ?? ''}\n`, gatewayMessage(body)), false],
  ])('is told like any other: %s', (_what, signature, match) => {
    const found = diagnose(gatewayRequest({ signature, body }), credential, within(10_000));
    expect(found.match).toBe(match);
    expect(found.findings.length > 0).toBe(!match);
  });

  it('keeps to the budget, and to memory, when nothing is found', () => {
    for (const request of [gatewayRequest, sessionRequest]) {
      const found = diagnose(request({ signature: sha256('nothing'), body }), credential, within(60));
      expect(found).toMatchObject({ match: false, findings: [], cutShort: true });
    }
    expect(process.memoryUsage().rss).toBeLessThan(1_500 * 2 ** 20);
  });
});
