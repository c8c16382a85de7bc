import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { explainKey } from '../../src/diagnosis/explain/key.js';
import {
  describeHash,
  hashForms,
  rareHashForms,
  renderHash,
  sha256HexForm,
  type HashForm,
} from '../../src/diagnosis/forms/hashes.js';
import { keyForms } from '../../src/diagnosis/forms/keys.js';
import { plainestHash } from '../../src/diagnosis/forms/plainest-hash.js';
import { credential, diagnosed, gatewayRequest } from '../helpers/observed.js';
import { sessionRequest, sha256, timestamp } from '../helpers/observed.js';

/** Of several mistakes that give the same bytes, the one that claims the least is told. */

const key = Buffer.from('k');
const forms = [...hashForms.map(({ form }) => form), ...rareHashForms];
const bodies = Array.from({ length: 25 }, (_, index) => Buffer.from(`{"n":${String(index)}}`));
const textOf = (form: HashForm, body: Buffer): string =>
  renderHash(form, body, key).toString('latin1');

/** What a sentence claims of the digest, by its words. */
const claims: readonly (readonly [words: RegExp, holds: (hex: string) => boolean])[] = [
  [/without its leading zeros/, (hex) => hex.startsWith('0')],
  [/without (?:the )?leading zeros?/, (hex) => /^(?:..)*0/.test(hex)],
  [/a space in place of the leading zero/, (hex) => /^(?:..)*0/.test(hex)],
  [/up to the first zero byte/, (hex) => /^(?:..)*00/.test(hex)],
  [/a negative number/, (hex) => hex >= '8'],
  [/from 0x80 on/, (hex) => /^(?:..)*[89a-f]/.test(hex)],
];

it('a hash is told in the same form, whichever form of the same bytes was found', () => {
  for (const body of bodies) {
    const toldByText = new Map<string, HashForm>();
    for (const form of forms.filter(({ content }) => content === 'sha256')) {
      const told = plainestHash(form, body, key);
      const text = textOf(form, body);
      expect(textOf(told, body)).toBe(text);
      expect(told).toEqual(toldByText.get(text) ?? told);
      toldByText.set(text, told);
    }
  }
});

it('what is told of a hash is true of it', () => {
  for (const body of bodies) {
    const hex = sha256(body);
    for (const form of forms.filter(({ content }) => content === 'sha256')) {
      const { name } = describeHash(plainestHash(form, body, key));
      for (const [words, holds] of claims) {
        if (words.test(name)) expect([name, hex, holds(hex)]).toEqual([name, hex, true]);
      }
    }
  }
});

it('the right hash is told as right', () => {
  for (const body of bodies) {
    const isRight = (form: HashForm): boolean => textOf(form, body) === sha256(body);
    for (const form of forms.filter(isRight)) {
      expect(plainestHash(form, body, key)).toEqual(sha256HexForm);
    }
  }
});

it('`0x` before a hash without a leading zero says nothing of zeros', () => {
  const body = Buffer.from('{"os_id": 1}');
  expect(sha256(body)).not.toMatch(/^0/);
  const signature = createHmac('sha256', credential.clientSecret ?? '')
    .update(`demo-game.${timestamp}.0x${sha256(body)}`)
    .digest('hex');
  const { causes, finding } = diagnosed(gatewayRequest({ body, signature }));
  expect(causes).toEqual(['bodyhash-prefixed']);
  expect(finding?.says).not.toMatch(/zero/);
});

it.each<[sent: string, signed: string]>([
  ['{"a":"(x)"}', '%7B%22a%22%3A%22%28x%29%22%7D'],
  ['{"a":"x/y","b":"ü"}', 'a=x%2Fy&b=%C3%BC'],
])('%s that was URL-encoded has no space: nothing is said of one', (sent, signed) => {
  const signature = createHmac('sha256', credential.secretKey ?? '')
    .update(signed)
    .digest('hex');
  const { finding } = diagnosed(sessionRequest({ body: sent, signature }));
  expect(finding?.says).toMatch(/URL-encoded/);
  expect(finding?.says).not.toMatch(/for a space/);
});

it('of equal keys the likely one is told', () => {
  let rivals = 0;
  for (const secret of ['s3cr%2Bt', 'plain-secret', 'a+b', 'YWJjZGVmZ2hpamts', '$a$b', '"q"']) {
    for (const made of keyForms.flatMap(({ make }) => make(secret) ?? [])) {
      const equal = keyForms.filter(({ make }) => equalKeys(make(secret), made));
      const [told] = explainKey(made, { own: secretNamed(secret), others: [] }, {}).says;
      const form = equal.find(({ says }) => told === `The key was ${says}.`);
      // The right secret and an empty one have sentences of their own.
      if (made.length === 0 || equalKeys(Buffer.from(secret), made)) continue;
      expect([told, form?.cost]).toEqual([told, Math.min(...equal.map(({ cost }) => cost))]);
      if (/every \+/.test(told ?? '')) expect(secret).toContain('+');
      if (new Set(equal.map(({ cost }) => cost)).size > 1) rivals += 1;
    }
  }
  expect(rivals).toBeGreaterThan(5);
});

const equalKeys = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.from(one).equals(other);

const secretNamed = (secret: string) => ({
  label: 'the secret',
  owner: 'the profile',
  clientId: undefined,
  secret,
  interface: 'session' as const,
  isOfOtherInterface: false,
});
