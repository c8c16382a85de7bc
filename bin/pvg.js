#!/usr/bin/env node
'use strict';
// Without `node:`: a node too old for pvg shall come as far as the message that says so.
const fs = require('fs');
const { isAbsolute, join } = require('path');
const [now, least] = [process.versions.node, '20.18.1'];
const dist = join(__dirname, '..', 'dist');

/** Node 22 and newer keep compiled code. It is run, so only in a folder that no other user can write to. */
function keepCompiledCode() {
  const { enableCompileCache } = require('module');
  const above = process.env.XDG_CACHE_HOME || join(require('os').homedir(), '.cache');
  if (enableCompileCache === undefined || !isAbsolute(above)) return;
  const folder = join(above, 'pvg');
  // Not `recursive`: that never returns where mkdir never succeeds (HOME=/proc).
  for (const each of [above, folder]) if (!fs.existsSync(each)) fs.mkdirSync(each, { mode: 0o700 });
  const found = fs.lstatSync(folder);
  const isOwn = process.platform === 'win32' || (found.uid === process.geteuid() && !(found.mode & 0o022));
  if (found.isDirectory() && isOwn) enableCompileCache(folder);
}

/** Loads the file that has the command's code and no other's. What a command meets then, it tells itself. */
async function start([word = '-h', ...more]) {
  const name = more.length === 0 && /^(-h|--help|-V|--version)$/.test(word) ? 'none' : word;
  const own = /^[a-z-]+$/.test(name) && fs.existsSync(join(dist, 'commands', `${name}.js`));
  const file = join(dist, 'commands', `${own ? name : 'pvg'}.js`);
  try {
    keepCompiledCode();
  } catch {} // eslint-disable-line no-empty -- Without it pvg only starts slower.
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

const asNumber = (version) => version.split('.').reduce((whole, part) => whole * 1000 + Number(part), 0);
if (asNumber(now) < asNumber(least)) refuse(`pvg needs Node ${least} or newer; this is ${now}.`);
else if (!fs.existsSync(join(dist, 'package.json'))) refuse('pvg is not built: run `npm ci` in its folder.');
else start(process.argv.slice(2));
