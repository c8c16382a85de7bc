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
  const everywhere: World = {
    env: { PVG_PROFILE: 'game-dev' },
    chosen: 'game-prod',
    project: '{"profile": "game-prod"}',
  };
  const cases: readonly (readonly [
    says: string,
    given: World,
    flags: ProfileFlags,
    name: string | null,
    source: string,
  ])[] = [
    ['the flag before all', everywhere, { profile: 'local' }, 'local', 'flag --profile'],
    ['the variable before the project', everywhere, {}, 'game-dev', 'environment variable PVG_PROFILE'],
    [
      'the project before the choice',
      { chosen: 'game-prod', project: '{"profile": "game-dev"}' },
      {},
      'game-dev',
      'project file',
    ],
    [
      'the choice where nothing else names one',
      { chosen: 'game-dev', project: '{}' },
      {},
      'game-dev',
      'chosen',
    ],
    ['an empty variable as none', { env: { PVG_PROFILE: '' }, chosen: 'game-dev' }, {}, 'game-dev', 'chosen'],
    [
      'the variables alone',
      { env: { PVG_CLIENT_SECRET: 'from-variable' } },
      {},
      null,
      'environment variables',
    ],
  ];
  for (const [says, given, flags, name, source] of cases) {
    it(`takes ${says}`, async () => {
      const resolved = await resolving(given, flags);
      expect(resolved.name).toBe(name);
      expect(resolved.sources.profile).toContain(source);
    });
  }

  it('says both ways on when there is none', async () => {
    const error = await resolveProfile(testContext(), {}).catch((failure: unknown) => failure as PvgError);
    expect(error).toMatchObject({ code: 'profile-missing', exit: 3 });
    expect((error as PvgError).details.hint).toMatch(/pvg profile add.*--profile local/);
  });

  it('names the stored ones when none is named', async () => {
    const { code, exit, details } = await failing({});
    expect([code, exit]).toEqual(['profile-missing', 3]);
    expect(details.hint).toContain('Stored: game-dev, game-prod. For one call, add `--profile game-dev`');
    expect(details.nextCommand).toBe('pvg profile use "$PROFILE"');
  });

  it('has the whole command where only one is stored', async () => {
    const context = testContext();
    await context.profiles.write(stored('game-dev', 'dev'));
    const error = await resolveProfile(context, {}).catch((failure: unknown) => failure as PvgError);
    expect((error as PvgError).details.nextCommand).toBe('pvg profile use game-dev');
  });

  for (const name of ['gmae-dev', 'constructor']) {
    it(`repeats the unknown name ${name}: letters and hyphens are no secret`, async () => {
      const error = await failing({}, { profile: name });
      expect([error.code, error.exit]).toEqual(['profile-unknown', 3]);
      expect(error.message).toContain(`There is no profile \`${name}\``);
    });
  }

  for (const name of ['gmae-dev1', 'Game-Dev', 'S3CRET', '../../etc/passwd', '-x', '__proto__']) {
    it(`does not repeat the unknown name ${name}`, async () => {
      const error = await failing({}, { profile: name });
      expect([error.code, error.exit]).toEqual(['profile-unknown', 3]);
      expect(error.message + (error.details.hint ?? '')).not.toContain(name);
    });
  }

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
      gatewayUrl: 'https://gateway.dev.example',
      clientId: 'variable-client',
      clientSecret: 'stored-dev-secret',
      gameId: 'flag-game',
    });
    expect(resolved.sources).toMatchObject({
      clientId: 'environment variable PVG_CLIENT_ID',
      clientSecret: 'profile game-dev',
      gameId: 'flag --game-id',
      environment: 'profile game-dev',
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
    expect(resolved.clientSecret).toBe('secret\n');
    expect(resolved.notes).toEqual([
      {
        says: expect.stringContaining('PVG_CLIENT_SECRET ends with a line break') as string,
        fix: 'export PVG_CLIENT_SECRET="$(printenv PVG_CLIENT_SECRET)"',
      },
    ]);
  });
});

