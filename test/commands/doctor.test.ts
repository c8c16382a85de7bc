import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/commands/doctor.js';
import { thisMachine, type Machine } from '../../src/doctor/machine.js';
import { openFiles, type FilesOptions } from '../../src/edge/files.js';
import { oldestNode } from '../../src/doctor/surroundings.js';
import type { GlobalOptions } from '../../src/input/options.js';
import { temporaryFolder, testContext, type TestContextOptions } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly says: string;
  readonly fix: string | null;
}

const secrets = ['dev-secret-1', 'prod-secret-1', 'pa55word'];

const profileJson = (name: 'dev' | 'prod', more: object = {}): object => ({
  environment: name,
  gateway: { baseUrl: `https://${name}.example`, clientId: 'c', clientSecret: `${name}-secret-1` },
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
  const { checks } = json(ended)['answer'] as { checks: Seen[] };
  for (const secret of secrets) expect(ended.out + ended.err).not.toContain(secret);
  for (const { status, fix } of checks) expect(fix === null).toBe(status === 'ok');
  return { ...ended, checks, of: (id: string) => checks.filter((check) => check.id === id) };
}

const everyId = [
  'node-version',
  'config-folder',
  'profile-files',
  'chosen-profile',
  'project-file',
  'variables',
  'secret-variables',
  'unknown-variables',
  'profile-in-use',
  'gateway',
  'session',
  'addresses',
  'environments',
  'proxy',
  'tls',
  'extra-certificates',
  'state-folder',
  'journal',
  'clock',
];

describe('pvg doctor', () => {
  it('finds nothing wrong with `local` on a machine that has nothing else, and leaves nothing behind', async () => {
    const home = temporaryFolder();
    const { status, err, checks } = await doctor('--profile local', { home });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(checks.map(({ id }) => id)).toEqual(everyId);
    expect(checks.filter((check) => check.status !== 'ok')).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
  });

  it('says both ways on when no profile is stored, which is no problem', async () => {
    const { status, of } = await doctor('', { home: temporaryFolder() });
    expect(status).toBe(0);
    expect(of('profile-files')[0]).toMatchObject({ status: 'ok' });
    const [check] = of('profile-in-use');
    expect(check).toMatchObject({ status: 'warning', fix: 'pvg profile use local' });
    expect(check?.says).toContain('--profile local');
    expect(check?.says).toContain('pvg profile add');
  });

  it('finds nothing wrong with a well-kept profile', async () => {
    const { status, checks, of } = await doctor('-p game-dev', { home: both() });
    expect(status).toBe(0);
    expect(checks.filter((check) => check.status !== 'ok')).toEqual([]);
    expect(of('profile-in-use')[0]?.says).toBe(
      'Profile game-dev (flag --profile). Environment: dev (profile game-dev).',
    );
  });

  interface Case {
    readonly when: string;
    readonly home: () => string;
    readonly env?: Record<string, string>;
    readonly line?: string;
    readonly id: string;
    readonly status: 'ok' | 'warning' | 'problem';
    readonly says: string;
    readonly fix?: string;
  }
  const cases: readonly Case[] = [
    {
      when: 'a profile file is damaged',
      home: () => machine({ good: profileJson('dev'), torn: '{"gateway":{"clientSecret":"dev-secret-1' }),
      line: '-p good',
      id: 'profile-files',
      status: 'problem',
      says: 'torn.json is damaged',
      fix: 'pvg profile show torn',
    },
    {
      when: 'a profile holds a client id that no header carries',
      home: () => machine({ dev: profileJson('dev', { gateway: { clientId: ' x' } }) }),
      line: '-p local',
      id: 'profile-files',
      status: 'problem',
      says: 'The client id of the profile dev',
      fix: 'pvg profile set dev --client-id <id>',
    },
    {
      when: 'the chosen profile is gone',
      home: () => machine({ dev: profileJson('dev') }, { 'config/settings.json': '{"profile":"gone"}' }),
      id: 'chosen-profile',
      status: 'problem',
      says: 'The profile `gone` chosen with `pvg profile use` is not stored',
      fix: 'pvg profile use dev',
    },
    {
      when: 'the settings are damaged',
      home: () => machine({ dev: profileJson('dev') }, { 'config/settings.json': '{' }),
      line: '-p dev',
      id: 'chosen-profile',
      status: 'problem',
      says: 'settings.json is damaged',
      fix: 'settings.json.damaged',
    },
    {
      when: 'the project file names a stored profile',
      home: () => machine({ dev: profileJson('dev') }, { '.pvg.json': '{"profile":"dev"}' }),
      id: 'profile-in-use',
      status: 'ok',
      says: 'dev (project file ',
    },
    {
      when: 'the project file names a profile that is not stored',
      home: () => machine({ dev: profileJson('dev') }, { '.pvg.json': '{"profile":"pa55word"}' }),
      id: 'project-file',
      status: 'problem',
      says: '.pvg.json names a profile that is not stored',
      fix: '${EDITOR:-vi} ',
    },
    {
      when: 'the project file names an unknown profile by a word that is no secret',
      home: () => machine({ dev: profileJson('dev') }, { '.pvg.json': '{"profile":"nope"}' }),
      id: 'project-file',
      status: 'problem',
      says: '.pvg.json names a profile `nope` that is not stored',
      fix: '${EDITOR:-vi} ',
    },
    {
      when: 'the project file is broken',
      home: () => machine({}, { '.pvg.json': '{' }),
      line: '-p local',
      id: 'project-file',
      status: 'problem',
      says: 'is not a JSON object. A project file looks like `{"profile": "game-dev"}`.',
      fix: '/.pvg.json',
    },
    {
      when: 'no address is known',
      home: () => machine({}),
      line: '-p local',
      id: 'addresses',
      status: 'ok',
      says: 'No address is stored or set by a variable.',
    },
    {
      when: 'the project file holds a secret',
      home: () => machine({}, { '.pvg.json': '{"clientSecret":"pa55word"}' }),
      line: '-p local',
      id: 'project-file',
      status: 'problem',
      says: 'contains what looks like a secret',
      fix: '/.pvg.json',
    },
    {
      when: 'variables are set',
      home: both,
      line: '-p game-dev',
      env: { PVG_CLIENT_ID: 'pa55word', PVG_GAME_ID: '' },
      id: 'variables',
      status: 'ok',
      says: 'Set: PVG_CLIENT_ID. Their values',
    },
    {
      when: 'a secret is in the environment beside a profile',
      home: both,
      line: '-p game-dev',
      env: { PVG_CLIENT_SECRET: 'pa55word' },
      id: 'secret-variables',
      status: 'warning',
      says: 'PVG_CLIENT_SECRET is set',
      fix: 'printenv PVG_CLIENT_SECRET | pvg profile set game-dev --client-secret-file - && unset PVG_CLIENT_SECRET',
    },
    {
      when: 'a variable alone holds a secret',
      home: temporaryFolder,
      env: { PVG_SECRET_KEY: 'pa55word', PVG_SESSION_URL: 'https://s.example', PVG_GAME_ID: 'g' },
      id: 'secret-variables',
      status: 'warning',
      says: 'PVG_SECRET_KEY',
      fix: 'pvg profile add my-game-prod --environment prod --session-url "$PVG_SESSION_URL" --game-id "$PVG_GAME_ID" && unset PVG_SECRET_KEY',
    },
    {
      when: 'a variable is misspelt',
      home: both,
      line: '-p local',
      env: { PVG_CLIENTID: 'pa55word' },
      id: 'unknown-variables',
      status: 'warning',
      says: 'Did you mean PVG_CLIENT_ID?',
      fix: 'export PVG_CLIENT_ID="$PVG_CLIENTID"; unset PVG_CLIENTID',
    },
    {
      when: 'a variable is like none of ours and not fit for a shell',
      home: both,
      line: '-p local',
      env: { 'PVG_X;Y': 'pa55word' },
      id: 'unknown-variables',
      status: 'warning',
      says: 'does not know',
      fix: "unset 'PVG_X;Y'",
    },
    {
      when: 'the profile named is misspelt',
      home: both,
      line: '-p game-pord',
      id: 'profile-in-use',
      status: 'problem',
      says: 'There is no profile `game-pord` (flag --profile)',
      fix: 'pvg doctor --profile game-prod',
    },
    {
      when: 'PVG_PROFILE is misspelt',
      home: both,
      env: { PVG_PROFILE: 'game-dve' },
      id: 'profile-in-use',
      status: 'problem',
      says: 'environment variable PVG_PROFILE',
      fix: 'export PVG_PROFILE=game-dev',
    },
    {
      when: 'PVG_ENVIRONMENT contradicts the profile',
      home: both,
      line: '-p game-dev',
      env: { PVG_ENVIRONMENT: 'prod' },
      id: 'profile-in-use',
      status: 'problem',
      says: 'PVG_ENVIRONMENT is prod',
      fix: 'unset PVG_ENVIRONMENT',
    },
    {
      when: 'an address variable leads a prod profile elsewhere',
      home: both,
      line: '-p game-prod',
      env: { PVG_GATEWAY_URL: 'https://other.example' },
      id: 'profile-in-use',
      status: 'problem',
      says: 'https://other.example (environment variable PVG_GATEWAY_URL) replaces https://',
      fix: 'unset PVG_GATEWAY_URL',
    },
    {
      when: 'an address variable leads a dev profile elsewhere',
      home: both,
      line: '-p game-dev',
      env: { PVG_GATEWAY_URL: 'https://other.example' },
      id: 'profile-in-use',
      status: 'warning',
      says: 'https://other.example (environment variable PVG_GATEWAY_URL) replaces https://',
      fix: 'unset PVG_GATEWAY_URL',
    },
    {
      when: 'the secret is missing',
      home: () =>
        machine({ dev: { environment: 'dev', gateway: { baseUrl: 'https://d.example', clientId: 'c' } } }),
      line: '-p dev',
      id: 'gateway',
      status: 'problem',
      says: 'has no client secret',
      fix: 'pvg profile set dev --client-secret-file <path>',
    },
    {
      when: 'only the address is missing',
      home: temporaryFolder,
      env: { PVG_SECRET_KEY: 'pa55word' },
      id: 'session',
      status: 'warning',
      says: 'enough for `pvg sign`',
      fix: 'export PVG_SESSION_URL=… PVG_GAME_ID=…',
    },
    {
      when: 'there is one part only',
      home: both,
      line: '-p game-dev',
      id: 'session',
      status: 'ok',
      says: 'There is no session part',
    },
    {
      when: 'a stored address is not https',
      home: () => machine({ dev: profileJson('dev', { session: { baseUrl: 'http://s.example' } }) }),
      line: '-p local',
      id: 'addresses',
      status: 'problem',
      says: 'The session address of the profile dev is not https',
      fix: 'pvg profile set dev --session-url <url>',
    },
    {
      when: 'the profile in use is not https',
      home: () => machine({ dev: profileJson('dev', { session: { baseUrl: 'http://s.example' } }) }),
      line: '-p dev',
      id: 'profile-in-use',
      status: 'problem',
      says: 'dev.json is not https',
      fix: 'pvg profile set dev --session-url <url>',
    },
    {
      when: 'the profile in use is damaged',
      home: () => machine({ dev: '{' }),
      line: '-p dev',
      id: 'profile-in-use',
      status: 'problem',
      says: 'dev.json is damaged',
      fix: 'pvg profile show dev',
    },
    {
      when: 'an address variable is not https',
      home: both,
      line: '-p local',
      env: { PVG_GATEWAY_URL: 'http://pa55word.example' },
      id: 'addresses',
      status: 'problem',
      says: 'The gateway address in PVG_GATEWAY_URL is not https',
      fix: 'unset PVG_GATEWAY_URL',
    },
    {
      when: 'dev and prod share a secret',
      home: () =>
        machine({
          dev: profileJson('dev'),
          prod: profileJson('prod', { gateway: { clientSecret: 'dev-secret-1' } }),
        }),
      line: '-p dev',
      id: 'environments',
      status: 'problem',
      says: 'This dev profile has the same secret as the prod profile prod',
      fix: 'pvg profile show prod',
    },
    {
      when: 'dev and prod share a host',
      home: () =>
        machine({
          a: profileJson('dev'),
          b: profileJson('prod', { session: { baseUrl: 'https://dev.example/x' } }),
        }),
      line: '-p a',
      id: 'environments',
      status: 'problem',
      says: 'the same host as',
      fix: 'pvg profile show b',
    },
    {
      when: 'a proxy with a login is set',
      home: both,
      line: '-p local',
      env: { https_proxy: 'http://me:pa55word@proxy.example:3128', NO_PROXY: 'x.example' },
      id: 'proxy',
      status: 'ok',
      says: 'Calls go through the proxy proxy.example:3128 (https_proxy, with a login that is not shown), except to this computer and to the hosts in NO_PROXY.',
    },
    {
      when: 'the proxy for http stands in',
      home: both,
      line: '-p local',
      env: { HTTP_PROXY: 'proxy.example' },
      id: 'proxy',
      status: 'ok',
      says: 'proxy.example (HTTP_PROXY)',
    },
    {
      when: 'the proxy is none',
      home: both,
      line: '-p local',
      env: { HTTPS_PROXY: 'socks5://pa55word@proxy.example' },
      id: 'proxy',
      status: 'problem',
      says: 'is not an http or https address',
      fix: 'unset HTTPS_PROXY',
    },
    {
      when: 'certificates are not verified',
      home: both,
      line: '-p local',
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      id: 'tls',
      status: 'problem',
      says: 'accepts any certificate',
      fix: 'unset NODE_TLS_REJECT_UNAUTHORIZED',
    },
    {
      when: 'the extra certificates are not there',
      home: both,
      line: '-p local',
      env: { NODE_EXTRA_CA_CERTS: 'nothing.pem' },
      id: 'extra-certificates',
      status: 'problem',
      says: 'cannot be read (ENOENT)',
      fix: 'export NODE_EXTRA_CA_CERTS="$FILE"',
    },
    {
      when: 'the extra certificates are no certificates',
      home: () => machine({}, { 'ca.pem': 'pa55word' }),
      line: '-p local',
      env: { NODE_EXTRA_CA_CERTS: 'ca.pem' },
      id: 'extra-certificates',
      status: 'problem',
      says: 'no certificate in PEM form',
      fix: 'export NODE_EXTRA_CA_CERTS="$FILE"',
    },
    {
      when: 'the path of the extra certificates is mistyped',
      home: () => machine({}, { 'corp-ca.pem': '-----BEGIN CERTIFICATE-----\n' }),
      line: '-p local',
      env: { NODE_EXTRA_CA_CERTS: 'crop-ca.pem' },
      id: 'extra-certificates',
      status: 'problem',
      says: 'cannot be read (ENOENT). Node ignores it',
      fix: 'export NODE_EXTRA_CA_CERTS=corp-ca.pem',
    },
    {
      when: 'the extra certificate is in binary form',
      home: () => machine({}, { 'ca.der': '0\u0003abc' }),
      line: '-p local',
      env: { NODE_EXTRA_CA_CERTS: 'ca.der' },
      id: 'extra-certificates',
      status: 'problem',
      says: 'in binary form (DER)',
      fix: 'openssl x509 -inform der -in ca.der -out ca.der.pem && export NODE_EXTRA_CA_CERTS=ca.der.pem',
    },
    {
      when: 'a secret-file variable names a missing file',
      home: () => machine({ dev: profileJson('dev') }, { 'client-secret': 'pa55word' }),
      line: '-p dev',
      env: { PVG_CLIENT_SECRET_FILE: 'client-secrte' },
      id: 'secret-variables',
      status: 'problem',
      says: 'The file given with PVG_CLIENT_SECRET_FILE cannot be read (ENOENT)',
      fix: 'export PVG_CLIENT_SECRET_FILE=client-secret',
    },
    {
      when: 'that missing file is needed',
      home: temporaryFolder,
      env: { PVG_CLIENT_SECRET_FILE: 'pa55word' },
      id: 'profile-in-use',
      status: 'problem',
      says: 'The file given with PVG_CLIENT_SECRET_FILE cannot be read (ENOENT)',
      fix: 'export PVG_CLIENT_SECRET_FILE="$FILE"',
    },
    {
      when: 'a secret is given twice',
      home: () => machine({}, { secret: 'pa55word' }),
      env: { PVG_CLIENT_SECRET_FILE: 'secret', PVG_CLIENT_SECRET: 'pa55word' },
      id: 'secret-variables',
      status: 'problem',
      says: 'PVG_CLIENT_SECRET and PVG_CLIENT_SECRET_FILE are both set',
      fix: 'unset PVG_CLIENT_SECRET',
    },
    {
      when: 'a secret is in a file that a variable names',
      home: () => machine({}, { secret: 'pa55word' }),
      env: { PVG_CLIENT_SECRET_FILE: 'secret' },
      id: 'secret-variables',
      status: 'ok',
      says: 'PVG_CLIENT_SECRET_FILE names a file',
    },
    {
      when: 'a secret in a variable ends with a line break',
      home: both,
      line: '-p game-dev',
      env: { PVG_CLIENT_SECRET: 'pa55word\n' },
      id: 'profile-in-use',
      status: 'warning',
      says: 'PVG_CLIENT_SECRET ends with a line break',
      fix: 'export PVG_CLIENT_SECRET="$(printenv PVG_CLIENT_SECRET)"',
    },
    {
      when: 'dev and prod share a host of this computer',
      home: () =>
        machine({
          a: profileJson('dev', { session: { baseUrl: 'http://127.0.0.1:1' } }),
          b: profileJson('prod', { session: { baseUrl: 'http://127.0.0.1:1' } }),
        }),
      line: '-p a',
      id: 'environments',
      status: 'ok',
      says: 'Addresses on this computer and the emulator’s credentials do not count.',
    },
    {
      when: 'its setting cannot be read',
      home: () => machine({}, { '.pvg.json': '{"journal": 1}' }),
      line: '-p local',
      id: 'journal',
      status: 'warning',
      says: 'The journal is off because its setting cannot be read.',
      fix: '${EDITOR:-vi} ',
    },
    {
      when: 'there are extra certificates',
      home: () => machine({}, { 'ca.pem': '-----BEGIN CERTIFICATE-----\n' }),
      line: '-p local',
      env: { NODE_EXTRA_CA_CERTS: 'ca.pem' },
      id: 'extra-certificates',
      status: 'ok',
      says: 'ca.pem (NODE_EXTRA_CA_CERTS) contains 1 certificate. Node trusts it in addition to its own.',
    },
    {
      when: 'there are very many extra certificates',
      home: () => machine({}, { 'ca.pem': '-----BEGIN CERTIFICATE-----\n'.repeat(140) }),
      line: '-p local',
      env: { NODE_EXTRA_CA_CERTS: 'ca.pem' },
      id: 'extra-certificates',
      status: 'ok',
      says: 'Node reads all of them at every start',
    },
    {
      when: 'none is chosen and the first by name is damaged',
      home: () => machine({ adam: '{', dev: profileJson('dev') }),
      id: 'profile-in-use',
      status: 'warning',
      says: 'No profile is chosen',
      fix: 'pvg profile use dev',
    },
    {
      when: 'none is chosen and all are damaged',
      home: () => machine({ adam: '{' }),
      id: 'profile-in-use',
      status: 'warning',
      says: 'No profile is chosen',
      fix: 'pvg profile use local',
    },
    {
      when: 'the chosen one is gone and the first by name is damaged',
      home: () =>
        machine({ adam: '{', dev: profileJson('dev') }, { 'config/settings.json': '{"profile":"gone"}' }),
      id: 'chosen-profile',
      status: 'problem',
      says: 'is not stored',
      fix: 'pvg profile use dev',
    },
    {
      when: 'the name is nearly that of a damaged one',
      home: () => machine({ 'shop-dev': '{', 'shop-prod': profileJson('prod') }),
      line: '-p shop-deb',
      id: 'profile-in-use',
      status: 'problem',
      says: 'There is no profile `shop-deb`',
      fix: 'pvg profile list',
    },
    {
      when: 'nobody was called',
      home: both,
      line: '-p local',
      id: 'clock',
      status: 'ok',
      says: '`pvg doctor --online` compares it',
    },
  ];
  it.each(cases)(
    '$id is $status when $when',
    async ({ home, env = {}, line = '', id, status, says, fix }) => {
      const ended = await doctor(line, { home: home(), env });
      const found = ended.of(id).find((check) => check.says.includes(says));
      expect(found, JSON.stringify(ended.of(id))).toMatchObject({ status });
      if (fix !== undefined) expect(found?.fix).toContain(fix);
      const problems = ended.checks.some((check) => check.status === 'problem');
      expect(ended.status).toBe(problems ? 3 : 0);
      expect(json(ended)).toMatchObject({ ok: !problems, exit: ended.status, error: null });
    },
  );

  it('tells a looser mode of a profile and of its folders, and how to tighten it', async () => {
    const home = both();
    const config = join(home, 'config');
    chmodSync(config, 0o755);
    chmodSync(join(config, 'profiles', 'game-dev.json'), 0o644);
    const { status, of } = await doctor('-p game-dev', { home });
    expect(status).toBe(0);
    expect(of('config-folder')).toMatchObject([{ status: 'warning', fix: `chmod 0700 ${config}` }]);
    expect(of('profile-files')).toMatchObject([
      { status: 'warning', fix: `chmod 0600 ${join(config, 'profiles', 'game-dev.json')}` },
    ]);
    expect(of('profile-in-use')).toMatchObject([{ status: 'ok' }]);
  });

  it('tries the state folder and leaves nothing in it', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'state'));
    expect((await doctor('-p local', { home })).of('state-folder')).toMatchObject([{ status: 'ok' }]);
    expect(readdirSync(join(home, 'state'))).toEqual([]);
  });

  it('says where no state can be written, which is no problem', async () => {
    const home = machine({}, { state: 'a file' });
    const { status, of } = await doctor('-p local', { home });
    expect(status).toBe(0);
    expect(of('state-folder')).toMatchObject([
      { status: 'warning', fix: 'export PVG_STATE_DIR="$(mktemp -d)"' },
    ]);
    expect(of('journal')).toMatchObject([{ status: 'warning' }]);
  });

  it.each([
    ['on, and where it is kept', {}, /^The journal is on: each call is kept in .*journal\.$/],
    [
      'off, and what switched it off',
      { PVG_NO_JOURNAL: '1' },
      /^The journal is off \(PVG_NO_JOURNAL\)\. No call is kept/,
    ],
  ])('says that the journal is %s', async (_what, env, says) => {
    const { of } = await doctor('-p local', { home: temporaryFolder(), env });
    expect(of('journal')).toMatchObject([{ status: 'ok', says: expect.stringMatching(says) as string }]);
  });

  it('gives a person one line a check, the fix under it, and the next command last', async () => {
    const home = machine({ torn: '{' });
    const { status, out, err } = await pvg('doctor --profile local', { home });
    expect({ status, err }).toEqual({ status: 3, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe('✘ 1 problem, no warnings.');
    expect(lines[1]).toMatch(/^✔ ok {7}node-version: /);
    const at = lines.findIndex((line) => line.startsWith('✘ problem  profile-files: '));
    expect(lines[at + 1]).toBe('    fix: pvg profile show torn');
    expect(lines.at(-1)).toBe('Next: pvg profile show torn');
  });

  it('uses words alone where ACCESSIBLE is set', async () => {
    const { out } = await pvg('doctor --profile local', { env: { ACCESSIBLE: '1' } });
    expect(out).not.toMatch(/[✔✘]/);
    expect(out).toMatch(/^No problems, no warnings\.\nok {7}node-version: /);
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

  it('changes nothing and calls nobody', async () => {
    const home = both();
    const before = readdirSync(home, { recursive: true }).sort();
    // A test context has no network and no server: asking for one fails the run.
    expect((await doctor('-p game-dev', { home })).status).toBe(0);
    expect(readdirSync(home, { recursive: true }).sort()).toEqual(before);
  });
});

describe('the doctor on another machine', () => {
  const globals: GlobalOptions = {
    profile: 'local',
    json: true,
    text: false,
    raw: false,
    quiet: false,
    verbose: false,
    debug: false,
    color: false,
    input: false,
  };
  const on = async (
    other: Partial<Machine>,
    home = temporaryFolder(),
    files: FilesOptions = {},
  ): Promise<readonly Seen[]> => {
    const context = { ...testContext({ home }), files: openFiles(home, files) };
    const { answer } = await runDoctor(context, globals, {}, { ...thisMachine, ...other });
    return (answer as unknown as { checks: readonly Seen[] }).checks;
  };
  const find = (checks: readonly Seen[], id: string) => checks.find((check) => check.id === id);

  it.each([
    ['20.18.0', 'problem'],
    ['18.20.4', 'problem'],
    ['20.18.1', 'ok'],
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
    ['100.1.0', 'ok'],
  ])('judges Node %s: %s', async (nodeVersion, status) => {
    expect(find(await on({ nodeVersion }), 'node-version')?.status).toBe(status);
  });

  it('wants the Node that package.json wants', () => {
    const own = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(own.engines.node).toBe(`>=${oldestNode}`);
  });

  it('knows a folder of another user', async () => {
    const home = both();
    const checks = await on({}, home, { userId: 4242 });
    expect(find(checks, 'config-folder')).toMatchObject({
      status: 'problem',
      fix: `sudo chown -R "$(id -u)" ${join(home, 'config')}`,
    });
  });

  it('asks for no modes on Windows', async () => {
    const home = both();
    chmodSync(join(home, 'config'), 0o755);
    chmodSync(join(home, 'config', 'profiles', 'game-dev.json'), 0o644);
    const checks = await on({ platform: 'win32' }, home, { userId: undefined });
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
  });
});
