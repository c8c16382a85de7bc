import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../helpers/effort.js';
import { leftOf, waysToWrite } from '../helpers/left-of.js';
import { mostGrowth, timesLonger } from '../helpers/growth.js';
import { findPrivateTexts } from '../../src/output/private-members.js';
import { createSecrets, redactedMark } from '../../src/output/redaction.js';

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
    [
      'in a URL in small letters',
      encodeURIComponent(secret).replace(/%../g, (it) => it.toLowerCase()),
    ],
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
    [
      'beside what is no escape',
      ['hush-secret'],
      '\\N\\U0041%zz hush-secret',
      `\\N\\U0041%zz ${mark}`,
    ],
    ['that looks like a pattern', ['.*.*'], 'abcdef .*.* $&', `abcdef ${mark} $&`],
    ['inside another one', ['secret', 'secret-long'], 'secret-long secret', `${mark} ${mark}`],
    [
      'beside other escapes',
      ['hush-secret'],
      '"\\u0068ush\\n","hush-secret"',
      `"\\u0068ush\\n","${mark}"`,
    ],
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
    [
      'a long word of it',
      ['got tok-AbCdEfGh12345678IjKlMnOpQrSt'],
      'tok-AbCdEfGh12345678IjKlMnOpQrSt',
      mark,
    ],
  ])('%s', (_says, known, text, shown) => {
    expect(createSecrets(known).redact(text)).toBe(shown);
  });

  it('that is long is found', () => {
    const receipt = randomBytes(60_000).toString('base64');
    const known = createSecrets([receipt]);
    for (const [name, write] of forms)
      expect(known.redact(`<${write(receipt)}>`), name).toBe(`<${mark}>`);
  });

  it('is found inside the base64 of a longer text', () => {
    for (const before of ['', 'a', 'ab']) {
      const text = Buffer.from(`${before}${secret}z`).toString('base64');
      expect(createSecrets([secret]).redact(text)).toMatch(/^.{0,3}\[withheld\].{0,4}$/);
    }
  });
});

