import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { program, startChild } from './support/child.js';
import { temporaryFolder } from './support/context.js';

// Runs the pipelines of docs/guides/ci.md as they are printed, in the game of docs/examples/ci, with the packed pvg.
// Its tests need python3 and curl, as the pipelines do.

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs', 'guides', 'ci.md'), 'utf8');
const example = join(root, 'docs', 'examples', 'ci');

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

const [script = ''] = blocks('bash');
const [adapter = ''] = blocks('python');
const [printed = ''] = blocks('text');

interface Actions {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}
type GitLab = Readonly<Record<string, { readonly script: readonly string[] }>>;

/** The commands of a pipeline, in order. An action (`uses:`) has nothing that runs outside GitHub. */
const [actions = [], gitLab = []] = blocks('yaml').map((text) => {
  const file = parse(text) as Partial<Actions> | GitLab;
  return 'jobs' in file
    ? Object.values((file as Actions).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    : Object.values(file as GitLab).flatMap((job) => job.script);
});
const alone = [/^To check the signer alone, write `([^`]+)`/m.exec(page)?.[1] ?? ''];

/** Signs the body without the white space around it, which is right for most bodies. */
const spoil = (signing: string): string =>
  signing.replace('sha256(body)', 'sha256(body.strip())').replace('(), body, ', '(), body.strip(), ');

/** What `npm ci` brings, installed once. */
let installed: string;
beforeAll(() => {
  const folder = temporaryFolder();
  // --ignore-scripts: what is packed is what `npm run build` has made.
  const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packed = join(folder, (JSON.parse(said) as { filename: string }[])[0]?.filename ?? '');
  installed = temporaryFolder();
  writeFileSync(join(installed, 'package.json'), '{"name": "my-game", "private": true}');
  execFileSync('npm', ['install', '--offline', '--omit=optional', packed], {
    cwd: installed,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: 'ignore',
  });
});

/** A pipeline has the port 8787 for itself, a test has not. */
const onPort = (port: number, text: string): string => text.replaceAll('8787', String(port));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The game with the adapter and the script of the page, as it is checked out in a pipeline. */
function game(port: number, change = (signing: string): string => signing): string {
  const folder = temporaryFolder();
  cpSync(example, folder, { recursive: true });
  writeFileSync(join(folder, 'sign.py'), adapter);
  writeFileSync(join(folder, 'check-signing.sh'), onPort(port, script));
  writeFileSync(join(folder, 'package.json'), '{"name": "my-game", "private": true}');
  const signing = join(folder, 'my_game', 'signing.py');
  writeFileSync(signing, change(readFileSync(signing, 'utf8')));
  return folder;
}

/**
 * Runs each command with bash, as both services do, up to the first that fails. One is replaced: `npm ci` reads from
 * the registry what the lock file names. There may be no network, so the packed pvg is there instead.
 */
function run(commands: readonly string[], folder: string): { status: number | null; said: string } {
  let said = '';
  for (const command of commands) {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-e', '-c', command.replace(/^npm ci$/, `cp -R '${join(installed, 'node_modules')}' .`)],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: folder, PYTHONDONTWRITEBYTECODE: '1' },
      },
    );
    said += stdout + stderr;
    if (status !== 0) return { status, said };
  }
  return { status: 0, said };
}

const pipelines: readonly (readonly [string, readonly string[]])[] = [
  ['a plain shell', ['npm ci', script]],
  // GitLab's has the same commands, as the first test says.
  ['GitHub Actions and GitLab CI', actions],
  ['the signer alone', ['npm ci', ...alone]],
];

describe('the pipelines of the guide', () => {
  it('use the files of the examples', () => {
    expect(readFileSync(join(example, 'check-signing.sh'), 'utf8')).toBe(script);
    expect(readFileSync(join(root, 'docs', 'examples', 'ci', 'sign.py'), 'utf8')).toBe(adapter);
    expect([actions, gitLab]).toEqual(Array(2).fill(['npm ci', 'bash check-signing.sh']));
  });

  it.each(pipelines)('%s: passes with a right signer', async (name, commands) => {
    const port = await freePort();
    const folder = game(port);
    const { status, said } = run(
      commands.map((each) => onPort(port, each)),
      folder,
    );
    expect(status, said).toBe(0);
    expect(said).toContain('The signer is right');
    if (name !== 'the signer alone') expect(said).toContain('3 of 3 expected requests are right.');
    expect(readFileSync(join(folder, 'signer.xml'), 'utf8')).toContain('<testsuites name="pvg conform">');
  });

  it.each(pipelines)(
    '%s: fails with a spoiled signer, and says what the page shows',
    async (_name, commands) => {
      const port = await freePort();
      const { status, said } = run(
        commands.map((each) => onPort(port, each)),
        game(port, spoil),
      );
      expect(status, said).toBe(6);
      // `…` is any text, as everywhere in these pages.
      for (const part of printed.split('…')) expect(said).toContain(part);
    },
  );

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
