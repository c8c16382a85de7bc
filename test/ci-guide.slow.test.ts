import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { program, startChild } from './helpers/child.js';
import { temporaryFolder } from './helpers/context.js';

// Runs the pipelines of docs/guides/ci.md as they are printed, in the game of docs/examples/ci, with the built pvg.
// Its tests need python3 and curl, as the pipelines do.

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'guides', 'ci.md'), 'utf8');
const example = join(root, 'docs', 'examples', 'ci');

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text,
  );

interface Actions {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}
type GitLab = Readonly<Record<string, { readonly script: readonly string[] }>>;

/** The commands of a pipeline, in order. An action (`uses:`) has nothing that runs outside GitHub. */
const pipelines = blocks('yaml').map((text) => {
  const file = parse(text) as Actions | GitLab;
  return 'jobs' in file
    ? Object.values((file as Actions).jobs).flatMap(({ steps }) =>
        steps.flatMap(({ run }) => run ?? []),
      )
    : Object.values(file as GitLab).flatMap((job) => job.script);
});
const alone = /^To check the signer alone, write `([^`]+)`/m.exec(page)?.[1] ?? '';

/** Signs the body without the white space around it, which is right for most bodies. */
const spoil = (signing: string): string =>
  signing
    .replace('sha256(body)', 'sha256(body.strip())')
    .replace('(), body, ', '(), body.strip(), ');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Runs the commands in a copy of the game, with bash as both services do. One is replaced: `npm ci` reads from the registry
 * what the lock file names, and there may be no network. A pipeline has the port 8787 for itself, a test has not.
 */
async function run(
  commands: readonly string[],
  change: (signing: string) => string,
  prepare: (folder: string, port: string) => void = () => undefined,
) {
  const folder = temporaryFolder();
  const ofPort = String(await freePort());
  cpSync(example, folder, { recursive: true });
  for (const [name, changed] of [
    ['check-signing.sh', (script: string) => script.replaceAll('8787', ofPort)],
    [join('my_game', 'signing.py'), change],
  ] as const)
    writeFileSync(join(folder, name), changed(readFileSync(join(folder, name), 'utf8')));
  prepare(folder, ofPort);
  const installing = `mkdir -p node_modules/.bin && ln -s '${program}' node_modules/.bin/pvg`;
  const script = commands.map((each) => each.replace(/^npm ci$/, installing)).join('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, PYTHONDONTWRITEBYTECODE: '1' },
  });
  return { status, said: stdout + stderr, folder };
}

describe('the pipelines of the guide', () => {
  it('are the files of the examples, and both the same', () => {
    const files = ['check-signing.sh', 'sign.py'].map((name) =>
      readFileSync(join(example, name), 'utf8'),
    );
    expect(files).toEqual([...blocks('bash'), ...blocks('python')]);
    expect(pipelines).toEqual(Array(2).fill(['npm ci', 'bash check-signing.sh']));
  });

  it.each([
    ['a pipeline', pipelines[0] ?? []],
    ['the signer alone', ['npm ci', alone]],
  ])(
    'pass with a right signer, and say of a spoiled one what the page shows: %s',
    async (name, commands) => {
      const right = await run(commands, (signing) => signing);
      expect(right.status, right.said).toBe(0);
      expect(right.said).toContain('The signer is right');
      if (name === 'a pipeline')
        expect(right.said).toContain('3 of 3 expected requests are right.');
      expect(readFileSync(join(right.folder, 'signer.xml'), 'utf8')).toContain(
        '<testsuites name="pvg conform">',
      );
      const spoiled = await run(commands, spoil);
      expect(spoiled.status, spoiled.said).toBe(6);
      // `…` is any text, as everywhere in these pages.
      for (const part of (blocks('text')[0] ?? '').split('…')) expect(spoiled.said).toContain(part);
    },
  );

  it.each([['test_requests'], ['test_server']])(
    'stop what they started, and read no ready file of an earlier run, when tests fail: %s',
    async (name) => {
      const stale = { url: 'http://127.0.0.1:1', control: { url: 'http://x/_pvg/', token: 'old' } };
      let port = '';
      const failing = 'import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        ';
      const tests = `${failing}import os; print("asked", os.environ["GATEWAY_URL"]); self.fail()\n`;
      const { status, said, folder } = await run(
        ['npm ci', 'bash check-signing.sh'],
        (signing) => signing,
        (game, usedPort) => {
          port = usedPort;
          const script = readFileSync(join(game, 'check-signing.sh'), 'utf8');
          writeFileSync(join(game, 'check-signing.sh'), script.replace(/^pvg conform.*$/m, ''));
          writeFileSync(join(game, 'my_game', `${name}.py`), tests);
          writeFileSync(join(game, 'ready.json'), JSON.stringify(stale));
        },
      );
      // A process that still had its output would keep this test waiting.
      expect(status, said).toBe(1);
      expect(said).toContain('asked http://127.0.0.1:');
      expect(said).not.toContain('asked http://127.0.0.1:1\n');
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
      if (name === 'test_server') expect(existsSync(join(folder, 'ready.json'))).toBe(false);
    },
  );

  it('end with 6 if a request does not come', async () => {
    const { status, said } = await run(
      ['npm ci', 'bash check-signing.sh'],
      (signing) => signing,
      (game) => {
        const name = join(game, 'check-signing.sh');
        const script = readFileSync(name, 'utf8').replace(/^pvg conform.*$/m, '');
        writeFileSync(name, script.replace('--preserve-status 60 ', '--preserve-status 8 '));
        const tests = join(game, 'my_game', 'test_requests.py');
        writeFileSync(tests, readFileSync(tests, 'utf8').replace('["demo-recorded", ', '['));
      },
    );
    expect(status, said).toBe(6);
    expect(said).toContain('2 of 3 expected requests');
  });

  it('stop a `listen` that waits for more, and keep its own status', async () => {
    const [, option = '', status] =
      /`timeout (\S+) 60 pvg listen …`; the status is (\d+)/.exec(page.replaceAll('\n', ' ')) ?? [];
    const line = ['listen', '--profile', 'local', '--port', '0', '--expect', '3'];
    const stopped = startChild('timeout', [option, '600', process.execPath, program, ...line], {
      env: { PATH: process.env['PATH'], HOME: temporaryFolder() },
    });
    await stopped.until(() => stopped.err().includes('listening on') || undefined);
    stopped.process.kill('SIGTERM');
    expect(await stopped.ended).toBe(Number(status));
  });
});
