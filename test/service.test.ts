import { createServer, type Server, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exitStatuses, PvgError, type ExitStatus } from '../src/failure.js';
import type { Send } from '../src/contract/wire.js';
import { temporaryFolder } from './support/context.js';
import { emulatorEnv, realNetwork, startEmulator, type RunningEmulator } from './support/emulator.js';
import { json, pvg } from './support/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game';

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  expect(await emulator.stop()).toBe(0);
});

/** The five commands reach the service two ways: over a real socket, and inside the process. */
const ways = [
  {
    way: 'over a socket',
    run: (line: string) => pvg(line, { env: emulatorEnv(emulator.url), send: realNetwork() }),
  },
  { way: 'on `local`', run: (line: string) => pvg(`${line} --profile local`) },
];

/** Each row of §7.1 and §7.2: a command that gets it, the code, the exit status. */
const rows: [code: string, exit: ExitStatus, line: string][] = [
  ['DUPLICATE_TRANSACTION', 7, `verify ${purchase} --receipt demo-recorded`],
  ['PRODUCT_MISMATCH', 6, 'verify --product-id gems_500 --package com.example.game --receipt demo-purchased'],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt demo-canceled`],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt demo-pending`],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt demo-package-mismatch`],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt demo-store-unconfigured`],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt never-bought`],
  ['VERIFIER_ERROR', 8, `verify ${purchase} --receipt demo-store-down --retries 0`],
  ['MISSING_FIELDS', 5, 'verify --body @missing.json'],
  ['INVALID_OS_ID', 5, 'verify --body @os.json'],
  ['UNAUTHORIZED', 4, `lookup ${purchase} --receipt demo-recorded --clock-offset 301`],
  ['ENVIRONMENT_MISMATCH', 5, 'verify --os ios --product-id gems_100 --receipt demo-ios-sandbox'],
  ['invalid_request', 5, 'session --body @missing.json'],
  ['unknown_service', 4, 'session --game-id nobody --username a'],
  ['xmdt_disabled', 5, 'session --game-id demo-disabled --username a'],
  ['email_required_unsupported', 5, 'session --game-id demo-email --username a'],
  ['rate_limited', 9, 'session --username demo-limited'],
  ['internal_error', 8, 'session --username demo-broken --retries 0'],
];

const folder = temporaryFolder();
writeFileSync(join(folder, 'missing.json'), '{"os_id":1}');
writeFileSync(
  join(folder, 'os.json'),
  '{"os_id":3,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchased"}',
);
const inFolder = (line: string): string => line.replace('@', `@${folder}/`);

describe.each(ways)('the commands $way', ({ run }) => {
  it.each(rows)('%s ends with %i and the line that explains it: %s', async (code, exit, line) => {
    const ended = await run(inFolder(line));
    expect({ status: ended.status, err: ended.err }).toMatchObject({ status: exit });
    expect(ended.out.trimEnd().split('\n').at(-1)).toBe(`Next: pvg explain-error ${code}`);
    const asJson = json(await run(`${inFolder(line)} --json`));
    expect(asJson).toMatchObject({ ok: false, exit, error: { code } });
    expect((await pvg(`explain-error ${code}`)).status).toBe(0);
  });

  it.each([
    ['paid-and-recorded', 'demo-recorded'],
    ['paid-recorded-with-error', 'demo-recorded-error'],
    ['paid-never-received', 'demo-never-received'],
    ['paid-recorded-elsewhere', 'demo-other-game'],
    ['pending', 'demo-pending'],
    ['cancelled', 'demo-canceled'],
  ])('a look-up can find %s, which is status 0', async (verdict, receipt) => {
    const found = json(await run(`lookup ${purchase} --receipt ${receipt} --json`));
    expect(found).toMatchObject({ ok: true, exit: 0, verdict: { id: verdict }, error: null });
  });

  it('a look-up that the store rejects is not confirmed, which is status 6', async () => {
    const found = json(await run(`lookup ${purchase} --receipt demo-package-mismatch --json`));
    expect(found).toMatchObject({
      ok: false,
      exit: 6,
      verdict: { id: 'not-confirmed' },
      answer: { found: false },
    });
  });

  it('a service that fails twice is asked three times, each time signed anew', async () => {
    const flaky = json(await run(`lookup ${purchase} --receipt demo-flaky --json`));
    expect(flaky).toMatchObject({ exit: 0, http: { status: 200, attempts: 3 } });
  });

  it.each([
    [`lookup ${purchase} --receipt demo-store-down`, 'look it up again: that changes nothing'],
    [`verify ${purchase} --receipt demo-store-down`, 'look the purchase up before you verify again'],
    ['session --username demo-broken', 'then ask again'],
  ])('a service that goes on failing is not to be retried as pvg did: %s', async (line, way) => {
    const { out } = await run(line);
    expect(out).toContain('pvg has tried 4 times already. Wait some minutes');
    expect(out).toContain(way);
    expect(out).not.toContain('back-off');
    expect((await run(`${line} --retries 0`)).out).not.toContain('has tried');
  });

  it('a session is minted, its token masked for people and whole where it was asked for', async () => {
    const line = 'session --username player-42';
    const shown = await run(line);
    expect(shown.status).toBe(0);
    const token = (await run(`${line} --token-only`)).out;
    expect(token).toMatch(/^\S+\n$/);
    const answer = json(await run(`${line} --json`))['answer'] as Record<string, string>;
    expect(answer['sessionToken']).toMatch(/^\S+$/);
    expect(shown.out).toContain('(masked)');
  });
});

describe('session --check', () => {
  it('has the token in no output', async () => {
    for (const option of ['', '--json', '--raw', '--verbose', '--query answer']) {
      const home = temporaryFolder();
      let token = '';
      const ended = await pvg(`session --username player-42 --check ${option}`, {
        env: emulatorEnv(emulator.url),
        home,
        send: async (request, options) => {
          const response = await realNetwork()(request, options);
          token = (JSON.parse(Buffer.from(response.body).toString()) as { sessionToken: string })
            .sessionToken;
          return response;
        },
      });
      expect(ended.status).toBe(0);
      expect(token).not.toBe('');
      expect(ended.out + ended.err).not.toContain(token);
    }
  });

  it.each([
    ['demo-completed', 1],
    ['player-42', 2],
  ])(
    'keeps a true answer (§3.2) and never a false one: %s is asked %i times in two checks',
    async (username, asked) => {
      const home = temporaryFolder();
      let requests = 0;
      const env = emulatorEnv(emulator.url);
      const send = (...call: Parameters<ReturnType<typeof realNetwork>>) => {
        requests += 1;
        return realNetwork()(...call);
      };
      const line = `session --username ${username} --check --json`;
      const first = json(await pvg(line, { home, env, send }));
      const second = json(await pvg(line, { home, env, send }));
      expect(second['verdict']).toMatchObject({ id: (first['verdict'] as { id: string }).id });
      expect(requests).toBe(asked);
      await pvg(`${line} --fresh`, { home, env, send });
      expect(requests).toBe(asked + 1);
    },
  );
});

describe('session --check --raw', () => {
  it('asks anew: a kept answer has no bytes', async () => {
    const home = temporaryFolder();
    const line = 'session --profile local --username demo-completed --check';
    expect((await pvg(line, { home })).status).toBe(0);
    const { status, out } = await pvg(`${line} --raw`, { home });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ xmdtCompleted: true });
  });
});

describe('session --token-only', () => {
  const line = 'session --username a --token-only';
  const answering =
    (status: number, body: string): Send =>
    () =>
      Promise.resolve({ status, headers: [], body: Buffer.from(body) });

  it.each<[string, ExitStatus, Send]>([
    ['a refusal', 5, answering(409, '{"code":"xmdt_disabled","message":"m"}')],
    ['no shape of the contract', 12, answering(200, '{}')],
    ['an empty token', 12, answering(200, '{"sessionToken":"","xmdtCompleted":false}')],
  ])('prints nothing but a token on stdout: %s', async (_what, expected, send) => {
    const { status, out, err } = await pvg(line, { env: emulatorEnv('http://127.0.0.1:9'), send });
    expect({ status, out }).toEqual({ status: expected, out: '' });
    expect(err.length).toBeGreaterThan(40);
  });
});

describe('a call that is interrupted', () => {
  const interrupted = (line: string, env = emulatorEnv('http://127.0.0.1:9')) => {
    const end = new AbortController();
    const reason = new PvgError('interrupted', 'Interrupted.');
    const send: Send = () => {
      end.abort(reason);
      return Promise.reject(reason);
    };
    return pvg(line, { env, send, interrupt: end.signal });
  };

  it('130: a verify may have been received, and is to be looked up', async () => {
    const { status, out, err } = await interrupted(`verify ${purchase} --receipt demo-recorded`);
    expect({ status, out }).toEqual({ status: 130, out: '' });
    expect(err).toContain('Look it up before anything else');
    expect(err).toContain(`Next: pvg lookup ${purchase} --receipt demo-recorded`);
  });

  it('130: an iOS verify cannot be looked up, and that is said', async () => {
    const { status, err } = await interrupted('verify --os ios --product-id p --receipt demo-ios-sandbox');
    expect(status).toBe(130);
    expect(err).toContain('an iOS look-up is not shown');
    expect(err).not.toContain('Next: pvg lookup');
  });

  it('130: a look-up changes nothing; its JSON names the place', async () => {
    const ended = await interrupted(`lookup ${purchase} --receipt demo-recorded --json`);
    expect(json(ended)).toMatchObject({
      exit: 130,
      environment: 'dev',
      interface: 'gateway',
      error: { code: 'interrupted' },
    });
  });
});

describe('verify on prod', () => {
  const prod = (line: string, home = temporaryFolder()) =>
    pvg(line, { env: emulatorEnv(emulator.url, 'prod'), send: realNetwork(), home });

  it('is refused without --confirm: only a look-up was sent, and what it would do is said', async () => {
    const ended = await prod(`verify ${purchase} --receipt demo-unacknowledged --json`);
    expect(json(ended)).toMatchObject({
      exit: 13,
      verdict: { id: 'paid-never-received' },
      error: { code: 'verify-guarded' },
    });
    const after = json(await prod(`lookup ${purchase} --receipt demo-unacknowledged --json`));
    expect(after).toMatchObject({ verdict: { id: 'paid-never-received' } });
  });

  it.each(['demo-canceled', 'demo-pending', 'demo-package-mismatch'])(
    'of %s proposes no --confirm: the store would reject it',
    async (receipt) => {
      const ended = await prod(`verify ${purchase} --receipt ${receipt}`);
      expect(ended.status).toBe(13);
      expect(ended.out + ended.err).toContain('would be rejected (422)');
      expect(ended.out + ended.err).not.toContain('--confirm');
    },
  );

  it.each([
    ['demo-other-game', /the operator/, /Next: pvg profile list$/],
    ['demo-recorded-error', /how the recorded verify ended is not shown/, /Next: pvg explain-error \w+$/],
  ])('of %s stops with 7, and says who acts by its own verdict', async (receipt, who, next) => {
    const ended = await prod(`verify ${purchase} --receipt ${receipt} --confirm prod`);
    expect(ended.status).toBe(7);
    expect(ended.err).toMatch(who);
    expect(ended.err).toContain('it may get 409');
    expect(ended.err.trimEnd()).toMatch(next);
  });

  it('is refused when --confirm names something else', async () => {
    expect((await prod(`verify ${purchase} --receipt demo-unacknowledged --confirm dev`)).status).toBe(13);
  });

  it('stops with 7 where the gateway already has the purchase, confirmed or not', async () => {
    const line = `verify ${purchase} --receipt demo-recorded`;
    expect((await prod(line)).status).toBe(7);
    expect((await prod(`${line} --confirm prod`)).status).toBe(7);
  });

  it('goes through when the name is confirmed', async () => {
    expect((await prod(`verify ${purchase} --receipt demo-unacknowledged --confirm prod`)).status).toBe(0);
  });

  it('needs the name for an iOS purchase too, which cannot be looked up before', async () => {
    expect((await prod(`verify --os ios --product-id gems_100 --receipt demo-ios-sandbox`)).status).toBe(13);
    expect(
      (await prod(`verify --os ios --product-id gems_100 --receipt demo-ios-sandbox --confirm prod`)).status,
    ).toBe(5);
  });
});

describe('a service that misbehaves', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });
  const answering = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  };
  const ask = (url: string, line: string) => pvg(line, { env: emulatorEnv(url), send: realNetwork() });
  const lookup = `lookup ${purchase} --receipt demo-recorded`;
  const verify = `verify ${purchase} --receipt demo-recorded`;

  it('10: a verify whose answer was lost is not repeated, and a look-up is offered', async () => {
    let requests = 0;
    const url = await answering((request) => {
      requests += 1;
      request.on('end', () => request.socket.destroy()).resume();
    });
    const ended = await ask(url, verify);
    expect({ status: ended.status, requests }).toEqual({ status: 10, requests: 1 });
    expect(ended.err).toContain('Next: pvg lookup');
  });

  it('10: a look-up whose answer is lost is repeated, and repeating it again is said to be safe', async () => {
    let requests = 0;
    const url = await answering((request) => {
      requests += 1;
      request.on('end', () => request.socket.destroy()).resume();
    });
    const ended = await ask(url, lookup);
    expect({ status: ended.status, requests }).toEqual({ status: 10, requests: 4 });
    expect(ended.err).toContain('safe');
  });

  it('10: 409 after an unclear attempt of our own is no duplicate', async () => {
    let requests = 0;
    const url = await answering((_request, response) => {
      requests += 1;
      response
        .writeHead(requests === 1 ? 502 : 409)
        .end(
          `{"success":false,"error":"${requests === 1 ? 'VERIFIER_ERROR' : 'DUPLICATE_TRANSACTION'}","message":""}`,
        );
    });
    expect(json(await ask(url, `${verify} --json`))).toMatchObject({ exit: 10, http: { attempts: 2 } });
  });

  it('11: nobody listens: safe to repeat', async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const ended = await ask(`http://127.0.0.1:${String(port)}`, verify);
    expect(ended.status).toBe(11);
    expect(ended.err).toContain('safe');
  });

  it.each<[string, RequestListener]>([
    [
      'HTML from a proxy',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>'),
    ],
    ['an empty 200', (_, response) => void response.writeHead(200).end()],
    ['text', (_, response) => void response.writeHead(200).end('OK')],
    [
      'a redirect',
      (_, response) => void response.writeHead(307, { location: 'https://elsewhere.example/path?x=1' }).end(),
    ],
    [
      'success: "false"',
      (_, response) => void response.writeHead(200).end('{"success":"false","found":"false"}'),
    ],
    [
      'success twice',
      (_, response) =>
        void response.writeHead(200).end('{"success":false,"success":true,"found":true,"found":false}'),
    ],
    [
      'a body that breaks off',
      (_, response) =>
        void response
          .writeHead(200, { 'content-length': 100 })
          .end('{"success":tr', () => response.socket?.destroy()),
    ],
  ])('12: %s has no shape of the contract', async (_what, listener) => {
    const url = await answering((request, response) => {
      request.resume();
      listener(request, response);
    });
    for (const line of [verify, `${lookup} --retries 0`]) {
      const ended = await ask(url, line);
      expect({ status: ended.status, out: ended.out }).toEqual({ status: 12, out: '' });
      expect(ended.err).not.toMatch(/undefined|\[object|\n {4}at /);
      expect(ended.err.length).toBeGreaterThan(40);
    }
  });

  it('names the origin of a redirect and follows it not', async () => {
    const url = await answering((_, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/secret/path?token=1' }).end();
    });
    const { err } = await ask(url, lookup);
    expect(err).toContain('https://elsewhere.example');
    expect(err).not.toContain('token=1');
  });

  it('keeps integers beyond 2^53 digit for digit', async () => {
    const url = await answering((_, response) => {
      response.end(
        '{"found":true,"game_id":9007199254740993,"transactions":[{"quantity":123456789012345678901234567890}]}',
      );
    });
    const { out } = await ask(url, `${lookup} --json`);
    expect(out).toContain('"game_id": 9007199254740993');
    expect(out).toContain('"quantity": 123456789012345678901234567890');
  });

  it('shows control characters of an answer instead of obeying them', async () => {
    const hostile = '\u001b]0;owned\u0007\u202e\u009b31m';
    const url = await answering((_, response) => {
      response.writeHead(422).end(JSON.stringify({ success: false, error: `X${hostile}`, message: hostile }));
    });
    for (const option of ['', '--json', '--verbose']) {
      const { out, err } = await ask(url, `${lookup} ${option}`);
      expect((out + err).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  it('an answer that repeats the secret does not get it printed', async () => {
    const url = await answering((_, response) => {
      response
        .writeHead(401)
        .end('{"success":false,"error":"UNAUTHORIZED","message":"not-a-demo-s3cret is wrong"}');
    });
    for (const option of ['', '--json', '--raw', '--verbose']) {
      const { out, err, status } = await pvg(`${lookup} ${option}`, {
        env: { ...emulatorEnv(url), PVG_CLIENT_SECRET: 'not-a-demo-s3cret' },
        send: realNetwork(),
      });
      expect(status).toBe(4);
      expect(out + err).not.toContain('not-a-demo-s3cret');
      expect(out + err).toContain('[redacted]');
    }
  });

  it('tells the clock’s skew with a 401', async () => {
    const url = await answering((_, response) => {
      response.sendDate = false;
      response
        .writeHead(401, { date: new Date((1_790_000_000 + 600) * 1000).toUTCString() })
        .end('{"success":false,"error":"UNAUTHORIZED","message":""}');
    });
    const ended = await ask(url, `${lookup} --json`);
    expect(json(ended)).toMatchObject({ exit: 4, http: { clock_skew_s: 600 } });
    expect((json(ended)['error'] as { hint: string }).hint).toMatch(/600 s/);
  });
});

describe('exit statuses', () => {
  it('are all documented in the help topic', async () => {
    const { out } = await pvg('help exit-status');
    for (const status of Object.keys(exitStatuses)) expect(out).toMatch(new RegExp(`^ {2}${status} `, 'm'));
  });

  it('1: a fault of pvg itself is said as such, without a stack unless --debug', async () => {
    const now = (): number => {
      throw new TypeError('a fault put in by the test');
    };
    const plain = await pvg(`lookup --profile local ${purchase} --receipt demo-recorded`, { now });
    expect(plain.status).toBe(1);
    expect(plain.err).toContain('--debug');
    expect(plain.err).not.toContain(' at ');
    const debug = await pvg(`lookup --profile local ${purchase} --receipt demo-recorded --debug`, { now });
    expect(debug.err).toContain('a fault put in by the test');
  });

  it('3: an unknown profile', async () => {
    expect((await pvg(`lookup --profile nobody ${purchase} --receipt x`)).status).toBe(3);
  });
});
