import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { diagnose, type Diagnosis } from '../../src/diagnosis/diagnose.js';
import type { SenderValues } from '../../src/diagnosis/ladder.js';
import { verdictOf } from '../../src/diagnosis/verdict.js';
import {
  credential,
  gatewayMessage,
  gatewayRequest,
  hmac,
  sessionRequest,
  sha256,
  timestamp,
  wireBody,
} from '../support/observed.js';

const unknown = hmac('a key that nobody knows', gatewayMessage());

const compare = (sender: SenderValues, request = gatewayRequest({ signature: unknown })): Diagnosis => {
  let asked = 0;
  // The search is soon over: what it has not found by then only the sender's own values can explain.
  return diagnose(request, credential, { others: [], deep: false, isOver: () => (asked += 1) > 20, sender });
};

const ofMessage = (text: string): SenderValues => ({ message: Buffer.from(text) });

describe('the expected values', () => {
  it('of the gateway are body hash, message and signature', () => {
    expect(compare({}).ladder?.steps).toMatchObject([
      { step: 'body_hash', expected: sha256(wireBody), same: null },
      { step: 'message', expected: gatewayMessage(), same: null },
      { step: 'signature', expected: hmac(credential.clientSecret ?? '', gatewayMessage()), same: false },
    ]);
  });

  it('of the session interface are the signature alone: the body is the message', () => {
    const { ladder } = compare({}, sessionRequest({ signature: unknown }));
    expect(ladder?.steps).toMatchObject([
      { step: 'signature', expected: hmac(credential.secretKey ?? '', wireBody), same: false },
    ]);
  });

  it('are not known without the timestamp', () => {
    const headers = [
      ['X-Client-ID', 'demo-game'],
      ['X-Signature', unknown],
    ] as const;
    expect(compare({}, gatewayRequest({ signature: unknown, headers })).ladder).toBeNull();
  });
});

