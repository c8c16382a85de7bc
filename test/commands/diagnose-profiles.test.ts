import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { fakeKeyring } from '../helpers/keyring.js';
import { send, startListener } from '../helpers/listener.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';
import { hmac } from '../helpers/signer.js';
import { sessionCall } from '../helpers/signed.js';

const body = '{"gameId":"demo","username":"player-42"}';
const signedWith = (key: string): string =>
  JSON.stringify({ url: '/xmdt/session', headers: { 'X-Signature': hmac(key, body) }, body });

const keys = {
  'game-a': 'key-of-game-a-dev',
  'game-b': 'key-of-game-b-dev',
  'game-c': 'key-of-game-c-prod',
};
const nobodys = signedWith('nobody has this key');

const add = (name: string, environment: string): string =>
  `profile add ${name} --environment ${environment} --session-url https://${name}.example --game-id demo --secret-key-file -`;

/** Stored profiles: `game-a` and `game-b` of dev, `game-c` of prod. */
async function home(...without: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  for (const [name, key] of Object.entries(keys).filter(([name]) => !without.includes(name)))
    await pvg(add(name, name === 'game-c' ? 'prod' : 'dev'), { home: folder, stdin: key });
  return folder;
}
const diagnose = (stored: string, stdin: string, options = ''): Promise<Ended> =>
  pvg(`diagnose - --profile game-a --budget 0.3 ${options}`, { home: stored, stdin });

describe('the secrets that a diagnosis tries', () => {
  it('are those of every stored profile of the environment; the finding names the profile', async () => {
    const ended = await diagnose(await home(), signedWith(keys['game-b']));
    expect(ended.status).toBe(6);
    expect(ended.out).toContain('the secret key of the profile game-b');
    expect(ended.out).not.toMatch(/Next: .* --all-profiles/);
  });

  it('are not those of another environment, which the next command adds, before --deep', async () => {
    const stored = await home();
    const first = await diagnose(stored, signedWith(keys['game-c']));
    expect(first.out).toContain('pvg found no mistake that produces it');
    expect(first.out).toMatch(
      /Next: pvg diagnose "\$REQUEST_FILE" --profile game-a .*--all-profiles\n$/,
    );
    const second = await diagnose(stored, signedWith(keys['game-c']), '--all-profiles');
    expect(second.out).toContain('the secret key of the profile game-c');
  });

  it('are all tried if no other environment is stored: then --deep is offered, once', async () => {
    const stored = await home('game-c');
    expect((await diagnose(stored, nobodys)).out).toContain('`--deep` tries');
    const { out } = await diagnose(stored, nobodys, '--deep');
    expect(out).toContain('with the rare combinations of --deep');
    expect(out).not.toContain('`--deep` tries');
  });

  it.each([
    ['pvg diagnose .* --all-profiles', 'game-b'],
    ['pvg profile show game-a', 'game-c'],
  ])('are what is left where the signed message is right: Next: %s', async (next, without) => {
    const { out } = await diagnose(await home(without), nobodys, `--signed-message '${body}'`);
    expect(out).toMatch(/^✘ The sender’s message is right, so the mistake is in the key/);
    expect(out).toMatch(new RegExp(`\`pvg profile show\` .*\\nNext: ${next}\\n$`, 's'));
  });

  it('are only those of --credentials, if that is given', async () => {
    const file = join(temporaryFolder(), 'credentials.json');
    writeFileSync(file, '{"secret_key": "another-key-01"}');
    const run = { home: await home(), stdin: signedWith(keys['game-b']) };
    const alone = await pvg(['diagnose', '-', '--credentials', file, '--budget', '0.3'], run);
    expect(alone.out).toContain('pvg found no mistake that produces it');
    const both = await pvg(['diagnose', '-', '--credentials', file, '--all-profiles'], run);
    expect(both.out).toContain('the secret key of the profile game-b');
  });

  it('never come out, whichever profile they are of', async () => {
    const stdin = nobodys.replace('player-42', `${keys['game-b']} ${keys['game-c']}`);
    const { out, err } = await diagnose(await home(), stdin, '--all-profiles');
    for (const key of Object.values(keys)) expect(out + err).not.toContain(key);
  });

  it('do without a profile that is damaged: a note says so', async () => {
    const stored = await home();
    writeFileSync(
      join(stored, 'config', 'profiles', 'torn.json'),
      '{"session":{"secretKey":"torn-secr',
    );
    const ended = await diagnose(stored, signedWith(keys['game-b']), '--json');
    expect(json(ended)).toMatchObject({ findings: [{ causes: ['secret-wrong-environment'] }] });
    expect(ended.err).toMatch(/torn\.json.* No secret of it was tried\./s);
    expect(ended.err).not.toContain('torn-secr');
  });

  it('do without a closed keyring, and open it only for the environment asked for', async () => {
    const run = { home: await home(), keyring: fakeKeyring() };
    await pvg(`${add('game-k', 'prod')} --keyring`, { ...run, stdin: 'key-in-the-keyring' });
    run.keyring.lock();
    const again = { ...run, stdin: signedWith(keys['game-b']) };
    expect((await pvg('diagnose - --profile game-a', again)).err).not.toContain('keyring');
    const all = await pvg('diagnose - --profile game-a --all-profiles', again);
    expect(all.out).toContain('the secret key of the profile game-b');
    expect(all.err).toContain('The system’s keyring cannot be used');
  });

  it.each([
    ['with another environment', [], true],
    ['without another environment', ['game-c'], false],
  ])('are named by pvg listen where nothing is found: %s', async (_what, without, isNamed) => {
    const { url, lines } = await startListener('--profile game-a', {
      home: await home(...without),
    });
    await send(sessionCall({ gameId: 'demo', username: 'p' }, { secret: 'no', base: url }));
    const [line = ''] = await lines(1);
    expect(line.includes(' Also: Start with `--all-profiles`')).toBe(isNamed);
    expect(line).toContain(' show the expected values.');
  });

  it.each([
    ['game-b', ''],
    ['game-c', '--all-profiles'],
  ] as const)('are tried by pvg listen, too: %s with %j', async (name, option) => {
    const { url, lines } = await startListener(`--profile game-a ${option}`, {
      home: await home(),
    });
    await send(sessionCall({ gameId: 'demo', username: 'p' }, { secret: keys[name], base: url }));
    expect((await lines(1))[0]).toContain(`the secret key of the profile ${name}`);
  });
});

