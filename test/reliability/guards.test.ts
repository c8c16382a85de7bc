import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { canariesIn, canaryEnv, canaryProfile } from '../helpers/canary.js';
import { testContext, temporaryFolder } from '../helpers/context.js';
import { answering } from '../helpers/exchange.js';
import { pvg } from '../helpers/pvg.js';

/** A profile of prod sends its credentials to the origin it was stored with and to no other. */

const elsewhere = (
  'https://gateway.example:8443 https://gateway.example.evil.example https://evil.example https://sub.gateway.example ' +
  'https://gateway.example. https://gateway.example@evil.example https://evil.example/https://gateway.example ' +
  'https://evil.example#https://gateway.example https://g%61teway.example.evil.example https://ｇateway.evil.example ' +
  'https://gatеway.example https://127.0.0.1 http://127.0.0.1:8787 http://localhost http://[::1] ' +
  'http://gateway.example ftp://gateway.example gateway.example //gateway.example'
).split(' ');

async function homeWith(environment: 'dev' | 'prod'): Promise<string> {
  const home = temporaryFolder();
  await testContext({ home }).profiles.write(
    canaryProfile('game', environment, 'https://gateway.example'),
  );
  return home;
}
const purchase = ['--product-id', 'p', '--package', 'a.b', '--receipt', 'r-e-c'];
const lines = [
  ['lookup', ...purchase],
  ['verify', ...purchase, '--confirm', 'game'],
  ['session', '--username', 'a'],
];

/** A network that must not be asked. */
function unasked() {
  let sent = 0;
  const send: Send = () => {
    sent += 1;
    return Promise.reject(new TypeError('sent'));
  };
  return { send, sent: () => sent };
}

it.each(elsewhere)(
  'a profile of prod sends nothing to %s, by option or by variable',
  async (address) => {
    const home = await homeWith('prod');
    const { send, sent } = unasked();
    for (const line of lines) {
      const env = { PVG_GATEWAY_URL: address, PVG_SESSION_URL: address };
      const byOption = await pvg([...line, '--profile', 'game', '--base-url', address], {
        home,
        send,
      });
      const byVariable = await pvg([...line, '--profile', 'game'], { home, send, env });
      expect([2, 13]).toContain(byOption.status);
      expect([3, 13]).toContain(byVariable.status);
      for (const { out, err } of [byOption, byVariable]) expect(canariesIn(out, err)).toEqual([]);
    }
    expect(sent()).toBe(0);
  },
);

it('a profile of dev says it and goes on', async () => {
  const asked: string[] = [];
  const send: Send = (request, options) => {
    asked.push(request.url);
    return answering(200, {})(request, options);
  };
  const line = ['lookup', ...purchase, '--profile', 'game', '--base-url', 'https://other.example'];
  const { err } = await pvg(line, { home: await homeWith('dev'), send });
  expect(err).toMatch(/https:\/\/other\.example \(flag --base-url\) replaces https:\/\//);
  expect(asked).toEqual(['https://other.example/iap/gateway/lookup-receipt']);
});

// What a header would not carry as it was signed: other than printable ASCII, or a space at an end.
const text = fc.string({ minLength: 1, maxLength: 20 });
const inside = fc.constantFrom(
  ...'\r|\n|\r\nX-Evil: 1|\0|\t|\u001b[2J|\u007f|\u0085|é|\u202e|\ud800'.split('|'),
);
const odd = fc.oneof(
  fc.tuple(text, inside, text).map((parts) => parts.join('')),
  text.map((each) => ` ${each}`),
  text.map((each) => `${each} `),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((each) => /[^ -~]/.test(each)),
);

it('a client id that would not arrive as it was signed is never sent', async () => {
  const { send, sent } = unasked();
  const home = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(odd, async (id) => {
      const env = { ...canaryEnv('https://gateway.example'), PVG_CLIENT_ID: id };
      const { status, out, err } = await pvg(['lookup', ...purchase], { home, send, env });
      expect([status, canariesIn(out, err)]).toEqual([3, []]);
    }),
    { numRuns: 1_000 },
  );
  expect(sent()).toBe(0);
});
