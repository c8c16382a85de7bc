import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { fingerprint } from '../../src/signing/digest.js';
import { WireFailure, headerValue, type Send, type WireRequest } from '../../src/contract/wire.js';
import { fixedUnixSeconds, temporaryFolder } from '../support/context.js';
import { entryOf, journalIn, linesOf, writeJournal } from '../support/journal.js';
import { json, pvg } from '../support/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game';
const demo = (receipt: string): string => `--profile local ${purchase} --receipt ${receipt}`;
const address = 'https://service.example';
const env = (more: Record<string, string> = {}): Record<string, string> => ({
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: `${address}/base`,
  PVG_CLIENT_ID: 'my-client',
  PVG_CLIENT_SECRET: 'canary-client-secret',
  PVG_SESSION_URL: address,
  PVG_GAME_ID: 'game',
  PVG_SECRET_KEY: 'canary-secret-key',
  ...more,
});
const answering =
  (status: number, body: unknown): Send =>
  () =>
    Promise.resolve({
      status,
      headers: [['date', new Date(fixedUnixSeconds * 1000).toUTCString()]],
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    });
const losing: Send = () => Promise.reject(new WireFailure('lost', 'the connection was reset'));
const duplicate = answering(409, { success: false, error: 'DUPLICATE_TRANSACTION', message: '' });

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

/** The entries that `journal list` gives, the newest first. */
const listed = async (options = ''): Promise<Record<string, unknown>[]> =>
  (
    json(await pvg(`journal list --json ${options}`, { home }))['answer'] as {
      entries: Record<string, unknown>[];
    }
  ).entries;

describe('the next command of a look-up that needs no more', () => {
  it.each([
    ['makes the page for the ticket', {}, 'Next: pvg report --last --out ticket.html'],
    [
      'prints the whole answer where the journal has nothing',
      { PVG_NO_JOURNAL: '1' },
      'Next: pvg lookup --product-id gems_100 --package com.example.game --receipt demo-recorded --json --profile local',
    ],
  ])('%s', async (_what, variables, next) => {
    const { out } = await pvg(`lookup ${demo('demo-recorded')}`, { home, env: variables });
    expect(out.trimEnd().endsWith(next)).toBe(true);
  });
});

