#!/usr/bin/env node
'use strict';
// Without `node:`, so that a node that is too old still reaches the message that says so.
const fs = require('fs');
const { isAbsolute, join } = require('path');
const [now, least] = [process.versions.node, '20.18.1'];
const dist = join(__dirname, '..', 'dist');

/** Node 22 and newer keep compiled code. They also run it, so the folder must be writable for this user only. */
function keepCompiledCode() {
  const { enableCompileCache } = require('module');
  const above = process.env.XDG_CACHE_HOME || join(require('os').homedir(), '.cache');
  if (enableCompileCache === undefined || !isAbsolute(above)) return;
  const folder = join(above, 'pvg');
  // Not `recursive`: it never returns if mkdir cannot succeed (HOME=/proc).
  for (const each of [above, folder]) if (!fs.existsSync(each)) fs.mkdirSync(each, { mode: 0o700 });
  const found = fs.lstatSync(folder);
  const isOwn =
    process.platform === 'win32' || (found.uid === process.geteuid() && !(found.mode & 0o022));
  if (found.isDirectory() && isOwn) enableCompileCache(folder);
}

/**
 * Node keeps a function compiled only if V8 compiled it together with its file, and V8 leaves most functions for their first
 * call. Each file of dist/ switches this off in its first line (scripts/bundle.mjs), for Node's own files and for packages.
 */
function compileWholeFile() {
  const { getCompileCacheDir } = require('module');
  if (getCompileCacheDir?.() !== undefined) require('v8').setFlagsFromString('--no-lazy');
}

/** Loads the file with only this command's code. The command reports its own failures. */
async function start([word = '-h', ...more]) {
  const name = more.length === 0 && /^(-h|--help|-V|--version)$/.test(word) ? 'none' : word;
  const own = /^[a-z-]+$/.test(name) && fs.existsSync(join(dist, 'commands', `${name}.js`));
  const file = join(dist, 'commands', `${own ? name : 'pvg'}.js`);
  try {
    keepCompiledCode();
    compileWholeFile();
  } catch {} // eslint-disable-line no-empty -- Without the cache pvg only starts slower.
  try {
    await require(file).main();
  } catch ({ damagedFile = file }) {
    refuse(`A file of pvg is missing or damaged: ${damagedFile}. Install pvg again.`);
  }
}

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

const asNumber = (version) =>
  version.split('.').reduce((whole, part) => whole * 1000 + Number(part), 0);
if (asNumber(now) < asNumber(least)) refuse(`pvg needs Node ${least} or newer; this is ${now}.`);
else if (!fs.existsSync(join(dist, 'package.json')))
  refuse('pvg is not built: run `npm ci` in its folder.');
else start(process.argv.slice(2));
