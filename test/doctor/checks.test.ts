import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/commands/doctor.js';
import { oldestNode } from '../../src/doctor/checks.js';
import type { Finding } from '../../src/doctor/finding.js';
import type { GlobalOptions } from '../../src/input/options.js';
import { temporaryFolder, testContext, type TestContextOptions } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

const secrets = /dev-secret-1|prod-secret-1|pa55word/;

const profileJson = (name: 'dev' | 'prod', more: object = {}): object => ({
  ...{
    environment: name,
    gatewayUrl: `https://${name}.example`,
    clientId: 'c',
    clientSecret: `${name}-secret-1`,
  },
  ...more,
});

/** A machine with the files given: profiles by name, other files by path. */
function machine(profiles: Record<string, unknown> = {}, files: Record<string, string> = {}): string {
  const home = temporaryFolder();
  const folder = join(home, 'config', 'profiles');
  if (Object.keys(profiles).length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(profiles)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(folder, `${name}.json`), text, { mode: 0o600 });
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(home, path), text, { mode: 0o600 });
  return home;
}

const both = (): string => machine({ 'game-dev': profileJson('dev'), 'game-prod': profileJson('prod') });

async function doctor(line: string, options: TestContextOptions & { readonly home: string }) {
  const ended = await pvg(`doctor --json ${line}`.trim().split(/ +/), { folder: options.home, ...options });
  const { checks } = json(ended)['answer'] as { checks: Finding[] };
  expect(ended.out + ended.err).not.toMatch(secrets);
  for (const { status, fix } of checks) expect(fix === null).toBe(status === 'ok');
  const troubles = checks.filter(({ status }) => status !== 'ok');
  return { ...ended, checks, troubles, of: (id: string) => checks.filter((check) => check.id === id) };
}

const ids = [
  ...['node-version', 'config-folder', 'profile-files', 'variables', 'unknown-variables', 'secret-files'],
  ...['profile-in-use', 'gateway', 'session', 'proxy', 'tls', 'keyring', 'state-folder', 'journal', 'clock'],
];