describe('addresses', () => {
  const wrong = [
    'http://gateway.dev.example',
    'https://user:pass@gateway.dev.example',
    'https://@gateway.dev.example',
    'https://gateway.dev.example/?x',
    'https://gateway.dev.example/#',
    'https://gateway.dev.example /',
    'https://gateway.dev.example\n',
    'https:\\\\gateway.dev.example',
    'https:gateway.dev.example',
    'gateway.dev.example',
    'ftp://gateway.dev.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'https://b\u00fccher.example',
    'https:///',
    'javascript:alert(1)',
    'https://gateway.dev.example/iap/gateway/verify',
    'https://gateway.dev.example/eu/iap/gateway/lookup-receipt/',
  ];
  for (const address of wrong) {
    it(`refuses ${JSON.stringify(address)}: 2 as an option, 3 as a variable`, async () => {
      const option = await failing({}, { profile: 'game-dev', gatewayUrl: address, interface: 'gateway' });
      const variable = await failing({ env: { PVG_GATEWAY_URL: address } }, { profile: 'game-dev' });
      expect([option.exit, variable.exit]).toEqual([2, 3]);
      expect(option.message).not.toContain(address);
    });
  }

  for (const address of [
    'https://gateway.dev.example/base',
    'http://127.0.0.1:8787',
    'http://127.8.9.1',
    'http://[::1]:80',
    'http://localhost:1/x/',
  ]) {
    it(`accepts ${address}`, async () => {
      const resolved = await resolving(
        {},
        { profile: 'game-dev', gatewayUrl: address, interface: 'gateway' },
      );
      expect(resolved.gatewayUrl).toBe(address);
    });
  }

  const origins: readonly (readonly [says: string, World, ProfileFlags, outcome: 'silent' | 'said' | 13])[] =
    [
      [
        'another path',
        {},
        { profile: 'game-prod', interface: 'gateway', gatewayUrl: 'https://gateway.prod.example/v2' },
        'silent',
      ],
      [
        'another host on dev',
        {},
        { profile: 'game-dev', interface: 'gateway', gatewayUrl: 'https://other.example' },
        'said',
      ],
      [
        'another port on prod',
        {},
        { profile: 'game-prod', interface: 'gateway', gatewayUrl: 'https://gateway.prod.example:444' },
        13,
      ],
      [
        'loopback on prod',
        {},
        { profile: 'game-prod', interface: 'session', sessionUrl: 'http://127.0.0.1:1' },
        13,
      ],
      [
        'a variable on prod',
        { env: { PVG_GATEWAY_URL: 'https://other.example' } },
        { profile: 'game-prod', interface: 'gateway' },
        13,
      ],
      [
        'a variable on dev',
        { env: { PVG_SESSION_URL: 'https://other.example' } },
        { profile: 'game-dev' },
        'said',
      ],
      [
        'the interface that is not called',
        { env: { PVG_SESSION_URL: 'https://other.example' } },
        { profile: 'game-prod', interface: 'gateway' },
        'silent',
      ],
    ];
  for (const [says, given, flags, outcome] of origins) {
    it(`of ${says}: ${String(outcome)}`, async () => {
      if (outcome === 13)
        return expect(await failing(given, flags)).toMatchObject({ code: 'other-origin', exit: 13 });
      return expect((await resolving(given, flags)).notes).toHaveLength(outcome === 'said' ? 1 : 0);
    });
  }
});

describe('the environment', () => {
  it('of variables alone is prod, unless they say otherwise', async () => {
    const alone = { PVG_GATEWAY_URL: 'https://any.example' };
    expect((await resolving({ env: alone })).environment).toBe('prod');
    expect((await resolving({ env: { ...alone, PVG_ENVIRONMENT: 'sandbox' } })).environment).toBe('dev');
    expect(await failing({ env: { ...alone, PVG_ENVIRONMENT: 'staging' } })).toMatchObject({ exit: 3 });
  });

  for (const [name, told] of [
    ['game-dev', 'prod'],
    ['game-prod', 'dev'],
    ['local', 'production'],
  ] as const) {
    it(`of ${name} is not changed by PVG_ENVIRONMENT=${told}`, async () => {
      expect(await failing({ env: { PVG_ENVIRONMENT: told } }, { profile: name })).toMatchObject({
        code: 'environment-conflict',
        exit: 3,
      });
    });
  }

  it('may be said twice alike', async () => {
    expect(
      (await resolving({ env: { PVG_ENVIRONMENT: 'production' } }, { profile: 'game-prod' })).environment,
    ).toBe('prod');
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
      code: 'usage',
    });
  });
});

