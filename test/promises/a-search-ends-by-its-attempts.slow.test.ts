import { join } from 'node:path';
import { expect, it } from 'vitest';
import { program, startChild } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';
import { lookupCall, purchaseBody } from '../helpers/signed.js';

/** What searches cost that take all their attempts. */

const unknownDigest = 'ab'.repeat(32);
const envelope = (body: string, signature: string): string =>
  JSON.stringify({
    url: 'https://x.example/iap/gateway/verify',
    headers: {
      'X-Client-ID': 'demo-client',
      'X-Timestamp': '1790000000',
      'X-Signature': signature,
    },
    body,
  });

it('gives each request an even share of the attempts that the ones before it left over', async () => {
  const [right = '', ...unknown] = ['r-1', 'r-2', 'r-3', 'r-4'].map((receipt) =>
    JSON.stringify(purchaseBody(receipt)),
  );
  const signature = lookupCall(right).headers.at(-1)?.[1] ?? '';
  const lines = [
    envelope(right, signature),
    ...unknown.map((body) => envelope(body, unknownDigest)),
  ];
  const ended = await pvg('diagnose - --profile local --json', {
    stdin: lines.join('\n'),
    elapsed: () => 0,
  });
  const results = json(ended)['requests'] as { tried: number }[];
  expect(results).toMatchObject([
    { match: true, tried: 1, cut_short: null },
    { cut_short: 'attempts' },
    { cut_short: 'attempts' },
    { cut_short: 'attempts' },
  ]);
  // An attempt that hashes a long buffer counts more than once: few do.
  const fewer = 20;
  const share = Math.floor(799_999 / 3);
  for (const { tried } of results.slice(1)) {
    expect(tried).toBeLessThanOrEqual(share + fewer);
    expect(tried).toBeGreaterThanOrEqual(share - fewer);
  }
  const sum = results.reduce((all, { tried }) => all + tried, 0);
  expect(sum).toBeLessThanOrEqual(800_000);
});

const tellMemory = join(import.meta.dirname, '..', 'fixtures', 'tell-memory.cjs');
const members = Array.from({ length: 100_000 }, (_, at) => `"k${String(at)}":${String(at)}`);
const values = Array.from({ length: 19_000 }, (_, at) => `"k${String(at)}":"${'x/é'.repeat(10)}"`);

it.each([
  ['a receipt of 1 MB', JSON.stringify(purchaseBody('r'.repeat(1_000_000)))],
  ['100,000 members', `{${members.join(',')}}`],
  ['as many values as are printed in other ways', `{${values.join(',')}}`],
  ['just below 64 KB', JSON.stringify(purchaseBody('r/é'.repeat(16_000)))],
])('needs at most 300 MB for a body that nothing explains: %s', async (_, body) => {
  for (const scheme of ['session', 'gateway']) {
    const home = temporaryFolder();
    const line = `diagnose --interface ${scheme} --body - --signature ${unknownDigest} --profile local --json`;
    const headers =
      scheme === 'gateway' ? ['--timestamp', '1790000000', '--client-id', 'demo-client'] : [];
    const child = startChild(
      process.execPath,
      ['--require', tellMemory, program, ...line.split(' '), ...headers],
      { cwd: home, env: { PATH: process.env['PATH'], HOME: home } },
    );
    child.process.stdin?.end(body);
    expect(await child.ended).toBe(6);
    expect(Number(/^peak (\d+)$/m.exec(child.err())?.[1])).toBeLessThan(300);
  }
});
