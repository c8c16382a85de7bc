import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.js';
import { fingerprint } from '../../src/signing/digest.js';
import { temporaryFolder } from '../helpers/context.js';
import { ask, send, startEmulator, until } from '../helpers/listener.js';
import { pvg } from '../helpers/pvg.js';
import { lookupCall, purchaseBody, sessionCall, verifyCall } from '../helpers/signed.js';

interface Shown {
  readonly status: number | null;
  readonly outcome: string;
  readonly path: string | null;
  readonly code: string | null;
  readonly rule: string | null;
  readonly receipt?: string | null;
  readonly receipt_fingerprint?: string | null;
}
interface Journal {
  readonly count: number;
  readonly requests: readonly Shown[];
}

const purchase = (receipt: string, changes = {}) => ({
  receipt,
  product_id: 'gems_100',
  package: 'com.example.game',
  ...changes,
});

/** An emulator until the test ends, and what a test in any language can ask of it. */
async function driven(options = '') {
  const { url, context, lines, stop } = await startEmulator(options);
  onTestFinished(async () => void (await stop()));
  const token = /token (\S+)/.exec(context.stderr.text())?.[1] ?? '';
  const authorization = `Bearer ${token}`;
  const control = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = body === undefined ? '' : JSON.stringify(body);
    const { status, text } = await ask(`${url}/_pvg/${path}`, { method, headers, body: sent });
    return { status, answer: JSON.parse(text) as unknown };
  };
  const order = async (path: string, body: unknown): Promise<void> => {
    expect(await control('POST', path, body)).toMatchObject({ status: 200 });
  };
  const journal = async (query = ''): Promise<Journal> => {
    const { status, answer } = await control('GET', `requests${query}`);
    expect(status).toBe(200);
    return answer as Journal;
  };
  const statusOf = async (request: WireRequest): Promise<number | 'broken'> => {
    const answer = await send(request).catch(() => undefined);
    return answer?.status ?? 'broken';
  };
  const verify = (receipt: string, changes = {}) =>
    statusOf(verifyCall(purchaseBody(receipt, changes), { base: url }));
  const session = async (username: string, gameId = 'demo', secret?: string): Promise<string> => {
    const changes = secret === undefined ? { base: url } : { base: url, secret };
    const answer = await send(sessionCall({ gameId, username }, changes));
    return `${String(answer.status)} ${answer.text}`;
  };
  return { url, context, lines, control, order, journal, verify, session, statusOf };
}

describe('the health of the emulator', () => {
  it('needs no token, and nothing else does not', async () => {
    const { url, verify, journal } = await driven();
    expect((await ask(`${url}/_pvg/health`, { method: 'GET' })).status).toBe(200);
    for (const method of ['POST', 'DELETE']) {
      const headers = { 'content-type': 'application/json' };
      expect((await ask(`${url}/_pvg/health`, { method, headers })).status).toBe(405);
    }
    expect((await ask(`${url}/_pvg/requests`, { method: 'GET' })).status).toBe(401);
    expect((await ask(`${url}/_pvg/requests`, { method: 'DELETE' })).status).toBe(401);
    const foreign = { host: 'example.com' };
    expect((await ask(`${url}/_pvg/health`, { method: 'GET', headers: foreign })).status).toBe(403);
    // The questions about the emulator are no requests of the service.
    await verify('demo-purchased');
    expect((await journal()).count).toBe(1);
  });
});

