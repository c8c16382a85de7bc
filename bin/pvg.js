#!/usr/bin/env node
'use strict';
// Without `node:`: a node too old for pvg shall come as far as the message that says so.
const fs = require('fs');
const { isAbsolute, join } = require('path');

const least = [20, 18, 1];
const commands = join(__dirname, '..', 'dist', 'commands');

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

/** The file that has the command's code and no other's: what is not loaded costs nothing. */
function fileFor([word = '-h', ...more]) {
  const name = more.length === 0 && /^(-h|--help|-V|--version)$/.test(word) ? 'none' : word;
  const own = join(commands, `${name}.js`);
  return /^[a-z-]+$/.test(name) && fs.existsSync(own) ? own : join(commands, 'pvg.js');
}

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

const now = process.versions.node;
const parts = now.split('.').map(Number);
const place = least.findIndex((part, at) => part !== parts[at]);
if (parts[place] < least[place]) refuse(`pvg needs Node ${least.join('.')} or newer; this is ${now}.`);
else if (!fs.existsSync(commands)) refuse('pvg is not built: run `npm ci` in its folder.');
else {
  try {
    keepCompiledCode();
  } catch {} // eslint-disable-line no-empty -- Without it pvg only starts slower.
  require(fileFor(process.argv.slice(2)));
}
