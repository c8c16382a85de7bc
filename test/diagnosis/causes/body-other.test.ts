import { describe, expect, it } from 'vitest';
import { bodyOther } from '../../../src/diagnosis/causes/body-other.js';
import { otherForms } from '../../../src/diagnosis/variations.js';

/** The ids under which a body's signed form is found, the cheapest first. */
const causesOf = (sent: string, signed: string): string[] => {
  const wanted = Buffer.from(signed);
  return otherForms(Buffer.from(sent))
    .filter(({ bytes }) => wanted.equals(bytes))
    .sort((one, other) => one.cost - other.cost)
    .flatMap(({ causes }) => causes);
};

const order = '{"b":"x y","a":1,"n":null,"t":true}';
const envelope = '{ "data" : {"id": 7, "ok": true}, "sign": "ff" }';

describe('what a sender signed instead of its JSON', () => {
  it.each([
    ['body-python-repr', order, "{'b': 'x y', 'a': 1, 'n': None, 't': True}"],
    ['body-map-tostring', order, '{b=x y, a=1, n=null, t=true}'],
    ['body-map-tostring', order, '{"b"=>"x y", "a"=>1, "n"=>nil, "t"=>true}'],
    ['body-map-tostring', order, '{"b" => "x y", "a" => 1, "n" => nil, "t" => true}'],
    ['body-map-tostring', order, '{b: "x y", a: 1, n: nil, t: true}'],
    ['body-map-tostring', order, 'map[a:1 b:x y n:<nil> t:true]'],
    ['body-map-tostring', order, '%{"a" => 1, "b" => "x y", "n" => nil, "t" => true}'],
    ['body-map-tostring', order, 'System.Collections.Generic.Dictionary`2[System.String,System.Object]'],
    ['body-object-tostring', order, '[object Object]'],
    ['body-object-tostring', order, 'undefined'],
    ['body-object-tostring', '[1,{"a":2}]', '1,[object Object]'],
    ['body-empty', order, ''],
    ['body-empty', order, '{}'],
    ['body-empty-placeholder', '', '{}'],
    ['body-empty-placeholder', '', 'null'],
    ['body-empty-placeholder', '', '""'],
    ['body-empty-placeholder', '', '[]'],
    ['body-form-encoded', order, 'b=x+y&a=1&n=null&t=true'],
    ['body-form-encoded', order, 'b=x+y&a=1&t=1'],
    ['body-form-encoded', order, 'b=x+y&a=1&n=None&t=True'],
    ['body-form-encoded', order, 'b=x%20y&a=1&n=&t=true'],
    ['body-query-sorted', order, 'a=1&b=x y&n=null&t=true'],
    ['body-query-sorted', order, 'a=1&b=x y&t=True'],
    ['body-query-sorted', order, 'a=1&b=x+y&n=%3Cnil%3E&t=true'],
    ['body-query-sorted', order, 'a=1&b=x y&n=&t=1'],
    ['body-form-encoded', envelope, 'data=[object Object]'],
    ['body-query-sorted', '{"sign":"ff","b":2,"a":1}', 'a=1&b=2'],
    ['body-values-joined', order, '1x ynulltrue'],
    ['body-values-joined', order, 'x y|1|None|True'],
    ['body-values-joined', '{"z":"1","y":"2"}', 'y2z1'],
    ['body-member-only', envelope, '{"id":7,"ok":true}'],
    ['body-member-only', envelope, '{"id": 7, "ok": true}'],
    ['body-member-only', envelope, 'ff'],
    ['body-member-only', '{"a":[{"b":{"c":1}}]}', '{"c":1}'],
    ['body-member-missing', envelope, '{"data":{"id":7,"ok":true}}'],
    ['body-member-missing', envelope, '{ "data" : {"id": 7, "ok": true} }'],
    ['body-member-missing', '{"a": 1, "b": 2, "c": 3}', '{"a": 1, "c": 3}'],
    ['body-member-missing', '{"a":1,"b":2}', '{"b":2}'],
    ['body-form-encoded', 'a=1&b=x+y', '{"a":"1","b":"x y"}'],
    ['body-member-only', 'payload=%7B%22a%22%3A1%7D', '{"a":1}'],
  ])('names %s', (id, sent, signed) => {
    expect(causesOf(sent, signed)[0]).toBe(id);
  });
});

describe('the forms', () => {
  it('cover every cause of their section', () => {
    const found = new Set(
      [order, envelope, '', '{"a":1,"b":2}'].flatMap((body) =>
        otherForms(Buffer.from(body)).flatMap(({ causes }) => causes),
      ),
    );
    expect(Object.keys(bodyOther).filter((id) => !found.has(id))).toEqual([]);
  });

  it.each([
    ['bytes that are no JSON', Buffer.from([0xff, 0, 0x7b])],
    ['an unfinished object', Buffer.from('{"a":')],
    ['a number', Buffer.from('5')],
    ['a deep body', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000))],
    ['names of the prototype', Buffer.from('{"__proto__":{"a":1},"constructor":2}')],
    ['repeated members', Buffer.from('{"a":1,"a":2}')],
    ['lone surrogates', Buffer.from('{"a":"\\ud800"}')],
  ])('are made of %s without an error', (_, body) => {
    expect(otherForms(body).some(({ causes }) => causes[0] === 'body-empty')).toBe(true);
  });

  it('never give the body itself', () => {
    for (const body of ['', '{}', 'null', order, 'true', '"text"'])
      for (const { bytes } of otherForms(Buffer.from(body)))
        expect(Buffer.from(bytes).toString()).not.toBe(body);
  });
});
