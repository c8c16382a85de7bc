import { describe, expect, it } from 'vitest';
import { serialisations, serialiserGrid } from '../../../src/diagnosis/serialisers/serialisers.js';
import type { BodyVariant } from '../../../src/diagnosis/attempt.js';

const utf8 = ({ bytes }: BodyVariant): string => Buffer.from(bytes).toString('utf8');
const variants = (body: string): readonly BodyVariant[] => serialisations(Buffer.from(body));
const under = (body: string, causes: string): string[] =>
  variants(body)
    .filter((variant) => variant.causes.join(' ') === causes)
    .map(utf8);

const purchase =
  '{"gameId":"g-17","item":"Rương <vàng> & a/b","price":4.99,"one":1.0,"qty":5,"e":{},"l":[],"n":null,"s":"","b":{"d":1,"c":2}}';

describe('one cause, one print', () => {
  it.each([
    [
      'body-json-js',
      '{"9":1.0,"a":2.50,"1":12345678901234567890}',
      '{"1":12345678901234567000,"9":1,"a":2.5}',
    ],
    ['body-json-compact', '{ "a" : 1.10 }', '{"a":1.1}'],
    ['body-json-compact', '{ "a" : 1.10 }', '{"a":1.10}'],
    ['body-json-spaced', '{"a":"ế","b":[1,2]}', '{"a": "ế", "b": [1, 2]}'],
    ['body-json-python', '{"a":"ế😀"}', String.raw`{"a": "\u1ebf\ud83d\ude00"}`],
    ['body-json-ascii', '{"a":"ế"}', String.raw`{"a":"\u1ebf"}`],
    ['body-json-ascii', '{"a":"ế"}', String.raw`{"a":"\u1EBF"}`],
    ['body-json-php', '{"a":"ế/","b":10.0,"c":{}}', String.raw`{"a":"\u1ebf\/","b":10,"c":[]}`],
    ['body-json-php', '{"a":"\'<ế/"}', String.raw`{"a":"\u0027\u003C\u1ebf\/"}`],
    ['body-slashes-escaped', '{"a":"ế/"}', String.raw`{"a":"ế\/"}`],
    ['body-html-escaped', '{"b":"<&>","a":1}', String.raw`{"b":"\u003c\u0026\u003e","a":1}`],
    ['body-json-go-map', '{"b":"<","a":1.0}', String.raw`{"a":1,"b":"\u003c"}`],
    [
      'body-json-stj',
      '{"a":"ế+\'\\"&`<😀"}',
      String.raw`{"a":"\u1EBF\u002B\u0027\u0022\u0026\u0060\u003C\uD83D\uDE00"}`,
    ],
    ['body-json-gson', '{"a":"=\'<","n":null}', String.raw`{"a":"\u003d\u0027\u003c"}`],
    ['body-keys-sorted', '{"b":{"d":1,"c":2},"a":1}', '{"a":1,"b":{"c":2,"d":1}}'],
    ['body-keys-sorted', '{"b":{"d":1,"b":2},"a":1}', '{"a":1,"b":{"b":2}}'],
    ['body-keys-sorted', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['body-keys-sorted-top', '{"b":{"d":1,"c":2},"a":1}', '{"a":1,"b":{"d":1,"c":2}}'],
    ['body-nulls-dropped', '{"a":null,"b":1}', '{"b":1}'],
    ['body-empties-dropped', '{"a":"","b":0,"c":[],"d":1}', '{"d":1}'],
    ['body-empty-object-array', '{"a":{}}', '{"a":[]}'],
    ['body-ints-to-floats', '{"a":5,"b":10000000}', '{"a":5.0,"b":1.0E7}'],
    ['body-ints-to-floats', '{"a":5}', '{"a":5.0}'],
    [
      'body-floats-17g',
      '{"a":4.99,"b":1.0,"c":9007199254740993}',
      '{"a":4.9900000000000002,"b":1,"c":9007199254740993}',
    ],
    ['body-floats-float32', '{"a":4.99}', '{"a":4.989999771118164}'],
    ['body-numbers-as-strings', '{"a":1,"b":true,"c":{},"d":"/"}', '{"a":"1","b":"true","c":"","d":"\\/"}\n'],
    ['body-pretty', '{"a":[1,2],"b":{}}', '{\n  "a" : [ 1, 2 ],\n  "b" : { }\n}'],
    ['body-pretty', '{"a":1}', '{\r\n  "a": 1\r\n}'],
    [
      'body-json-unreal',
      '{"a":{"b":4.99},"c":[1,2],"d":["x"],"e":{}}',
      '{\r\n\t"a":\r\n\t{\r\n\t\t"b": 4.9900000000000002\r\n\t},\r\n\t"c": [ 1, 2 ],\r\n\t"d": [\r\n\t\t"x"\r\n\t],\r\n\t"e":\r\n\t{\r\n\t}\r\n}',
    ],
    ['body-keys-recased', '{"gameId":{"roleId":1}}', '{"GameId":{"RoleId":1}}'],
    ['body-keys-recased', '{"gameId":1}', '{"game_id":1}'],
    ['body-keys-recased', '{"game_id":1}', '{"gameId":1}'],
    ['body-keys-sorted body-json-python', '{"b":"ế","a":1}', String.raw`{"a": 1, "b": "\u1ebf"}`],
  ])('%s makes of %s', (causes, wire, signed) => {
    expect(under(wire, causes)).toContain(signed);
  });
});

describe('what is left out', () => {
  it.each([
    ['the wire body', purchase],
    ['the wire body less its byte order mark and line end', `\ufeff${purchase}\n`],
  ])('never gives %s', (_, wire) => {
    const same = variants(wire).filter((variant) => [purchase, wire].includes(utf8(variant)));
    expect(same).toEqual([]);
  });

  it.each([
    ['text', 'hello'],
    ['nothing', ''],
    ['a form', 'a=1&b=2'],
    ['a cut body', '{"a":1'],
    ['a body deeper than decoders go', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('gives nothing for %s', (_, wire) => {
    expect([variants(wire), [...serialiserGrid(Buffer.from(wire))]]).toEqual([[], []]);
  });

  it('gives nothing for bytes that are no text', () => {
    expect(serialisations(Uint8Array.from([0xff, 0xfe, 0x00, 0x80]))).toEqual([]);
  });

  it('names no cause that changed nothing', () => {
    const causes = new Set(variants('{"a":1,"b":"x"}').flatMap((variant) => [...variant.causes]));
    for (const cause of ['body-keys-sorted-top', 'body-nulls-dropped', 'body-empties-dropped']) {
      expect([cause, causes.has(cause) && cause !== 'body-keys-sorted-top']).toEqual([cause, false]);
    }
    expect(under('{"a":1,"b":"x"}', 'body-floats-17g')).toEqual([]);
  });
});

describe('the order', () => {
  it('is by rising cost, and a set of causes prints each text once', () => {
    const made = variants(purchase);
    const costs = made.map(({ cost }) => cost);
    expect(costs).toEqual([...costs].sort((left, right) => left - right));
    const labelled = made.map((variant) => `${variant.causes.join(' ')} ${utf8(variant)}`);
    expect(new Set(labelled).size).toBe(labelled.length);
  });

  it('is by rising cost in the grid, where each text comes once', () => {
    const grid = [...serialiserGrid(Buffer.from(purchase))];
    const costs = grid.map(({ cost }) => cost);
    expect(costs).toEqual([...costs].sort((left, right) => left - right));
    expect(new Set(grid.map(utf8)).size).toBe(grid.length);
    expect(grid.length).toBeGreaterThan(1_000);
  });
});

describe('the grid', () => {
  it.each([
    [
      'spaced, slashes escaped, nulls left out',
      '{"b":"a/ế","a":null,"c":[1,2]}',
      String.raw`{"b": "a\/ế", "c": [1, 2]}`,
      ['body-json-spaced', 'body-nulls-dropped', 'body-slashes-escaped'],
    ],
    [
      'sorted, ascii, %.17g',
      '{"b":"/ế","a":4.99}',
      String.raw`{"a":4.9900000000000002,"b":"/\u1ebf"}`,
      ['body-floats-17g', 'body-json-ascii', 'body-keys-sorted'],
    ],
  ])('finds a mixture no encoder is known for: %s', (_, wire, signed, causes) => {
    const found = [...serialiserGrid(Buffer.from(wire))].find((variant) => utf8(variant) === signed);
    expect([...(found?.causes ?? [])].sort()).toEqual(causes);
  });
});

describe('a large body', () => {
  const large = Buffer.from(`[${Array.from({ length: 2_000 }, () => purchase).join(',')}]`);

  it('is listed without being printed, and printed on demand', () => {
    const listed = serialisations(large);
    const js = listed.find(({ causes }) => causes.includes('body-json-js'));
    expect(utf8(js ?? { causes: [], bytes: large, cost: 0 })).toBe(
      JSON.stringify(JSON.parse(large.toString())),
    );
  });

  it('is printed by the grid one variant at a time', () => {
    const first = serialiserGrid(large)[Symbol.iterator]().next();
    expect(first.done).toBe(false);
  });
});