describe('the next command', () => {
  const gatewayRequest = (id: string): string =>
    `POST /iap/gateway/verify HTTP/1.1\nX-Client-ID: ${id}\nX-Timestamp: 1790000000\nX-Signature: ${'0'.repeat(64)}\n\n{}`;
  const stored = async (): Promise<string> => {
    const folder = temporaryFolder();
    for (const name of ['game-one', 'game-two']) {
      const line = `profile add ${name} --environment dev --gateway-url https://${name}.example --client-id id-of-${name} --client-secret-file -`;
      await pvg(line, { home: folder, stdin: `secret-of-${name}` });
    }
    return folder;
  };

  it('has the stored profile of whose client id the request has', async () => {
    const home = await stored();
    const { out, err } = await pvg('diagnose -', { home, stdin: gatewayRequest('id-of-game-two') });
    expect(out + err).toMatch(/\nNext: pvg diagnose "\$REQUEST_FILE" --profile game-two\n$/);
    const unknown = await pvg('diagnose -', { home, stdin: gatewayRequest('x') });
    expect(unknown.out + unknown.err).toMatch(/\nNext: .* --client-secret-file /);
  });

  it('has the profile whose name was misspelt', async () => {
    const given = { home: await stored(), stdin: gatewayRequest('x') };
    const { out, err } = await pvg('diagnose - --profile lokal', given);
    expect(out + err).toMatch(/\nNext: pvg diagnose "\$REQUEST_FILE" --profile local\n$/);
  });

  it('leaves out the secret of the other interface', async () => {
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, 'a-secret-key', { mode: 0o600 });
    const given = { home: temporaryFolder(), stdin: gatewayRequest('x') };
    const { out, err } = await pvg(['diagnose', '-', '--secret-key-file', file], given);
    expect(out + err).toContain(
      'This is a gateway request: it needs the client secret, but `--secret-key-file` gives the secret key.',
    );
    expect(out + err).toMatch(
      /\nNext: pvg diagnose "\$REQUEST_FILE" --client-secret-file "\$CLIENT_SECRET_FILE"\n$/,
    );
  });

  it('may need either secret: a word of both names means both', async () => {
    const { out, err } = await pvg('diagnose x --secret y');
    expect(out + err).toContain('Did you mean `--client-secret-file` or `--secret-key-file`?');
  });
});

