// Makes dist/compiled/: runs the program once for each line below and keeps the functions that V8 compiled for it, so
// that a later start need not. V8 takes them only in the very version that made them; bin/pvg.js looks for it by name.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = join(root, 'dist/compiled');
const version = `${process.versions.v8}-${process.platform}-${process.arch}`;
mkdirSync(compiled, { recursive: true });
// A copy of the program beside the place: a run takes what the runs before it kept, and nobody else takes the half.
const making = mkdtempSync(join(compiled, '.making-'));
const kept = join(making, 'dist/compiled', version);
const folder = mkdtempSync(join(tmpdir(), 'pvg-compile-'));

const purchase = '--product-id gems_100 --package com.example.game --receipt demo-purchased';
const request =
  '{"headers":{"X-Client-ID":"demo-client","X-Timestamp":"1767225600","X-Signature":"00"},"body":"{}"}';
const row = '{"receipt":"demo-purchased","product_id":"gems_100","package":"com.example.game"}';

/** What people run: each line's functions are kept with those of the lines before it. */
const lines = [
  '--version',
  '--help',
  'sign gateway --body {}',
  'sign session --body {} --show steps',
  'explain-error DUPLICATE_TRANSACTION',
  'explain-error 401 --json',
  `lookup --profile local ${purchase}`,
  `lookup --profile local ${purchase} --json`,
  `lookup ${purchase}`,
  `verify --profile local ${purchase} --player-id p`,
  `verify ${purchase} --player-id p`,
  'session --profile local --username demo-completed',
  'session --check --username demo-completed',
  'diagnose -',
  'batch --profile local -',
  'batch -',
  'vectors',
  'doctor',
  'profile list',
  'journal list',
  'report --last',
  'completion bash',
  'help exit-status',
];

const input = { 'diagnose -': request, 'batch --profile local -': `${row}\n`, 'batch -': `${row}\n` };

const environment = {
  PATH: process.env.PATH,
  COMPILED_FOLDER: kept,
  HOME: folder,
  USERPROFILE: folder,
  PVG_CONFIG_DIR: join(folder, 'config'),
  PVG_STATE_DIR: join(folder, 'state'),
};
const program = ['--require', join(root, 'scripts/keep-compiled.cjs'), join(making, 'bin/pvg.js')];

/** The service on a port of its own, as a program: its functions are kept too when it ends. */
async function emulator() {
  const child = spawn(process.execPath, [...program, 'emulate', '--port', '0'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const chunk of child.stderr) {
    said += chunk;
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (address !== undefined) return { child, address };
  }
  throw new Error(`pvg emulate did not start: ${said}`);
}

const ended = (child) => new Promise((resolve) => child.once('exit', resolve));

/** The old one is out of the way before it is removed: what stands in the place is whole or not there. */
function putInPlace() {
  const place = join(compiled, version);
  if (existsSync(place)) renameSync(place, join(making, 'old'));
  renameSync(kept, place);
}

let running;
try {
  cpSync(join(root, 'bin'), join(making, 'bin'), { recursive: true });
  for (const name of readdirSync(join(root, 'dist')).filter((each) => each !== 'compiled'))
    cpSync(join(root, 'dist', name), join(making, 'dist', name), { recursive: true });
  const { child, address } = await emulator();
  running = child;
  const service = {
    PVG_ENVIRONMENT: 'dev',
    PVG_GATEWAY_URL: address,
    PVG_CLIENT_ID: 'demo-client',
    PVG_CLIENT_SECRET: 'demo-client-secret',
    PVG_SESSION_URL: address,
    PVG_GAME_ID: 'demo',
    PVG_SECRET_KEY: 'demo-secret-key',
  };
  for (const line of lines) {
    const env = line.includes('--profile local') ? environment : { ...environment, ...service };
    const { status, stderr } = spawnSync(process.execPath, [...program, ...line.split(' ')], {
      cwd: folder,
      env,
      input: input[line] ?? '',
    });
    // A verdict is as good as a success; a fault or wrong usage is not.
    if (status === null || [1, 2, 3].includes(status))
      throw new Error(`pvg ${line} ended with ${String(status)}: ${String(stderr)}`);
  }
  child.kill('SIGTERM');
  await ended(child);
  putInPlace();
} finally {
  running?.kill();
  rmSync(making, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}
