// Says in one line why the build or the tests cannot start: `node scripts/ready.cjs build` or `… test`.
// Written in the JavaScript of 2015, so that an old Node can run it and report that it is too old.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const childProcess = require('child_process');
const newerSource = require('./newest.cjs').newerSource;

const root = path.join(__dirname, '..');
const has = (name) => fs.existsSync(path.join(root, name));

function isOlder(version, than) {
  const parts = version.split('.').map(Number);
  const least = than.split('.').map(Number);
  const place = least.findIndex((each, at) => parts[at] !== each);
  return place !== -1 && parts[place] < least[place];
}

/** The system's code if no file can be created in a folder. */
function unwritable(folder) {
  const probe = path.join(folder, `.pvg-probe-${process.pid}`);
  try {
    fs.writeFileSync(probe, '');
    fs.unlinkSync(probe);
    return undefined;
  } catch (error) {
    return error.code;
  }
}

function problem(purpose) {
  const least = require('../package.json').engines.node.replace('>=', '');
  if (isOlder(process.versions.node, least))
    return `pvg needs Node ${least} or newer, but this is ${process.versions.node}. Install a newer Node, then run \`npm ci\`.`;
  if (!has('node_modules/esbuild') || !has('node_modules/vitest'))
    return 'The packages that build and test pvg are not installed. Run `npm ci` without --omit=dev.';
  // The tests' own configuration is compiled into node_modules.
  const code = unwritable(purpose === 'build' ? root : path.join(root, 'node_modules'));
  if (code !== undefined)
    return `The folder of pvg cannot be written (${code}). Copy it to a folder of your own and run \`npm ci\` there.`;
  const temporary = unwritable(os.tmpdir());
  if (purpose === 'test' && temporary !== undefined)
    return `The folder for temporary files, ${os.tmpdir()}, cannot be written (${temporary}). Choose another folder with TMPDIR.`;
  return undefined;
}

/** A green run over an old build says nothing about the change. */
function buildIfOld() {
  const newer = newerSource(root, 'dist/package.json');
  if (newer === undefined && has('build/main.js')) return 0;
  console.error(newer === undefined ? 'pvg is not built.' : `${newer} is newer than the build.`);
  const options = { cwd: root, stdio: 'inherit', shell: true };
  return childProcess.spawnSync('npm run build', options).status;
}

const purpose = process.argv[2];
const found = problem(purpose);
if (found !== undefined) {
  console.error(found);
  process.exitCode = 1;
} else if (purpose === 'test') {
  process.exitCode = buildIfOld();
}
