// Makes build/executable/: `pvg`, one file with Node 24 inside, and the licences of what it is made of. On Linux Node comes
// from the npm registry, elsewhere the running Node 24 is copied. Needs dist/ (`npm run build`).
// docs/decisions/executable.md says why.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { inject } from 'postject';
import { asCommonJs, withOwnAddress } from './commonjs.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const out = join(root, 'build', 'executable');
const main = join(out, 'pvg.cjs');
const blob = join(out, 'pvg.blob');
const isWindows = process.platform === 'win32';
const program = join(out, isWindows ? 'pvg.exe' : 'pvg');

/** The Node that goes into the file, and its licence. */
function nodeInside() {
  if (process.platform === 'linux') return installedNode(`node-linux-${process.arch}`);
  if (!process.versions.node.startsWith('24.')) {
    throw new Error(
      `Run this script with Node 24: it copies the Node that runs it, ${process.version}.`,
    );
  }
  const folder = dirname(process.execPath);
  const license = [join(folder, 'LICENSE'), join(folder, '..', 'LICENSE')].find(existsSync);
  if (license === undefined) throw new Error(`No LICENSE of Node beside ${process.execPath}.`);
  return { node: process.execPath, license };
}

/** From the npm registry, once for each checkout. It is not a dependency of pvg. */
function installedNode(packageName) {
  const cache = join(root, 'node_modules', '.cache', 'node-24');
  const folder = join(cache, 'node_modules', packageName);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const options = ['--no-save', '--ignore-scripts', '--prefix', cache];
    const words = ['install', ...options, `${packageName}@24`];
    execFileSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return { node: join(folder, 'bin', 'node'), license: join(folder, 'LICENSE') };
}

/** The files that pvg reads while it runs: asset name and path. */
const read = (folder) => readdirSync(join(dist, folder)).map((name) => `${folder}/${name}`);
const languages = read('languages').flatMap(read);
const assets = [
  'package.json',
  'commands/search.worker.js',
  'pages/desk.js',
  'pages/desk.css',
  'pages/listen.js',
  'pages/listen.css',
  ...read('completion'),
  ...read('replies'),
  ...languages,
];
const pages = ['docs/service.md'];

const { node, license } = nodeInside();
mkdirSync(out, { recursive: true });
await build({
  ...asCommonJs,
  ...withOwnAddress,
  // A native module cannot be inside: the executable has no keyring, and says so.
  external: ['@napi-rs/keyring'],
  stdin: {
    contents: "import { main } from './src/main.ts'; void main();",
    resolveDir: root,
    sourcefile: 'executable.ts',
  },
  outfile: main,
  absWorkingDir: root,
});
const config = {
  main,
  output: blob,
  disableExperimentalSEAWarning: true,
  useSnapshot: false,
  useCodeCache: true,
  assets: Object.fromEntries([
    ...assets.map((name) => [name, join(dist, name)]),
    ...pages.map((name) => [name, join(root, name)]),
  ]),
};
writeFileSync(join(out, 'sea.json'), JSON.stringify(config));
execFileSync(node, ['--experimental-sea-config', join(out, 'sea.json')]);
copyFileSync(node, program);
const isMac = process.platform === 'darwin';
// macOS refuses a program that was changed after it was signed: its signature is taken off, and put on again below.
if (isMac) execFileSync('codesign', ['--remove-signature', program]);
await inject(program, 'NODE_SEA_BLOB', readFileSync(blob), {
  sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
  ...(isMac && { machoSegmentName: 'NODE_SEA' }),
});
if (isMac) execFileSync('codesign', ['--sign', '-', program]);
chmodSync(program, 0o755);
copyFileSync(license, join(out, 'LICENSE-of-Node'));
for (const path of ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt'])
  copyFileSync(join(root, path), join(out, basename(path)));
for (const made of [main, blob, join(out, 'sea.json')]) rmSync(made);
