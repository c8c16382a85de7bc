import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { fingerprint } from '../../src/signing/digest.js';
import { headerValue, type Send, type WireRequest } from '../../src/contract/wire.js';
import { temporaryFolder } from '../helpers/context.js';
import { address, answering, demo, duplicate, env } from '../helpers/journal.js';
import { journalIn, linesOf, purchase } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

/** The entries that `journal list` gives, the newest first. */
async function listed(): Promise<Record<string, unknown>[]> {
  const { answer } = json(await pvg('journal list --json', { home }));
  return (answer as { entries: Record<string, unknown>[] }).entries;
}

describe('the call id', () => {
  it('of every result is that of its line', async () => {
    const found = json(await pvg(`lookup ${demo('demo-recorded')} --json`, { home }));
    const rejected = json(await pvg(`lookup ${demo('demo-package-mismatch')} --json`, { home }));
    expect((await listed()).map(({ id }) => id)).toEqual([rejected['call_id'], found['call_id']]);
  });

  it.each([
    ['without a journal', `lookup ${demo('demo-recorded')}`, { PVG_NO_JOURNAL: '1' }],
    ['of a command that calls nobody', 'explain-error 409', {}],
  ])('is null %s', async (_what, line, variables) => {
    expect(json(await pvg(`${line} --json`, { home, env: variables }))['call_id']).toBeNull();
  });
});

it('-v has the time of each attempt', async () => {
  const { err } = await pvg(`lookup ${demo('demo-flaky')} -v`, { home });
  const stamps = err.match(/^\* 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?: after \d+ ms)?$/gm);
  expect(stamps).toHaveLength(6);
});

describe('what a call leaves in the journal', () => {
  it('of a look-up: everything for the ticket', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    expect(linesOf(home)).toMatchObject([
      {
        ...{
          id: expect.stringMatching(/^20260921T141320Z-[0-9a-f]{6}$/) as string,
          version: '0.0.0-test',
        },
        ...{ at: '2026-09-21T14:13:20.000Z', command: 'lookup', phase: 'answered', case: 'T-1' },
        ...{ profile: 'local', environment: 'dev', interface: 'gateway', origin: 'local' },
        ...{
          product: 'gems_100',
          package: 'com.example.game',
          receipt: fingerprint('demo-recorded'),
        },
        ...{ user: 'agent', host: 'desk-7' },
        ...{
          order_id: expect.stringMatching(/^GPA\./) as string,
          status: 200,
          code: null,
          exit: 0,
        },
        ...{ verdict: { id: 'paid-and-recorded' }, error: null, attempts: 1, clock_skew_s: 0 },
      },
    ]);
  });

  it('of a verify: that it was sent, before it goes out, and its answer', async () => {
    const seen: unknown[] = [];
    const send: Send = (request, options) => {
      seen.push(...linesOf(home).map(({ phase }) => phase));
      return duplicate(request, options);
    };
    await pvg(`verify ${purchase} --receipt r`, { home, send, env: env() });
    expect(seen).toEqual(['sent']);
    expect(linesOf(home)).toMatchObject([
      { phase: 'sent', exit: null, origin: address },
      { phase: 'answered', exit: 7, status: 409, code: 'DUPLICATE_TRANSACTION', origin: address },
    ]);
    expect(await listed()).toHaveLength(1);
  });

  it('of a verify on prod that is not sent: the look-up before it', async () => {
    const send = answering(404, {
      found: false,
      order_id: null,
      game_id: 1,
      status: 404,
      error: 'none',
    });
    await pvg(`verify ${purchase} --receipt r`, {
      home,
      send,
      env: env({ PVG_ENVIRONMENT: 'prod' }),
    });
    expect(await listed()).toMatchObject([{ command: 'lookup', environment: 'prod' }]);
  });

  it('of a token in the wrong field: its fingerprint, and without --force nothing is sent', async () => {
    const token = `abcdefghijklmnopqrstuvwx.AO-J1O${'x'.repeat(90)}`;
    const line = `lookup --profile local --package com.example.game --receipt gems_100 --product-id ${token}`;
    expect((await pvg(line, { home })).status).toBe(2);
    await pvg(`${line} --force`, { home });
    expect(linesOf(home)).toMatchObject([{ product: `sha256:${fingerprint(token)}` }]);
    expect(JSON.stringify(linesOf(home))).not.toContain(token.slice(0, 24));
  });

  it('of a session: the player as a keyed id, and no hash of a body that names them', async () => {
    await pvg('session --profile local --username player-42 --case T-2', { home });
    expect(linesOf(home)).toMatchObject([
      {
        ...{ command: 'session', receipt: null, request_sha256: null, case: 'T-2' },
        player: expect.stringMatching(/^hmac:[0-9a-f]{12}$/) as string,
      },
    ]);
  });

  it.each([
    ['a dry run', `lookup ${demo('demo-recorded')} --dry-run`],
    ['a wrong usage', 'lookup --profile local --product-id p'],
    ['a guard', 'verify --profile local --os android --product-id p --receipt GPA.1'],
  ])('nothing of %s', async (_what, line) => {
    await pvg(line, { home });
    expect(existsSync(journalIn(home))).toBe(false);
  });

  it.each(['lookup', 'verify'])('of an interrupted %s: that it was', async (command) => {
    const end = new AbortController();
    const send: Send = () => {
      const reason = new PvgError('interrupted', 'Interrupted.');
      end.abort(reason);
      return Promise.reject(reason);
    };
    const line = `${command} ${purchase} --receipt r`;
    expect((await pvg(line, { home, send, env: env(), interrupt: end.signal })).status).toBe(130);
    expect(await listed()).toMatchObject([
      { command, exit: 130, code: 'interrupted', attempts: 1 },
    ]);
  });

  it('of a verify that pvg itself could not make: its end', async () => {
    mkdirSync(join(home, 'state'), { recursive: true });
    writeFileSync(join(home, 'state', 'local-ledger.json'), 'damaged');
    expect((await pvg(`verify ${demo('demo-purchased')}`, { home })).status).toBe(3);
    expect(await listed()).toMatchObject([
      { command: 'verify', exit: 3, code: 'configuration-unreadable' },
    ]);
  });
});

