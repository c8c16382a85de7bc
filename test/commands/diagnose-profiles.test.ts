import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { fakeKeyring } from '../support/keyring.js';
import { send, startListener, type RunningListener } from '../support/listener.js';
import { json, pvg } from '../support/pvg.js';
import { sessionCall } from '../support/signed.js';

const body = '{"gameId":"demo","username":"player-42"}';
const signedWith = (key: string): string =>
  JSON.stringify({
    url: 'https://s.example/xmdt/session',
    headers: { 'X-Signature': createHmac('sha256', key).update(body).digest('hex') },
    body,
  });

const keys = { 'game-a': 'key-of-game-a-dev', 'game-b': 'key-of-game-b-dev', 'game-c': 'key-of-game-c-prod' };

/** Three stored profiles: `game-a` and `game-b` of dev, `game-c` of prod. */
async function home(names: readonly (keyof typeof keys)[] = ['game-a', 'game-b', 'game-c']): Promise<string> {
  const folder = temporaryFolder();
  for (const name of names) {
    const add = `profile add ${name} --environment ${name === 'game-c' ? 'prod' : 'dev'} --session-url https://${name}.example --game-id demo --secret-key-file -`;
    expect((await pvg(add, { home: folder, stdin: keys[name] })).status).toBe(0);
  }
  return folder;
}

describe('the secrets that a diagnosis tries', () => {
  it('are those of every stored profile of the environment; the finding names the profile', async () => {
    const ended = await pvg('diagnose - --profile game-a', {
      home: await home(),
      stdin: signedWith(keys['game-b']),
    });
    expect(ended.status).toBe(6);
    expect(ended.out).toContain('the secret key of the profile game-b');
    expect(ended.out).not.toContain('Next: pvg diagnose "$REQUEST_FILE" --profile game-a --all-profiles');
  });

  it('are not those of another environment, which the next command adds, before --deep', async () => {
    const stored = await home();
    const stdin = signedWith(keys['game-c']);
    const first = await pvg('diagnose - --profile game-a --budget 0.3', { home: stored, stdin });
    expect(first.out).toContain('pvg found no mistake that produces it');
    expect(first.out).toMatch(/Next: pvg diagnose "\$REQUEST_FILE" --profile game-a --all-profiles\n$/);
    const second = await pvg('diagnose - --profile game-a --all-profiles', { home: stored, stdin });
    expect(second.out).toContain('the secret key of the profile game-c');
  });

  it('are all tried if no other environment is stored: then --deep is offered, once', async () => {
    const stored = await home(['game-a', 'game-b']);
    const run = { home: stored, stdin: signedWith('nobody has this key') };
    const first = await pvg('diagnose - --profile game-a --budget 0.3', run);
    expect(first.out).toContain('`--deep` also tries');
    const deep = await pvg('diagnose - --profile game-a --deep --budget 0.3', run);
    expect(deep.out).toContain('with the rare combinations of --deep');
    expect(deep.out).not.toContain('`--deep` also tries');
  });

  it('are what is left where the signed message is right: the last lines name the key', async () => {
    const all = await home();
    const message = ['--signed-message', '{"gameId":"demo","username":"player-42"}', '--budget', '0.3'];
    const line = ['diagnose', '-', '--profile', 'game-a', ...message];
    const stdin = signedWith('nobody has this key');
    const { out } = await pvg(line, { home: all, stdin });
    expect(out).toMatch(/^✘ The sender’s message is right, so the mistake is in the key/);
    expect(out).toMatch(
      /If not, the key is not the secret key, or .*`pvg profile show` prints for the secret key\.\n.*\nNext: pvg diagnose "\$REQUEST_FILE" --profile game-a --all-profiles\n$/,
    );
    const two = await pvg(line, { home: await home(['game-a', 'game-b']), stdin });
    expect(two.out).toMatch(/for the secret key\.\nNext: pvg profile show game-a\n$/);
  });

  it('are only those of --credentials, if that is given', async () => {
    const stored = await home();
    const file = join(temporaryFolder(), 'credentials.json');
    writeFileSync(file, '{"secret_key": "another-key-01"}');
    const run = { home: stored, stdin: signedWith(keys['game-b']) };
    const alone = await pvg(['diagnose', '-', '--credentials', file, '--budget', '0.3'], run);
    expect(alone.out).toContain('pvg found no mistake that produces it');
    const both = await pvg(['diagnose', '-', '--credentials', file, '--all-profiles'], run);
    expect(both.out).toContain('the secret key of the profile game-b');
  });

  it('never come out, whichever profile they are of', async () => {
    const ended = await pvg('diagnose - --profile game-a --all-profiles', {
      home: await home(),
      stdin: signedWith('x').replace('player-42', `${keys['game-b']} ${keys['game-c']}`),
    });
    for (const key of Object.values(keys)) expect(ended.out + ended.err).not.toContain(key);
  });

  it('do without a profile that is damaged: a note says so', async () => {
    const stored = await home();
    writeFileSync(join(stored, 'config', 'profiles', 'torn.json'), '{"session":{"secretKey":"torn-secr');
    const ended = await pvg('diagnose - --profile game-a --json', {
      home: stored,
      stdin: signedWith(keys['game-b']),
    });
    expect(json(ended)).toMatchObject({ findings: [{ causes: ['secret-wrong-environment'] }] });
    expect(ended.err).toContain('torn.json');
    expect(ended.err).toContain('No secret of it was tried.');
    expect(ended.err).not.toContain('torn-secr');
  });

  it('do without a closed keyring, and open it only for the environment asked for', async () => {
    const stored = await home();
    const keyring = fakeKeyring();
    const add =
      'profile add game-k --environment prod --keyring --session-url https://k.example --game-id demo --secret-key-file -';
    expect((await pvg(add, { home: stored, stdin: 'key-in-the-keyring', keyring })).status).toBe(0);
    keyring.lock();
    const run = { home: stored, stdin: signedWith(keys['game-b']), keyring };
    const same = await pvg('diagnose - --profile game-a', run);
    expect(same.err).not.toContain('keyring');
    const all = await pvg('diagnose - --profile game-a --all-profiles', run);
    expect(all.out).toContain('the secret key of the profile game-b');
    expect(all.err).toContain('The system’s keyring cannot be used');
  });
});

describe('pvg listen', () => {
  let running: RunningListener | undefined;
  afterEach(async () => {
    await running?.stop();
  });

  it.each([
    ['game-b', '--profile game-a', 'the secret key of the profile game-b'],
    ['game-c', '--profile game-a --all-profiles', 'the secret key of the profile game-c'],
  ] as const)('tries the secret of %s with %s', async (name, line, says) => {
    running = await startListener(line, { home: await home() });
    const player = { gameId: 'demo', username: 'player-1' };
    await send(sessionCall(player, { secret: keys[name], base: running.url }));
    expect((await running.lines(1))[0]).toContain(says);
  });
});
