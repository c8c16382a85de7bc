import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/program.js';
import { temporaryFolder, testContext, type TestContextOptions } from '../support/context.js';

interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** One machine: what one command stores the next one finds. */
function machine() {
  const home = temporaryFolder();
  const pvg = async (line: string, options: TestContextOptions = {}): Promise<Ended> => {
    const context = testContext({ home, folder: home, ...options });
    const status = await runProgram(context, line.split(' '));
    return { status, out: context.stdout.text(), err: context.stderr.text() };
  };
  const json = async (line: string, options: TestContextOptions = {}): Promise<Record<string, unknown>> =>
    JSON.parse((await pvg(`${line} --json`, options)).out) as Record<string, unknown>;
  const file = (name: string, content: string): string => {
    writeFileSync(join(home, name), content);
    return name;
  };
  return { home, pvg, json, file };
}

const addDev =
  'profile add game-dev --environment dev --gateway-url https://gateway-dev.example --client-id my-client --client-secret-file -';
const addProd =
  'profile add game-prod --environment production --session-url https://session.example --game-id my-game --secret-key-file - --read-only';

async function withProfiles() {
  const all = machine();
  expect(await all.pvg(addDev, { stdin: 'dev-secret-1\n' })).toMatchObject({ status: 0 });
  expect(await all.pvg(addProd, { stdin: 'prod-key-1' })).toMatchObject({ status: 0 });
  return all;
}

describe('pvg profile add', () => {
  it('stores the profile, says where, and shows no secret', async () => {
    const { home, pvg } = machine();
    const { status, out, err } = await pvg(addDev, { stdin: 'dev-secret-1\n' });
    const path = join(home, 'config', 'profiles', 'game-dev.json');
    expect(status).toBe(0);
    expect(err).toBe(
      `Storing the secrets in a plain file that only you can read (0600). To store them in the system’s keyring, use --keyring.\nWritten: ${path}\nRemoved the line break after the secret (--client-secret-file).\n`,
    );
    expect(out).toMatch(/sha256:[0-9a-f]{12}/);
    expect(out + err).not.toContain('dev-secret-1');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      environment: 'dev',
      readOnly: false,
      gateway: {
        baseUrl: 'https://gateway-dev.example',
        clientId: 'my-client',
        clientSecret: 'dev-secret-1',
      },
      session: {},
    });
  });

  const refused: readonly (readonly [why: string, line: string, status: number, says: string])[] = [
    ['the environment is missing', 'profile add x --gateway-url https://x.example', 2, '--environment'],
    ['the environment is none', 'profile add x --environment CANARY', 2, 'neither dev nor prod'],
    ['there is neither part', 'profile add x --environment dev', 2, 'gateway part'],
    [
      'the client id is missing',
      'profile add x --environment dev --gateway-url https://x.example',
      2,
      '--client-id',
    ],
    [
      'the address is missing',
      'profile add x --environment dev --game-id g --secret-key-file -',
      2,
      '--session-url',
    ],
    [
      'the address is not https',
      'profile add x --environment dev --gateway-url http://CANARY.example --client-id c --client-secret-file -',
      2,
      'not https',
    ],
    [
      'the secret is missing',
      'profile add x --environment dev --gateway-url https://x.example --client-id c',
      3,
      '--client-secret-file',
    ],
    [
      'the secret is an argument',
      'profile add x --environment dev --gateway-url https://x.example --client-id c --client-secret CANARY',
      2,
      '--client-secret-file',
    ],
    [
      'both secrets are standard input',
      'profile add x --environment dev --client-secret-file - --secret-key-file -',
      2,
      'standard input',
    ],
    ['the name is taken by pvg', 'profile add constructor --environment dev', 2, 'reserved by pvg'],
    ['the name leaves the folder', 'profile add ../CANARY --environment dev', 2, 'name'],
  ];
  for (const [why, line, status, says] of refused) {
    it(`refuses with ${String(status)} when ${why}, and writes nothing`, async () => {
      const { home, pvg } = machine();
      const ended = await pvg(line, { stdin: 'secret' });
      expect([ended.status, ended.out]).toEqual([status, '']);
      expect(ended.err).toContain(says);
      expect(ended.err).not.toContain('CANARY');
      expect(existsSync(join(home, 'config'))).toBe(false);
    });
  }

  it('changes nothing when the name exists', async () => {
    const { pvg, json } = await withProfiles();
    const before = await json('profile show game-dev');
    const { status, err } = await pvg(addDev, { stdin: 'another-secret' });
    expect([status, err]).toEqual([13, expect.stringContaining('pvg profile set game-dev')]);
    expect(await json('profile show game-dev')).toEqual(before);
  });

  it('never mixes environments', async () => {
    const { pvg } = await withProfiles();
    const line = (url: string) =>
      `profile add other --environment prod --gateway-url ${url} --client-id c --client-secret-file -`;
    for (const [url, secret] of [
      ['https://gateway-dev.example', 'fresh-secret'],
      ['https://fresh.example', 'dev-secret-1'],
    ] as const) {
      const { status, err } = await pvg(line(url), { stdin: secret });
      expect([status, err]).toEqual([13, expect.stringContaining('game-dev')]);
    }
  });

  it('asks a person for what is missing', async () => {
    const { pvg, json } = machine();
    const typed = ['dev', 'https://gateway.example', 'my-client', 'typed-secret', ''];
    const { status, out, err } = await pvg('profile add asked', { terminal: true, typed });
    expect([status, (out + err).includes('typed-secret')]).toEqual([0, false]);
    expect(await json('profile show asked')).toMatchObject({ environment: 'dev', answer: { session: {} } });
  });

  it('asks nobody with --no-input', async () => {
    expect(await machine().pvg('profile add asked --no-input', { terminal: true })).toMatchObject({
      status: 2,
    });
  });

  it('takes a secret from its variable, and says so', async () => {
    const { pvg } = machine();
    const line = 'profile add x --environment dev --gateway-url https://x.example --client-id c';
    const { status, err } = await pvg(line, { env: { PVG_CLIENT_SECRET: 'variable-secret' } });
    expect([status, err]).toEqual([0, expect.stringContaining('environment variable PVG_CLIENT_SECRET')]);
  });
});