describe('what a test gives to the emulator while it runs', () => {
  it('players and games', async () => {
    const { order, session } = await driven();
    await order('players', [{ username: 'mai', completed: true }, { username: 'tom' }]);
    expect(await session('mai')).toContain('"xmdtCompleted":true');
    expect(await session('tom')).toContain('"xmdtCompleted":false');
    expect(await session('mai', 'mine', 'my-key')).toContain('403');
    await order('games', { game_id: 'mine', secret_key: 'my-key' });
    expect(await session('mai', 'mine', 'my-key')).toContain('200');
    await order('reset', {});
    expect(await session('mai')).toContain('"xmdtCompleted":false');
    expect(await session('mai', 'mine', 'my-key')).toContain('403');
  });

  it('a script, which replaces the one before it and is gone after a reset', async () => {
    const { order, verify } = await driven();
    await order('script', [{ path: 'verify', requests: '1', do: 'lose-answer' }]);
    expect([await verify('demo-purchased'), await verify('demo-purchased')]).toEqual([
      'broken',
      409,
    ]);
    await order('script', { path: 'verify', status: 503 });
    expect(await verify('demo-purchased')).toBe(503);
    await order('reset', {});
    expect(await verify('demo-purchased')).toBe(200);
  });

  it.each([
    ['POST', 'script', [{ statsu: 503 }]],
    ['POST', 'script', [{ receipt: '', status: 503 }]],
    ['POST', 'script?receipt_prefix=', []],
    ['POST', 'script?prefix=a', []],
    ['POST', 'script?receipt_prefix=a', [{ receipt_prefix: 'b', status: 503 }]],
    ['POST', 'purchases?x=1', purchase('r')],
    ['POST', 'players', [{ usrname: 'mai' }]],
    ['POST', 'games', [{ game_id: 'g' }]],
    ['GET', 'requests?receipts=yes', undefined],
    ['GET', 'requests?recipt=r', undefined],
    ['GET', 'requests?path=a&path=b', undefined],
    ['DELETE', 'requests?receipts=1', undefined],
  ])('but nothing that is mistyped: %s %s %j', async (method, path, body) => {
    const { order, control, verify } = await driven();
    await order('script', { path: 'verify', status: 418 });
    const { status, answer } = await control(method, path, body);
    expect([status, answer]).toEqual([
      400,
      { error: expect.any(String) as string, hint: expect.any(String) as string },
    ]);
    // What was there before still holds.
    expect(await verify('demo-purchased')).toBe(418);
  });
});

describe('a rule', () => {
  it.each([
    ['receipt', { receipt: 'demo-purchased' }, [503, 200, 422]],
    ['receipt_prefix', { receipt_prefix: 'demo-p' }, [503, 200, 503]],
    ['product', { product: 'gems_500' }, [200, 200, 422]],
    ['package', { package: 'com.example.game' }, [503, 503, 503]],
    ['username', { username: 'mai' }, [200, 200, 422]],
  ])('fits by %s', async (_name, asks, statuses) => {
    const { order, verify } = await driven();
    await order('script', [{ ...asks, status: 503 }]);
    const receipts = ['demo-purchased', 'demo-never-received', 'demo-pending'];
    const found: unknown[] = [];
    for (const receipt of receipts) found.push(await verify(receipt));
    expect(found).toEqual(statuses);
  });

  it('fits by player and by game', async () => {
    const { order, session } = await driven();
    await order('script', [
      { username: 'mai', status: 503 },
      { game: 'demo-disabled', status: 502 },
    ]);
    expect(await session('mai')).toContain('503');
    expect(await session('tom')).toContain('200');
    expect(await session('tom', 'demo-disabled')).toContain('502');
  });

  it('of a test counts the requests of that test only, and another test replaces only its own', async () => {
    const { order, verify } = await driven();
    await order(
      'purchases',
      ['a-1', 'b-1', 'c-1'].map((receipt) => purchase(receipt)),
    );
    const once = [{ path: 'verify', requests: '1', status: 503 }];
    await order('script?receipt_prefix=a-', once);
    await order('script?receipt_prefix=b-', once);
    expect([await verify('c-1'), await verify('b-1'), await verify('a-1')]).toEqual([
      200, 503, 503,
    ]);
    await order('script?receipt_prefix=b-', []);
    await order('script?receipt_prefix=a-', once);
    expect([await verify('b-1'), await verify('a-1'), await verify('a-1')]).toEqual([
      200, 503, 200,
    ]);
  });
});

