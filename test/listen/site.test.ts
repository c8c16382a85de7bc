import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RequestDiagnosis } from '../../src/diagnosis/outcome.js';
import { findDifference } from '../../src/diagnosis/difference.js';
import { buildEntry, type ListenEntry } from '../../src/listen/entry.js';
import { receivedRequest } from '../../src/listen/request.js';
import { pageAnswer, Site } from '../../src/listen/site.js';
import { shownFingerprint } from '../../src/signing/digest.js';
import { createSecrets } from '../../src/output/redaction.js';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
const script = readFileSync('src/listen/page.js', 'utf8');
const newSite = (): Site =>
  new Site({ secrets: createSecrets(), timeZone: 'UTC' }, 'k', pageAnswer(script, '<b>"'));
const get = (site: Site, target: string) => {
  const answer = site.answer(target);
  return {
    status: answer?.status,
    headers: answer?.headers ?? [],
    text: Buffer.from(answer?.body ?? []).toString(),
  };
};
const page = get(newSite(), '/');

const entryWith = (sent: string, signed = ''): ListenEntry => {
  const body = Buffer.from(sent);
  const answer = { status: 401, headers: [], body: Buffer.from('{}') };
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
    by: 'emulator',
  });
  return buildEntry({ request, found, saved: null, signatureOnly: false, source: undefined });
};

describe('the page of pvg listen', () => {
  it.each(['script', 'style'])('has one %s, named by the policy', (tag) => {
    const found = [...page.text.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))];
    expect(found).toHaveLength(1);
    const hash = hashOf(found[0]?.[1] ?? '');
    const policy = page.headers.find(([name]) => name === 'content-security-policy')?.[1];
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  });

  it('loads nothing, puts nothing in as markup and escapes what it has', () => {
    expect(page.text).not.toMatch(/https?:|\/\/[a-z]|\son\w+=|\sstyle=|@import|url\(/);
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(/,
    );
    expect(page.text).toContain('<b>&lt;b&gt;&quot;</b>');
  });
});

describe('what the page asks for', () => {
  it('needs the key', () => {
    for (const target of ['/requests.json', '/requests.json?key=', '/requests.json?key=kk'])
      expect(get(newSite(), target).status).toBe(403);
    expect(get(newSite(), '/other?key=k').status).toBeUndefined();
  });

  it('is what is new, and no more than the newest 1,000', () => {
    const site = newSite();
    for (let at = 0; at < 1_005; at += 1) site.add(entryWith(String(at)));
    const news = (after: string): { last: number; requests: unknown[] } =>
      JSON.parse(get(site, `/requests.json?key=k&after=${after}`).text) as never;
    expect([news('0').requests.length, news('1003').requests.length]).toEqual([1000, 2]);
    expect(news('x').last).toBe(1005);
  });

  it('has receipts by their fingerprint, with escapes or without', () => {
    for (const written of ['a-short-one', 'a-receipt\\/that-is-long']) {
      const site = newSite();
      const sent = `{"receipt":"${written}","os_id":1}`;
      site.add(entryWith(sent, `${sent}\n`));
      const { text } = get(site, '/requests.json?key=k');
      expect(text).toContain(shownFingerprint(written.replace('\\/', '/')));
      expect(text).not.toMatch(/a-short-one|that-is-long/);
    }
  });

  it('has what nobody can see spelled, and apart', () => {
    const site = newSite();
    site.add(entryWith('{"a":\r\n\t"\u202eb"}'));
    const request = ['POST /xmdt/session\n\n{"a":', '\\r', '\n\t"', '\\u{202e}', 'b"}'];
    const { text } = get(site, '/requests.json?key=k');
    expect(JSON.parse(text)).toMatchObject({ requests: [{ request }] });
  });
});