describe('pvg profile list', () => {
  it('shows all, the built-in, the chosen and the damaged', async () => {
    const { home, pvg, json } = await withProfiles();
    await pvg('profile use game-dev');
    writeFileSync(join(home, 'config', 'profiles', 'broken.json'), '{"CANARY');
    const { status, out } = await pvg('profile list');
    expect([status, out.includes('CANARY')]).toEqual([0, false]);
    expect(out).toContain('broken.json is damaged');
    expect(out).toMatch(/profile: broken\nenvironment: damaged\ninterfaces: unknown\nread-only: unknown\n/);
    // A word, not a sign alone: read-only is `no` here.
    expect(out).toMatch(/profile: game-dev\n(?:.+\n)*chosen: yes/);
    const { answer } = await json('profile list');
    expect(answer).toMatchObject([
      { name: 'local', environment: 'dev', builtIn: true, chosen: false },
      { name: 'broken', environment: null, damaged: true },
      { name: 'game-dev', interfaces: ['gateway'], chosen: true },
      { name: 'game-prod', environment: 'prod', interfaces: ['session'], readOnly: true },
    ]);
  });
});

describe('pvg profile show', () => {
  it('names the source of each value', async () => {
    const { pvg, json } = await withProfiles();
    const { out } = await pvg('profile show game-dev', { env: { PVG_CLIENT_ID: 'other' } });
    expect(out).toContain('other (environment variable PVG_CLIENT_ID)');
    expect(out).toContain('https://gateway-dev.example (profile game-dev)');
    expect(await json('profile show game-dev')).toMatchObject({
      profile: 'game-dev',
      environment: 'dev',
      answer: {
        gateway: {
          clientSecret: {
            fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{12}$/) as string,
            source: 'profile game-dev',
          },
        },
      },
    });
  });

  it('works for local and for the variables alone', async () => {
    const { pvg } = machine();
    expect(await pvg('profile show local')).toMatchObject({ status: 0 });
    expect((await pvg('profile show', { env: { PVG_SECRET_KEY: 'variable-key' } })).out).toContain(
      'PVG_SECRET_KEY',
    );
  });
});

