import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../support/effort.js';
import { mostGrowth, timesLonger } from '../../support/growth.js';
import { formsOf } from '../../../src/output/redaction/forms.js';
import { createSecrets, redactedMark } from '../../../src/output/redaction/secrets.js';

const secretsOf = (...known: readonly string[]): ReturnType<typeof createSecrets> => {
  const secrets = createSecrets();
  for (const secret of known) secrets.add(secret);
  return secrets;
};

const secret = `p/ä+"ss'w&rd é?=🔑 `;
const bytes = Buffer.from(secret);

describe('a secret', () => {
  it.each([
    ['itself', secret],
    ['trimmed', secret.trim()],
    ['in base64', bytes.toString('base64')],
    ['in base64 without padding', bytes.toString('base64').replace(/=+$/, '')],
    ['in base64url', bytes.toString('base64url')],
    ['in hex', bytes.toString('hex')],
    ['in upper-case hex', bytes.toString('hex').toUpperCase()],
    ['in a URL', encodeURIComponent(secret)],
    [
      'in a URL with lower-case escapes',
      encodeURIComponent(secret).replace(/%../g, (it) => it.toLowerCase()),
    ],
    ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in capitals', secret.toUpperCase()],
    ['in small letters', secret.toLowerCase()],
    ['reversed', [...secret].reverse().join('')],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    [
      'in JSON of ASCII',
      JSON.stringify(secret)
        .slice(1, -1)
        .replace(/[^ -~]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['in HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
    ['in a shell word', secret.replaceAll("'", `'\\''`)],
  ])('%s is replaced', (_, form) => {
    const secrets = secretsOf(secret);
    expect(secrets.redact(`<${form}>${form}`)).toBe(`<${redactedMark}>${redactedMark}`);
    expect(Buffer.from(secrets.redactBytes(Buffer.from(`<${form}>`))).toString()).toBe(`<${redactedMark}>`);
  });

  it('of fewer than four characters is left: it stands in every other line', () => {
    const secrets = secretsOf('', 'a', 'abc');
    expect(secrets.redact('abc and a')).toBe('abc and a');
    expect(secrets.redact('')).toBe('');
  });

  it('with a lone surrogate does not break anything', () => {
    const secrets = secretsOf('half\ud800pair');
    expect(secrets.redact('a half\ud800pair b')).toBe(`a ${redactedMark} b`);
    expect(secrets.redact('a half\ufffdpair b')).toBe(`a ${redactedMark} b`);
  });

  it('that looks like a regular expression is taken as text', () => {
    expect(secretsOf('.*.*').redact('abcdef .*.* $&')).toBe(`abcdef ${redactedMark} $&`);
  });
});

describe('a secret in JSON escapes', () => {
  const escaped = (text: string, every = 1): string =>
    Array.from({ length: text.length }, (_, at) =>
      at % every === 0 ? `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}` : (text[at] ?? ''),
    ).join('');
  const raw = (known: string, text: string): string =>
    Buffer.from(secretsOf(known).redactBytes(Buffer.from(text))).toString();

  it.each([1, 2, 3])('is found in bytes where every %i. character is one', (every) => {
    for (const known of ['hush-secret', 'ge/heim-ü🔑']) {
      const plain = known.replaceAll('🔑', every === 1 ? '🔑' : 'k');
      expect(raw(plain, `{"a":"\\n${escaped(plain, every)}x\\u0041"}`)).toBe(
        `{"a":"\\n${redactedMark}x\\u0041"}`,
      );
    }
  });

  it('leaves other escapes as they came', () => {
    expect(raw('hush-secret', '{"a":"\\u0068ush\\n","b":"hush-secret"}')).toBe(
      `{"a":"\\u0068ush\\n","b":"${redactedMark}"}`,
    );
  });
});

describe('several', () => {
  it('are replaced as one where they overlap', () => {
    expect(secretsOf('abcdef', 'defghi').redact('-abcdefghi-')).toBe(`-${redactedMark}-`);
    expect(secretsOf('aaaa').redact('-aaaaaa-')).toBe(`-${redactedMark}-`);
    expect(secretsOf('secret', 'secret-long').redact('secret-long secret')).toBe(
      `${redactedMark} ${redactedMark}`,
    );
  });
});

describe('bytes', () => {
  it('come back as the same object when nothing was found', () => {
    const data = Uint8Array.from({ length: 256 }, (_, at) => at);
    expect(createSecrets().redactBytes(data)).toBe(data);
    expect(secretsOf('secret').redactBytes(data)).toBe(data);
  });

  it('that are no text survive beside a secret', () => {
    const odd = Buffer.from([0, 128, 255, 254, 195]);
    const found = secretsOf('geheim-ü').redactBytes(Buffer.concat([odd, Buffer.from('geheim-ü'), odd]));
    expect(Buffer.from(found)).toEqual(Buffer.concat([odd, Buffer.from(redactedMark), odd]));
  });

  it('of a view into a larger buffer are read from where it begins', () => {
    const large = Buffer.from('xxsecretyy');
    expect(Buffer.from(secretsOf('secret').redactBytes(large.subarray(1, 9))).toString()).toBe(
      `x${redactedMark}y`,
    );
  });
});

describe('whatever the text', () => {
  // A text that shares characters with the mark would be found across its edge although nothing of it is left.
  const secretText = fc
    .oneof(
      fc.string({ minLength: 4, maxLength: 24 }),
      fc.string({ unit: 'binary', minLength: 4, maxLength: 12 }),
    )
    .filter((text) => text.trim().length >= 4 && !/^[redact[\]]+$/i.test(text));

  const around = fc.string({ unit: 'binary', maxLength: 20 });

  it('no form of a secret survives between the marks', () => {
    fc.assert(
      fc.property(
        fc.array(secretText, { minLength: 1, maxLength: 3 }),
        fc.array(around),
        fc.nat(),
        (known, gaps, seed) => {
          const forms = known.flatMap((each) => formsOf(each));
          const text = gaps.map((gap, at) => gap + (forms[(seed + at * 7) % forms.length] ?? '')).join('');
          const secrets = secretsOf(...known);
          for (const rest of secrets.redact(text).split(redactedMark)) {
            for (const form of forms) expect(rest.includes(form)).toBe(false);
          }
          const restBytes = Buffer.from(secrets.redactBytes(Buffer.from(text))).toString('latin1');
          for (const rest of restBytes.split(redactedMark)) {
            for (const form of forms) expect(rest.includes(Buffer.from(form).toString('latin1'))).toBe(false);
          }
        },
      ),
      { numRuns: effort(100, 2_000) },
    );
  });

  it('text without a secret stays as it is', () => {
    fc.assert(
      fc.property(around, (text) => {
        expect(secretsOf('a-secret-that-no-text-has').redact(text)).toBe(text);
      }),
    );
  });
});

it.each(['x', 'a'])(
  'takes time in proportion to the text, also to one made to be slow: %s',
  async (letter) => {
    const secrets = secretsOf(
      ...Array.from({ length: 10 }, (_, at) => `secret-number-${String(at)}`),
      'aaaa',
    );
    expect(secrets.redact(letter.repeat(1024))).toBe(letter === 'a' ? redactedMark : letter.repeat(1024));
    expect(await timesLonger(16 * 1024, (size) => secrets.redact(letter.repeat(size)))).toBeLessThan(
      mostGrowth,
    );
  },
);

describe('a part of a long secret', () => {
  const secret = 'Sk-Live_9fQzT7wXyLmN4pRb2VcG';
  const { add, redact } = createSecrets();
  add(secret);

  it.each([12, 13, 17, 20, 27])('of %i characters is taken out wherever it begins', (length) => {
    for (let at = 0; at + length <= secret.length; at += 1) {
      const said = redact(`your key ${secret.slice(at, at + length)} is wrong`);
      expect(said).toBe('your key [withheld] is wrong');
    }
  });
  it('stays where it is no longer than a word', () => {
    expect(redact(secret.slice(0, 11))).toBe(secret.slice(0, 11));
  });
  it('of letters alone is taken out where no word is as long', () => {
    const other = createSecrets(['kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0']);
    expect(other.redact('it begins: kdjmlgfchnbaopei')).toBe('it begins: [withheld]');
  });
  it('stays where it is made of words alone', () => {
    const other = createSecrets();
    other.add('client-secret-of-the-game-for-production');
    expect(other.redact('--client-secret-file <path>')).toBe('--client-secret-file <path>');
  });
});