describe('the project file', () => {
  const broken: readonly (readonly [what: string, content: string])[] = [
    ['holds a secret', '{"profile": "game-dev", "client_secret": "CANARY"}'],
    ['holds a secret deep down', '{"a": [{"b": {"secretKey": "CANARY"}}]}'],
    ['holds a secret in parts', '{"secret": {"value": "CANARY"}}'],
    ['holds a password', '{"password": "CANARY"}'],
    ['is no JSON', '{"profile": CANARY'],
    ['is no object', '["CANARY"]'],
    ['names a profile by number', '{"profile": 7}'],
  ];
  for (const [what, project] of broken) {
    it(`that ${what} is an error whatever profile is used, and is not quoted`, async () => {
      const error = await failing({ project }, { profile: 'local' });
      expect(error).toMatchObject({ code: 'configuration-unreadable', exit: 3 });
      expect(error.message).toContain('.pvg.json');
      expect(error.message + (error.details.hint ?? '')).not.toContain('CANARY');
    });
  }

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

describe('client ids', () => {
  for (const id of [' x', 'x ', 'caf\u00e9', 'a\nb', 'a\u0000', '\u202e']) {
    it(`that would not arrive as signed are refused: ${JSON.stringify(id)}`, async () => {
      expect((await failing({}, { profile: 'local', clientId: id })).exit).toBe(2);
      expect((await failing({ env: { PVG_CLIENT_ID: id } }, { profile: 'game-dev' })).exit).toBe(3);
    });
  }
});

describe('what a command needs', () => {
  const bare = (env: Record<string, string>) => resolving({ env });

  it('is there', async () => {
    const resolved = await resolving({}, { profile: 'game-dev' });
    const { gatewayUrl, clientId, clientSecret, sessionUrl, secretKey } = stored('game-dev', 'dev');
    expect(requireTarget(resolved, 'gateway')).toEqual({
      baseUrl: gatewayUrl,
      clientId,
      secret: clientSecret,
    });
    expect(requireTarget(resolved, 'session')).toEqual({ baseUrl: sessionUrl, secret: secretKey });
  });

  it('of a signature is no address, of a dry run no secret', async () => {
    const signing = await bare({ PVG_CLIENT_ID: 'c', PVG_CLIENT_SECRET: 'secret' });
    expect(requireTarget(signing, 'gateway', { secret: true, address: false }).secret).toBe('secret');
    const dry = await bare({ PVG_CLIENT_ID: 'c', PVG_GATEWAY_URL: 'https://x.example' });
    expect(requireTarget(dry, 'gateway', { secret: false }).baseUrl).toBe('https://x.example');
    expect(() => requireTarget(dry, 'gateway')).toThrow('no client secret');
  });

  it('and lacks is named with the command that helps', async () => {
    const context = await world();
    const gatewayUrl = 'https://gateway.dev.example';
    await context.profiles.write({
      name: 'half',
      environment: 'dev',
      readOnly: false,
      gatewayUrl,
      clientId: 'c',
    });
    const resolved = await resolveProfile(context, { profile: 'half' });
    const errorOf = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return error;
      }
    };
    expect(errorOf(() => requireTarget(resolved, 'gateway'))).toMatchObject({
      code: 'secret-missing',
      exit: 3,
      details: {
        nextCommand: 'pvg profile set half --client-secret-file "$CLIENT_SECRET_FILE"',
      },
    });
    expect(errorOf(() => requireTarget(resolved, 'session'))).toMatchObject({
      code: 'profile-incomplete',
      message: 'The profile half has no session address or secret key.',
    });
  });
});

describe('a command that needs no address', () => {
  const env = { PVG_PROFILE: 'game-prod', PVG_GATEWAY_URL: 'https://elsewhere.example' };

  it('is not refused for one of another origin, nor for what is none', async () => {
    expect((await failing({ env }, { interface: 'gateway' })).code).toBe('other-origin');
    for (const PVG_GATEWAY_URL of ['https://elsewhere.example', 'no address']) {
      const resolved = await resolving(
        { env: { ...env, PVG_GATEWAY_URL } },
        { interface: 'gateway', needsAddress: false },
      );
      expect([resolved.name, resolved.notes]).toEqual(['game-prod', []]);
    }
  });
});