describe('pvg profile set', () => {
  it('changes what is given and keeps a replaced secret aside', async () => {
    const { home, pvg, json } = await withProfiles();
    const { status, err } = await pvg('profile set game-dev --client-secret-file - --read-only', {
      stdin: 'dev-secret-2',
    });
    expect([status, err]).toEqual([0, expect.stringMatching(/is kept: .*aside\/game-dev\..*\.json/)]);
    const [kept = ''] = readdirSync(join(home, 'config', 'aside'));
    expect(readFileSync(join(home, 'config', 'aside', kept), 'utf8')).toContain('dev-secret-1');
    expect(await json('profile show game-dev')).toMatchObject({
      answer: { readOnly: true, gateway: { clientId: { value: 'my-client' } } },
    });
    await pvg('profile set game-dev --no-read-only');
    expect(await json('profile show game-dev')).toMatchObject({ answer: { readOnly: false } });
    expect(readdirSync(join(home, 'config', 'aside'))).toHaveLength(1);
  });

  const refused: readonly (readonly [why: string, line: string, status: number])[] = [
    ['the environment cannot change', 'profile set game-dev --environment prod', 2],
    ['nothing is given', 'profile set game-dev', 2],
    ['a part would be incomplete', 'profile set game-dev --game-id g', 2],
    ['local is built in', 'profile set local --read-only', 2],
    ['the name is unknown', 'profile set gmae-dev --read-only', 3],
    ['environments would be mixed', 'profile set game-dev --gateway-url https://session.example', 13],
  ];
  for (const [why, line, status] of refused) {
    it(`refuses with ${String(status)} when ${why}`, async () => {
      expect(await (await withProfiles()).pvg(line)).toMatchObject({ status, out: '' });
    });
  }
});

describe('pvg profile rename, remove and purge', () => {
  it('rename keeps the choice', async () => {
    const { pvg, json } = await withProfiles();
    await pvg('profile use game-dev');
    expect(await pvg('profile rename game-dev game-sandbox')).toMatchObject({ status: 0 });
    expect(await json('profile show')).toMatchObject({ profile: 'game-sandbox' });
    expect(await pvg('profile rename game-sandbox game-prod')).toMatchObject({ status: 13 });
    expect(await pvg('profile rename game-sandbox local')).toMatchObject({ status: 2 });
  });

  it('remove keeps the file, and no choice of what is gone', async () => {
    const { home, pvg } = await withProfiles();
    await pvg('profile use game-dev');
    const { status, err } = await pvg('profile remove game-dev');
    expect([status, err]).toEqual([0, expect.stringContaining('The old file, with its secrets, is kept: ')]);
    expect(readdirSync(join(home, 'config', 'aside'))).toHaveLength(1);
    expect(await pvg('profile show')).toMatchObject({ status: 3 });
  });

  it('remove and purge take a damaged profile too', async () => {
    const { home, pvg } = await withProfiles();
    const path = join(home, 'config', 'profiles', 'game-dev.json');
    writeFileSync(path, 'x');
    expect(await pvg('profile remove game-dev')).toMatchObject({ status: 0 });
    writeFileSync(path, 'x');
    expect(await pvg('profile purge game-dev --confirm game-dev')).toMatchObject({ status: 0 });
    expect(readdirSync(join(home, 'config', 'aside'))).toEqual([]);
  });

  const purges: readonly (readonly [
    how: string,
    line: string,
    options: TestContextOptions,
    status: number,
  ])[] = [
    ['without a word', 'profile purge game-dev', {}, 13],
    ['with the name', 'profile purge game-dev --confirm game-dev', {}, 0],
    ['with another name', 'profile purge game-dev --confirm game-prod', {}, 13],
    ['with the name typed', 'profile purge game-dev', { terminal: true, typed: ['game-dev'] }, 0],
    ['with anything else typed', 'profile purge game-dev', { terminal: true, typed: ['yes'] }, 13],
    ['at a terminal that is not to be asked', 'profile purge game-dev --no-input', { terminal: true }, 13],
    ['of local', 'profile purge local --confirm local', {}, 2],
    ['of nothing', 'profile purge gmae-dev --confirm gmae-dev', {}, 3],
  ];
  for (const [how, line, options, status] of purges) {
    it(`purge ${how} ends in ${String(status)}`, async () => {
      const { home, pvg } = await withProfiles();
      expect(await pvg(line, options)).toMatchObject({ status });
      expect(existsSync(join(home, 'config', 'profiles', 'game-dev.json'))).toBe(status !== 0);
    });
  }
});