describe('the journal of requests', () => {
  it('has what was asked and decided, with receipts only if they are wanted', async () => {
    const { order, verify, session, journal } = await driven();
    await verify('demo-recorded');
    await session('mai');
    await order('script', [
      { receipt: 'demo-purchased', requests: '1', do: 'lose-answer' },
      { receipt: 'demo-purchased', do: 'drop' },
    ]);
    await verify('demo-purchased');
    await verify('demo-purchased');
    const { count, requests } = await journal();
    const [recorded, purchased] = ['demo-recorded', 'demo-purchased'].map((each) =>
      fingerprint(each),
    );
    const path = '/iap/gateway/verify';
    expect(count).toBe(4);
    expect(requests).toMatchObject([
      {
        path,
        receipt_fingerprint: recorded,
        outcome: 'answered',
        status: 409,
        code: 'DUPLICATE_TRANSACTION',
        rule: null,
      },
      { path: '/xmdt/session', receipt_fingerprint: null, status: 200, code: null },
      { receipt_fingerprint: purchased, outcome: 'lost', status: null, rule: 'script rule 1' },
      { receipt_fingerprint: purchased, outcome: 'dropped', status: null, rule: 'script rule 2' },
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/demo-(?:recorded|purchased)/);
    const shown = await journal('?receipts=1');
    expect(shown.requests.map(({ receipt }) => receipt)).toEqual([
      'demo-recorded',
      null,
      'demo-purchased',
      'demo-purchased',
    ]);
  });

  it('is filtered, counted and emptied', async () => {
    const { control, verify, session, journal } = await driven();
    await verify('demo-recorded');
    await verify('demo-purchased');
    await session('mai');
    const counts = {
      '?path=verify': 2,
      '?path=session': 1,
      '?status=409': 1,
      '?outcome=lost': 0,
      '?receipt=demo-recorded': 1,
      '?receipt_prefix=demo-': 2,
      '?product=gems_100': 2,
      '?package=com.example.other': 0,
      '?username=mai': 1,
      '?game=demo&username=tom': 0,
    };
    for (const [query, count] of Object.entries(counts))
      expect([query, (await journal(query)).count]).toEqual([query, count]);
    const removed = await control('DELETE', 'requests?receipt=demo-recorded');
    expect(removed).toEqual({ status: 200, answer: { deleted: 1 } });
    expect((await journal()).count).toBe(2);
    expect(await control('DELETE', 'requests')).toEqual({ status: 200, answer: { deleted: 2 } });
    expect((await journal()).count).toBe(0);
  });

  it.each([
    ['outcome=never', /`outcome` .*: answered, lost, dropped, gone\.$/],
    ['status=40x', /`status` .* from 100 to 599/],
    ['status=abc', /`status` .* from 100 to 599/],
    ['outcome=', /`outcome`/],
    ['outcome=lost&outcome=gone', /`outcome`/],
    ['result=lost', /"result" .*receipt_prefix, .*, outcome/],
  ])('refuses a filter that no request can fit, and names it: %s', async (filter, named) => {
    const { control } = await driven();
    for (const method of ['GET', 'DELETE']) {
      expect(await control(method, `requests?${filter}`)).toMatchObject({
        status: 400,
        answer: { error: expect.stringMatching(named) as string },
      });
    }
  });

  it('shows no receipt that stands in an address', async () => {
    const { url, statusOf, journal } = await driven();
    const receipt = 'token-in-the-address';
    const request = lookupCall(purchaseBody(receipt), { base: url });
    await statusOf({ ...request, url: `${url}/callback/${receipt}` });
    await statusOf({ ...request, url: `${request.url}?r=${receipt}` });
    const { count, requests } = await journal();
    expect(count).toBe(2);
    expect(JSON.stringify(requests)).not.toContain(receipt);
  });
});

describe('a request that cannot be the service’s', () => {
  it.each([
    ['GET', {}, 405],
    ['POST', { 'content-type': 'text/plain' }, 415],
    ['POST', { 'content-type': 'application/json', host: 'example.com' }, 403],
  ])(
    'gets a reason that no service sends, a line in the log and no entry: %s %j',
    async (method, headers, status) => {
      const { url, journal, lines } = await driven('--json');
      const answer = await ask(`${url}/xmdt/session`, { method, headers });
      expect(answer.status).toBe(status);
      expect(answer.headers['x-pvg-refused']).toMatch(/./);
      expect(JSON.parse((await lines(2))[1] ?? '')).toMatchObject({ status, outcome: 'answered' });
      expect((await journal()).count).toBe(0);
    },
  );

  it('nor has an answer of the service that reason', async () => {
    const { url } = await driven();
    for (const request of [
      verifyCall(purchaseBody('demo-purchased'), { base: url }),
      verifyCall(purchaseBody('demo-canceled'), { base: url }),
      { ...verifyCall(purchaseBody('x'), { base: url }), url: `${url}/other` },
    ])
      expect((await send(request)).headers['x-pvg-refused']).toBeUndefined();
  });
});

describe('the log', () => {
  it.each([
    [{ do: 'drop' }, 'dropped', null, / dropped \d+ ms \(script rule 2: dropped\)/],
    [{ do: 'lose-answer' }, 'lost', null, / answer lost \d+ ms \(script rule 2: answer lost\)/],
    [{ status: 503 }, 'answered', 503, / 503 \d+ ms \(script rule 2: 503\)/],
    [{ do: 'html' }, 'answered', 200, / 200 \d+ ms \(script rule 2: 200\)/],
    [{ wait_ms: 1 }, 'answered', 200, / 200 \d+ ms \(script rule 2: 200\)/],
  ])('names the rule, and what happened: %j', async (does, outcome, status, line) => {
    const rules = [
      { path: 'session', status: 500 },
      { path: 'verify', ...does },
    ];
    for (const option of ['--json', '-v']) {
      const { order, verify, lines, context } = await driven(option);
      await order('script', rules);
      await verify('demo-purchased');
      if (option === '--json') {
        const event = JSON.parse((await lines(2))[1] ?? '') as object;
        expect(event).toMatchObject({ outcome, status, rule: 'script rule 2' });
      } else {
        await until(() => Promise.resolve(line.test(context.stderr.text()) || undefined));
      }
    }
  });

  it('names --fault only for what --fault did, and a script does not replace it', async () => {
    const { order, verify, lines } = await driven('--json --fault 502:1');
    await order('script', [{ path: 'verify', requests: '1', status: 503 }]);
    expect([await verify('demo-purchased'), await verify('demo-purchased')]).toEqual([503, 502]);
    const events = (await lines(3)).slice(1).map((each) => JSON.parse(each) as object);
    expect(events).toMatchObject([
      { rule: 'script rule 1', refused: 'This failure was injected by script rule 1.' },
      { rule: '--fault', refused: 'This failure was injected by --fault.' },
    ]);
  });
});

describe('--seed', () => {
  const hits = async (options: string, again = false): Promise<string> => {
    const { order, verify } = await driven(`--fault 503:0.5 ${options}`);
    const found: unknown[] = [];
    for (let count = 0; count < 40; count += 1) found.push(await verify('demo-recorded'));
    if (!again) return found.join(' ');
    await order('reset', {});
    for (let count = 0; count < 40; count += 1) found.push(await verify('demo-recorded'));
    return found.join(' ');
  };

  it('hits the same requests again, after a reset too, and others with another number', async () => {
    const first = await hits('--seed 7');
    expect(first).toContain('503');
    expect(first).toContain('409');
    expect(await hits('--seed 7', true)).toBe(`${first} ${first}`);
    expect(await hits('--seed 8')).not.toBe(first);
  });

  it.each(['-1', '1.5', 'x', '4294967296'])('is a whole number: not %s', async (seed) => {
    expect((await pvg(`emulate --seed=${seed}`)).status).toBe(2);
  });
});

describe('the ready file', () => {
  const ready = {
    url: 'http://127.0.0.1:1',
    control: { url: 'http://127.0.0.1:1/_pvg/', token: 'old' },
  };

  it.each([[JSON.stringify(ready)], [''], [undefined]])(
    'of an earlier run is gone before the emulator is ready: %j',
    async (text) => {
      const path = join(temporaryFolder(), 'ready.json');
      if (text !== undefined) writeFileSync(path, text);
      const { status } = await pvg(`emulate --port=0 --ready-file ${path}`, {
        serve: () => Promise.reject(new TypeError('not yet')),
      });
      expect(status).not.toBe(0);
      expect(() => readFileSync(path)).toThrow('ENOENT');
    },
  );

  it('of another emulator that came later stays', async () => {
    const path = join(temporaryFolder(), 'ready.json');
    const first = await startEmulator(`--ready-file ${path}`);
    const written = () =>
      Promise.resolve(
        ((): string | undefined => {
          try {
            return readFileSync(path, 'utf8');
          } catch {
            return undefined;
          }
        })(),
      );
    await until(written);
    const later = JSON.stringify(ready);
    writeFileSync(path, later);
    await first.stop();
    expect(readFileSync(path, 'utf8')).toBe(later);
  });

  it('never replaces a file of another kind, and makes no folder', async () => {
    const folder = temporaryFolder();
    const other = join(folder, 'server.js');
    writeFileSync(other, 'export {};');
    expect((await pvg(`emulate --ready-file ${other}`)).status).not.toBe(0);
    expect(readFileSync(other, 'utf8')).toBe('export {};');
    expect((await pvg(`emulate --ready-file ${join(folder, 'typo', 'r.json')}`)).status).not.toBe(
      0,
    );
    expect(() => readFileSync(join(folder, 'typo'))).toThrow('ENOENT');
  });
});
