import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { temporaryFolder } from '../helpers/context.js';
import { mostGrowth, timesLonger } from '../helpers/growth.js';
import { json, pvg } from '../helpers/pvg.js';
import { lookupCall, purchaseBody } from '../helpers/signed.js';

/** Attempts and time are of the whole input, and asked for inside of whatever makes one attempt of many. */

const unknownDigest = 'ab'.repeat(32);
const rightSignature = (body: string): string => lookupCall(body).headers.at(-1)?.[1] ?? '';

interface RequestResult {
  readonly match: boolean;
  readonly tried: number;
  readonly cut_short: 'time' | 'attempts' | null;
}
const resultsIn = (result: Record<string, unknown>): RequestResult[] =>
  result['requests'] as RequestResult[];
const sumOf = (results: readonly RequestResult[]): number =>
  results.reduce((sum, { tried }) => sum + tried, 0);

const headersWith = (signature: string): Record<string, string> => ({
  'X-Client-ID': 'demo-client',
  'X-Timestamp': '1790000000',
  'X-Signature': signature,
});
const envelope = (body: string, signature = unknownDigest): string =>
  JSON.stringify({
    url: 'https://x.example/iap/gateway/verify',
    headers: headersWith(signature),
    body,
  });
const entry = (body: string, signature = unknownDigest) => ({
  startedDateTime: '2026-09-21T14:13:20Z',
  request: {
    method: 'POST',
    url: 'https://x.example/iap/gateway/verify',
    headers: Object.entries(headersWith(signature)).map(([name, value]) => ({ name, value })),
    postData: { mimeType: 'application/json', text: body },
  },
});

const bodies = Array.from({ length: 500 }, (_, at) =>
  JSON.stringify(purchaseBody(`r-${String(at)}`)),
);
const lastBody = bodies.at(-1) ?? '';

/** The same requests in every form that holds several; the last one is signed right. */
const inputs: readonly (readonly [form: string, write: (home: string) => string])[] = [
  [
    'a HAR',
    (home) => {
      const entries = bodies.map((body) =>
        entry(body, body === lastBody ? rightSignature(body) : undefined),
      );
      writeFileSync(join(home, 'requests.har'), JSON.stringify({ log: { entries } }));
      return 'requests.har';
    },
  ],
  [
    'lines of envelopes',
    (home) => {
      const lines = bodies.map((body) =>
        envelope(body, body === lastBody ? rightSignature(body) : undefined),
      );
      writeFileSync(join(home, 'requests.ndjson'), lines.join('\n'));
      return 'requests.ndjson';
    },
  ],
  [
    'a folder',
    (home) => {
      mkdirSync(join(home, 'requests'));
      for (const [at, body] of bodies.entries())
        writeFileSync(
          join(home, 'requests', `${String(at).padStart(4, '0')}.json`),
          envelope(body, body === lastBody ? rightSignature(body) : undefined),
        );
      return 'requests';
    },
  ],
];

describe('an input of several requests', () => {
  // Only the clock ends a search of 800,000 attempts quickly, so that the test takes no time for them.
  it.each(inputs)(
    'has one time for all of them, which is said when it ends first: %s',
    async (_, write) => {
      const home = temporaryFolder();
      let asked = 0;
      const ended = await pvg(
        ['diagnose', write(home), '--profile', 'local', '--budget', '0.05', '--json'],
        {
          home,
          elapsed: () => (asked += 1),
        },
      );
      const result = json(ended);
      const results = resultsIn(result);
      expect(results).toHaveLength(bodies.length);
      expect(result).toMatchObject({ exit: 6, cut_short: 'time' });
      // 256 attempts between two looks at the clock; after the time one attempt for each other request.
      expect(sumOf(results)).toBeLessThan(50 * 256 + bodies.length);
      expect(asked).toBeLessThan(10 * bodies.length);
      expect(results.at(-1)).toMatchObject({ match: true, cut_short: null });
    },
  );
});

it('an input of many requests ends when it is interrupted, although each takes no time', async () => {
  const interrupted = new AbortController();
  setImmediate(() => interrupted.abort(new PvgError('interrupted', 'Interrupted.')));
  const stdin = bodies.map((body) => envelope(body, rightSignature(body))).join('\n');
  const { status } = await pvg('diagnose - --profile local', {
    stdin,
    elapsed: () => 0,
    interrupt: interrupted.signal,
  });
  expect(status).toBe(130);
});

const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${String(at)}":${String(at)}`).join(',')}}`;
const longReceipt = (size: number): string => JSON.stringify(purchaseBody('r'.repeat(size)));

describe('a body over 64 KB', () => {
  it.each([
    ['one long receipt', longReceipt(70_000), longReceipt(1_100_000)],
    ['very many members', members(6_000), members(100_000)],
  ])('is not tried in more ways when it is larger: %s', async (_, small, large) => {
    const triedOf = async (body: string): Promise<number> => {
      const result = json(
        await pvg(
          [
            'diagnose',
            '--interface',
            'session',
            '--body',
            '-',
            '--signature',
            unknownDigest,
          ].concat('--profile local --budget 0.2 --json'.split(' ')),
          { stdin: body },
        ),
      );
      expect(result['lint']).toContainEqual(expect.objectContaining({ id: 'request-too-large' }));
      return result['tried'] as number;
    };
    expect(await triedOf(large)).toBeLessThanOrEqual(await triedOf(small));
  });

  it('takes time in proportion to its members until its time is over', async () => {
    const diagnosed = (count: number) => {
      let asked = 0;
      return pvg(
        `diagnose --interface session --body - --signature ${unknownDigest} --profile local --budget 0.01`,
        { stdin: members(count), elapsed: () => (asked += 1) },
      );
    };
    expect(await timesLonger(10_000, diagnosed)).toBeLessThan(mostGrowth);
  });

  it.each([
    [
      'an encoder that prints the body in another way',
      `{"receipt":"${'r'.repeat(90_000)}", "os_id":1}`,
      ', ',
      ',',
    ],
    ['a line break after the body', `{"receipt":"${'r'.repeat(90_000)}","os_id":1}`, /$/, '\n'],
  ] as const)('is still explained by one change of the whole: %s', async (_, body, from, to) => {
    const stdin = envelope(body, rightSignature(body.replace(from, to)));
    const result = json(await pvg('diagnose - --profile local --json', { stdin }));
    expect(result).toMatchObject({ exit: 6, cut_short: null });
    expect(result['findings']).toHaveLength(1);
  });
});