describe('pvg profile export and import', () => {
  it('without secrets prints fingerprints, and import leaves the secret to be set', async () => {
    const { pvg, file } = await withProfiles();
    const { out } = await pvg('profile export game-dev');
    expect(JSON.parse(out)).toEqual({
      name: 'game-dev',
      environment: 'dev',
      readOnly: false,
      gateway: {
        baseUrl: 'https://gateway-dev.example',
        clientId: 'my-client',
        clientSecretFingerprint: expect.stringMatching(/^sha256:/) as string,
      },
      session: {},
    });
    const { status, err } = await pvg(`profile import ${file('x.json', out)} --name copy`);
    expect([status, err]).toEqual([
      0,
      expect.stringContaining('pvg profile set copy --client-secret-file <path>'),
    ]);
  });

  it('with secrets writes a new file of 0600, never standard output', async () => {
    const { home, pvg, json } = await withProfiles();
    expect(await pvg('profile export game-dev --with-secrets')).toMatchObject({ status: 2, out: '' });
    const { status, out, err } = await pvg('profile export game-dev --with-secrets --out x.json');
    expect([status, (out + err).includes('dev-secret-1')]).toEqual([0, false]);
    expect(statSync(join(home, 'x.json')).mode & 0o777).toBe(0o600);
    expect(await pvg('profile export game-dev --out x.json')).toMatchObject({ status: 2 });
    expect(out + err).toContain('Delete the file when you no longer need it: it contains secrets.');
    const taken = await pvg('profile import x.json');
    expect([taken.status, taken.err]).toEqual([13, expect.stringContaining('add `--name <name>`')]);
    expect(await pvg('profile import x.json --name copy')).toMatchObject({ status: 0 });
    const fingerprintOf = async (name: string) =>
      await json(`profile show ${name} --query answer.gateway.clientSecret.fingerprint`);
    expect(await fingerprintOf('copy')).toEqual(await fingerprintOf('game-dev'));
  });

  it('says when a secret typed at import is another one', async () => {
    const { pvg, file } = await withProfiles();
    const { out } = await pvg('profile export game-dev');
    const { err } = await pvg(`profile import ${file('x.json', out)} --name copy`, {
      terminal: true,
      typed: ['wrong-secret'],
    });
    expect(err).toContain('not the one that was exported');
  });

  const refused: readonly (readonly [what: string, content: string, status: number])[] = [
    ['no JSON', '{"CANARY', 2],
    ['environment twice', '{"name": "x", "environment": "dev", "environment": "prod", "gateway": {}}', 2],
    ['no profile', '{"name": "x", "environment": "CANARY"}', 2],
    ['without a part', '{"name": "x", "environment": "dev"}', 2],
    ['an incomplete part', '{"name": "x", "environment": "dev", "gateway": {"clientId": "CANARY"}}', 2],
    ['a name that leaves the folder', '{"name": "../CANARY", "environment": "dev", "gateway": {}}', 2],
    [
      'mixed environments',
      '{"name": "x", "environment": "prod", "gateway": {"baseUrl": "https://gateway-dev.example", "clientId": "CANARY"}}',
      13,
    ],
  ];
  for (const [what, content, status] of refused) {
    it(`import refuses ${what} with ${String(status)}`, async () => {
      const { pvg } = await withProfiles();
      const ended = await pvg('profile import -', { stdin: content });
      expect([ended.status, ended.out]).toEqual([status, '']);
      expect(ended.err).not.toContain('CANARY');
    });
  }
});