describe('a secret that looks escaped itself', () => {
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
  const writers = {
    'in a URL': encodeURIComponent,
    'in JSON': inJson,
    'in JSON as PHP prints it': (text: string) => inJson(text).replaceAll('/', '\\/'),
    'in HTML': (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    'as it is': (text: string) => text,
  };
  const write = fc.constantFrom(...Object.values(writers));

  it.each<[value: string, text: string]>([
    ['ab/cd%41xyz', 'ab\\/cd%41xyz'],
    ['a"b&lt;cd', 'a\\"b&lt;cd'],
    ['a<b\\u0041c', 'a&lt;b\\u0041c'],
    ['a/b\\nc', 'a%2Fb%5Cnc'],
    ['ab/cd%41xyz', 'ab%5C%2Fcd%2541xyz'],
  ])('%s in %s is replaced', (value, text) => {
    expect(createSecrets([value]).redact(`<${text}>`)).toBe(`<${mark}>`);
  });

  it('is replaced however it was escaped once or twice', () => {
    const units = [
      '/',
      '"',
      '<',
      '&',
      'x',
      'Q',
      '\\',
      '%',
      '%41',
      '\\n',
      '\\u0041',
      '&lt;',
      '&#65;',
    ];
    const looksEscaped = fc
      .array(fc.constantFrom(...units), { minLength: 4, maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(looksEscaped, write, write, (value, first, second) => {
        const written = second(first(value));
        expect(createSecrets([value]).redact(`-${written}-`)).toBe(`-${mark}-`);
      }),
      { numRuns: effort(300, 20_000) },
    );
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
    expect(Buffer.from(redactBytes(large.subarray(2)))).toEqual(
      Buffer.concat([odd, Buffer.from(mark), odd]),
    );
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
        const text = gaps
          .map((gap, at) => gap + (written[(seed + at * 7) % written.length] ?? ''))
          .join('');
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
    expect(await timesLonger(16 * 1024, (size) => many.redact(letter.repeat(size)))).toBeLessThan(
      mostGrowth,
    );
  });
});

describe('a long value, whatever it is', () => {
  const tokenCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/=';
  const token = (
    minLength: number,
    maxLength: number,
    unit = fc.constantFrom(...tokenCharacters),
  ) => fc.string({ unit, minLength, maxLength });
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  const long = fc.oneof(token(24, 90), token(24, 60, letters));
  const texts = fc.string({ unit: 'binary', maxLength: 30 });
  const way = fc.constantFrom(...Object.values(waysToWrite));

  it('leaves nothing of a cut of 12 characters and more, however it is written', () => {
    const cut = fc.tuple(long, fc.nat(), fc.nat()).map(([value, from, length]) => {
      const start = from % (value.length - 11);
      return {
        value,
        cut: value.slice(start, start + 12 + (length % (value.length - start - 11))),
      };
    });
    fc.assert(
      fc.property(cut, way, texts, texts, ({ value, cut: part }, write, before, after) => {
        const text = `${before} ${write(part)} ${after}`;
        const known = createSecrets(['another-value-1', value]);
        expect(leftOf(value, known.redact(text))).toEqual([]);
        const bytes = Buffer.from(known.redactBytes(Buffer.from(text)));
        expect(leftOf(value, bytes.toString())).toEqual([]);
      }),
      { numRuns: effort(300, 20_000) },
    );
  });

  it('leaves nothing of a value with other characters, if it is whole', () => {
    const any = fc.string({ unit: 'grapheme', minLength: 24, maxLength: 60 });
    fc.assert(
      fc.property(any, texts, (value, around) => {
        fc.pre(Buffer.byteLength(value.trim()) >= 24 && !value.includes('[withheld]'));
        const known = createSecrets([value]);
        expect(known.redact(`${around} ${value} ${around}`)).not.toContain(value.trim());
      }),
      { numRuns: effort(200, 5_000) },
    );
  });

  it('changes no byte of a text that has no part of it', () => {
    const foreign = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      // Eleven characters of the value, and then another one.
      token(11, 11).map((part) => Buffer.from(part)),
    );
    fc.assert(
      fc.property(long, foreign, fc.nat(), (value, bytes, from) => {
        const start = from % (value.length - 10);
        const short = Buffer.from(`\u0007${value.slice(start, start + 11)}\u0007`);
        const all = Buffer.concat([bytes, short, bytes]);
        fc.pre(leftOf(value, all.toString('latin1')).length === 0);
        const known = createSecrets([value, 'quiet-secret-7']);
        fc.pre(!/quiet/i.test(all.toString('latin1')));
        expect(known.redactBytes(all)).toBe(all);
        const text = all.toString('utf8');
        expect(known.redact(text)).toBe(text);
      }),
      { numRuns: effort(300, 20_000) },
    );
  });

  it('keeps what stands around it, bytes that are no text and halves of characters too', () => {
    fc.assert(
      fc.property(long, fc.uint8Array({ maxLength: 40 }), (value, bytes) => {
        const all = Buffer.concat([bytes, Buffer.from(`\n${value}\n`), bytes]);
        fc.pre(leftOf(value, Buffer.from(bytes).toString('latin1')).length === 0);
        const expected = Buffer.concat([bytes, Buffer.from(`\n${mark}\n`), bytes]);
        expect(Buffer.from(createSecrets([value]).redactBytes(all))).toEqual(expected);
        expect(createSecrets([value]).redact(`\ud83d ${value} é \udc00`)).toBe(
          `\ud83d ${mark} é \udc00`,
        );
      }),
      { numRuns: effort(200, 5_000) },
    );
  });
});

describe('a part of a long value', () => {
  const words = 'my-game-client-secret-for-production-4x9Q';

  it.each<[says: string, known: string, names: string[], text: string, shown: string]>([
    ['made of ordinary words', words, [], 'no client-secret for', 'no client-secret for'],
    ['with something else', words, [], 'client-secret-for-production-4x9q!', `${mark}!`],
    [
      'of which each is a word, but whole',
      'the-client-secret-of-the-game',
      [],
      'the-client-secret-of-the-game',
      mark,
    ],
    [
      'that is a name of the call',
      'com.quzio.gamma-4x9Qz7bbb',
      ['com.quzio.gamma'],
      'a com.quzio.gamma b',
      'a com.quzio.gamma b',
    ],
    [
      'that is longer than the name',
      'com.quzio.gamma-4x9Qz7aaa',
      ['com.quzio.gamma'],
      'com.quzio.gamma-4x',
      mark,
    ],
    [
      'that is a name, but whole',
      'x.com.zzample.game-4x9Qz7',
      ['x.com.zzample.game-4x9Qz7'],
      'x.com.zzample.game-4x9Qz7',
      mark,
    ],
    ['of 11 characters', 'kQ8vR2mZ5tX1cB7nL4wP9sD6', [], 'kQ8vR2mZ5tX', 'kQ8vR2mZ5tX'],
    ['of 12 characters', 'kQ8vR2mZ5tX1cB7nL4wP9sD6', [], '(vR2mZ5tX1cB7)', `(${mark})`],
    [
      'of a value that begins with letters',
      'kjhgfdsaqwertyuiopzxcvbn.AO-J1',
      [],
      'fdsaqwertyui',
      mark,
    ],
    ['escaped twice', 'kQ8vR2mZ5tX1cB7nL4wP9sD6', [], '\\\\u0076R2mZ5tX1cB7n', mark],
    [
      'in prose',
      'a secret of many words and 24',
      [],
      'secret of many words',
      'secret of many words',
    ],
    [
      'in prose of 24 characters',
      'a secret of many words and 24',
      [],
      'is secret of many words and 2',
      `is${mark}`,
    ],
  ])('%s', (_says, value, names, text, shown) => {
    expect(createSecrets([value], names).redact(text)).toBe(shown);
  });

  it('is found although a name comes later', () => {
    const known = createSecrets(['com.quzio.gamma-4x9Qz7bbb']);
    expect(known.redact('com.quzio.gamma')).toBe(mark);
    known.allowName('com.quzio.gamma');
    expect(known.redact('com.quzio.gamma com.quzio.gamma-4x9Qz7bbb')).toBe(
      `com.quzio.gamma ${mark}`,
    );
  });

  it.each<[what: string, values: (count: number) => string[]]>([
    [
      'receipts',
      (count) => Array.from({ length: count }, () => randomBytes(40).toString('base64url')),
    ],
    [
      'receipts with one beginning',
      (count) => Array.from({ length: count }, (_, at) => `${'ab'.repeat(20)}-${String(at)}`),
    ],
    ['short ones', (count) => Array.from({ length: count }, (_, at) => `tok-${String(at)}`)],
    [
      'names with blanks',
      (count) =>
        Array.from({ length: count }, (_, at) => `one and the same beginning ${String(at)}`),
    ],
  ])('takes time in proportion to all of them: %s', async (_what, values) => {
    const search = (count: number): string => {
      const known = values(count);
      return createSecrets(known).redact(known.join('|'));
    };
    expect(search(50)).toMatch(/^(?:\[withheld\]\|?)+$/);
    expect(await timesLonger(100, search)).toBeLessThan(mostGrowth);
  });

  it('takes time in proportion to its length', async () => {
    const search = (size: number): string => {
      const value = randomBytes(size).toString('base64url');
      return createSecrets([value]).redact(value.slice(1));
    };
    expect(search(100)).toBe(mark);
    expect(await timesLonger(1_000, search)).toBeLessThan(mostGrowth);
  });
});

it.each([
  ['{"receipt" : "a\\"b","other":"c"}', ['a"b']],
  ['{"deep":[{"sessionToken":"t\\u0061"},{"receipt":"r"}]} behind it', ['ta', 'r']],
  ['{"receipt":1,"sessionToken":null,"my-receipt":"x"}', []],
  ['\xff{"receipt":"r"}', ['r']],
  // No JSON: a text with a wrong escape, or with a line break, or cut off.
  [String.raw`{"sessionToken":"tok\x41"}`, [String.raw`tok\x41`]],
  ['{"receipt":"one\ntwo"}', ['one\ntwo']],
  ['{"receipt":"cut off', ['cut off']],
  ['{"receipt":"cut off\\', ['cut off']],
  // A body that was put into a text.
  [String.raw`"{\"receipt\":\"in a text\"}"`, ['in a text']],
])('the receipts and tokens in %s', (body, expected) => {
  expect(findPrivateTexts(Buffer.from(body, 'latin1'))).toEqual(expected);
});