it.each([
  ['{"client_secret":"s-1"}', false],
  ['{"client_id":"c-1","client_secret":"s-1"}', true],
])('a client id is taken only from credentials that have one: %s', async (credentials, isTaken) => {
  const file = join(temporaryFolder(), 'credentials.json');
  writeFileSync(file, credentials);
  const given = ['--interface', 'gateway', '--body', '{}', '--signature', '0'.repeat(64)];
  const { err } = await pvg(
    ['diagnose', ...given, '--timestamp', '1790000000', '--budget', '0.1', '--credentials', file],
    { home: temporaryFolder() },
  );
  expect(err.includes('pvg takes the client id of the credentials')).toBe(isTaken);
});

describe('the address of the profile', () => {
  const sessionBody = '{"gameId":"demo","username":"player-42"}';
  const request = (target: string, host?: string): string =>
    [
      `POST ${target} HTTP/1.1`,
      ...(host === undefined ? [] : [`Host: ${host}`]),
      'Content-Type: application/json',
      `X-Signature: ${hmac(keys['game-a'], sessionBody)}`,
      '',
      sessionBody,
    ].join('\r\n');
  const path = '/xmdt/session';

  it.each([
    ['another host', request(path, 'gw-dev.example'), '`gw-dev.example`, not to `game-a.example`'],
    ['another port', request(path, 'game-a.example:8443'), '`game-a.example:8443`, not to '],
    ['another path', request(`/v1${path}`, 'game-a.example'), '`game-a.example/v1`, not to '],
    ['an absolute address', request(`https://other.example${path}?a=/`, 'game-a.example'), 'other'],
    ['a path without the interface’s', request('/x', 'gw-dev.example'), '`gw-dev.example`, not to'],
  ])('is compared with the one of the request: %s', async (_what, input, words) => {
    const ended = await diagnose(await home(), input, '--json');
    const found = json(ended)['lint'] as readonly { id: string; says: string; effect: string }[];
    const problem = found.find(({ id }) => id === 'request-address');
    expect(problem).toMatchObject({ effect: 'unclear', says: expect.stringContaining(words) });
    // The signature is right, wherever it was sent.
    expect(json(ended)).toMatchObject({ match: true, exit: input.includes(' /x ') ? 5 : 0 });
  });

  it('names the other profile with the address of the request', async () => {
    const { out, status } = await diagnose(await home(), request(path, 'game-c.example'));
    expect(out).toContain('diagnose the request with `--profile game-c`');
    expect(status).toBe(0);
  });

  it('is told beside a signature that nothing explains', async () => {
    const input = request(path, 'gw-dev.example').replace(/X-Signature: .{64}/, () => {
      return `X-Signature: ${hmac('nobody has this key', sessionBody)}`;
    });
    const ended = await diagnose(await home(), input, '--json');
    expect(json(ended)).toMatchObject({ match: false, lint: [{ id: 'request-address' }], exit: 6 });
  });

  it.each([
    ['the same host', request(path, 'GAME-A.example:443')],
    ['the same host with http', request(`http://game-a.example.${path}`)],
    ['a path alone', request(`/v1${path}`)],
    ['this computer', request(path, 'localhost:8787')],
    ['a number', request(path, '192.168.1.20:8787')],
    ['a name without a dot', request(path, 'gateway:8080')],
    ['a broken path', request(`/xmdt/${path}`, 'game-a.example')],
  ])('is not told apart from %s', async (_what, input) => {
    const ended = await diagnose(await home(), input, '--json');
    expect(json(ended)).toMatchObject({ match: true });
    expect(json(ended)['lint']).not.toContainEqual(
      expect.objectContaining({ id: 'request-address' }),
    );
  });

  it('is not compared with that of local', async () => {
    const input = request(path, 'gw-dev.example').replace(/X-Signature: .{64}/, () => {
      return `X-Signature: ${hmac('demo-secret-key', sessionBody)}`;
    });
    const ended = await pvg('diagnose - --profile local --json', { stdin: input });
    expect(json(ended)).toMatchObject({ match: true, lint: [], exit: 0 });
  });
});
