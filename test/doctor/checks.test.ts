import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/commands/doctor.js';
import { oldestNode } from '../../src/doctor/checks.js';
import type { CheckResult } from '../../src/doctor/finding.js';
import type { GlobalOptions } from '../../src/input/options.js';
import {
  serviceEnv,
  temporaryFolder,
  testContext,
  type TestContextOptions,
} from '../helpers/context.js';
import { json, pvg, words } from '../helpers/pvg.js';

const secrets = /dev-secret-1|prod-secret-1|pa55word/;

const profileJson = (name: 'dev' | 'prod', more: object = {}): object => ({
  ...{ environment: name, gatewayUrl: `https://${name}.example` },
  ...{ clientId: 'c', clientSecret: `${name}-secret-1` },
  ...more,
});

/** A machine with the files given: profiles by name, other files by path. */
function machine(
  profiles: Record<string, unknown> = {},
  files: Record<string, string> = {},
): string {
  const home = temporaryFolder();
  const folder = join(home, 'config', 'profiles');
  if (Object.keys(profiles).length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(profiles)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(folder, `${name}.json`), text, { mode: 0o600 });
  }
  for (const [path, text] of Object.entries(files))
    writeFileSync(join(home, path), text, { mode: 0o600 });
  return home;
}

const envWithSecretFile = (file: string): Record<string, string> =>
  serviceEnv('https://dev.example', { PVG_CLIENT_SECRET: '', PVG_CLIENT_SECRET_FILE: file });

const both = (): string =>
  machine({ 'game-dev': profileJson('dev'), 'game-prod': profileJson('prod') });

async function doctor(line: string, options: TestContextOptions & { readonly home: string }) {
  const ended = await pvg(`doctor --json ${line}`.trim().split(/ +/), {
    folder: options.home,
    ...options,
  });
  const { checks } = json(ended)['answer'] as { checks: CheckResult[] };
  expect(ended.out + ended.err).not.toMatch(secrets);
  for (const { status, fix } of checks) expect(fix === null).toBe(status === 'ok');
  const troubles = checks.filter(({ status }) => status !== 'ok');
  return {
    ...ended,
    checks,
    troubles,
    of: (id: string) => checks.filter((check) => check.id === id),
  };
}

const ids = [
  ...[
    'node-version',
    'config-folder',
    'profile-files',
    'variables',
    'unknown-variables',
    'secret-files',
  ],
  ...['profile-in-use', 'gateway', 'session', 'proxy', 'tls', 'keyring', 'state-folder', 'journal'],
  ...['player-key', 'clock'],
];

const local = '-p local';