describe('--case', () => {
  const withCase = (command: string, text: string) =>
    pvg([command, ...demo('demo-recorded').split(' '), '--case', text], { home });

  it.each(['Fall „Übergröße“ 返金', 'x'.repeat(100)])('takes %s', async (text) => {
    expect((await withCase('lookup', text)).status).toBe(0);
    expect(await listed()).toMatchObject([{ case: text }]);
  });

  it.each(['', '  ', 'x'.repeat(101), 'a\nb', 'a\u202eb'])(
    'refuses %j before anything is sent',
    async (text) => {
      const { status, err } = await withCase('verify', text);
      expect([status, err]).toEqual([2, expect.stringContaining('--case must be printable text')]);
      expect(existsSync(join(home, 'state'))).toBe(false);
    },
  );

  it.each([
    ['--receipt token4711', ''],
    ['--receipt " token4711"', ''],
    ['--receipt -', 'token4711\n'],
    ['token4711', ''],
    ['-', '{"purchaseToken":"token4711","productId":"g","packageName":"com.example.game"}'],
    ['--purchase-json -', '{"purchaseToken":"token4711"}'],
    ['--body -', '{"receipt":"token4711","os_id":1,"product_id":"g","package":"p"}'],
    ['--receipt token4711 --os ios', ''],
    ['--receipt token4711 --dry-run', ''],
    ['--receipt token4711 --json', ''],
  ])('that is the receipt of the call is refused, and not repeated: %s', async (words, stdin) => {
    const line = `lookup -p local ${words} --case token4711 --report ${join(home, 'page.html')}`;
    const { status, out, err } = await pvg(line, { home, stdin });
    expect([status, out + err]).toEqual([2, expect.stringContaining('--case is the receipt')]);
    expect(out + err).not.toContain('token4711');
    expect(existsSync(join(home, 'state', 'journal'))).toBe(false);
    expect(existsSync(join(home, 'page.html'))).toBe(false);
  });

  it('that is the receipt of a verify is refused', async () => {
    const { status, err } = await withCase('verify', 'demo-recorded');
    expect([status, err]).toEqual([2, expect.stringContaining('--case is the receipt')]);
  });

  it('may be the order id that the text has in place of a receipt', async () => {
    const id = 'GPA.3312-4410-7719-58204';
    const { err } = await pvg(`lookup -p local ${id} --case ${id}`, { home });
    expect(err).toContain('order id');
    expect(err).not.toContain('--case is');
  });
});

