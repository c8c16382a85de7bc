import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt, isoDate, stateWord } from '../../src/contract/answer.js';
import { readBody } from '../../src/service/read.js';
import { purchaseStates } from '../../src/contract/states.js';
import { JsonNumber } from '../../src/text/json/json.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('readBody', () => {
  it.each([
    ['nothing', '', 'the body is empty'],
    ['white space', ' \n', 'the body is empty'],
    ['HTML', '<!DOCTYPE html><p>Sign in', 'the body is HTML'],
    ['XML', '<error/>', 'the body is markup such as XML'],
    ['words', 'Bad Gateway', 'the body is not JSON (a value was expected at character 1)'],
    ['a cut object', '{"success":tr', 'the body is JSON that ends too early (possibly cut)'],
    ['an array', '[]', 'the body is an array, not a JSON object'],
    ['null', 'null', 'the body is null, not a JSON object'],
    ['a string', '"ok"', 'the body is a string, not a JSON object'],
    ['a number', '42', 'the body is a number, not a JSON object'],
  ])('says what is wrong with %s', (_, body, trouble) => {
    expect(readBody(bytes(body))).toMatchObject({ object: undefined, trouble });
  });

  it.each([
    ['a lone continuation byte', [0x7b, 0x80, 0x7d]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
    ['a surrogate as UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ])('does not read %s', (_, body) => {
    expect(readBody(Uint8Array.from(body)).trouble).toBe('the body is not UTF-8');
  });

  it('drops a byte order mark and says so', () => {
    expect(readBody(bytes('\ufeff{"success":true}'))).toMatchObject({
      trouble: '',
      anomalies: [{ field: 'body' }],
    });
  });

  it('names every repeated member by its place', () => {
    const { anomalies } = readBody(bytes('{"a":1,"a":1,"b":[0,{"c":1,"c":2}],"__proto__":{"d":1,"d":1}}'));
    expect(anomalies.map(({ field }) => field).sort()).toEqual(['__proto__.d', 'a', 'b[1].c']);
  });

  it.each([
    [24_999, ''],
    [25_000, 'the body is not JSON (more than 25000 levels at character 25005)'],
    [1_000_000, 'the body is not JSON (more than 25000 levels at character 25005)'],
  ])(
    'reads 25,000 levels, which a few bytes each would fill the memory with, and no more: %i and one',
    (deep, trouble) => {
      const body = bytes(`{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`);
      expect(readBody(body)).toMatchObject({ trouble, anomalies: [] });
    },
  );

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }).map(bytes)), (body) => {
        const { object, trouble } = readBody(body);
        expect(trouble === '').toBe(object !== undefined);
      }),
    );
  });
});

describe('excerpt', () => {
  it('makes visible what a terminal would obey', () => {
    expect(excerpt(bytes('<b>\u001b]0;x\u0007\r\n\u202eé🎮\\u{1b}'))).toBe(
      '<b>\\u{1b}]0;x\\u{7}\\u{d}\\u{a}\\u{202e}é🎮\\u{5c}u{1b}',
    );
  });

  it('holds eighty characters of any bytes, all of them visible', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (body) => {
        const shown = excerpt(body);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect([...shown.replace(/\\u\{[0-9a-f]+\}/g, '?')].length).toBeLessThanOrEqual(80);
      }),
    );
  });
});

describe('values for people', () => {
  it.each([
    ['0', '0 PURCHASED'],
    ['2', '2 PENDING'],
    ['7', '7 (not listed)'],
    ['00', '00 (not listed)'],
  ])('shows purchase state %s as %s', (source, shown) => {
    expect(stateWord(purchaseStates, new JsonNumber(source))).toBe(shown);
  });

  it.each([
    ['1790000000000', '2026-09-21T14:13:20Z'],
    ['1790000000001', '2026-09-21T14:13:20.001Z'],
    ['8640000000000000', '+275760-09-13T00:00:00Z'],
    ['8640000000000001', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1E400', undefined],
  ])('takes %s for the date %s', (source, date) => {
    expect(isoDate(new JsonNumber(source))).toBe(date);
  });
});
