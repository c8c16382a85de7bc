import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageNames } from '../../src/languages/languages.js';
import { signerOf } from '../../src/languages/signer.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { goodAnswers } from '../helpers/hostile-answers.js';
import { listen, shut } from '../helpers/hostile-server.js';
import { send } from '../helpers/listener.js';
import { words } from '../helpers/pvg.js';
import { selfSigned } from '../helpers/self-signed.js';
import { sessionCall } from '../helpers/signed.js';
import { sourceOf } from '../helpers/sources.js';
import { startExecutable } from './executable.js';

/** What the package has as files and the executable has inside: texts, a thread, and the code of every command. */

const root = join(import.meta.dirname, '..', '..');

async function run(line: string, home = temporaryFolder(), env: Record<string, string> = {}) {
  const child = startExecutable(words(line), { home, env });
  return { status: await child.ended, out: child.out(), err: child.err() };
}

describe('the executable', () => {
  it('has its licences beside it', () => {
    for (const name of ['LICENSE', 'LICENSE-of-Node', 'THIRD-PARTY-NOTICES.txt'])
      expect(statSync(join(root, 'build', 'executable', name)).size).toBeGreaterThan(1_000);
  });

  it('prints its version, and nothing else', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await run('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });

  it.each(readdirSync(join(root, 'src/shipped/completion')))(
    'has the file completion/%s',
    async (name) => {
      const shell = { 'pvg.ps1': 'powershell' }[name] ?? name.replace('pvg.', '');
      const script = readFileSync(join(root, 'src/shipped/completion', name), 'utf8');
      expect(await run(`completion ${shell}`)).toEqual({ status: 0, out: script, err: '' });
    },
  );

  it.each(readdirSync(join(root, 'src/shipped/replies')))(
    'has the file replies/%s',
    async (name) => {
      const { status, out } = await run(`reply ${name.replace('.txt', '')} --for need-receipt`);
      expect(status).toBe(0);
      expect(readFileSync(join(root, 'src/shipped/replies', name), 'utf8')).toContain(
        out.split('\n')[0],
      );
    },
  );

  it.each(languageNames)('has the signer in %s', async (name) => {
    const { status, out } = await run(`sign session --snippet ${name}`);
    expect({ status, out }).toEqual({ status: 0, out: signerOf(sourceOf(name), 'session').text });
  });

  it('has the page of the service', async () => {
    const { status, out } = await run('help service');
    expect(status).toBe(0);
    expect(out).toContain('\n\n§9 Versions\n');
  });

  it('calls a service over TLS', async () => {
    const found = JSON.stringify(goodAnswers.lookup);
    const server = createServer(selfSigned, (_, response) => response.end(found));
    const url = (await listen(server)).replace('http:', 'https:');
    const home = temporaryFolder();
    writeFileSync(join(home, 'ca.pem'), selfSigned.cert);
    const env = { ...serviceEnv(url), NODE_EXTRA_CA_CERTS: join(home, 'ca.pem') };
    const lookup = 'lookup --product-id gems_100 --package com.example.game --receipt r-e-c';
    const picked = { status: 0, out: '"paid-and-recorded"\n' };
    expect(await run(`${lookup} --query verdict.id`, home, env)).toMatchObject(picked);
    await shut(server);
  });

  it('diagnoses in a thread while it listens', async () => {
    const line = words('listen --profile local --port 0 --json');
    const child = startExecutable(line, { home: temporaryFolder() });
    const url = await child.until(
      () => /http:\/\/127\.0\.0\.1:\d+/.exec(child.out() + child.err())?.[0],
    );
    // A right signature needs no search.
    const body = '{"gameId": "demo", "username": "player-42"}';
    await send(sessionCall(body, { base: url, secret: 'another-secret' }));
    await child.until(() => child.out().endsWith('\n') || undefined);
    const threads = `/proc/${String(child.process.pid)}/task`;
    const names = readdirSync(threads).map((id) =>
      readFileSync(join(threads, id, 'comm'), 'utf8').trim(),
    );
    expect(names).toContain('WorkerThread');
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
  });

  it('has no keyring and says so', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'client-secret'), 'my-secret', { mode: 0o600 });
    const address = '--environment dev --gateway-url https://gateway.example --client-id c';
    const line = `profile add game-dev ${address} --client-secret-file client-secret --keyring`;
    const says = 'the optional package @napi-rs/keyring is not installed here';
    expect(await run(line, home)).toMatchObject({
      status: 3,
      err: expect.stringContaining(says) as string,
    });
  });

  it('leaves nothing behind where compiled code is kept', async () => {
    const home = temporaryFolder();
    await run('explain-error 409', home);
    expect(existsSync(join(home, '.cache'))).toBe(false);
  });
});
