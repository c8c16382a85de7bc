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
/** As Python's json.dumps(json.loads(body)); no text of it holds a comma, a colon or a letter beyond the basic plane. */
const asPython = (text: string): string =>
  text
    .replaceAll(',', ', ')
    .replaceAll(':', ': ')
    .replaceAll('4.990', '4.99')
    .replace(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
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

  it.each([
    ['body-json-js', JSON.stringify(JSON.parse(body))],
    ['body-json-python', asPython(body)],
  ])(
    'has been tried as the commonest encoders print it after some tens of attempts: %s',
    (cause, printed) => {
      const signature = hmac(credential.secretKey ?? '', printed);
      const found = diagnose(sessionRequest({ signature, body }), credential, within(40));
      expect(found.findings[0]?.causes).toEqual([cause]);
    },
  );

  // Its members are not in order.
  const purchase = `{"receipt":"${'\\"é/'.repeat(600_000)}","os_id":1}`;
  it.each([
    ['body-json-compact', purchase.replace('","os_id":', '", "os_id": '), purchase],
    ['body-keys-sorted', purchase, purchase.replace(/^\{(.*),("os_id":1)\}$/s, '{$2,$1}')],
  ])('with one long text is tried in the commonest ways first: %s', (cause, sent, printed) => {
    const signature = hmac(credential.secretKey ?? '', printed);
    const found = diagnose(sessionRequest({ signature, body: sent }), credential, within(8));
    expect(found.findings[0]?.causes).toEqual([cause]);
  });

  it('keeps to the budget, and to memory, when nothing is found', () => {
    for (const request of [gatewayRequest, sessionRequest]) {
      const found = diagnose(request({ signature: sha256('nothing'), body }), credential, within(60));
      expect(found).toMatchObject({ match: false, findings: [], cutShort: true });
    }
    expect(process.memoryUsage().rss).toBeLessThan(1_500 * 2 ** 20);
  });
});