describe('nothing in the state folder holds what must not be kept', () => {
  const receipt = 'canary-receipt.AO-J1OzWq8dK3vNlZp0YtR5sXbC7mQeU4gHaE9iLwDfT6nV';
  const player = 'canary-player-4711-quetzal';
  const secrets = ['canary-client-secret', 'canary-secret-key'];
  const token = 'canary-token-0123456789-abcdefghijklmnop';
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const hex = (text: string): string => Buffer.from(text).toString('hex');
  /** A text in every way in which a service may repeat it. */
  const forms = (text: string): string[] => [
    ...[text, text.toUpperCase(), text.toLowerCase(), hex(text), base64(text)],
    text.replace(/./g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    encodeURIComponent(text).replace(/[.-]/g, (sign) => (sign === '.' ? '%2E' : '%2D')),
    base64(`{"receipt":"${text}","os_id":1}`),
  ];
  /** Stretches of seventeen characters of it, in the ways in which it can be read back, that stand in a text. */
  const piecesIn = (text: string, hidden: string): string[] =>
    // By where in a longer text base64 begins; its last letters depend on what follows.
    [hidden, hex(hidden), ...[0, 1, 2].map((at) => base64(hidden.slice(at)).slice(0, -4))]
      .map((form) => form.toLowerCase())
      .flatMap((form) =>
        Array.from({ length: form.length - 16 }, (_, at) => form.slice(at, at + 17)),
      )
      .filter((piece) => text.includes(piece));
  /** Names and contents of all files, as they stand and with their escapes undone. */
  function stateText(): string {
    const entries = readdirSync(join(home, 'state'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const text = files
      .map(({ parentPath, name }) => `${name}\n${readFileSync(join(parentPath, name), 'utf8')}`)
      .join('\n');
    const plain = text
      .replace(/\\\\|\\u\{5c\}/g, '\\')
      .replace(/\\u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, unit: string | undefined, byte: string) =>
        String.fromCharCode(parseInt(unit ?? byte, 16)),
      );
    return `${text}\n${plain}`.toLowerCase();
  }

  type Answer = (request: WireRequest, echo: string, own: string) => readonly [number, unknown];
  const answers: Record<string, Answer> = {
    'a refusal': (_, echo) => [
      401,
      { success: false, error: 'UNAUTHORIZED', message: echo, code: 'x' },
    ],
    'a code that is the receipt': (_, __, own) => [400, { success: false, error: own, code: own }],
    'a page': ({ body }, echo) => [200, `<p>${Buffer.from(body).toString()} ${echo}`],
    'a page that begins with it': (_, __, own) => [403, `${own}${'x'.repeat(99)}`],
    'a JSON text': (_, echo) => [200, JSON.stringify(echo)],
    'another object': (_, echo) => [200, { a: echo }],
    'a list': (_, echo) => [200, [echo]],
    'a look-up': (_, echo) => {
      const record = {
        found: true,
        tx_mgmt_id: receipt,
        current_state: echo,
        last_error_code: receipt,
      };
      const gateway = { ...record, last_error_message: echo, recorded_for_this_game: receipt };
      const ids = { order_id: receipt, transaction_id: receipt, product_id: receipt };
      const transactions = [{ ...ids, purchase_state: receipt, region_code: echo, gateway }];
      return [
        200,
        { found: true, order_id: receipt, environment: echo, transactions, [receipt]: receipt },
      ];
    },
    'a success': (_, echo) => {
      const ids = { transaction_id: receipt, product_id: echo };
      return [200, { success: true, ...ids, receipt_info: { order_id: receipt } }];
    },
    'a session': () => [200, { sessionToken: token, xmdtCompleted: false, expiresAt: token }],
    'a 502': (_, echo) => [502, echo],
    'a redirect': () => [302, ''],
  };
  const lines = [
    `lookup ${purchase} --receipt ${receipt}`,
    `verify ${purchase} --receipt ${receipt} --player-id ${player}`,
    `lookup ${purchase} --receipt ${receipt} --case ${receipt}`,
    `session --username ${player}`,
    `session --username ${player} --check`,
  ];
  it.each(Object.entries(answers))('that is full of it: %s', async (_name, answer) => {
    const send: Send = (request) => {
      // Of each interface what its calls know: nobody can withhold what they never saw.
      const own = request.url.endsWith('/session') ? player : receipt;
      const known = [own, ...secrets].flatMap(forms);
      const signature = headerValue(request.headers, 'x-signature') ?? '';
      const [status, body] = answer(request, [...known, signature].join(' '), own);
      const headers = [['location', `https://${receipt.slice(0, 14)}.example/${receipt}`]] as const;
      const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      return Promise.resolve({ status, headers, body: bytes });
    };
    for (const line of lines) await pvg(`${line} --retries 0`, { home, send, env: env() });
    const words = ['lookup', '--body', '-', '--force', '--retries', '0'];
    await pvg(words, { home, send, env: env(), stdin: `no json: ${receipt}` });
    // All but the one with the receipt as its ticket, and the body.
    expect(await listed()).toHaveLength(lines.length);
    const kept = stateText();
    for (const hidden of [receipt, player, token, ...secrets])
      expect(piecesIn(kept, hidden)).toEqual([]);
  });

  it('nor a short username that the service repeats', async () => {
    const send = answering(403, {
      code: 'unknown_service',
      message: 'No game of bob: unknown_service.',
    });
    await pvg('session --username bob', { home, send, env: env() });
    expect(linesOf(home)).toMatchObject([{ code: 'unknown_service', facts: [] }]);
    expect(stateText()).not.toContain('bob');
  });
});
