import { describe, expect, it } from 'vitest';
import { notesOf, only, read, refusal, summary, text } from './reading.js';

describe('a HAR file', () => {
  const entry = (request: object): object => ({ startedDateTime: '2026-01-01T00:00:00Z', request });
  const har = (...requests: object[]): string =>
    JSON.stringify({ log: { version: '1.2', entries: requests.map(entry) } });
  const headers = [
    { name: ':method', value: 'POST' },
    { name: 'x-signature', value: 'ab' },
  ];
  const call = { method: 'POST', url: 'https://h/xmdt/session', headers };
  const post = (postData?: object, more: object = {}): object => ({ ...call, postData, ...more });

  it('gives its requests by entry and leaves a page’s own ones out', () => {
    const logo = { method: 'GET', url: 'https://h/logo.png', headers: [] };
    const [first, second] = read(
      har(logo, post({ text: 'é' }), post({ text: 'AP8=', encoding: 'base64' })),
    );
    const recorded = { receivedAt: Date.UTC(2026, 0, 1) / 1000, headers: [['x-signature', 'ab']] };
    const body = Buffer.from('é');
    const known = {
      ...recorded,
      interface: 'session',
      hasAllHeaders: true,
      label: 'entry 2',
      body,
    };
    expect(first).toMatchObject({ request: known });
    expect(second).toMatchObject({ request: { label: 'entry 3', body: Buffer.from([0, 0xff]) } });
  });

  it('may be one copied entry, or its request', () => {
    expect(text(only(JSON.stringify(entry(post({ text: 'a' })))))).toBe('a');
    expect(text(only(JSON.stringify(post({ text: 'a' }))))).toBe('a');
  });

  it.each([
    [post({ params: [{ name: 'a', value: 'b' }] }), 'does not have the bytes of the body'],
    [post(undefined, { bodySize: 5 }), 'does not have the bytes of the body'],
    [post({ text: 'x', encoding: 'base64' }), '"postData.text" must be base64'],
    [
      { method: 'POST', headers: [{ name: 1 }] },
      '"headers" must be an object or a list of names and texts',
    ],
  ])('tells why an entry cannot be read: %j', (request, says) => {
    const [, second] = summary(har(post({ text: 'a' }), request));
    expect(second).toMatch(/^entry 2! /);
    expect(second).toContain(says);
  });

  it('tells when the recording may have changed the body', () => {
    const [note] = notesOf(har(post({ text: 'ab' }, { bodySize: 3 })));
    expect(note).toContain('"bodySize" is 3, but the text has 2 bytes');
  });

  it.each([
    ['{"log":{"entries":[]}}', 'no entries'],
    [har(post({ text: 'secret' })).slice(0, -20), 'ends too early, at line 1, column '],
  ])('is refused when it is cut or empty', (input, says) => {
    expect(refusal(input)).toContain(says);
    expect(refusal(input)).not.toContain('secret');
  });
});
