import type { Profile } from '../../src/contract/profile.js';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PvgError } from '../../src/failure.js';
import { demoCredentials } from '../../src/contract/demo-credentials.js';
import { requireTarget, resolveProfile, type ProfileFlags } from '../../src/profiles/resolve.js';
import { temporaryFolder, testContext, type TestContext } from '../support/context.js';

const stored = (name: string, environment: 'dev' | 'prod'): Profile => ({
  name,
  environment,
  readOnly: false,
  gatewayUrl: `https://gateway.${environment}.example`,
  clientId: 'stored-client',
  clientSecret: `stored-${environment}-secret`,
  sessionUrl: `https://session.${environment}.example`,
  gameId: 'stored-game',
  secretKey: `stored-${environment}-key`,
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
  await context.profiles.write(stored('game-dev', 'dev'));
  await context.profiles.write(stored('game-prod', 'prod'));
  if (chosen !== undefined) await context.profiles.choose(chosen);
  return context;
}

const resolving = async (given: World, flags: ProfileFlags = {}) => resolveProfile(await world(given), flags);
const failing = (given: World, flags: ProfileFlags = {}): Promise<PvgError> =>
  resolving(given, flags).then(
    () => Promise.reject(new Error('it was resolved')),
    (error: unknown) => error as PvgError,
  );

describe('which profile', () => {
  const chosen = { chosen: 'game-prod' };
  const everywhere = { ...chosen, env: { PVG_PROFILE: 'game-dev' }, project: '{"profile": "game-prod"}' };
  it.each<[says: string, given: World, flags: ProfileFlags, name: string | null, source: string]>([
    ['the flag before all', everywhere, { profile: 'local' }, 'local', 'flag --profile'],
    ['the variable before the project', everywhere, {}, 'game-dev', 'environment variable PVG_PROFILE'],
    [
      'the project before the choice',
      { ...chosen, project: '{"profile": "game-dev"}' },
      {},
      'game-dev',
      'project',
    ],
    ['the choice where nothing else names one', { ...chosen, project: '{}' }, {}, 'game-prod', 'chosen'],
    ['an empty variable as none', { ...chosen, env: { PVG_PROFILE: '' } }, {}, 'game-prod', 'chosen'],
    ['the variables alone', { env: { PVG_CLIENT_SECRET: 'a-secret' } }, {}, null, 'environment variables'],
  ])('takes %s', async (_says, given, flags, name, source) => {
    const resolved = await resolving(given, flags);
    expect(resolved.name).toBe(name);
    expect(resolved.sources.profile).toContain(source);
  });

  it('says both ways on when there is none', async () => {
    const error = await resolveProfile(testContext(), {}).catch((failure: unknown) => failure as PvgError);
    expect(error).toMatchObject({ code: 'profile-missing', exit: 3 });
    expect((error as PvgError).details.hint).toMatch(/pvg profile add.*--profile local/);
  });

  it('names the stored ones when none is named', async () => {
    const { code, exit, details } = await failing({});
    expect([code, exit, details.nextCommand]).toEqual(['profile-missing', 3, 'pvg profile list']);
    expect(details.hint).toContain('Stored: game-dev, game-prod. For one call, add `--profile game-dev`');
  });

  it.each([
    ['gmae-dev', true],
    ['constructor', true],
    ...['gmae-dev1', 'Game-Dev', 'S3CRET', '../../etc/passwd', '-x', '__proto__'].map(
      (name) => [name, false] as const,
    ),
  ] as const)('repeats the unknown name %s: %s', async (name, isRepeated) => {
    const error = await failing({}, { profile: name });
    expect([error.code, error.exit]).toEqual(['profile-unknown', 3]);
    expect((error.message + (error.details.hint ?? '')).includes(name)).toBe(isRepeated);
  });

  it('offers the nearest name', async () => {
    expect((await failing({}, { profile: 'gmae-dev' })).details.hint).toBe('Did you mean `game-dev`?');
  });
});

describe('each value', () => {
  it('comes from flag, variable or profile, and says which', async () => {
    const resolved = await resolving(
      { env: { PVG_CLIENT_ID: 'variable-client', PVG_GAME_ID: 'variable-game' } },
      { profile: 'game-dev', gameId: 'flag-game' },
    );
    expect(resolved).toMatchObject({
      ...{ clientId: 'variable-client', clientSecret: 'stored-dev-secret', gameId: 'flag-game' },
      sources: {
        ...{ clientId: 'environment variable PVG_CLIENT_ID', clientSecret: 'profile game-dev' },
        ...{ gameId: 'flag --game-id', environment: 'profile game-dev' },
      },
    });
  });

  it('that is a secret is known to the redaction, whether used or not', async () => {
    const context = await world({ env: { PVG_CLIENT_SECRET: 'variable-secret' } });
    await resolveProfile(context, { profile: 'game-dev', clientSecret: 'flag-secret' });
    const shown = context.secrets.redact('variable-secret flag-secret stored-dev-secret stored-dev-key');
    expect(shown).not.toMatch(/variable-secret|flag-secret|stored/);
  });

  it('of a variable keeps its line end, and that is said', async () => {
    const resolved = await resolving({ env: { PVG_CLIENT_SECRET: 'secret\n' } }, { profile: 'game-dev' });
    const says = expect.stringContaining('PVG_CLIENT_SECRET ends with a line break') as string;
    const fix = 'export PVG_CLIENT_SECRET="$(printenv PVG_CLIENT_SECRET)"';
    expect([resolved.clientSecret, resolved.notes]).toEqual(['secret\n', [{ says, fix }]]);
  });
});

describe('addresses', () => {
  const wrong =
    'http://g.example https://user:pass@g.example https://@g.example https://g.example/?x https://g.example/# ' +
    'https:\\\\g.example https:g.example g.example ftp://g.example http://127.0.0.1.evil.example https:/// ' +
    'http://localhost.evil.example https://b\u00fccher.example javascript:alert(1) ' +
    'https://g.example/iap/gateway/verify https://g.example/eu/iap/gateway/lookup-receipt/';
  it.each([...wrong.split(' '), 'https://g.example /', 'https://g.example\n'])(
    '%j is refused: 2 as an option, 3 as a variable',
    async (address) => {
      const option = await failing({}, { profile: 'game-dev', gatewayUrl: address, interface: 'gateway' });
      const variable = await failing({ env: { PVG_GATEWAY_URL: address } }, { profile: 'game-dev' });
      expect([option.exit, variable.exit]).toEqual([2, 3]);
      expect(option.message).not.toContain(address);
    },
  );

  const right = ['https://gateway.dev.example/base', 'http://127.8.9.1:8787', 'http://[::1]:80'];
  it.each([...right, 'http://localhost:1/x/'])('%s is accepted', async (gatewayUrl) => {
    const resolved = await resolving({}, { profile: 'game-dev', gatewayUrl, interface: 'gateway' });
    expect(resolved.gatewayUrl).toBe(gatewayUrl);
  });

  const called = { interface: 'gateway' } as const;
  const [other, prod] = ['https://other.example', 'https://gateway.prod.example'];
  it.each<[says: string, env: Record<string, string>, flags: ProfileFlags, outcome: 'silent' | 'said' | 13]>([
    ['another path', {}, { profile: 'game-prod', gatewayUrl: `${prod}/v2` }, 'silent'],
    ['another host on dev', {}, { profile: 'game-dev', gatewayUrl: other }, 'said'],
    ['another port on prod', {}, { profile: 'game-prod', gatewayUrl: `${prod}:444` }, 13],
    ['a variable on prod', { PVG_GATEWAY_URL: other }, { profile: 'game-prod' }, 13],
    ['a variable on dev', { PVG_GATEWAY_URL: other }, { profile: 'game-dev' }, 'said'],
    ['the interface that is not called', { PVG_SESSION_URL: other }, { profile: 'game-prod' }, 'silent'],
  ])('of %s', async (_says, env, flags, outcome) => {
    const made = resolving({ env }, { ...called, ...flags });
    if (outcome === 13) await expect(made).rejects.toMatchObject({ code: 'other-origin', exit: 13 });
    else expect((await made).notes).toHaveLength(outcome === 'said' ? 1 : 0);
  });

  it('that a command does not need is neither refused nor checked', async () => {
    for (const PVG_GATEWAY_URL of [other, 'no address']) {
      const env = { PVG_PROFILE: 'game-prod', PVG_GATEWAY_URL };
      const { name, notes } = await resolving({ env }, { ...called, needsAddress: false });
      expect([name, notes]).toEqual(['game-prod', []]);
    }
  });
});

describe('the environment', () => {
  it('of variables alone is prod, unless they say otherwise', async () => {
    const alone = { PVG_GATEWAY_URL: 'https://any.example' };
    expect((await resolving({ env: alone })).environment).toBe('prod');
    expect((await resolving({ env: { ...alone, PVG_ENVIRONMENT: 'sandbox' } })).environment).toBe('dev');
    expect(await failing({ env: { ...alone, PVG_ENVIRONMENT: 'staging' } })).toMatchObject({ exit: 3 });
  });

  it.each([
    ['game-dev', 'prod'],
    ['game-prod', 'dev'],
    ['local', 'production'],
  ])('of %s is not changed by PVG_ENVIRONMENT=%s', async (profile, told) => {
    const error = await failing({ env: { PVG_ENVIRONMENT: told } }, { profile });
    expect(error).toMatchObject({ code: 'environment-conflict', exit: 3 });
  });

  it('may be said twice alike', async () => {
    const { environment } = await resolving(
      { env: { PVG_ENVIRONMENT: 'production' } },
      { profile: 'game-prod' },
    );
    expect(environment).toBe('prod');
  });
});

describe('local', () => {
  it('has the demo credentials, whatever the variables say', async () => {
    const context = await world({
      env: { PVG_CLIENT_ID: 'x', PVG_SECRET_KEY: 'y', PVG_GATEWAY_URL: 'https://x.example' },
    });
    const resolved = await resolveProfile(context, { profile: 'local' });
    expect(resolved).toMatchObject({ name: 'local', local: true, environment: 'dev' });
    expect(resolved).toMatchObject(demoCredentials);
    expect(context.secrets.redact(demoCredentials.clientSecret)).toBe(demoCredentials.clientSecret);
  });

  it('takes another game id, and no address', async () => {
    expect((await resolving({}, { profile: 'local', gameId: 'demo-disabled' })).gameId).toBe('demo-disabled');
    expect(await failing({}, { profile: 'local', gatewayUrl: 'https://x.example' })).toMatchObject({
      code: 'other-origin',
    });
  });
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

  it('of the nearest folder wins', async () => {
    const context = await world({ project: '{"profile": "game-prod"}' });
    const [nearest = ''] = context.files.foldersUpward();
    writeFileSync(join(nearest, '.pvg.json'), '{"profile": "game-dev"}');
    expect((await resolveProfile(context, {})).name).toBe('game-dev');
  });
});

describe('configuration that cannot be read', () => {
  it('does not stand in the way of variables that are enough', async () => {
    const context = await world({ env: { PVG_SECRET_KEY: 'variable-key' } });
    writeFileSync(join(context.folders.config, 'settings.json'), 'x');
    const resolved = await resolveProfile(context, {});
    expect([resolved.name, resolved.notes]).toEqual([
      null,
      [{ says: expect.stringContaining('settings.json') as string }],
    ]);
  });

  it('that others may read is said on each use', async () => {
    const context = await world();
    chmodSync(context.profiles.path('game-dev'), 0o640);
    expect((await resolveProfile(context, { profile: 'game-dev' })).notes).toEqual([
      { says: expect.stringContaining('0640') as string },
    ]);
  });

  it('with an address that somebody edited is refused', async () => {
    const context = await world();
    await context.profiles.write({ ...stored('game-dev', 'dev'), gatewayUrl: 'http://gateway.dev.example' });
    await expect(resolveProfile(context, { profile: 'game-dev' })).rejects.toMatchObject({ exit: 3 });
  });
});

describe('what a command needs', () => {
  const bare = (env: Record<string, string>) => resolving({ env });

  it('is there', async () => {
    const resolved = await resolving({}, { profile: 'game-dev' });
    const { gatewayUrl, clientId, clientSecret: secret, sessionUrl, secretKey } = stored('game-dev', 'dev');
    expect(requireTarget(resolved, 'gateway')).toEqual({ baseUrl: gatewayUrl, clientId, secret });
    expect(requireTarget(resolved, 'session')).toEqual({ baseUrl: sessionUrl, secret: secretKey });
  });

  it('of a signature is no address, of a dry run no secret', async () => {
    const signing = await bare({ PVG_CLIENT_ID: 'c', PVG_CLIENT_SECRET: 'secret' });
    expect(requireTarget(signing, 'gateway', { address: false }).secret).toBe('secret');
    const dry = await bare({ PVG_CLIENT_ID: 'c', PVG_GATEWAY_URL: 'https://x.example' });
    expect(requireTarget(dry, 'gateway', { secret: false }).baseUrl).toBe('https://x.example');
    expect(() => requireTarget(dry, 'gateway')).toThrow('no client secret');
  });

  it('and lacks is named with the command that helps', async () => {
    const context = await world();
    const gateway = { gatewayUrl: 'https://gateway.dev.example', clientId: 'c' };
    await context.profiles.write({ name: 'half', environment: 'dev', readOnly: false, ...gateway });
    const resolved = await resolveProfile(context, { profile: 'half' });
    const nextCommand = 'pvg profile set half --client-secret-file "$CLIENT_SECRET_FILE"';
    expect(() => requireTarget(resolved, 'gateway')).toThrow(
      expect.objectContaining({
        code: 'secret-missing',
        details: expect.objectContaining({ nextCommand }) as object,
      }) as Error,
    );
    expect(() => requireTarget(resolved, 'session')).toThrow(
      'The profile half has no session address or secret key.',
    );
  });
});
