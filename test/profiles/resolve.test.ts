import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/contract/demo-credentials.js';
import type { Profile } from '../../src/contract/profile.js';
import { PvgError } from '../../src/failure.js';
import { type ProfileFlags, requireTarget, resolveProfile } from '../../src/profiles/resolve.js';
import { temporaryFolder, testContext, type TestContext } from '../helpers/context.js';

const stored = (environment: 'dev' | 'prod'): Profile => ({
  ...{ name: `game-${environment}`, environment, readOnly: false },
  ...{ gatewayUrl: `https://gateway.${environment}.example`, clientId: 'stored-client' },
  ...{
    clientSecret: `stored-${environment}-secret`,
    sessionUrl: `https://session.${environment}.example`,
  },
  ...{ gameId: 'stored-game', secretKey: `stored-${environment}-key` },
});

interface World {
  readonly env?: Record<string, string>;
  readonly chosen?: string;
  readonly project?: string;
}

async function world({ env = {}, chosen, project }: World = {}): Promise<TestContext> {
  const home = temporaryFolder();
  const folder = join(home, 'project', 'deep');
  mkdirSync(folder, { recursive: true });
  if (project !== undefined) writeFileSync(join(home, 'project', '.pvg.json'), project);
  const context = testContext({ env, home, folder });
  await context.profiles.write(stored('dev'));
  await context.profiles.write(stored('prod'));
  if (chosen !== undefined) await context.profiles.choose(chosen);
  return context;
}

const resolving = async (given: World, flags: ProfileFlags = {}) =>
  resolveProfile(await world(given), flags);
const failing = (given: World, flags: ProfileFlags = {}): Promise<PvgError> =>
  resolving(given, flags).then(
    () => Promise.reject(new Error('it was resolved')),
    (error: unknown) => error as PvgError,
  );
const dev = { profile: 'game-dev' };
const prod = { profile: 'game-prod' };

describe('which profile', () => {
  const chosen = { chosen: 'game-prod' };
  const ofProject = { ...chosen, project: '{"profile": "game-dev"}' };
  const everywhere = {
    ...chosen,
    env: { PVG_PROFILE: 'game-dev' },
    project: '{"profile": "game-prod"}',
  };
  it.each<[says: string, given: World, flags: ProfileFlags, name: string | null, source: string]>([
    ['the flag before all', everywhere, { profile: 'local' }, 'local', 'command line'],
    [
      'the variable before the project',
      everywhere,
      {},
      'game-dev',
      'environment variable PVG_PROFILE',
    ],
    ['the project before the choice', ofProject, {}, 'game-dev', 'project'],
    [
      'the choice where nothing else names one',
      { ...chosen, project: '{}' },
      {},
      'game-prod',
      'chosen',
    ],
    [
      'an empty variable as none',
      { ...chosen, env: { PVG_PROFILE: '' } },
      {},
      'game-prod',
      'chosen',
    ],
    [
      'the variables alone',
      { env: { PVG_CLIENT_SECRET: 'a-secret' } },
      {},
      null,
      'environment variables',
    ],
  ])('takes %s', async (_says, given, flags, name, source) => {
    const resolved = await resolving(given, flags);
    expect(resolved.name).toBe(name);
    expect(resolved.sources.profile).toContain(source);
  });

  it('says the ways on when there is none, and which are stored', async () => {
    const error = (await resolveProfile(testContext(), {}).catch(
      (failure: unknown) => failure,
    )) as PvgError;
    expect(error).toMatchObject({ code: 'profile-missing', exit: 3 });
    expect(error.details.hint).toMatch(/pvg profile add.*--profile local/);
    expect((await failing({})).details.hint).toMatch(
      /^Stored: game-dev, game-prod\. .*--profile local/,
    );
  });

  it.each([
    ['gmae-dev', true],
    ['constructor', true],
    ...['gmae-dev1', 'S3CRET', '../../etc/passwd', '-x', '__proto__'].map(
      (name) => [name, false] as const,
    ),
  ] as const)('repeats the unknown name %s: %s', async (name, isRepeated) => {
    const error = await failing({}, { profile: name });
    expect([error.code, error.exit]).toEqual(['profile-unknown', 3]);
    expect((error.message + (error.details.hint ?? '')).includes(name)).toBe(isRepeated);
    if (name === 'gmae-dev') expect(error.details.hint).toContain('`game-dev`');
  });
});