describe('pvg doctor', () => {
  it('finds nothing wrong with `local` on a machine that has nothing else, and leaves nothing behind', async () => {
    const home = temporaryFolder();
    const { status, err, checks, troubles } = await doctor('--profile local', { home });
    expect({ status, err, troubles }).toEqual({ status: 0, err: '', troubles: [] });
    expect(checks.map(({ id }) => id)).toEqual(ids);
    expect(readdirSync(home)).toEqual([]);
  });

  it('finds nothing wrong with a well-kept profile, changes nothing and calls nobody', async () => {
    const home = both();
    const before = readdirSync(home, { recursive: true }).sort();
    // A test context has no network and no server: asking for one fails the run.
    const { status, troubles, of } = await doctor('-p game-dev', { home });
    expect({ status, troubles }).toEqual({ status: 0, troubles: [] });
    expect(of('profile-in-use')[0]?.says).toContain('game-dev (flag --profile)');
    expect(readdirSync(home, { recursive: true }).sort()).toEqual(before);
  });

  interface Case {
    readonly when: string;
    readonly home: () => string;
    readonly env?: Record<string, string>;
    readonly line?: string;
    /** Nothing else is found, but for `also`. */
    readonly id: string;
    readonly status: 'warning' | 'problem';
    readonly fix: string;
    readonly also?: readonly string[];
  }
  const cases: readonly Case[] = [
    {
      when: 'no profile is stored or chosen',
      home: temporaryFolder,
      ...{ id: 'profile-in-use', status: 'warning', fix: 'pvg profile use local' },
    },
    {
      when: 'none is chosen and the first by name is damaged',
      home: () => machine({ adam: '{', dev: profileJson('dev') }),
      ...{ id: 'profile-in-use', status: 'warning', fix: 'pvg profile use dev', also: ['profile-files'] },
    },
    {
      when: 'a profile file is damaged',
      home: () => machine({ good: profileJson('dev'), torn: '{"clientSecret":"dev-secret-1' }),
      line: '-p good',
      ...{ id: 'profile-files', status: 'problem', fix: 'torn.json.old' },
    },
    {
      when: 'the profile in use is damaged',
      home: () => machine({ dev: '{' }),
      line: '-p dev',
      ...{ id: 'profile-in-use', status: 'problem', fix: 'dev.json.old', also: ['profile-files'] },
    },
    {
      when: 'a stored address is not https',
      home: () => machine({ dev: profileJson('dev', { sessionUrl: 'http://s.example' }) }),
      line: '-p dev',
      ...{ id: 'profile-in-use', status: 'problem', fix: 'pvg profile show dev' },
    },
    {
      when: 'the settings are damaged',
      home: () => machine({ dev: profileJson('dev') }, { 'config/settings.json': '{' }),
      ...{ id: 'profile-in-use', status: 'problem', fix: 'settings.json.old', also: ['journal'] },
    },
    {
      when: 'the project file holds a secret',
      home: () => machine({}, { '.pvg.json': '{"clientSecret":"pa55word"}' }),
      line: '-p local',
      ...{ id: 'profile-in-use', status: 'problem', fix: '"${EDITOR:-vi}" /', also: ['journal'] },
    },
    {
      when: 'the profile named is misspelt',
      home: both,
      line: '-p game-pord',
      ...{ id: 'profile-in-use', status: 'problem', fix: 'pvg profile list' },
    },
    {
      when: 'PVG_ENVIRONMENT contradicts the profile',
      home: both,
      line: '-p game-dev',
      env: { PVG_ENVIRONMENT: 'prod' },
      ...{ id: 'profile-in-use', status: 'problem', fix: 'unset PVG_ENVIRONMENT' },
    },
    {
      when: 'an address variable leads a prod profile elsewhere',
      home: both,
      line: '-p game-prod',
      env: { PVG_GATEWAY_URL: 'https://other.example' },
      ...{ id: 'profile-in-use', status: 'problem', fix: 'unset PVG_GATEWAY_URL' },
    },
    {
      when: 'an address variable leads a dev profile elsewhere',
      home: both,
      line: '-p game-dev',
      env: { PVG_GATEWAY_URL: 'https://other.example' },
      ...{ id: 'profile-in-use', status: 'warning', fix: 'unset PVG_GATEWAY_URL' },
    },
    {
      when: 'a dev profile is used with the secret of prod',
      home: both,
      line: '-p game-dev',
      env: { PVG_CLIENT_SECRET: 'prod-secret-1' },
      ...{ id: 'profile-in-use', status: 'problem', fix: 'unset PVG_CLIENT_SECRET' },
    },
    {
      when: 'a secret in a variable ends with a line break',
      home: both,
      line: '-p game-dev',
      env: { PVG_CLIENT_SECRET: 'pa55word\n' },
      ...{
        id: 'profile-in-use',
        status: 'warning',
        fix: 'export PVG_CLIENT_SECRET="$(printenv PVG_CLIENT_SECRET)"',
      },
    },
    {
      when: 'a variable overrides the profile',
      home: both,
      line: '-p game-dev',
      env: { PVG_CLIENT_ID: 'pa55word' },
      ...{ id: 'variables', status: 'warning', fix: 'unset PVG_CLIENT_ID' },
    },
    {
      when: 'a variable is misspelt',
      home: both,
      line: '-p local',
      env: { PVG_CLIENTID: 'pa55word' },
      ...{ id: 'unknown-variables', status: 'warning', fix: 'unset PVG_CLIENTID' },
    },
    {
      when: 'a variable is like none of ours and not fit for a shell',
      home: both,
      line: '-p local',
      env: { 'PVG_X;Y': 'pa55word' },
      ...{ id: 'unknown-variables', status: 'warning', fix: "unset 'PVG_X;Y'" },
    },
    {
      when: 'a secret-file variable names a missing file',
      home: both,
      line: '-p local',
      env: { PVG_CLIENT_SECRET_FILE: 'pa55word' },
      ...{ id: 'secret-files', status: 'problem', fix: 'unset PVG_CLIENT_SECRET_FILE' },
    },
    {
      when: 'a secret is given twice',
      home: () => machine({}, { secret: 'pa55word' }),
      line: '-p local',
      env: { PVG_CLIENT_SECRET_FILE: 'secret', PVG_CLIENT_SECRET: 'pa55word' },
      ...{ id: 'secret-files', status: 'problem', fix: 'unset PVG_CLIENT_SECRET' },
    },
    {
      when: 'the secret is missing',
      home: () => machine({ dev: profileJson('dev', { clientSecret: undefined }) }),
      line: '-p dev',
      ...{
        id: 'gateway',
        status: 'problem',
        fix: 'pvg profile set dev --client-secret-file "$CLIENT_SECRET_FILE"',
      },
    },
    {
      when: 'only address and game are missing',
      home: temporaryFolder,
      env: { PVG_SECRET_KEY: 'pa55word' },
      ...{ id: 'session', status: 'warning', fix: 'export PVG_SESSION_URL=… PVG_GAME_ID=…' },
    },
    {
      when: 'the proxy is none',
      home: both,
      line: '-p local',
      env: { HTTPS_PROXY: 'socks5://pa55word@proxy.example' },
      ...{ id: 'proxy', status: 'problem', fix: 'unset HTTPS_PROXY' },
    },
    {
      when: 'certificates are not verified',
      home: both,
      line: '-p local',
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      ...{ id: 'tls', status: 'problem', fix: 'unset NODE_TLS_REJECT_UNAUTHORIZED' },
    },
    {
      when: 'no state can be written',
      home: () => machine({}, { state: 'a file' }),
      line: '-p local',
      ...{
        id: 'state-folder',
        status: 'warning',
        fix: 'export PVG_STATE_DIR="$(mktemp -d)"',
        also: ['journal'],
      },
    },
    {
      when: 'the folder of the team is not there',
      home: both,
      line: '-p local',
      env: { PVG_JOURNAL_DIR: '/nowhere' },
      ...{ id: 'journal', status: 'warning', fix: 'ls -ld /nowhere' },
    },
    {
      when: 'the setting of the journal cannot be read',
      home: () => machine({}, { '.pvg.json': '{"journal": 1}' }),
      line: '-p local',
      ...{ id: 'journal', status: 'warning', fix: '.pvg.json.old', also: ['profile-in-use'] },
    },
  ];
  it.each(cases)(
    '$id is a $status when $when',
    async ({ home, env = {}, line = '', also = [], ...wanted }) => {
      const { id, status, fix } = wanted;
      const ended = await doctor(line, { home: home(), env });
      expect(ended.of(id)).toMatchObject([{ status, fix: expect.stringContaining(fix) as string }]);
      expect(ended.troubles.map((each) => each.id).sort()).toEqual([id, ...also].sort());
      const isProblem = ended.checks.some((check) => check.status === 'problem');
      expect(json(ended)).toMatchObject({ ok: !isProblem, exit: isProblem ? 3 : 0, error: null });
    },
  );

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
      const { status, troubles } = await doctor('-p game-dev', { home });
      expect(troubles.map(({ id, fix }) => [id, fix])).toEqual([
        ['config-folder', `chmod 0700 ${config}`],
        ['profile-files', `chmod 0600 ${file}`],
        ['state-folder', `ls -ld ${join(home, 'state')}`],
      ]);
      expect(status).toBe(3);
    },
  );

  it('says that the journal is off, which is a choice', async () => {
    const { of } = await doctor('-p local', { home: temporaryFolder(), env: { PVG_NO_JOURNAL: '1' } });
    expect(of('journal')).toMatchObject([
      { status: 'ok', says: expect.stringContaining('PVG_NO_JOURNAL') as string },
    ]);
  });

  it('gives a person the problems, with -v each check, and one next command', async () => {
    const home = machine({ torn: '{' });
    const { status, out, err } = await pvg('doctor --profile local', { home });
    expect({ status, err }).toEqual({ status: 3, err: '' });
    const [headline, first, fix, next] = out.trimEnd().split('\n');
    expect([headline, first]).toEqual([
      '✘ 1 problem, no warnings.',
      expect.stringMatching(/^✘ problem {2}profile-files: .*torn\.json/),
    ]);
    expect([fix, next]).toEqual([
      expect.stringMatching(/^ {4}fix: mv /),
      expect.stringMatching(/^Next: mv /),
    ]);
    const all = (await pvg('doctor --profile local -v', { home, env: { ACCESSIBLE: '1' } })).out;
    expect(all).not.toMatch(/[✔✘]/);
    for (const id of ids) expect(all).toContain(` ${id}: `);
  });

  it.each([
    ['local', '-p local', 'pvg lookup --profile local --product-id gems_100'],
    ['a profile named', '-p game-dev', 'pvg lookup --profile game-dev --product-id "$PRODUCT_ID"'],
    ['a chosen profile', '', 'pvg lookup --product-id "$PRODUCT_ID"'],
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
  const on = async (nodeVersion: string, isOwn = true): Promise<readonly Finding[]> => {
    const context = testContext({ home: both() });
    const { files } = context;
    const look = async (path: string) => {
      const found = await files.look(path);
      return found && { ...found, isOwn };
    };
    const { answer } = await runDoctor({ ...context, files: { ...files, look } }, globals, {}, nodeVersion);
    return (answer as unknown as { checks: readonly Finding[] }).checks;
  };

  it.each([
    ['20.18.0', 'problem'],
    ['18.20.4', 'problem'],
    ['20.18.1', 'ok'],
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
    ['100.1.0', 'ok'],
  ])('with Node %s: %s', async (nodeVersion, status) => {
    expect((await on(nodeVersion)).find(({ id }) => id === 'node-version')?.status).toBe(status);
  });

  it('with the Node that package.json wants', () => {
    const own = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(own.engines.node).toBe(`>=${oldestNode}`);
  });

  it('with a folder of another user', async () => {
    const found = (await on('22.0.0', false)).find(({ id }) => id === 'config-folder');
    expect(found).toMatchObject({
      status: 'problem',
      fix: expect.stringMatching(/^sudo chown -R /) as string,
    });
  });
});