describe('what a call leaves in the journal', () => {
  it('of a look-up: everything for the ticket', async () => {
    await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
    expect(linesOf(home)).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^20260921T141320Z-[0-9a-f]{6}$/) as string,
        at: '2026-09-21T14:13:20.000Z',
        command: 'lookup',
        phase: 'answered',
        profile: 'local',
        environment: 'dev',
        interface: 'gateway',
        origin: 'local',
        product: 'gems_100',
        package: 'com.example.game',
        receipt: fingerprint('demo-recorded'),
        order_id: expect.stringMatching(/^GPA\./) as string,
        status: 200,
        code: null,
        exit: 0,
        verdict: expect.objectContaining({ id: 'paid-and-recorded' }) as object,
        case: 'T-1',
        attempts: 1,
        clock_skew_s: 0,
        operator: expect.objectContaining({
          tx_mgmt_id: expect.stringMatching(/^\d+$/) as string,
          current_state: 'gateway_verified',
        }) as object,
        version: '0.0.0-test',
      }),
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
    expect(refused.err).toContain('--product-id looks like a purchaseToken');
    expect(refused.err).not.toContain(token);
    await pvg(`${line} --force`, { home });
    expect(linesOf(home)).toMatchObject([{ product: `sha256:${fingerprint(token)}` }]);
    expect(JSON.stringify(linesOf(home))).not.toContain(token.slice(0, 24));
  });

  it('of a session: the player as a fingerprint', async () => {
    await pvg('session --profile local --username player-42 --case T-2', { home });
    expect(linesOf(home)).toMatchObject([
      { command: 'session', player: fingerprint('player-42'), receipt: null, case: 'T-2' },
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
  it.each([
    ['a ticket', 'TICKET-4711'],
    ['any language', 'Fall „Übergröße“ 返金'],
    ['100 characters', 'x'.repeat(100)],
  ])('takes %s', async (_what, text) => {
    expect(
      (await pvg(['lookup', ...demo('demo-recorded').split(' '), '--case', text], { home })).status,
    ).toBe(0);
    expect(await listed()).toMatchObject([{ case: text }]);
  });

  it.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['101 characters', 'x'.repeat(101)],
    ['a line break', 'a\nb'],
    ['an escape', 'a\u001b[2Jb'],
    ['a bidi mark', 'a\u202eb'],
  ])('refuses %s before anything is sent, and does not repeat it', async (_what, text) => {
    const ended = await pvg(['verify', ...demo('demo-purchased').split(' '), '--case', text], { home });
    expect(ended.status).toBe(2);
    expect(ended.err).toMatch(/--case takes printable text of 1 to 100 characters/);
    expect(existsSync(join(home, 'state'))).toBe(false);
  });
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
    text.slice(-20),
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
    'a look-up full of it': (request) => ({
      status: 200,
      body: {
        found: true,
        order_id: receipt,
        game_id: 1,
        environment: echo(request),
        transactions: [
          {
            order_id: receipt,
            transaction_id: receipt,
            product_id: receipt,
            purchase_state: receipt,
            region_code: echo(request),
            gateway: {
              found: true,
              tx_mgmt_id: receipt,
              current_state: echo(request),
              last_error_code: receipt,
              last_error_message: echo(request),
              recorded_for_this_game: receipt,
            },
          },
        ],
        [receipt]: receipt,
      },
    }),
    'a success full of it': (request) => ({
      status: 200,
      body: {
        success: true,
        transaction_id: receipt,
        product_id: echo(request),
        receipt_info: { order_id: receipt },
      },
    }),
    'a session': () => ({
      status: 200,
      body: {
        sessionToken: canaries.token,
        xmdtCompleted: false,
        expiresAt: `${canaries.token}`,
        xmdtRequired: canaries.token,
      },
    }),
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
    await pvg(['lookup', '--body', '-', '--retries', '0'], {
      home,
      send,
      env: env(),
      stdin: `no json: ${receipt}`,
    });
    expect(await listed()).toHaveLength(lines.length + 1);
    const kept = stateText(join(home, 'state'));
    for (const canary of Object.values(canaries))
      for (const form of forms(canary)) expect(kept.includes(form), `${name}: ${form}`).toBe(false);
  });
});