it('import says that an environment is neither dev nor prod', async () => {
  const { pvg } = machine();
  const { status, err } = await pvg('profile import -', { stdin: '{"name":"x","environment":"qa"}' });
  expect([status, err]).toEqual([
    2,
    expect.stringContaining('The environment in the file is neither dev nor prod.'),
  ]);
});

describe('an unknown name', () => {
  it('is repeated if it is no secret: letters and hyphens', async () => {
    const { pvg } = await withProfiles();
    expect((await pvg('profile show game-nope')).err).toContain(
      'There is no profile `game-nope` (argument).',
    );
  });

  for (const line of [
    'show',
    'use',
    'remove',
    'export',
    'purge --confirm CANARY',
    'set --read-only',
    'rename',
  ]) {
    it(`is not repeated by ${line}`, async () => {
      const { pvg } = await withProfiles();
      const [command = '', ...rest] = line.split(' ');
      const { status, out, err } = await pvg(
        ['profile', command, 'CANARY', ...(command === 'rename' ? ['x'] : []), ...rest].join(' '),
      );
      expect([status, out]).toEqual([3, '']);
      expect(err).not.toContain('CANARY');
    });
  }
});

describe('what a review found', () => {
  it('a file with a member twice is refused by the member’s name', async () => {
    const { pvg } = machine();
    for (const [content, member] of [
      ['{"name":"x","environment":"dev","environment":"prod","gateway":{}}', 'environment'],
      ['{"name":"x","environment":"dev","gateway":{"clientId":"a","clientId":"b"}}', 'gateway.clientId'],
      ['{"name":"x","environment":"dev","session":{},"session":{}}', 'session'],
    ] as const) {
      const { status, err } = await pvg('profile import -', { stdin: content });
      expect([status, err]).toEqual([2, expect.stringContaining(`the member ${member} twice`)]);
    }
  });

  it('export replaces a file only with --overwrite', async () => {
    const { home, pvg, file } = await withProfiles();
    file('x.json', 'old');
    const refused = await pvg('profile export game-dev --out x.json');
    expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('--overwrite')]);
    expect(readFileSync(join(home, 'x.json'), 'utf8')).toBe('old');
    expect(await pvg('profile export game-dev --with-secrets --out x.json --overwrite')).toMatchObject({
      status: 0,
    });
    expect(readFileSync(join(home, 'x.json'), 'utf8')).toContain('dev-secret-1');
    expect(statSync(join(home, 'x.json')).mode & 0o777).toBe(0o600);
    // The line is split at spaces: an empty word stands at its end.
    expect(await pvg('profile export game-dev --out ')).toMatchObject({ status: 2, out: '' });
    expect(await pvg('profile export game-dev --overwrite')).toMatchObject({ status: 2, out: '' });
  });

  it.runIf(process.platform !== 'win32')('a loose mode is said on each use', async () => {
    const { home, pvg } = await withProfiles();
    chmodSync(join(home, 'config', 'profiles', 'game-dev.json'), 0o644);
    for (const line of ['list', 'list --json', 'show game-dev', 'use game-dev', 'export game-dev']) {
      expect((await pvg(`profile ${line}`)).err, line).toContain('game-dev.json has mode 0644');
    }
    expect((await pvg('profile rename game-dev other')).err).toContain('other.json has mode 0644');
    const { err } = await pvg('profile remove other');
    const kept = /^The old file, with its secrets, is kept: (.*)$/m.exec(err)?.[1] ?? '';
    expect(statSync(kept).mode & 0o777).toBe(0o600);
  });

  it('remove says how to undo it, and that works', async () => {
    const { pvg, json } = await withProfiles();
    const before = (await json('profile show game-dev'))['answer'];
    const { out, err } = await pvg('profile remove game-dev');
    const undo = /^To undo this, run `pvg (.*)`\.$/m.exec(err)?.[1] ?? '';
    expect(undo).toMatch(/^profile import .*aside.* --name game-dev$/);
    expect(out).not.toContain('purge');
    expect(err).toContain('To delete the old file too, run `pvg profile purge game-dev --confirm game-dev`.');
    expect(await pvg(undo)).toMatchObject({ status: 0 });
    expect((await json('profile show game-dev'))['answer']).toEqual(before);
  });

  it('remove of a damaged profile promises nothing', async () => {
    const { home, pvg } = await withProfiles();
    writeFileSync(join(home, 'config', 'profiles', 'game-dev.json'), 'x');
    expect((await pvg('profile remove game-dev')).err).not.toContain('undo');
  });

  it('the help shows no line that deletes for good, and says what a fresh machine lacks', async () => {
    const { pvg } = machine();
    expect((await pvg('profile purge --help')).out.split('Usage:')[0]).not.toContain('--confirm');
    for (const command of ['set', 'rename', 'remove', 'purge', 'export']) {
      expect((await pvg(`profile ${command} --help`)).out).toContain('pvg profile add --help');
    }
    expect(await pvg('profile show local --json')).toMatchObject({ status: 0 });
    const { out } = await pvg('profile import --help');
    const stdin = /echo '(.*)' \| pvg profile import -$/m.exec(out)?.[1] ?? '';
    expect(await pvg('profile import -', { stdin: `${stdin}\n` })).toMatchObject({ status: 0 });
  });

  const signs: readonly (readonly [line: string, status: number, says: string])[] = [
    ['sign session --body x --client-id c', 2, 'does not use --client-id'],
    ['sign session --body x --client-secret-file secret', 2, 'does not use --client-secret-file'],
    ['sign gateway --body x --secret-key-file secret', 2, 'does not use --secret-key-file'],
    ['sign gateway --snippet python --show steps', 2, 'cannot be used together with --show'],
    ['sign gateway --snippet python --body x', 2, 'cannot be used together with --body'],
    ['sign gateway --body x --client-secret-file secret', 3, 'Add `--client-id <id>`'],
  ];
  for (const [line, status, says] of signs) {
    it(`${line} ends in ${String(status)}`, async () => {
      const { pvg, file } = machine();
      file('secret', 'my-secret');
      const ended = await pvg(line);
      expect([ended.status, ended.out, ended.err]).toEqual([status, '', expect.stringContaining(says)]);
      expect(ended.err).not.toContain('environment variables');
    });
  }

  it('sign needs no address: another origin does not matter, unless it is written into a command', async () => {
    const { pvg, json } = machine();
    const add =
      'profile add p --environment prod --gateway-url https://a.example --client-id c --client-secret-file -';
    expect(await pvg(add, { stdin: 'prod-secret-1' })).toMatchObject({ status: 0 });
    const env = { PVG_GATEWAY_URL: 'https://elsewhere.example' };
    const line = 'sign gateway --profile p --body x';
    expect(await pvg(line, { env })).toMatchObject({ status: 0 });
    expect(await pvg(`${line} --show curl`, { env })).toMatchObject({ status: 13, out: '' });
    expect(await json(line)).toMatchObject({
      answer: { secret_fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{12}$/) as string },
    });
  });
});
