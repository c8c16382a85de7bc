import { describe, expect, it } from 'vitest';
import { printsOf } from '../../../src/diagnosis/bodies/bodies.js';
import { sampleOf } from '../../../src/diagnosis/bodies/reading.js';
import type { BodyForm } from '../../../src/diagnosis/body-form.js';
import type { Choice } from '../../../src/diagnosis/choice.js';

const textOf = ({ value }: Choice<BodyForm>): string => Buffer.from(value.bytes).toString('utf8');
const prints = (body: string | Uint8Array, most = 2.6): Choice<BodyForm>[] => [
  ...printsOf(Buffer.from(body), 0, most),
];
/** What the print of this body that reads so is called. */
const nameOf = (body: string, signed: string): string | undefined =>
  prints(body, 3)
    .find((print) => textOf(print) === signed)
    ?.causes.join(' ');

const purchase =
  '{"gameId":"g-17","item":"Rương <vàng> & a/b","price":4.99,"one":1.0,"qty":5,"e":{},"l":[],"n":null,"s":"","b":{"d":1,"c":2}}';

describe('one cause, one print', () => {
  it.each([
    [
      'body-json-js',
      '{"9":1.0,"a":2.50,"1":12345678901234567890}',
      '{"1":12345678901234567000,"9":1,"a":2.5}',
    ],
    ['body-json-compact', '{ "a" : 1.10, "b" : 2.0 }', '{"a":1.1,"b":2.0}'],
    ['body-json-compact', '{ "a" : 1.10 }', '{"a":1.10}'],
    ['body-json-spaced', '{"a":"ế","b":[1,2]}', '{"a": "ế", "b": [1, 2]}'],
    ['body-json-python', '{"a":"ế😀"}', String.raw`{"a": "\u1ebf\ud83d\ude00"}`],
    ['body-json-ascii', '{"a":"ế/"}', String.raw`{"a":"\u1ebf/"}`],
    ['body-json-ascii', '{"a":"ế<"}', String.raw`{"a":"\u1EBF<"}`],
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
    expect(nameOf(wire, signed)).toBe(causes);
  });
});

describe('what is left out', () => {
  it.each([
    ['the wire body', purchase],
    ['the wire body less its byte order mark and line end', `\ufeff${purchase}\n`],
  ])('never gives %s', (_, wire) => {
    const same = prints(wire).filter((print) => [purchase, wire].includes(textOf(print)));
    expect(same).toEqual([]);
  });

  it.each([
    ['text', 'hello'],
    ['nothing', ''],
    ['a form', 'a=1&b=2'],
    ['a cut body', '{"a":1'],
    ['a body deeper than decoders go', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['bytes that are no text', Uint8Array.from([0xff, 0xfe, 0x00, 0x80])],
  ])('gives nothing for %s', (_, wire) => {
    expect(prints(wire)).toEqual([]);
  });

  it('names no cause that changed nothing', () => {
    const causes = new Set(prints('{"a":1,"b":"x"}', 2).flatMap((print) => print.causes));
    for (const cause of [
      'body-nulls-dropped',
      'body-empties-dropped',
      'body-floats-17g',
      'body-json-ascii',
    ]) {
      expect([cause, causes.has(cause)]).toEqual([cause, false]);
    }
  });
});

describe('the order', () => {
  it('is by rising cost, and each text comes once', () => {
    const made = prints(purchase);
    const costs = made.map(({ cost }) => cost);
    expect(costs).toEqual([...costs].sort((left, right) => left - right));
    expect(new Set(made.map(textOf)).size).toBe(made.length);
  });

  it('goes on where it was left', () => {
    const cheap = prints(purchase, 2);
    const others = [...printsOf(Buffer.from(purchase), 2, 2.6)];
    expect([...cheap, ...others].map(textOf).sort()).toEqual(prints(purchase).map(textOf).sort());
  });

  it.each([
    [
      'as JSON.stringify, Go map[string]any or PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE writes it',
      '{"a":"Cá/","n":1.0}',
      '{"a":"Cá/","n":1}',
    ],
    ['as Python json.dumps writes it', '{"a":"Cá/","n":1.0}', String.raw`{"a": "C\u00e1/", "n": 1.0}`],
    ['as PHP json_encode writes it', '{"a":"Cá/","n":1.0}', String.raw`{"a":"C\u00e1\/","n":1}`],
  ])('tells %s among the first', (as, wire, signed) => {
    const first = prints(wire, 1).find((print) => textOf(print) === signed);
    expect(first?.as).toBe(as);
  });
});

describe('a mixture no encoder is known for', () => {
  it.each([
    [
      'spaced, slashes escaped, nulls left out',
      '{"b":"a/ế","a":null,"c":[1,2]}',
      String.raw`{"b": "a\/ế", "c": [1, 2]}`,
      'body-nulls-dropped body-slashes-escaped body-json-spaced',
    ],
    [
      'sorted, ascii, %.17g',
      '{"b":"/ế","a":4.99}',
      String.raw`{"a":4.9900000000000002,"b":"/\u1ebf"}`,
      'body-keys-sorted body-floats-17g body-json-ascii',
    ],
  ])('is named by its parts: %s', (_, wire, signed, causes) => {
    expect(nameOf(wire, signed)).toBe(causes);
  });
});

describe('a large body', () => {
  const large = Buffer.from(`[${Array.from({ length: 2_000 }, () => purchase).join(',')}]`);

  it('is judged by a sample and printed one way at a time', () => {
    const stringified = JSON.stringify(JSON.parse(large.toString()));
    const first = [...printsOf(large, 0, 0.9)].find((print) => textOf(print) === stringified);
    expect(first?.causes).toEqual(['body-json-js']);
  });

  it('has a short sample of a long text, with every character of it', () => {
    const sample = sampleOf(['é"/'.repeat(100_000) + '💎']);
    expect(sample).toEqual([expect.stringMatching(/^é"\/.{0,300}💎$/su)]);
  });
});