describe('a journal that is off', () => {
  it.each([
    ['PVG_NO_JOURNAL=1', { PVG_NO_JOURNAL: '1' }, {}, true],
    ['PVG_NO_JOURNAL=yes', { PVG_NO_JOURNAL: 'yes' }, {}, true],
    ['PVG_NO_JOURNAL=0', { PVG_NO_JOURNAL: '0' }, {}, false],
    ['an empty PVG_NO_JOURNAL', { PVG_NO_JOURNAL: '' }, {}, false],
    ['the project file', {}, { '.pvg.json': '{"journal":false}' }, true],
    ['a project file that says yes', {}, { '.pvg.json': '{"journal":true}' }, false],
    ['the settings', {}, { 'config/settings.json': '{"profile":"local","journal":false}' }, true],
    [
      'the settings, against the project file',
      {},
      { '.pvg.json': '{"journal":true}', 'config/settings.json': '{"journal":false}' },
      true,
    ],
  ])('by %s', async (_what, variables, files, off) => {
    mkdirSync(join(home, 'config'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
    const ended = await pvg(`lookup ${demo('demo-recorded')}`, { home, env: variables });
    expect({ status: ended.status, err: ended.err }).toEqual({ status: 0, err: '' });
    expect(existsSync(journalIn(home))).toBe(!off);
    // What the next command would read is not there.
    expect(ended.out.includes('Next: pvg report')).toBe(!off);
  });

  it('stays off when its setting cannot be read, and says so', async () => {
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config', 'settings.json'), '{"journal":fal');
    const ended = await pvg(`lookup ${demo('demo-recorded')}`, { home });
    expect(ended.status).toBe(0);
    expect(ended.err).toMatch(/^Nothing is written into the journal: .*settings\.json is damaged.*\n$/);
    expect(existsSync(journalIn(home))).toBe(false);
  });

  it('says that a case is not kept', async () => {
    const ended = await pvg(`lookup ${demo('demo-recorded')} --case T-1`, {
      home,
      env: { PVG_NO_JOURNAL: '1' },
    });
    expect(ended.err).toBe('The journal is off (PVG_NO_JOURNAL): --case is not kept.\n');
  });

  it('keeps its setting when another profile is chosen', async () => {
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config', 'settings.json'), '{"journal":false}');
    await pvg('profile use local', { home });
    await pvg(`lookup ${purchase} --receipt demo-recorded`, { home });
    expect(existsSync(journalIn(home))).toBe(false);
  });
});

describe('a journal that cannot be written', () => {
  it.each([
    [
      'a file stands in its place',
      () => {
        writeFileSync(join(home, 'state'), '');
      },
      'ENOTDIR',
    ],
    [
      'a folder stands in the place of its file',
      () => {
        mkdirSync(join(journalIn(home), 'journal.ndjson'), { recursive: true });
      },
      'EISDIR',
    ],
  ])('is said once, and the command works: %s', async (_what, break_, code) => {
    break_();
    const ended = await pvg(`verify ${purchase} --receipt r`, { home, send: duplicate, env: env() });
    expect(ended.status).toBe(7);
    expect(ended.err.match(/The journal could not be written/g)).toHaveLength(1);
    expect(ended.err).toContain(code);
    expect(ended.out).toContain('Already verified');
  });

  it('is no success to be silent about: also with --quiet', async () => {
    writeFileSync(join(home, 'state'), '');
    const ended = await pvg(`lookup ${demo('demo-recorded')} --quiet`, { home });
    expect([ended.status, ended.out]).toEqual([0, '']);
    expect(ended.err).toContain('The journal could not be written (ENOTDIR');
    const check = await pvg('session --profile local --username demo-completed --check -q', { home });
    expect(check.err).toContain('The true answer could not be kept');
  });

  it('is not an empty one', async () => {
    writeFileSync(join(home, 'state'), '');
    const ended = await pvg('journal list', { home });
    expect(ended.status).toBe(3);
    expect(ended.err).toContain('The journal could not be read (ENOTDIR');
  });

  it.runIf(process.getuid?.() !== 0)('an unwritable folder', async () => {
    mkdirSync(join(home, 'state'));
    chmodSync(join(home, 'state'), 0o500);
    const ended = await pvg(`lookup ${demo('demo-recorded')}`, { home });
    expect({ status: ended.status, err: ended.err }).toMatchObject({ status: 0 });
    expect(ended.err).toContain('EACCES');
  });
});

describe.runIf(process.platform !== 'win32')('a journal that others may read', () => {
  const lines = [
    'journal list',
    'journal list --json',
    'journal find T-1',
    'journal show 20260921T141320Z-000001',
    'report --last',
    'explain-error --json',
    `lookup ${demo('demo-recorded')}`,
    `verify ${demo('demo-purchased')} --json`,
    'session --profile local --username player',
  ];
  const rotated = 'journal-20260901T000000Z-000000000000.ndjson';
  beforeEach(() => {
    writeJournal(home, [entryOf({ exit: 8, code: 'VERIFIER_ERROR', status: 502 })]);
    writeJournal(home, [], rotated);
    chmodSync(journalIn(home), 0o755);
    chmodSync(join(journalIn(home), 'journal.ndjson'), 0o644);
    chmodSync(join(journalIn(home), rotated), 0o640);
  });

  it.each(lines)('is said on each use: %s', async (line) => {
    const folder = journalIn(home);
    const { err } = await pvg(line, { home });
    expect(err).toContain(`${folder} has mode 0755, looser than 0700: others may read it.`);
    expect(err).toContain(
      `${join(folder, 'journal.ndjson')} has mode 0644, looser than 0600: others may read it. The next line written into it makes it 0600 again.`,
    );
    expect(err).toContain(`${join(folder, rotated)} has mode 0640, looser than 0600`);
    expect(err).toContain(`\`chmod 0600 ${join(folder, rotated)}\` helps.`);
    expect((await pvg(`${line} --quiet`, { home })).err).not.toContain('looser');
  });

  it('gets its mode back with the next line', async () => {
    await pvg(`lookup ${demo('demo-recorded')}`, { home });
    expect(statSync(join(journalIn(home), 'journal.ndjson')).mode & 0o777).toBe(0o600);
  });

  it('is not looked at where no journal is kept', async () => {
    const { err } = await pvg(`lookup ${demo('demo-recorded')}`, { home, env: { PVG_NO_JOURNAL: '1' } });
    expect(err).not.toContain('looser');
  });
});

describe('a journal that cannot be read', () => {
  const broken = {
    'its file': { code: 'EISDIR', path: () => join(journalIn(home), 'journal.ndjson') },
    'its folder': { code: 'ELOOP', path: () => journalIn(home) },
  };
  const lines = [
    'explain-error',
    'report --last',
    'report --case T-1',
    'journal list',
    'journal find T-1',
    'journal show x',
  ];
  const breakIt = (what: keyof typeof broken): void => {
    if (what === 'its file') {
      mkdirSync(broken[what].path(), { recursive: true });
      return;
    }
    mkdirSync(join(home, 'state'));
    symlinkSync('journal', broken[what].path());
  };
  it.each(
    lines.flatMap((line) =>
      (Object.keys(broken) as (keyof typeof broken)[]).map((what) => [what, line] as const),
    ),
  )('is not an empty one: 3, for %s, %s', async (what, line) => {
    breakIt(what);
    const { code, path } = broken[what];
    const ended = await pvg(line, { home, columns: 400 });
    expect(ended.status).toBe(3);
    expect(ended.err).toContain(`The journal could not be read (${code}: ${path()}`);
    expect(ended.err.trimEnd().split('\n').at(-1)).toBe('Next: pvg doctor');
    expect(json(await pvg(`${line} --json`, { home }))).toMatchObject({
      error: { code: 'configuration-unreadable' },
    });
    expect((await pvg(`lookup ${demo('demo-recorded')}`, { home })).status).toBe(0);
  });

  it('is told beside the calls where only an older file is concerned', async () => {
    writeJournal(home, [entryOf()]);
    mkdirSync(join(journalIn(home), 'journal-20260901T000000Z-000000000000.ndjson'));
    const ended = await pvg('report --last', { home });
    expect(ended.status).toBe(0);
    expect(ended.err).toContain('cannot be read (EISDIR): what it holds is missing here.');
  });
});

describe('pvg journal list', () => {
  const calls = [
    entryOf({
      id: '20260919T141320Z-000001',
      at: '2026-09-19T14:13:20.000Z',
      case: 'A',
      profile: 'game-dev',
    }),
    entryOf({ id: '20260920T141320Z-000002', at: '2026-09-20T14:13:20.000Z', case: 'B' }),
    entryOf({ id: '20260921T141320Z-000003', at: '2026-09-21T14:13:20.000Z', case: 'A' }),
  ];
  const ids = async (options: string): Promise<unknown[]> =>
    (await listed(options)).map(({ id }) => String(id).slice(-1));

  it.each([
    ['', ['3', '2', '1']],
    ['--limit 1', ['3']],
    ['--case A', ['3', '1']],
    ['--case a --profile game-dev', ['1']],
    ['--profile nobody', []],
    ['--since 2026-09-20', ['3', '2']],
    ['--since 2026-09-20T14:13:21Z', ['3']],
    ['--since 30m', ['3']],
    ['--since 24h', ['3', '2']],
    ['--since 2d', ['3', '2', '1']],
  ])('%s', async (options, expected) => {
    writeJournal(home, calls);
    expect(await ids(options)).toEqual(expected);
  });

  it('shows 20 unless told, and how to see the others', async () => {
    writeJournal(
      home,
      [...Array(25).keys()].map((n) => entryOf({ id: `20260921T141320Z-${String(n).padStart(6, '0')}` })),
    );
    expect(await listed()).toHaveLength(20);
    expect((await pvg('journal list', { home })).out).toContain('5 older: `--limit 25` shows them.');
  });

  it.each([
    '--limit 0',
    '--limit x',
    '--since yesterday',
    '--since 2026-09-20T14:00',
    '--case ',
    '--since 2026-99-99',
  ])('refuses %s', async (options) => {
    expect((await pvg(['journal', 'list', ...options.split(' ')], { home })).status).toBe(2);
  });

  it('says that it is empty', async () => {
    expect(await pvg('journal list', { home })).toMatchObject({ status: 0, err: '' });
    expect((await pvg('journal list', { home })).out).toMatch(/^The journal is empty\./);
  });

  it('counts damaged lines and says where they are', async () => {
    writeJournal(home, [calls[0] ?? '', '{"id":"to', calls[1] ?? '']);
    const ended = await pvg('journal list --json', { home });
    expect(json(ended)['answer']).toMatchObject({ damaged: 1, entries: [{}, {}] });
    expect(ended.err).toContain(`1 damaged line was skipped, and kept as they are in ${journalIn(home)}`);
  });

  it('is a table, and lines where the terminal is narrow', async () => {
    writeJournal(home, calls);
    const wide = await pvg('journal list', { home, columns: 80, terminal: true });
    expect(wide.out.split('\n').slice(1, 5)).toEqual([
      '│ when (UTC)                  │ call         │ outcome               │',
      '├─────────────────────────────┼──────────────┼───────────────────────┤',
      '│ 21 Sep 14:13 (just now)     │ lookup       │ paid-and-recorded     │',
      '│ 20260921T141320Z-000003     │ ce57bf5c0a9b │ local, gems_100, A    │',
    ]);
    const narrow = await pvg('journal list --no-color', { home, columns: 60, terminal: true });
    expect(narrow.out.split('\n\n')[0]?.split('\n')).toEqual([
      'when: 21 Sep 14:13 (just now)',
      'call: lookup',
      'outcome: paid-and-recorded',
      'profile: local',
      'product: gems_100',
      'receipt: sha256:ce57bf5c0a9b',
      'case: A',
      'id: 20260921T141320Z-000003',
    ]);
  });

  it('is a table of 80 columns whatever the names are', async () => {
    const long = { product: 'com.example.games.starter_pack_99_cents', case: 'x'.repeat(100) };
    writeJournal(home, [entryOf({ ...long, profile: 'game-with-a-long-name-production' })]);
    const { out } = await pvg('journal list', { home, columns: 80, terminal: true });
    expect(out).toMatch(/^┌/);
    for (const line of out.split('\n').filter((each) => !each.includes('Next:')))
      expect(line.length).toBeLessThanOrEqual(80);
  });

  it('obeys no control character of a stranger', async () => {
    writeJournal(home, [entryOf({ case: 'a\u001b]0;x\u0007\u202e' })]);
    const { out } = await pvg('journal list', { home, terminal: true });
    expect(out).toContain('a\\u{1b}]0;x\\u{7}\\u{2');
  });
});

describe('pvg journal find', () => {
  const known = entryOf({ receipt: fingerprint('the-whole-token'), case: 'T-1' });
  it.each([
    ['an order id', 'GPA.1234-5678-9012-34567', ''],
    ['a fingerprint', `sha256:${fingerprint('the-whole-token')}`, ''],
    ['a case', 't-1', ''],
    ['a whole receipt on standard input', '-', 'the-whole-token\n'],
  ])('finds by %s', async (_what, word, stdin) => {
    writeJournal(home, [known]);
    const ended = await pvg(['journal', 'find', word, '--json'], { home, stdin });
    expect(json(ended)).toMatchObject({
      exit: 0,
      verdict: { id: 'found' },
      answer: { entries: [{ id: known.id }] },
    });
    expect(ended.out + ended.err).not.toContain('the-whole-token');
  });

  it('finds by a whole receipt in a file', async () => {
    writeJournal(home, [known]);
    writeFileSync(join(home, 'receipt.txt'), 'the-whole-token\n');
    const ended = await pvg('journal find @receipt.txt', { home });
    expect(ended.out).toContain(`Next: pvg journal show ${known.id}`);
  });

  it('says plainly that the service does not find an order id, and whom to ask', async () => {
    const ended = await pvg('journal find GPA.9999-9999-9999-99999', { home });
    expect(ended.status).toBe(0);
    expect(ended.out).toMatch(
      /cannot find an Android purchase by its order id.*purchaseToken \(§2\.1, §4\.2\)/,
    );
    expect(ended.out).toMatch(
      /Ask the game’s developers for the purchaseToken of this order, or the operator/,
    );
    const told = json(await pvg('journal find GPA.9999-9999-9999-99999 --json', { home }));
    expect(told).toMatchObject({
      ok: true,
      exit: 0,
      verdict: { id: 'nothing-found' },
      answer: { entries: [] },
    });
  });

  it.each([[''], [' ']])('refuses nothing to find: "%s"', async (word) => {
    expect((await pvg(['journal', 'find', word], { home })).status).toBe(2);
  });
});

describe('pvg journal show', () => {
  it('tells all of one call, and what else is known of its receipt', async () => {
    await pvg(`lookup ${demo('demo-recorded')}`, { home });
    await pvg(`verify ${demo('demo-recorded')}`, { home });
    const [verify] = await listed();
    const ended = await pvg(['journal', 'show', String(verify?.['id'])], { home });
    expect(ended.status).toBe(0);
    for (const text of [
      'DUPLICATE_TRANSACTION',
      'sha256:',
      'just now',
      'The same receipt: ',
      'paid-and-recorded',
    ])
      expect(ended.out).toContain(text);
    expect(ended.out).toContain('Next: pvg explain-error DUPLICATE_TRANSACTION');
    const told = json(await pvg(['journal', 'show', String(verify?.['id']), '--json'], { home }));
    expect(told).toMatchObject({
      profile: 'local',
      environment: 'dev',
      answer: { id: verify?.['id'], exit: 7 },
    });
  });

  it('2: an id that is none, which is not repeated', async () => {
    const ended = await pvg('journal show s3cret-thing', { home });
    expect(ended.status).toBe(2);
    expect(ended.err).toContain('pvg journal list');
    expect(ended.err).not.toContain('s3cret');
  });
});

describe('pvg journal clear', () => {
  beforeEach(() => {
    writeJournal(home, [entryOf()]);
  });
  const isThere = (): boolean => readdirSync(journalIn(home)).length > 0;

  it('asks at a terminal', async () => {
    expect((await pvg('journal clear', { home, terminal: true, typed: ['yes'] })).status).toBe(13);
    expect(isThere()).toBe(true);
    expect((await pvg('journal clear', { home, terminal: true, typed: ['journal'] })).status).toBe(0);
    expect(isThere()).toBe(false);
  });

  it('13: without one it wants --confirm journal', async () => {
    const ended = await pvg('journal clear', { home });
    expect(ended.status).toBe(13);
    expect(ended.err).toContain('pvg journal clear --confirm journal');
    expect(isThere()).toBe(true);
    expect((await pvg('journal clear --confirm all', { home })).status).toBe(13);
    expect(json(await pvg('journal clear --confirm journal --json', { home }))).toMatchObject({
      exit: 0,
      answer: { files: 1 },
    });
    expect(isThere()).toBe(false);
  });
});

it('does not keep a short username that the service repeats', async () => {
  const send = answering(403, { code: 'unknown_service', message: 'No game of bob: unknown_service.' });
  await pvg('session --username bob', { home, send, env: env() });
  const [entry] = linesOf(home);
  expect(entry).toMatchObject({ code: 'unknown_service', command: 'session' });
  expect(entry?.['facts']).toContainEqual({
    id: 'message',
    label: 'Message',
    value: 'No game of [redacted]: unknown_service.',
  });
});

describe('a verify whose answer was lost', () => {
  const verify = `verify ${purchase} --receipt r`;
  const lookup = `lookup ${purchase} --receipt r`;
  const found = (gateway: object): Send =>
    answering(200, {
      found: true,
      order_id: 'GPA.1',
      game_id: 1,
      environment: null,
      transactions: [{ product_id: 'gems_100', transaction_id: 'GPA.1', purchase_state: 0, gateway }],
    });
  const notReceived = found({
    found: false,
    reason: 'NEVER_RECEIVED_BY_GATEWAY',
    recorded_for_this_game: false,
  });

  beforeEach(async () => {
    expect((await pvg(verify, { home, send: losing, env: env() })).status).toBe(10);
  });
  const says = /You sent a verify of this receipt from here at 2026-09-21 14:13 UTC: its answer was lost/;

  it('is told with the next look-up, below its facts', async () => {
    const ended = await pvg(lookup, { home, send: notReceived, env: env() });
    expect(ended.status).toBe(0);
    expect(ended.out).toMatch(says);
    expect(ended.err).toBe('');
  });

  it('is told on stderr where stdout has the JSON', async () => {
    const ended = await pvg(`${lookup} --json`, { home, send: notReceived, env: env() });
    expect(ended.err).toMatch(says);
    expect(json(ended)).toMatchObject({ exit: 0 });
  });

  it('is told before the next verify, and with its 409 as what may be recorded: status 7', async () => {
    const ended = await pvg(`${verify} --json`, { home, send: duplicate, env: env() });
    expect(ended.status).toBe(7);
    expect(ended.err).toMatch(says);
    expect(json(ended)).toMatchObject({
      error: {
        code: 'DUPLICATE_TRANSACTION',
        hint: expect.stringMatching(/may be the verify that the gateway recorded/) as string,
      },
    });
  });

  it('is told by the guard of prod, too', async () => {
    const prod = env({ PVG_ENVIRONMENT: 'prod' });
    home = temporaryFolder();
    writeJournal(home, [
      entryOf({
        command: 'verify',
        phase: 'sent',
        exit: null,
        environment: 'prod',
        origin: address,
        receipt: fingerprint('r'),
      }),
    ]);
    const send = found({ found: true, recorded_for_this_game: true, last_error_code: null });
    const ended = await pvg(verify, { home, send, env: prod });
    expect(ended.status).toBe(7);
    expect(ended.err).toMatch(/may be the verify that the gateway recorded/);
  });

  it('is settled by a look-up that tells', async () => {
    const later = { home, env: env(), now: () => fixedUnixSeconds * 1000 + 60_000 };
    await pvg(lookup, { ...later, send: notReceived });
    const again = await pvg(lookup, { ...later, send: notReceived });
    expect(again.out + again.err).not.toMatch(says);
  });

  it.each([
    ['of another receipt', `lookup ${purchase} --receipt other`, env()],
    ['in the other environment', lookup, env({ PVG_ENVIRONMENT: 'prod' })],
    ['at another address', lookup, env({ PVG_GATEWAY_URL: 'https://other.example' })],
  ])('is not told with a look-up %s', async (_what, line, variables) => {
    const ended = await pvg(line, { home, send: notReceived, env: variables });
    expect(ended.out + ended.err).not.toMatch(/You sent a verify/);
  });
});

describe('pvg explain-error --last', () => {
  it('2: the journal has none, and the way on', async () => {
    for (const line of ['explain-error', 'explain-error --last']) {
      const ended = await pvg(line, { home });
      expect(ended.status).toBe(2);
      expect(ended.err).toMatch(/The journal is empty.*\n.*pvg explain-error DUPLICATE_TRANSACTION/);
    }
    await pvg(`lookup ${demo('demo-recorded')}`, { home });
    expect((await pvg('explain-error', { home })).err).toContain('The journal has no failure.');
    expect((await pvg('explain-error --last', { home, env: { PVG_NO_JOURNAL: '1' } })).status).toBe(2);
  });

  it('2: with a code there is nothing to look for', async () => {
    expect((await pvg('explain-error 409 --last', { home })).status).toBe(2);
  });

  it('explains it with its profile, clock, case and history, and offers the look-up', async () => {
    await pvg(`verify ${demo('demo-canceled')} --case T-1`, { home });
    await pvg(`lookup ${demo('demo-canceled')}`, { home });
    const ended = await pvg('explain-error', { home, columns: 200 });
    expect(ended.status).toBe(0);
    for (const text of [
      /^VERIFICATION_FAILED: Rejected by the store/,
      /local \(dev\)/,
      /2026-09-21T14:13:20\.000Z \(just now\)/,
      /clock: *│ agrees with the server/,
      /Case: +│ T-1/,
      /found the purchase in state 1 CANCELED: that supports the first of the listed causes \(§7\.1\)/,
      /The same receipt: 2026-09-21 14:13 UTC lookup, cancelled/,
      /Next: pvg lookup --profile local --product-id gems_100 --package com\.example\.game --receipt "\$RECEIPT" --case T-1$/m,
    ])
      expect(ended.out).toMatch(text);
    expect(json(await pvg('explain-error --last --json', { home }))).toMatchObject({
      profile: 'local',
      environment: 'dev',
      interface: 'gateway',
      answer: {
        asked: 'VERIFICATION_FAILED',
        supported_cause: 1,
        history: [{ command: 'lookup' }],
        entry: { case: 'T-1' },
      },
    });
  });

  it.each([
    ['demo-package-mismatch', 2, /the store’s detail names the package/],
    ['no-such-purchase', null, /does not tell which of the listed causes/],
  ])('says no more than the answer supports: %s', async (receipt, cause, says) => {
    await pvg(`verify ${demo(receipt)}`, { home });
    await pvg(`lookup ${demo(receipt)}`, { home });
    expect((await pvg('explain-error', { home })).out).toMatch(says);
    const told = json(await pvg('explain-error --json', { home }));
    expect(told['answer']).toMatchObject({ supported_cause: cause });
  });

  it.each([
    [
      'a lost verify',
      { command: 'verify', exit: 10, code: 'outcome-unknown' },
      0,
      'pvg lookup --profile local',
    ],
    ['one never answered', { command: 'verify', phase: 'sent', exit: null }, 0, 'pvg lookup --profile local'],
    [
      'a 401',
      { exit: 4, code: 'UNAUTHORIZED', status: 401, clock_skew_s: 400 },
      0,
      'that may be it; the window is 300 s',
    ],
    ['an unlisted code', { exit: 5, code: 'MYSTERY', status: 400 }, 2, 'does not list'],
    ['an unlisted status', { exit: 5, code: 'http-404', status: 404 }, 2, 'Hinted.'],
    ['never reached', { exit: 11, code: 'not-reached' }, 0, 'Next: pvg doctor'],
  ] as const)('explains %s', async (_what, given, status, says) => {
    const error = { code: 'code' in given ? given.code : '', says: 'Said.', hint: 'Hinted.', section: null };
    writeJournal(home, [entryOf({ verdict: null, advice: 'check', error, ...given })]);
    const ended = await pvg('explain-error --last', { home, columns: 300 });
    expect(ended.status).toBe(status);
    expect(ended.out + ended.err).toContain(says);
  });

  it('looks at one profile when asked to', async () => {
    writeJournal(home, [
      entryOf({ profile: 'game-dev', exit: 4, code: 'UNAUTHORIZED', status: 401 }),
      entryOf({
        id: '20260921T141321Z-000002',
        at: '2026-09-21T14:13:21.000Z',
        exit: 8,
        code: 'VERIFIER_ERROR',
        status: 502,
      }),
    ]);
    expect((await pvg('explain-error', { home })).out).toMatch(/^VERIFIER_ERROR/);
    expect((await pvg('explain-error --profile game-dev', { home })).out).toMatch(/^UNAUTHORIZED/);
    expect((await pvg('explain-error --profile nobody', { home })).status).toBe(2);
  });
});

describe('the cost of the journal', () => {
  it('of a look-up is one line more in one file', async () => {
    await pvg(`lookup ${demo('demo-recorded')}`, { home });
    const before = statSync(join(journalIn(home), 'journal.ndjson')).size;
    await pvg(`lookup ${demo('demo-recorded')}`, { home });
    expect(readdirSync(journalIn(home))).toEqual(['journal.ndjson']);
    expect(statSync(join(journalIn(home), 'journal.ndjson')).size).toBe(2 * before);
    rmSync(home, { recursive: true });
  });
});