describe('pvg doctor', () => {
  it.each([
    ['`local` on a machine that has nothing else', local, temporaryFolder],
    ['a well-kept profile', '-p game-dev', both],
  ])('finds nothing wrong with %s, changes nothing and calls nobody', async (_what, line, make) => {
    const home = make();
    const before = readdirSync(home, { recursive: true }).sort();
    // A test context has no network and no server: asking for one fails the run.
    const { status, err, checks, troubles, of } = await doctor(line, { home });
    expect({ status, err, troubles }).toEqual({ status: 0, err: '', troubles: [] });
    expect(checks.map(({ id }) => id)).toEqual(ids);
    expect(of('profile-in-use')[0]?.says).toContain(`${line.slice(3)} (command line)`);
    expect(readdirSync(home, { recursive: true }).sort()).toEqual(before);
  });

  type Ended = Awaited<ReturnType<typeof doctor>>;
  /** Nothing else is found, but for `also`. */
  function expectOnly(
    ended: Ended,
    id: string,
    status: string,
    fix: string,
    also: string[] = [],
  ): void {
    expect(ended.of(id)).toMatchObject([{ status, fix: expect.stringContaining(fix) as string }]);
    expect(ended.troubles.map((each) => each.id).sort()).toEqual([id, ...also].sort());
    const isProblem = ended.checks.some((check) => check.status === 'problem');
    expect(json(ended)).toMatchObject({ ok: !isProblem, exit: isProblem ? 3 : 0, error: null });
  }

  const [dev, prod] = ['-p game-dev', '-p game-prod'];
  const elsewhere = 'https://other.example';
  const unbroken = 'export PVG_CLIENT_SECRET="$(printenv';
  const missing = 'export PVG_SESSION_URL="$SESSION_URL" PVG_GAME_ID="$GAME_ID"';
  it.each<
    [variable: string, value: string, line: string, id: string, status: string, fix?: string]
  >([
    ['PVG_ENVIRONMENT', 'prod', dev, 'profile-in-use', 'problem'],
    ['PVG_ENVIRONMENT', 'staging', dev, 'profile-in-use', 'problem', 'export PVG_ENVIRONMENT='],
    ['PVG_GATEWAY_URL', elsewhere, prod, 'profile-in-use', 'problem'],
    ['PVG_GATEWAY_URL', elsewhere, dev, 'profile-in-use', 'warning'],
    ['PVG_CLIENT_SECRET', 'prod-secret-1', dev, 'profile-in-use', 'problem'],
    ['PVG_CLIENT_SECRET', 'pa55word\n', dev, 'profile-in-use', 'warning', unbroken],
    ['PVG_CLIENT_ID', 'pa55word', dev, 'variables', 'warning'],
    ['PVG_CLIENTID', 'pa55word', local, 'unknown-variables', 'warning'],
    ['PVG_CLIENT_SECRET_FILE', 'pa55word', local, 'secret-files', 'problem', 'ls -l "$(printenv'],
    ['PVG_SECRET_KEY', 'pa55word', '', 'session', 'warning', missing],
    ['HTTPS_PROXY', 'socks5://pa55word@proxy.example', local, 'proxy', 'problem'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0', local, 'tls', 'problem'],
    ['PVG_JOURNAL_DIR', '/nowhere', local, 'journal', 'warning', 'ls -ld /nowhere'],
  ])(
    '%s=%j with %s: %s is a %s',
    async (variable, value, line, id, status, fix = `unset ${variable}`) => {
      expectOnly(await doctor(line, { home: both(), env: { [variable]: value } }), id, status, fix);
    },
  );

  const good = profileJson('dev');
  const http = profileJson('dev', { sessionUrl: 'http://s.example' });
  const open = profileJson('dev', { clientSecret: undefined });
  const project = (text: string): Files => [{}, { '.pvg.json': text }];
  const missingSecret = 'pvg profile set dev --client-secret-file "$CLIENT_SECRET_FILE"';
  const settings: Files = [{ dev: good }, { 'config/settings.json': '{' }];
  type Files = Parameters<typeof machine>;
  /** `found`: the check and its status, then the other checks that find something. */
  it.each<[when: string, files: Files, line: string, found: string, fix: string]>([
    ['no profile', [], '', 'profile-in-use warning', 'pvg profile add game-dev'],
    ['no chosen one', [{ dev: good }], '', 'profile-in-use warning', 'pvg profile use dev'],
    [
      'a damaged one',
      [{ dev: good, torn: '{"' }],
      '-p dev',
      'profile-files problem',
      'torn.json.old',
    ],
    ['it in use', [{ dev: '{' }], '-p dev', 'profile-in-use problem profile-files', 'dev.json.old'],
    ['no https', [{ dev: http }], '-p dev', 'profile-in-use problem', 'pvg profile show dev'],
    ['a misspelt name', [{ dev: good }], '-p dve', 'profile-in-use problem', 'pvg profile list'],
    ['no secret', [{ dev: open }], '-p dev', 'gateway problem', missingSecret],
    ['damaged settings', settings, '', 'profile-in-use problem', 'settings.json.old'],
    [
      'a secret',
      project('{"password":"pa55word"}'),
      local,
      'profile-in-use problem',
      '"${EDITOR:-vi}" /',
    ],
    [
      'a wrong setting',
      project('{"journal": false}'),
      local,
      'profile-in-use problem',
      '"${EDITOR:-vi}" /',
    ],
    [
      'a file for a folder',
      [{}, { state: '' }],
      local,
      'state-folder warning journal',
      'export PVG_STATE_DIR=',
    ],
  ])('names %s, with the command that fixes it', async (_when, files, line, found, fix) => {
    const [id = '', status = '', ...also] = words(found);
    expectOnly(await doctor(line, { home: machine(...files) }), id, status, fix, also);
  });

  it.runIf(process.platform !== 'win32')(
    'names loose modes and a linked folder, each with its command',
    async () => {
      const home = both();
      const config = join(home, 'config');
      const file = join(config, 'profiles', 'game-dev.json');
      chmodSync(config, 0o755);
      chmodSync(file, 0o644);
      const elsewhere = temporaryFolder();
      chmodSync(elsewhere, 0o700);
      symlinkSync(elsewhere, join(home, 'state'));
      const { status, troubles } = await doctor(dev, { home });
      expect([status, ...troubles.map(({ id, fix }) => [id, fix])]).toEqual([
        3,
        ['config-folder', `chmod 0700 ${config}`],
        ['profile-files', `chmod 0600 ${file}`],
        ['state-folder', `ls -ld ${join(home, 'state')}`],
      ]);
    },
  );

  it.each([
    ['PVG_CLIENTID', 'Did you mean `PVG_CLIENT_ID`?'],
    // PVG_SECRET_KEY_FILE is near, too.
    ['PVG_SECRETKEY', 'Did you mean `PVG_SECRET_KEY`?'],
    ['PVG_ZZZZZZZZZZZZZZZZZZ', 'PVG_ZZZZZZZZZZZZZZZZZZ.'],
  ])('names the nearest variable alone that %s may mean', async (variable, end) => {
    const { of } = await doctor(local, { home: temporaryFolder(), env: { [variable]: 'x' } });
    expect(of('unknown-variables').map(({ says }) => says)).toEqual([
      expect.stringMatching(new RegExp(`${end.replace(/[?.]/g, '\\$&')}$`)) as string,
    ]);
  });

  it.each([
    [{}, 'No proxy variable is set.'],
    [
      { HTTPS_PROXY: 'http://user:pa55word@proxy.example:3128' },
      'Calls go through proxy.example:3128 (HTTPS_PROXY).',
    ],
    [
      { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: 'localhost,.internal' },
      'Calls go through proxy.example:3128 (HTTPS_PROXY). Without it: localhost,.internal (NO_PROXY).',
    ],
  ])('says through which proxy calls go: %j', async (env, says) => {
    const { of } = await doctor(local, { home: temporaryFolder(), env });
    expect(of('proxy')).toEqual([{ id: 'proxy', status: 'ok', says, fix: null }]);
  });

  it('warns of two profiles of one client with two environments, and names both', async () => {
    const gatewayUrl = 'http://127.0.0.1:8787';
    const home = machine({
      'game-dev': profileJson('dev', { gatewayUrl }),
      'game-prod': profileJson('prod', { gatewayUrl }),
      'other-prod': profileJson('prod', { gatewayUrl, clientId: 'other' }),
    });
    const { of } = await doctor('--profile game-prod', { home });
    const [found, ...more] = of('profile-files');
    expect(more).toEqual([]);
    expect(found).toMatchObject({ status: 'warning', fix: 'pvg profile show game-prod' });
    expect(found?.says).toMatch(/game-dev \(dev\) and game-prod \(prod\)/);
  });

  it('says that the journal is off, which is a choice', async () => {
    const { of } = await doctor(local, { home: temporaryFolder(), env: { PVG_NO_JOURNAL: '1' } });
    const says = expect.stringContaining('PVG_NO_JOURNAL') as string;
    expect(of('journal')).toMatchObject([{ status: 'ok', says }]);
  });

  it('gives a person the problems, with -v each check, and one next command', async () => {
    const home = machine({ torn: '{' });
    const { status, out, err } = await pvg(`doctor ${local}`, { home });
    expect({ status, err }).toEqual({ status: 3, err: '' });
    expect(out).toMatch(
      /^✘ 1 problem, no warnings\.\nproblem: profile-files: .*torn\.json.*\nFix: mv .*\nNext: mv .*\n$/,
    );
    const all = (await pvg(`doctor ${local} -v`, { home, env: { ACCESSIBLE: '1' } })).out;
    expect(all).not.toMatch(/[✔✘]/);
    for (const id of ids) expect(all).toContain(` ${id}: `);
  });

  it.each([' pa55word', '"pa55word"'])(
    'doubts the secret %j, wherever it is from',
    async (secret) => {
      const stored = profileJson('dev', { clientSecret: secret });
      const { of } = await doctor('-p dev', { home: machine({ dev: stored }) });
      const fix = 'pvg profile set dev --client-secret-file "$CLIENT_SECRET_FILE"';
      expect(of('gateway')).toMatchObject([{ status: 'warning', fix }]);
    },
  );

  it('a secret file that cannot be read is one problem', async () => {
    const env = envWithSecretFile('/nowhere/secret');
    const { troubles } = await doctor('', { home: machine(), env });
    expect(troubles.map(({ id, status }) => [id, status])).toEqual([
      ['secret-files', 'problem'],
      ['profile-in-use', 'warning'],
    ]);
  });

  it.each([
    [0o440, []],
    [0o640, []],
    [0o644, ['secret-files']],
  ])('a secret file of mode %o that a variable names', async (mode, found) => {
    const home = machine();
    const file = join(home, 'mounted-secret');
    writeFileSync(file, 'pa55word');
    chmodSync(file, mode);
    const env = envWithSecretFile(file);
    const { troubles } = await doctor('', { home, env });
    expect(troubles.map(({ id }) => id)).toEqual(found);
  });

  it.each([
    ['local', local, 'pvg lookup --profile local --product-id gems_100'],
    ['a profile named', dev, 'pvg doctor --probe --profile game-dev'],
    ['a chosen profile', '', 'pvg doctor --probe'],
  ])('ends with a command that works with %s', async (_what, line, next) => {
    const home = both();
    writeFileSync(join(home, 'config', 'settings.json'), '{"profile":"game-prod"}');
    const { out } = await pvg(`doctor ${line}`.trim(), { home });
    expect(out.trimEnd().split('\n').at(-1)).toContain(`Next: ${next}`);
  });
});

describe('another machine', () => {
  const globals: GlobalOptions = {
    ...{ profile: 'local', json: true, text: false, raw: false, quiet: false, verbose: false },
    ...{ debug: false, color: false, input: false },
  };
  const on = async (
    nodeVersion: string,
    wanted: string,
    isOwn = true,
  ): Promise<CheckResult | undefined> => {
    const context = testContext({ home: both() });
    const { files } = context;
    const status = async (path: string) => {
      const found = await files.status(path);
      return found && { ...found, isOwn };
    };
    const { answer } = await runDoctor(
      { ...context, files: { ...files, status } },
      globals,
      nodeVersion,
    );
    return (answer as unknown as { checks: readonly CheckResult[] }).checks.find(
      ({ id }) => id === wanted,
    );
  };

  it.each([
    ['20.18.0', 'problem'],
    ['8.20.4', 'problem'],
    ['20.18.1', 'ok'],
    ['100.1.0', 'ok'],
  ])('with Node %s: %s', async (nodeVersion, status) => {
    expect((await on(nodeVersion, 'node-version'))?.status).toBe(status);
    const own = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(own.engines.node).toBe(`>=${oldestNode}`);
  });

  it('with a folder of another user', async () => {
    const fix = expect.stringMatching(/^sudo chown -R /) as string;
    expect(await on('22.0.0', 'config-folder', false)).toMatchObject({ status: 'problem', fix });
  });
});
