import { describe, expect, it } from 'vitest';
import type { RequestDiagnosis } from '../../src/diagnosis/outcome.js';
import { findDifference } from '../../src/diagnosis/difference.js';
import { buildEntry, type ListenEntry } from '../../src/listen/entry.js';
import { receivedRequest } from '../../src/listen/request.js';
import { Site } from '../../src/listen/site.js';
import { shownFingerprint } from '../../src/signing/digest.js';
import { createSecrets } from '../../src/output/redaction.js';
import type { WireRequest, WireResponse } from '../../src/contract/wire.js';
import { PageAccess } from '../../src/web/page-access.js';

const address = 'http://127.0.0.1:8787';
const page: WireResponse = { status: 200, headers: [], body: Buffer.from('page') };

interface OpenSite {
  readonly site: Site;
  readonly access: PageAccess;
  /** Of somebody who opened the printed address. */
  readonly key: string;
}

function openSite(): OpenSite {
  const access = new PageAccess();
  const site = new Site(
    { secrets: createSecrets(), timeZone: 'UTC' },
    { access, page, profile: 'local (dev)' },
  );
  const code = new URL(access.addressWithCode(8787)).hash.slice(1);
  const key = access.exchange(fromPage(['x-pvg-code', code])) ?? '';
  return { site, access, key };
}

const fromPage = (header: readonly [string, string]): WireRequest['headers'] => [
  ['host', '127.0.0.1:8787'],
  ['origin', address],
  header,
];

const get = ({ site }: OpenSite, target: string, key: string) => {
  const answer = site.answer({ method: 'GET', target, headers: [['x-pvg-key', key]] });
  return { status: answer?.status, text: Buffer.from(answer?.body ?? []).toString() };
};

const entryWith = (sent: string, signed = ''): ListenEntry => {
  const body = Buffer.from(sent);
  const answer = { status: 401, headers: [], text: '{}' };
  const arrived = { method: 'POST', target: '/xmdt/session', headers: [], body, answer };
  const differs = findDifference(body, Buffer.from(signed));
  const finding = { causes: ['body-x'], says: 'So.', fix: '', difference: differs };
  const rest = { lint: [], tried: 1, spent: 1, expected: null, fileEnd: null };
  const found: RequestDiagnosis = { outcome: { kind: 'explained', finding }, ...rest };
  const request = receivedRequest({
    ...arrived,
    number: 1,
    receivedAtMs: 0,
    elapsedMs: 1,
    answeredBy: 'emulator',
  });
  return buildEntry({
    request,
    found,
    saved: null,
    signatureOnly: false,
    moreStored: false,
    source: undefined,
  });
};

describe('what the page asks for', () => {
  it('needs the key, which is in no address', () => {
    const opened = openSite();
    expect(get(opened, '/', '').text).toBe('page');
    for (const key of ['', 'k', `${opened.key}k`]) {
      expect(get(opened, '/requests.json', key).status).toBe(403);
    }
    expect(get(opened, `/requests.json?key=${opened.key}`, '').status).toBe(403);
    expect(get(opened, '/requests.json', opened.key).status).toBe(200);
    expect(get(opened, '/other', opened.key).status).toBeUndefined();
  });

  it('gives the key for a code once, and to its own page alone', () => {
    const { site, access } = openSite();
    const code = new URL(access.addressWithCode(8787)).hash.slice(1);
    const exchange = (headers: WireRequest['headers']) =>
      site.answer({ method: 'POST', target: '/key', headers })?.status;
    const own = fromPage(['x-pvg-code', code]);
    const other = own.map(([name, value]) => [name, value.replace('8787', '1')] as const);
    expect(
      exchange([
        ['host', '127.0.0.1:8787'],
        ['x-pvg-code', code],
      ]),
    ).toBe(403);
    expect(exchange([...other.slice(1), ['host', '127.0.0.1:8787']])).toBe(403);
    expect([exchange(own), exchange(own)]).toEqual([200, 403]);
  });

  it('is what is new, and no more than the newest 1,000', () => {
    const opened = openSite();
    for (let at = 0; at < 1_005; at += 1) opened.site.add(entryWith(String(at)));
    const news = (after: string): { requestCount: number; requests: unknown[] } =>
      JSON.parse(get(opened, `/requests.json?after=${after}`, opened.key).text) as never;
    expect([news('0').requests.length, news('1003').requests.length]).toEqual([1000, 2]);
    expect(news('x').requestCount).toBe(1005);
  });

  it('has receipts by their fingerprint, with escapes or without', () => {
    for (const written of ['a-short-one', 'a-receipt\\/that-is-long']) {
      const opened = openSite();
      const sent = `{"receipt":"${written}","os_id":1}`;
      opened.site.add(entryWith(sent, `${sent}\n`));
      const { text } = get(opened, '/requests.json', opened.key);
      expect(text).toContain(shownFingerprint(written.replace('\\/', '/')));
      expect(text).not.toMatch(/a-short-one|that-is-long/);
    }
  });

  it('has what nobody can see spelled, and apart', () => {
    const opened = openSite();
    opened.site.add(entryWith('{"a":\r\n\t"\u202eb"}'));
    const request = ['POST /xmdt/session\n\n{"a":', '\\r', '\n\t"', '\\u{202e}', 'b"}'];
    const { text } = get(opened, '/requests.json', opened.key);
    expect(JSON.parse(text)).toMatchObject({ profile: 'local (dev)', requests: [{ request }] });
  });
});