describe('each value', () => {
  it('comes from flag, variable or profile, and says which', async () => {
    const env = { PVG_CLIENT_ID: 'variable-client', PVG_GAME_ID: 'variable-game' };
    expect(await resolving({ env }, { ...dev, gameId: 'flag-game' })).toMatchObject({
      ...{ clientId: 'variable-client', clientSecret: 'stored-dev-secret', gameId: 'flag-game' },
      sources: {
        ...{ clientId: 'environment variable PVG_CLIENT_ID', clientSecret: 'profile game-dev' },
        ...{ gameId: 'flag --game-id', environment: 'profile game-dev' },
      },
    });
  });

  it('that is a secret is known to the redaction, whether used or not', async () => {
    const context = await world({ env: { PVG_CLIENT_SECRET: 'variable-secret' } });
    await resolveProfile(context, { ...dev, clientSecret: 'flag-secret' });
    const shown = context.secrets.redact(
      'variable-secret flag-secret stored-dev-secret stored-dev-key',
    );
    expect(shown).not.toMatch(/variable-secret|flag-secret|stored/);
  });

  it('of a variable keeps its line end, and that is said', async () => {
    const resolved = await resolving({ env: { PVG_CLIENT_SECRET: 'secret\n' } }, dev);
    const fix = 'export PVG_CLIENT_SECRET="$(printenv PVG_CLIENT_SECRET)"';
    expect(resolved).toMatchObject({ clientSecret: 'secret\n', notes: [{ fix }] });
  });
});

describe('addresses', () => {
  const wrong =
    'http://g.example https://user:pass@g.example https://@g.example https://g.example/?x https://g.example/# ' +
    'https:\\\\g.example https:g.example g.example http://127.0.0.1.evil.example https:/// https://b\u00fccher.example ' +
    'javascript:alert(1) https://g.example/eu/iap/gateway/lookup-receipt/';
  it.each([...wrong.split(' '), 'https://g.example /', 'https://g.example\n'])(
    '%j is refused: 2 as an option, 3 as a variable or in a file',
    async (gatewayUrl) => {
      const option = await failing({}, { ...dev, gatewayUrl, interface: 'gateway' });
      const variable = await failing({ env: { PVG_GATEWAY_URL: gatewayUrl } }, dev);
      const context = await world();
      await context.profiles.write({ ...stored('dev'), gatewayUrl });
      await expect(resolveProfile(context, dev)).rejects.toMatchObject({ exit: 3 });
      expect([option.exit, variable.exit]).toEqual([2, 3]);
      expect(option.message).not.toContain(gatewayUrl);
    },
  );

  const right = ['https://gateway.dev.example/base', 'http://127.8.9.1:8787', 'http://[::1]:80'];
  it.each([...right, 'http://localhost:1/x/'])('%s is accepted', async (gatewayUrl) => {
    expect(await resolving({}, { ...dev, gatewayUrl, interface: 'gateway' })).toMatchObject({
      gatewayUrl,
    });
  });

  const called = { interface: 'gateway' } as const;
  const unsent = { ...called, needsAddress: false };
  const [other, own] = ['https://other.example', 'https://gateway.prod.example'];
  it.each<
    [
      says: string,
      env: Record<string, string>,
      flags: ProfileFlags,
      outcome: 'silent' | 'said' | 13,
    ]
  >([
    ['another path', {}, { ...prod, ...called, gatewayUrl: `${own}/v2` }, 'silent'],
    ['another host on dev', {}, { ...dev, ...called, gatewayUrl: other }, 'said'],
    ['another port on prod', {}, { ...prod, ...called, gatewayUrl: `${own}:444` }, 13],
    ['a variable on prod', { PVG_GATEWAY_URL: other }, { ...prod, ...called }, 13],
    ['a variable on dev', { PVG_GATEWAY_URL: other }, { ...dev, ...called }, 'said'],
    [
      'the interface that is not called',
      { PVG_SESSION_URL: other },
      { ...prod, ...called },
      'silent',
    ],
    ['a command that sends nothing', { PVG_GATEWAY_URL: other }, { ...prod, ...unsent }, 'silent'],
    [
      'one that does not even look',
      { PVG_GATEWAY_URL: 'no address' },
      { ...prod, ...unsent },
      'silent',
    ],
    ['local, which has none', {}, { profile: 'local', ...called, gatewayUrl: other }, 13],
  ])('of %s', async (_says, env, flags, outcome) => {
    const made = resolving({ env }, flags);
    if (outcome === 13)
      await expect(made).rejects.toMatchObject({ code: 'other-origin', exit: 13 });
    else expect((await made).notes).toHaveLength(outcome === 'said' ? 1 : 0);
  });
});

