import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { fingerprint } from '../../src/signing/digest.js';
import { headerValue, type Send, type WireRequest } from '../../src/contract/wire.js';
import { temporaryFolder } from '../support/context.js';
import { address, answering, demo, duplicate, env } from '../support/journal.js';
import { journalIn, linesOf, purchase } from '../support/journal.js';
import { json, pvg } from '../support/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

/** The entries that `journal list` gives, the newest first. */
async function listed(): Promise<Record<string, unknown>[]> {
  const { answer } = json(await pvg('journal list --json', { home }));
  return (answer as { entries: Record<string, unknown>[] }).entries;
}

describe('what an operator follows a call by', () => {
  it('is the id of its entry in every result, and who asked from where in the entry', async () => {
    const found = json(await pvg(`lookup ${demo('demo-recorded')} --json`, { home }));
    const rejected = json(await pvg(`lookup ${demo('demo-package-mismatch')} --json`, { home }));
    const [second, first] = await listed();
    expect([found['call_id'], rejected['call_id']]).toEqual([first?.['id'], second?.['id']]);
    expect(first).toMatchObject({ user: 'agent', host: 'desk-7' });
  });

  it.each([
    ['without a journal', `lookup ${demo('demo-recorded')}`, { PVG_NO_JOURNAL: '1' }],
    ['of a command that calls nobody', 'explain-error 409', {}],
  ])('is null %s', async (_what, line, variables) => {
    expect(json(await pvg(`${line} --json`, { home, env: variables }))['call_id']).toBeNull();
  });

  it('is the time of each attempt with -v', async () => {
    const { err } = await pvg(`lookup ${demo('demo-flaky')} -v`, { home });
    const stamps = err.match(/^\* 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?: after \d+ ms)?$/gm);
    expect(stamps).toHaveLength(6);
  });
});

