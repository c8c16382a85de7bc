import { describe, expect, it } from 'vitest';
import { difference } from '../../src/diagnosis/difference.js';
import { entryOf, type Entry, seen } from '../../src/listen/entry.js';
import { Kept, mostKept } from '../../src/listen/kept.js';
import { askedAfter, shownEntry } from '../../src/listen/news.js';
import { fixedUnixSeconds } from '../support/context.js';

const entryWith = (sent: string, signed: string): Entry => {
  const body = Buffer.from(sent);
  const request = seen(
    { method: 'POST', target: '/xmdt/session', headers: [], body },
    1,
    fixedUnixSeconds * 1000,
  );
  const finding = {
    causes: ['body-x'],
    says: 'So.',
    fix: 'Do.',
    difference: difference(body, Buffer.from(signed)),
  };
  return entryOf(
    request,
    { status: 401, by: 'emulator' },
    { outcome: { kind: 'explained', finding }, lint: [], tried: 1, expected: null },
  );
};

interface Shape {
  readonly difference: {
    readonly sent: { readonly text: [string, boolean][] };
    readonly signed: { readonly text: [string, boolean][] };
  };
}
const marksOf = (sent: string, signed: string): string[] => {
  const { difference: shown } = shownEntry(entryWith(sent, signed), 'UTC', undefined) as unknown as Shape;
  return [shown.sent, shown.signed].map(({ text }) =>
    text.map(([piece, differs]) => (differs ? `[${piece}]` : piece)).join(''),
  );
};

describe('the first difference on the page', () => {
  const cases: [sent: string, signed: string, shown: string[]][] = [
    ['{"a": 1}', '{"a":1}', ['{"a":[ ]1}', '{"a":[1]}']],
    ['{}', '{}\n', ['{}[∎]', '{}[\\n]']],
    ['{"a":"é"}', '{"a":"\\u00e9"}', ['{"a":"[é]"}', '{"a":"[\\]u00e9"}']],
    ['a\n', 'a\r\n', ['a[\\n]', 'a[\\r]\\n']],
    ['😀', '😁', ['[😀]', '[😁]']],
  ];
  it.each(cases)('%j and %j', (sent, signed, shown) => {
    expect(marksOf(sent, signed)).toEqual(shown);
  });
});

describe('what is kept for the page', () => {
  it('shows a receipt that fits whole by its fingerprint', () => {
    const sent = '{"receipt":"a-short-receipt","os_id":1}';
    const text = JSON.stringify(shownEntry(entryWith(sent, `${sent}\n`), 'UTC', undefined));
    expect(text).not.toContain('a-short-receipt');
  });

  it('is bounded', () => {
    const kept = new Kept();
    for (let at = 0; at < mostKept + 50; at += 1) kept.add(at, entryWith('a', 'b'));
    const { last, requests } = kept.after(0);
    expect({ last, count: requests.length, first: requests[0] }).toEqual({
      last: mostKept + 50,
      count: mostKept,
      first: 50,
    });
    expect(kept.after(mostKept + 49).requests).toEqual([mostKept + 49]);
  });

  it('is bounded by the bytes of the bodies, the oldest first', () => {
    const kept = new Kept();
    const { request, ...entry } = entryWith('a', 'b');
    const body = new Uint8Array(1024 * 1024);
    for (let number = 1; number <= 33; number += 1)
      kept.add(number, { ...entry, request: { ...request, number, body } });
    expect([1, 2, 33].map((number) => kept.get(number)?.request.number)).toEqual([undefined, 2, 33]);
    expect(kept.after(0).requests).toHaveLength(33);
  });

  it('is all new to a page of another run', () => {
    expect(askedAfter('/requests.json?run=a&after=7', 'a')).toBe(7);
    expect(askedAfter('/requests.json?run=b&after=7', 'a')).toBe(0);
    expect(askedAfter('/requests.json', 'a')).toBe(0);
    expect(askedAfter('/requests.json?run=a&after=1e9', 'a')).toBe(0);
  });
});