describe('another address', () => {
  const address = 'https://other.example';
  const failed = async (profile: string): Promise<PvgError> => {
    const failure: unknown = await resolving(
      {},
      { profile, interface: 'gateway', gatewayUrl: address },
    ).catch((error: unknown) => error);
    if (!(failure instanceof PvgError)) throw new TypeError('it was taken');
    return failure;
  };

  it('of local leads to a profile that has it', async () => {
    const { message, details } = await failed('local');
    expect(message).not.toContain('local.invalid');
    expect(details.nextCommand).toMatch(
      /^pvg profile add "\$NEW_PROFILE" --environment "\$ENVIRONMENT" --gateway-url https:\/\/other\.example --client-id /,
    );
  });

  it('of a prod profile leads to the command that changes the stored one', async () => {
    const { details } = await failed('game-prod');
    expect(details.hintAtTerminal).toContain(
      `\`pvg profile set game-prod --gateway-url ${address}\``,
    );
  });
});

describe('PVG_ENVIRONMENT', () => {
  const alone = 'https://any.example';
  it.each<[told: string, profile: string | undefined, environment: string]>([
    ['', undefined, 'prod'],
    ['sandbox', undefined, 'dev'],
    ['staging', undefined, 'configuration-unreadable'],
    ['production', 'game-prod', 'prod'],
    ['prod', 'game-dev', 'environment-conflict'],
    ['dev', 'game-prod', 'environment-conflict'],
    ['production', 'local', 'environment-conflict'],
  ])('%j with the profile %s: %s', async (told, profile, outcome) => {
    const env = { PVG_ENVIRONMENT: told, ...(profile === undefined && { PVG_GATEWAY_URL: alone }) };
    const made = resolving({ env }, profile === undefined ? {} : { profile });
    if (outcome.includes('-')) await expect(made).rejects.toMatchObject({ code: outcome, exit: 3 });
    else expect(await made).toMatchObject({ environment: outcome });
  });
});

it('local has the demo credentials, whatever the variables say, and takes another game id', async () => {
  const variables = {
    PVG_CLIENT_ID: 'x',
    PVG_SECRET_KEY: 'y',
    PVG_GATEWAY_URL: 'https://x.example',
  };
  const context = await world({ env: variables });
  const { clientId, clientSecret, secretKey } = demoCredentials;
  expect(
    await resolveProfile(context, { profile: 'local', gameId: 'demo-disabled' }),
  ).toMatchObject({
    ...{ name: 'local', local: true, environment: 'dev' },
    ...{ clientId, clientSecret, secretKey, gameId: 'demo-disabled' },
  });
  expect(context.secrets.redact(clientSecret)).toBe(clientSecret);
});