describe('what a call leaves in the journal', () => {
  it('of a look-up: everything for the ticket', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    expect(linesOf(home)).toMatchObject([
      {
        ...{ id: expect.stringMatching(/^20260921T141320Z-[0-9a-f]{6}$/) as string, version: '0.0.0-test' },
        ...{ at: '2026-09-21T14:13:20.000Z', command: 'lookup', phase: 'answered', case: 'T-1' },
        ...{ profile: 'local', environment: 'dev', interface: 'gateway', origin: 'local' },
        ...{ product: 'gems_100', package: 'com.example.game', receipt: fingerprint('demo-recorded') },
        ...{ order_id: expect.stringMatching(/^GPA\./) as string, status: 200, code: null, exit: 0 },
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

  it('of a verify on prod: the look-up before it, and that somebody tried', async () => {
    const send = answering(404, { found: false, order_id: null, game_id: 1, status: 404, error: 'none' });
    await pvg(`verify ${purchase} --receipt r`, { home, send, env: env({ PVG_ENVIRONMENT: 'prod' }) });
    expect(await listed()).toMatchObject([
      { command: 'verify', environment: 'prod', exit: 13, code: 'verify-guarded', attempts: 0 },
      { command: 'lookup', environment: 'prod' },
    ]);
  });

  it('of a token in the wrong field: its fingerprint, and without --force nothing is sent', async () => {
    const token = `abcdefghijklmnopqrstuvwx.AO-J1O${'x'.repeat(90)}`;
    const line = `lookup --profile local --package com.example.game --receipt gems_100 --product-id ${token}`;
    const refused = await pvg(line, { home });
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('--product-id looks like a receipt, not like a name');
    expect(refused.err).not.toContain(token);
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
    ['a missing profile', `lookup ${purchase} --receipt r`],
    ['a guard', 'verify --profile local --os android --product-id p --receipt GPA.1'],
    ['an offline command', 'explain-error 409'],
  ])('nothing of %s', async (_what, line) => {
    await pvg(line, { home });
    expect(existsSync(journalIn(home))).toBe(false);
  });

  it('nothing of a kept --check, which asks nobody', async () => {
    await pvg('session --profile local --username demo-completed --check', { home });
    await pvg('session --profile local --username demo-completed --check', { home });
    expect(linesOf(home)).toHaveLength(1);
  });

  it.each([
    ['lookup', 1],
    ['verify', 1],
  ])('of an interrupted %s: that it was', async (command, count) => {
    const end = new AbortController();
    const send: Send = () => {
      const reason = new PvgError('interrupted', 'Interrupted.');
      end.abort(reason);
      return Promise.reject(reason);
    };
    const line = `${command} ${purchase} --receipt r`;
    expect((await pvg(line, { home, send, env: env(), interrupt: end.signal })).status).toBe(130);
    expect(await listed()).toMatchObject([{ command, exit: 130, code: 'interrupted', attempts: 1 }]);
    expect(await listed()).toHaveLength(count);
  });

  it('of a verify that pvg itself could not make: its end', async () => {
    mkdirSync(join(home, 'state'), { recursive: true });
    writeFileSync(join(home, 'state', 'local-ledger.json'), 'damaged');
    expect((await pvg(`verify ${demo('demo-purchased')}`, { home })).status).toBe(3);
    expect(await listed()).toMatchObject([{ command: 'verify', exit: 3, code: 'configuration-unreadable' }]);
  });
});

describe('--case', () => {
  const withCase = (command: string, text: string) =>
    pvg([command, ...demo('demo-recorded').split(' '), '--case', text], { home });

  it.each(['TICKET-4711', 'Fall „Übergröße“ 返金', 'x'.repeat(100)])('takes %s', async (text) => {
    expect((await withCase('lookup', text)).status).toBe(0);
    expect(await listed()).toMatchObject([{ case: text }]);
  });

  it.each(['', '  ', 'x'.repeat(101), 'a\nb', 'a\u001b[2Jb', 'a\u202eb'])(
    'refuses %j before anything is sent',
    async (text) => {
      const { status, err } = await withCase('verify', text);
      expect(status).toBe(2);
      expect(err).toMatch(/--case must be printable text of 1 to 100 characters/);
      expect(existsSync(join(home, 'state'))).toBe(false);
    },
  );
});

describe('nothing in the state folder holds what must not be kept', () => {
  const receipt = 'canary-receipt.AO-J1OzWq8dK3vNlZp0YtR5sXbC7mQeU4gHaE9iLwDfT6nV';
  const canaries = {
    receipt,
    secret: 'canary-client-secret',
    key: 'canary-secret-key',
    player: 'canary-player',
    token: 'canary-token-0123456789-abcdefghijklmnop',
  };
  const forms = (text: string): string[] => [
    text,
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
    Buffer.from(text).toString('hex'),
    encodeURIComponent(text),
    text.slice(0, 20),
  ];
  const stateText = (folder: string): string =>
    !existsSync(folder)
      ? ''
      : readdirSync(folder, { withFileTypes: true, recursive: true })
          .map(
            (each) =>
              `${each.name}\n${each.isFile() ? readFileSync(join(each.parentPath, each.name), 'latin1') : ''}`,
          )
          .join('\n');
  /** Of each interface what its calls know: nobody can withhold what they never saw. */
  const isSession = ({ url }: WireRequest): boolean => url.endsWith('/session');
  const known = (request: WireRequest): string[] =>
    isSession(request)
      ? [canaries.player, canaries.key, canaries.secret]
      : [receipt, canaries.key, canaries.secret];
  const echo = (request: WireRequest): string =>
    [...known(request).flatMap(forms), headerValue(request.headers, 'x-signature') ?? ''].join(' ');
  const answers: Record<string, (request: WireRequest) => { status: number; body: unknown }> = {
    'a refusal that echoes all': (request) => ({
      status: 401,
      body: { success: false, error: 'UNAUTHORIZED', message: echo(request), code: 'x' },
    }),
    'a code that is the receipt': (request) => {
      const code = isSession(request) ? canaries.player : receipt;
      return { status: 400, body: { success: false, error: code, message: '', code } };
    },
    'a page': (request) => ({
      status: 200,
      body: `<p>${Buffer.from(request.body).toString()} ${echo(request)}`,
    }),
    'a page that begins with the receipt': (request) => ({
      status: 403,
      body: `${isSession(request) ? canaries.player : receipt}${'x'.repeat(99)}`,
    }),
    'a look-up full of it': (request) => {
      const echoed = echo(request);
      const record = { found: true, tx_mgmt_id: receipt, current_state: echoed, last_error_code: receipt };
      const gateway = { ...record, last_error_message: echoed, recorded_for_this_game: receipt };
      const ids = { order_id: receipt, transaction_id: receipt, product_id: receipt };
      const transactions = [{ ...ids, purchase_state: receipt, region_code: echoed, gateway }];
      const body = { found: true, order_id: receipt, game_id: 1, environment: echoed, transactions };
      return { status: 200, body: { ...body, [receipt]: receipt } };
    },
    'a success full of it': (request) => {
      const ids = { transaction_id: receipt, product_id: echo(request) };
      return { status: 200, body: { success: true, ...ids, receipt_info: { order_id: receipt } } };
    },
    'a session': () => {
      const { token } = canaries;
      const body = { sessionToken: token, xmdtCompleted: false, expiresAt: token, xmdtRequired: token };
      return { status: 200, body };
    },
    'a 502': (request) => ({ status: 502, body: echo(request) }),
    'a redirect': () => ({ status: 302, body: '' }),
  };
  const lines = [
    `lookup ${purchase} --receipt ${receipt}`,
    `verify ${purchase} --receipt ${receipt} --player-id ${canaries.player}`,
    `lookup ${purchase} --receipt ${receipt} --case ${receipt}`,
    `session --username ${canaries.player}`,
    `session --username ${canaries.player} --check`,
  ];
  it.each(Object.keys(answers))('%s', async (name) => {
    const send: Send = (request) => {
      const { status, body } = answers[name]?.(request) ?? { status: 500, body: '' };
      const headers = [['location', `https://${receipt.slice(0, 14)}.example/${receipt}`]] as const;
      return Promise.resolve({
        status,
        headers,
        body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      });
    };
    for (const line of lines) await pvg(`${line} --retries 0`, { home, send, env: env() });
    const words = ['lookup', '--body', '-', '--retries', '0'];
    await pvg(words, { home, send, env: env(), stdin: `no json: ${receipt}` });
    expect(await listed()).toHaveLength(lines.length + 1);
    const kept = stateText(join(home, 'state'));
    for (const canary of Object.values(canaries))
      for (const form of forms(canary)) expect(kept.includes(form), `${name}: ${form}`).toBe(false);
  });
});

it('does not keep a short username that the service repeats', async () => {
  const send = answering(403, { code: 'unknown_service', message: 'No game of bob: unknown_service.' });
  await pvg('session --username bob', { home, send, env: env() });
  const [entry] = linesOf(home);
  expect(entry).toMatchObject({ code: 'unknown_service', command: 'session' });
  const value = 'No game of [withheld]: unknown_service.';
  expect(entry?.['facts']).toContainEqual({ id: 'message', label: 'Message', value });
});