describe("the sender's own values", () => {
  const cases: [says: string, sender: SenderValues, headline: RegExp, causes: string[]][] = [
    [
      'a hash of another print of the body',
      { bodyHash: sha256(JSON.stringify(JSON.parse(wireBody))) },
      /^The sender’s body hash is not that of the sent body\. /,
      ['body-json-js'],
    ],
    [
      'a hash of the body with a line break',
      { bodyHash: sha256(`${wireBody}\n`) },
      /^The sender’s body hash is not that of the sent body\. /,
      ['body-trailing-newline'],
    ],
    [
      'a hash that nothing explains',
      { bodyHash: sha256('something else') },
      /^The sender’s body hash is not the SHA-256 of the sent body\.$/,
      [],
    ],
    ['the right hash', { bodyHash: sha256(wireBody) }, /^The sender’s body hash is right, so/, []],
    ['the right message', ofMessage(gatewayMessage()), /^The sender’s message is right, so/, []],
    [
      'another client id',
      ofMessage(gatewayMessage(wireBody, timestamp, 'demo-gamf')),
      / in its client id\.$/,
      [],
    ],
    [
      'another timestamp',
      ofMessage(gatewayMessage(wireBody, `${timestamp.slice(0, -1)}9`)),
      / in its timestamp\.$/,
      [],
    ],
    [
      'another timestamp and another body hash',
      ofMessage(gatewayMessage('something else', `${timestamp.slice(0, -1)}9`)),
      / in its timestamp and body hash\.$/,
      [],
    ],
    [
      'another client id, and another body hash that is explained',
      ofMessage(gatewayMessage(`${wireBody}\n`, timestamp, 'demo-gamf')),
      / in its client id and body hash\. The sender’s body hash is not that of the sent body\. /,
      ['body-trailing-newline'],
    ],
    [
      'a timestamp with a fraction, before the right hash',
      ofMessage(gatewayMessage(wireBody, `${timestamp}.483127`)),
      / in its timestamp\.$/,
      [],
    ],
    ['text after it', ofMessage(`${gatewayMessage()}#`), / goes on after its end: it has 86 characters/, []],
    [
      'its first part alone',
      ofMessage(gatewayMessage().slice(0, 79)),
      / it has 79 characters instead of 85\.$/,
      [],
    ],
    [
      'the right hash in upper case',
      { bodyHash: sha256(wireBody).toUpperCase() },
      /^The sender’s body hash is right, but it is written in another form\.$/,
      [],
    ],
    [
      'the right hash in it as base64',
      ofMessage(`demo-game.${timestamp}.${Buffer.from(sha256(wireBody), 'hex').toString('base64')}`),
      /^The sender’s body hash is right, but it is written in another form\.$/,
      [],
    ],
    [
      'another body hash in it, which is explained',
      ofMessage(gatewayMessage(`${wireBody}\n`)),
      /^The sender’s body hash is not that of the sent body\. /,
      ['body-trailing-newline'],
    ],
    [
      'a body hash in it that is no hash',
      ofMessage(`demo-game.${timestamp}.none`),
      / in its body hash\.$/,
      [],
    ],
  ];
  it.each(cases)('%s', (_says, sender, headline, causes) => {
    const verdict = verdictOf(compare(sender));
    expect(verdict).toMatchObject({ id: 'step-differs', causes });
    expect(verdict.says).toMatch(headline);
  });

  const key = credential.clientSecret ?? '';
  const withNull = `${wireBody.slice(0, -1)},"server_id":null}`;
  const logged: [says: string, text: string, signature: string, says: RegExp][] = [
    [
      'a line of a log with the right message',
      `sign: ${gatewayMessage()} ok`,
      unknown,
      / with other text around it\.$/,
    ],
    [
      'a line of a log with another message',
      `sign: "${gatewayMessage(wireBody, timestamp, 'demo-gamf')}"`,
      unknown,
      / in its client id\. The message was taken out of the given text\.$/,
    ],
    [
      'text around the expected message, which was signed with it',
      `POST ${gatewayMessage()} v1`,
      hmac(key, `POST ${gatewayMessage()} v1`),
      /^With this message, the client secret gives exactly X-Signature, so the key is right\. The signed message has `POST ` before the expected one and ` v1` after it: /,
    ],
    [
      'text after the expected message, which was signed with it',
      `${gatewayMessage()}|salt\n`,
      hmac(key, `${gatewayMessage()}|salt`),
      /^With this message, .* so the key is right\. .* After the body hash it has `\|salt`\.$/,
    ],
    [
      'a byte array of Java in place of the body hash',
      `demo-game.${timestamp}.[B@1b6d3586`,
      unknown,
      / in its body hash\. At its end it has the name of a byte array/,
    ],
    [
      'a nonce between the parts',
      `demo-game.n-17.${timestamp}.${sha256(wireBody)}`,
      hmac(key, `demo-game.n-17.${timestamp}.${sha256(wireBody)}`),
      /so the key is right\. The signed message has all parts, but also `\.n-17` between them\.$/,
    ],
    [
      'a nonce of digits before the timestamp',
      `demo-game.1753.${timestamp}.${sha256(wireBody)}`,
      unknown,
      / but also `\.1753` between them\.$/,
    ],
    [
      'another order and another body, each explained alone',
      `${timestamp}.demo-game.${sha256(withNull)}`,
      hmac(key, `${timestamp}.demo-game.${sha256(withNull)}`),
      /^With this message, .* in the wrong order: timestamp, client id and body hash\. /,
    ],
    [
      'an unknown message under a known wrong key',
      'no message of the contract',
      hmac(`${key}\n`, 'no message of the contract'),
      /^The HMAC key was the secret with a line break after it\. The signed message differs /,
    ],
  ];
  it.each(logged)('read the text exactly as given first: %s', (_says, text, signature, headline) => {
    expect(verdictOf(compare(ofMessage(text), gatewayRequest({ signature }))).says).toMatch(headline);
  });

  it('prove the key with a body hash alone', () => {
    const request = gatewayRequest({ signature: hmac(key, `demo-game.${timestamp}.${sha256('other')}`) });
    expect(verdictOf(compare({ bodyHash: sha256('other') }, request)).says).toBe(
      'With this body hash, the client secret gives exactly X-Signature, so the key is right. The sender’s body hash is not the SHA-256 of the sent body.',
    );
  });

  const otherBody = wireBody.replace('"b":null', '"b":[]');
  const bodies: [says: string, text: string, signature: string, says: RegExp][] = [
    ['the sent body', wireBody, unknown, /^The sender’s message is right, so/],
    ['the sent body in a file', `${wireBody}\n`, unknown, /^The sender’s message is right, so/],
    [
      'anything else',
      'hello',
      unknown,
      /^The message is not the sent body \(the signed bytes are different: 5 bytes /,
    ],
    [
      'a known change of it',
      JSON.stringify(JSON.parse(wireBody)),
      unknown,
      /^The message is not the sent body \(the number 4\.990 .* in the signed text\)\. /,
    ],
    [
      'another text, which was signed with the right key',
      otherBody,
      hmac(credential.secretKey ?? '', otherBody),
      /^With this message, the secret key gives exactly X-Signature, so the key is right\. The message is not the sent body \(/,
    ],
  ];
  it.each(bodies)(
    'of the session interface are compared with the body: %s',
    (_says, text, signature, headline) => {
      expect(verdictOf(compare(ofMessage(text), sessionRequest({ signature }))).says).toMatch(headline);
    },
  );

  it('show the first byte that differs', () => {
    const { sender } = compare(ofMessage(gatewayMessage(wireBody, timestamp, 'demo-gamf')));
    expect(sender?.difference?.offset).toBe('demo-gam'.length);
  });

  it('say nothing beside a cause that explains the signature', () => {
    const request = gatewayRequest({
      signature: hmac(credential.clientSecret ?? '', gatewayMessage(`${wireBody}\n`)),
    });
    const diagnosis = compare(ofMessage('anything'), request);
    expect(diagnosis.sender).toBeNull();
    expect(verdictOf(diagnosis).id).toBe('cause-found');
  });
});