describe('the project file', () => {
  it.each([
    ['holds a secret', '{"profile": "game-dev", "client_secret": "CANARY"}'],
    ['holds a secret deep down', '{"a": [{"b": {"secretKey": "CANARY"}}]}'],
    ['holds a secret in parts', '{"secret": {"value": "CANARY"}}'],
    ['holds a password', '{"password": "CANARY"}'],
    ['is no JSON', '{"profile": CANARY'],
    ['is no object', '["CANARY"]'],
    ['names a profile by number', '{"profile": 7}'],
  ])('that %s is an error whatever profile is used, and is not quoted', async (_what, project) => {
    const error = await failing({ project }, { profile: 'local' });
    expect(error).toMatchObject({ code: 'configuration-unreadable', exit: 3 });
    expect(error.message).toContain('.pvg.json');
    expect(error.message + (error.details.hint ?? '')).not.toContain('CANARY');
  });

  it.each([
    ['{"profile": "p1"', /is not JSON: .* at character 17/, /^[^`]*`\{"profile": "game-dev"\}`\.$/],
    ['["p1"]', /JSON object/, /^[^`]*`\{"profile": "game-dev"\}`\.$/],
    ['{"profile": 7}', /`profile`/, /^[^`]*`\{"profile": "game-dev"\}`\.$/],
    ['{"journal": false}', /`journal`/, /PVG_NO_JOURNAL=1/],
  ])(
    'that cannot be used names its fault and opens the editor: %s',
    async (project, says, hint) => {
      const error = await failing({ project }, { profile: 'local' });
      expect(error.message).toMatch(says);
      expect(error.details.hint).toMatch(hint);
      expect(error.details.nextCommand).toMatch(/EDITOR.*\.pvg\.json/);
    },
  );

  it('of the nearest folder wins', async () => {
    const context = await world({ project: '{"profile": "game-prod"}' });
    const [nearest = ''] = context.files.foldersUpward();
    writeFileSync(join(nearest, '.pvg.json'), '{"profile": "game-dev"}');
    expect((await resolveProfile(context, {})).name).toBe('game-dev');
  });
});

describe('a configuration', () => {
  it('that cannot be read does not stand in the way of variables that are enough', async () => {
    const context = await world({ env: { PVG_SECRET_KEY: 'variable-key' } });
    writeFileSync(join(context.folders.config, 'settings.json'), 'x');
    const says = expect.stringContaining('settings.json') as string;
    expect(await resolveProfile(context, {})).toMatchObject({ name: null, notes: [{ says }] });
  });

  it.runIf(process.platform !== 'win32')('that others may read is said on each use', async () => {
    const context = await world();
    chmodSync(context.profiles.path('game-dev'), 0o640);
    const says = expect.stringContaining('0640') as string;
    expect((await resolveProfile(context, dev)).notes).toEqual([{ says }]);
  });
});

describe('what a command needs', () => {
  it('is there', async () => {
    const resolved = await resolving({}, dev);
    const { gatewayUrl, clientId, clientSecret: secret, sessionUrl, secretKey } = stored('dev');
    expect(requireTarget(resolved, 'gateway')).toEqual({ baseUrl: gatewayUrl, clientId, secret });
    expect(requireTarget(resolved, 'session')).toEqual({ baseUrl: sessionUrl, secret: secretKey });
  });

  it('of a signature is no address, of a dry run no secret; what is missing is named', async () => {
    const signing = await resolving({ env: { PVG_CLIENT_ID: 'c', PVG_CLIENT_SECRET: 'secret' } });
    expect(requireTarget(signing, 'gateway', { address: false }).secret).toBe('secret');
    const dry = await resolving({
      env: { PVG_CLIENT_ID: 'c', PVG_GATEWAY_URL: 'https://x.example' },
    });
    expect(requireTarget(dry, 'gateway', { secret: false }).baseUrl).toBe('https://x.example');
    expect(() => requireTarget(dry, 'gateway')).toThrow('no client secret');
    const nextCommand = 'pvg profile set half --client-secret-file "$CLIENT_SECRET_FILE"';
    expect(() => requireTarget({ ...dry, name: 'half' }, 'gateway')).toThrow(
      expect.objectContaining({
        code: 'secret-missing',
        details: expect.objectContaining({ nextCommand }) as object,
      }),
    );
    expect(() => requireTarget(dry, 'session')).toThrow('no session address or secret key.');
  });
});
