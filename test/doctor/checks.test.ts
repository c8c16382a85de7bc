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
  ...{ environment: name, gatewayUrl: `https://${name}.example` },
  ...{ clientId: 'c', clientSecret: `${name}-secret-1` },
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

  type Wanted = readonly [id: string, status: 'warning' | 'problem', fix: string];

  /** Nothing else is found, but for `also`. */
  async function expectOnly(
    [id, status, fix]: Wanted,
    ended: Awaited<ReturnType<typeof doctor>>,
    also: string[],
  ) {
    expect(ended.of(id)).toMatchObject([{ status, fix: expect.stringContaining(fix) as string }]);
    expect(ended.troubles.map((each) => each.id).sort()).toEqual([id, ...also].sort());
    const isProblem = ended.checks.some((check) => check.status === 'problem');
    expect(json(ended)).toMatchObject({ ok: !isProblem, exit: isProblem ? 3 : 0, error: null });
  }

  const [dev, prod, local] = ['-p game-dev', '-p game-prod', '-p local'];
  const elsewhere = 'https://other.example';
  it.each<[variable: string, value: string, line: string, id: string, status: Wanted[1], fix?: string]>([
    ['PVG_ENVIRONMENT', 'prod', dev, 'profile-in-use', 'problem'],
    ['PVG_GATEWAY_URL', elsewhere, prod, 'profile-in-use', 'problem'],
    ['PVG_GATEWAY_URL', elsewhere, dev, 'profile-in-use', 'warning'],
    ['PVG_CLIENT_SECRET', 'prod-secret-1', dev, 'profile-in-use', 'problem'],
    [
      'PVG_CLIENT_SECRET',
      'pa55word\n',
      dev,
      'profile-in-use',
      'warning',
      'export PVG_CLIENT_SECRET="$(printenv',
    ],
    ['PVG_CLIENT_ID', 'pa55word', dev, 'variables', 'warning'],
    ['PVG_CLIENTID', 'pa55word', local, 'unknown-variables', 'warning'],
    ['PVG_X;Y', 'pa55word', local, 'unknown-variables', 'warning', "unset 'PVG_X;Y'"],
    ['PVG_CLIENT_SECRET_FILE', 'pa55word', local, 'secret-files', 'problem'],
    ['PVG_SECRET_KEY', 'pa55word', '', 'session', 'warning', 'export PVG_SESSION_URL=… PVG_GAME_ID=…'],
    ['HTTPS_PROXY', 'socks5://pa55word@proxy.example', local, 'proxy', 'problem'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0', local, 'tls', 'problem'],
    ['PVG_JOURNAL_DIR', '/nowhere', local, 'journal', 'warning', 'ls -ld /nowhere'],
  ])('%s=%j with %s: %s is a %s', async (variable, value, line, id, status, fix = `unset ${variable}`) => {
    const ended = await doctor(line, { home: both(), env: { [variable]: value } });
    await expectOnly([id, status, fix], ended, []);
  });

  const stored = (more: object): string => machine({ dev: profileJson('dev', more) });
  type Case = [when: string, home: () => string, line: string, wanted: Wanted, also?: string[]];
  const inUse = (fix: string): Wanted => ['profile-in-use', 'problem', fix];
  it.each<Case>([
    ['no profile', temporaryFolder, '', ['profile-in-use', 'warning', 'pvg profile list']],
    [
      'no chosen profile, and the first is damaged',
      () => machine({ adam: '{', dev: profileJson('dev') }),
      '',
      ['profile-in-use', 'warning', 'pvg profile list'],
      ['profile-files'],
    ],
    [
      'a damaged profile file',
      () => machine({ good: profileJson('dev'), torn: '{"clientSecret":"dev-secret-1' }),
      '-p good',
      ['profile-files', 'problem', 'torn.json.old'],
    ],
    [
      'a damaged profile in use',
      () => machine({ dev: '{' }),
      '-p dev',
      inUse('dev.json.old'),
      ['profile-files'],
    ],
    [
      'a stored address that is not https',
      () => stored({ sessionUrl: 'http://s.example' }),
      '-p dev',
      inUse('pvg profile show dev'),
    ],
    [
      'damaged settings',
      () => machine({ dev: profileJson('dev') }, { 'config/settings.json': '{' }),
      '',
      inUse('settings.json.old'),
      ['journal'],
    ],
    [
      'a secret in the project file',
      () => machine({}, { '.pvg.json': '{"clientSecret":"pa55word"}' }),
      local,
      inUse('"${EDITOR:-vi}" /'),
      ['journal'],
    ],
    ['a misspelt profile', both, '-p game-pord', inUse('pvg profile list')],
    [
      'no secret',
      () => stored({ clientSecret: undefined }),
      '-p dev',
      ['gateway', 'problem', 'pvg profile set dev --client-secret-file "$CLIENT_SECRET_FILE"'],
    ],
    [
      'a state folder that cannot be written',
      () => machine({}, { state: 'a file' }),
      local,
      ['state-folder', 'warning', 'export PVG_STATE_DIR="$(mktemp -d)"'],
      ['journal'],
    ],
    [
      'a setting of the journal that cannot be read',
      () => machine({}, { '.pvg.json': '{"journal": 1}' }),
      local,
      ['journal', 'warning', '.pvg.json.old'],
      ['profile-in-use'],
    ],
  ])('names %s, with the command that fixes it', async (_when, home, line, wanted, also = []) => {
    await expectOnly(wanted, await doctor(line, { home: home() }), also);
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
    const says = expect.stringContaining('PVG_NO_JOURNAL') as string;
    expect(of('journal')).toMatchObject([{ status: 'ok', says }]);
  });

  it('gives a person the problems, with -v each check, and one next command', async () => {
    const home = machine({ torn: '{' });
    const { status, out, err } = await pvg('doctor --profile local', { home });
    expect({ status, err }).toEqual({ status: 3, err: '' });
    expect(out).toMatch(
      /^✘ 1 problem, no warnings\.\n✘ problem {2}profile-files: .*torn\.json.*\n {4}fix: mv .*\nNext: mv .*\n$/,
    );
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
    ['8.20.4', 'problem'],
    ['20.18.1', 'ok'],
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
    const fix = expect.stringMatching(/^sudo chown -R /) as string;
    expect(found).toMatchObject({ status: 'problem', fix });
  });
});
