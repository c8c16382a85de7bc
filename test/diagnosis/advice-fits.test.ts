import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fixText } from '../../src/diagnosis/catalogue/catalogue.js';
import { mistypedSecrets } from '../../src/diagnosis/forms/typed-keys.js';
import type { ObservedRequest } from '../../src/diagnosis/observed-request.js';
import { mismatchVerdict } from '../../src/diagnosis/verdict.js';
import { credential, diagnosed, gatewayMessage, gatewayRequest } from '../helpers/observed.js';
import { hashed, hmac, sessionRequest, sha256, timestamp, wireBody } from '../helpers/observed.js';

/** A sentence about a mistake is true of this one, and its advice fits it. */

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const now = Number(timestamp);
const message = (text: string): ObservedRequest =>
  gatewayRequest({ signature: hmac(secret, text) });
const keyed = (used: string, own = secret) =>
  diagnosed(gatewayRequest({ signature: hmac(used, gatewayMessage()) }), {
    credential: { ...credential, clientSecret: own },
  }).finding?.says;

describe('a secret with one slip of typing', () => {
  const typed = 'mf8Zk2vQ7x-Tn4RwwB1';

  it('is told by its place, and never repeated', () => {
    const says = [...mistypedSecrets(typed)].map((slip) => slip.says);
    expect(says.length).toBeGreaterThan(80);
    for (const sentence of says) {
      expect(sentence).toMatch(/^(?:One|Two) characters? of the secret.* at positions? \d+/);
    }
    expect(says.join('\n')).not.toMatch(/mf8|Q7x|RwwB/);
  });

  it('is another text each time, and as long as the secret or one longer or shorter', () => {
    for (const { text } of mistypedSecrets(typed)) {
      expect(text).not.toBe(typed);
      expect(Math.abs(text.length - typed.length)).toBeLessThanOrEqual(1);
    }
  });

  it('names the right place', () => {
    expect(keyed('mf8Zk2vO7x-Tn4RwwB1', typed)).toMatch(/differs.* at position 8: .*looks like/);
    expect(keyed('mf8Zkv2Q7x-Tn4RwwB1', typed)).toMatch(/swapped.* at positions 6 and 7\.$/);
    expect(keyed('mf8Zk2vQ7xTn4RwwB1', typed)).toMatch(/without its dashes/);
    expect(keyed('mf8Zk2vQ7X-Tn4RwwB1', typed)).toMatch(/at position 10: .*case/);
  });
});

describe('the words for a key', () => {
  it.each([
    ['5530918274650019', '5.530918274650019e+15', /as a number, with an exponent such as `e\+15`/],
    ['5530918274650019', '5530918274650019.0', /as a number, .*`\.0`/],
    ['0755', '493', /read as octal/],
    ['73019284756102938475', '73019284756102940000', /15 to 17 digits/],
    [secret, `${secret}\u00a0`, /U\+00A0 \(a no-break space\) after it/],
    [secret, `\ufeff${secret}`, /U\+FEFF \(a byte order mark\) before it/],
    [secret, `demo-game:${secret}`, /`<client_id>:<secret>`/],
    [secret, key, /^The key was the secret key, which is for the session interface\.$/],
  ])('of %j as %j', (own, used, says) => {
    expect(keyed(used, own)).toMatch(says);
  });
});

describe('the words for a time', () => {
  it.each([
    [now - (now % 60), /20 s earlier and a whole minute, as if it was rounded/],
    [now - (now % 3_600), /800 s earlier and a whole hour/],
    [now - (now % 86_400), /midnight UTC/],
    [now - (now % 86_400) - 25_200, /midnight at UTC\+7/],
    [now + 300, /300 s later, as if it was an expiry, 5 minutes after sending/],
    [now + 3_600, /an expiry, 1 hour after sending, or .*another time zone/],
    [now + 25_200, /another time zone/],
    [now - 2, /the signed time is 2 s earlier\.$/],
  ])('of %d', (time, says) => {
    const { finding } = diagnosed(message(gatewayMessage(wireBody, String(time))));
    expect(finding?.says).toMatch(says);
  });
});

describe('a layout is shown', () => {
  const hash = sha256(wireBody);
  it.each([
    [`demo-game:${timestamp}:${hash}`, '`client_id:timestamp:body_hash`'],
    [`demo-game${timestamp}${hash}`, '`<client_id><timestamp><body_hash>`'],
    [
      `client_id=demo-game&timestamp=${timestamp}&body_hash=${hash}`,
      '`client_id=<client_id>&timestamp=<timestamp>&body_hash=<body_hash>`',
    ],
  ])('%s', (signed, shown) => {
    expect(diagnosed(message(signed)).finding?.says).toContain(shown);
  });
});

describe('a session', () => {
  it('signs a body, and no message', () => {
    const signature = hmac(key, Buffer.from(hashed('sha256', wireBody), 'hex'));
    const { finding } = diagnosed(sessionRequest({ signature }));
    expect(finding?.says).toMatch(/SHA-256 bytes of the body, not of the body itself/);
  });

  it.each([0, 1, -2])('may have signed the time of its header Date and %d s', (later) => {
    const signature = hmac(key, `${String(now + later)}.${wireBody}`);
    const headers = [
      ['Date', new Date(now * 1_000).toUTCString()],
      ['X-Signature', signature],
    ] as const;
    const { causes } = diagnosed(sessionRequest({ signature, headers }));
    expect(causes).toEqual(['layout-timestamp-prefixed']);
  });
});

it('two parts of one advice are said once', () => {
  expect(fixText(['out-prefixed', 'out-truncated'], 'go')).toBe(
    'Send all 64 hex characters, and nothing else.',
  );
});

it('a profile is named only on condition that there is one', () => {
  const request = gatewayRequest({ signature: sha256('of no key') });
  const sender = { message: Buffer.from(gatewayMessage()) };
  const { next } = mismatchVerdict(diagnosed(request, { sender, mostAttempts: 500 }));
  expect(next).toMatch(/of the client secret that was issued: `pvg profile show`.* if /);
});

describe('a signature with a private key is told by its length', () => {
  const ownText = Buffer.from('text');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  it.each([
    ['base64', Buffer.alloc(256, 7), /RSA key of 2048 bits/],
    ['base64', Buffer.alloc(128, 7), /RSA key of 1024 bits/],
    ['hex', Buffer.alloc(512, 7), /RSA key of 4096 bits/],
    ['base64', sign('sha256', ownText, privateKey), /ECDSA key of 256 bits/],
    ['hex', Buffer.alloc(100, 7), /^(?!.*(?:RSA|ECDSA))/],
  ] as const)('%s', (encoding, bytes, says) => {
    const signature = bytes.toString(encoding);
    const { says: told } = mismatchVerdict(
      diagnosed(gatewayRequest({ signature }), { mostAttempts: 100 }),
    );
    expect(told).toMatch(says);
  });
});
