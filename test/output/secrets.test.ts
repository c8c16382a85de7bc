import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../support/effort.js';
import { mostGrowth, timesLonger } from '../support/growth.js';
import { createSecrets, privateTextsIn, redactedMark } from '../../src/output/redaction.js';

const secret = `p/ä+"ss'w&rd é?=🔑 `;
const bytes = Buffer.from(secret);
const { redact, redactBytes } = createSecrets([secret]);
const mark = redactedMark;

/** Every n-th character as an escape of JSON. */
const escaped = (text: string, every = 1): string =>
  Array.from({ length: text.length }, (_, at) =>
    at % every === 0 ? `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}` : (text[at] ?? ''),
  ).join('');

const forms: [name: string, write: (text: string) => string][] = [
  ['itself', (text) => text],
  ['in base64', (text) => Buffer.from(text).toString('base64')],
  ['in base64url', (text) => Buffer.from(text).toString('base64url')],
  ['in hex', (text) => Buffer.from(text).toString('hex')],
  ['in upper-case hex', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['in a URL', encodeURIComponent],
  ['in JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['in JSON of ASCII', (text) => escaped(text)],
];

describe('a secret', () => {
  it.each<[says: string, form: string]>([
    ...forms.map(([name, write]): [string, string] => [name, write(secret)]),
    ['trimmed', secret.trim()],
    ['in a URL in small letters', encodeURIComponent(secret).replace(/%../g, (it) => it.toLowerCase())],
    ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in JSON with every second character escaped', escaped(secret.replace('🔑', 'k'), 2)],
  ])('%s is replaced', (_, form) => {
    const known = createSecrets([secret, secret.replace('🔑', 'k')]);
    expect(known.redact(`<${form}>${form}`)).toBe(`<${mark}>${mark}`);
    expect(Buffer.from(known.redactBytes(Buffer.from(`<${form}>`))).toString()).toBe(`<${mark}>`);
  });

  it.each<[says: string, known: readonly string[], text: string, shown: string]>([
    ['too short', ['', 'a', 'abc'], 'abc and a', 'abc and a'],
    ['in capitals', ['hush-secret'], 'HUSH-SECRET!', `${mark}!`],
    ['that overlaps another one', ['abcdef', 'defghi'], '-abcdefghi-', `-${mark}-`],
    ['that overlaps itself', ['aaaa'], '-aaaaaa-', `-${mark}-`],
    ['beside what is no escape', ['hush-secret'], '\\N\\U0041%zz hush-secret', `\\N\\U0041%zz ${mark}`],
    ['that looks like a pattern', ['.*.*'], 'abcdef .*.* $&', `abcdef ${mark} $&`],
    ['inside another one', ['secret', 'secret-long'], 'secret-long secret', `${mark} ${mark}`],
    ['beside other escapes', ['hush-secret'], '"\\u0068ush\\n","hush-secret"', `"\\u0068ush\\n","${mark}"`],
    [
      'of which words stand there',
      ['the-secret-of-the-game-is'],
      'the-secret-of-the-end',
      'the-secret-of-the-end',
    ],
    ['that is cut off', ['AbCdEfGhIjKlMnOpQrStUvWx'], '-AbCdEfGhIjKlMnOpQ', `-${mark}`],
    [
      'that is cut off, of less than 24 characters',
      ['AbCdEfGhIjKlMnOpQrStUvW'],
      'CdEfGhIjKlMnOpQrStUvW',
      'CdEfGhIjKlMnOpQrStUvW',
    ],
    ['a long word of it', ['got tok-AbCdEfGh12345678IjKlMnOpQrSt'], 'tok-AbCdEfGh12345678IjKlMnOpQrSt', mark],
  ])('%s', (_says, known, text, shown) => {
    expect(createSecrets(known).redact(text)).toBe(shown);
  });

  it('that is long is found', () => {
    const receipt = randomBytes(60_000).toString('base64');
    for (const [name, write] of forms)
      expect(createSecrets([receipt]).redact(`<${write(receipt)}>`), name).toBe(`<${mark}>`);
  });

  it('is found inside the base64 of a longer text', () => {
    for (const before of ['', 'a', 'ab']) {
      const text = Buffer.from(`${before}${secret}z`).toString('base64');
      expect(createSecrets([secret]).redact(text)).toMatch(/^.{0,3}\[withheld\].{0,4}$/);
    }
  });
});

describe('bytes', () => {
  it('come back as the same object when nothing was found', () => {
    const data = Uint8Array.from({ length: 256 }, (_, at) => at);
    expect(redactBytes(data)).toBe(data);
  });

  it('that are no text survive beside a secret, also in a view of a larger buffer', () => {
    const odd = Buffer.from([0, 128, 255, 254, 195]);
    const large = Buffer.concat([Buffer.from('xx'), odd, bytes, odd]);
    expect(Buffer.from(redactBytes(large.subarray(2)))).toEqual(Buffer.concat([odd, Buffer.from(mark), odd]));
  });
});

describe('whatever the text', () => {
  // A text that shares characters with the mark would be found across its edge although nothing of it is left.
  const known = fc
    .string({ unit: 'grapheme', minLength: 4, maxLength: 24 })
    .filter((text) => text.trim().length >= 4 && !/^[redact[\]]+$/i.test(text));
  const around = fc.string({ unit: 'binary', maxLength: 20 });

  it('no form of a secret survives between the marks', () => {
    fc.assert(
      fc.property(known, fc.array(around), fc.nat(), (value, gaps, seed) => {
        const written = forms.map(([, write]) => write(value)).filter(({ length }) => length >= 4);
        const text = gaps.map((gap, at) => gap + (written[(seed + at * 7) % written.length] ?? '')).join('');
        for (const rest of createSecrets([value]).redact(text).split(mark))
          for (const form of written) expect(rest.includes(form)).toBe(false);
      }),
      { numRuns: effort(100, 2_000) },
    );
  });

  it('text without a secret stays as it is', () => {
    fc.assert(fc.property(around, (text) => redact(text) === text));
  });

  it.each(['x', 'a'])('takes time in proportion to the text: %s', async (letter) => {
    const many = createSecrets([
      ...Array.from({ length: 10 }, (_, at) => `secret-number-${String(at)}`),
      'aaaa',
    ]);
    expect(many.redact(letter.repeat(1024))).toBe(letter === 'a' ? mark : letter.repeat(1024));
    expect(await timesLonger(16 * 1024, (size) => many.redact(letter.repeat(size)))).toBeLessThan(mostGrowth);
  });
});

it.each([
  ['{"receipt" : "a\\"b","other":"c"}', ['a"b']],
  ['{"deep":[{"sessionToken":"t\\u0061"},{"receipt":"r"}]} behind it', ['ta', 'r']],
  ['{"receipt":1,"sessionToken":null,"my-receipt":"x"}', []],
  ['\xff{"receipt":"r"}', []],
])('the receipts and tokens in %s', (body, expected) => {
  expect(privateTextsIn(Buffer.from(body, 'latin1'))).toEqual(expected);
});
