#!/usr/bin/env node
'use strict';
// Without `node:`: a node too old for pvg shall come as far as the message that says so.
const fs = require('fs');
const { homedir } = require('os');
const { isAbsolute, join } = require('path');

const least = [20, 18, 1];
const commands = join(__dirname, '..', 'dist', 'commands');

/** Node 22 and newer keep compiled code; it is run, so only in a folder of this user that nobody else can write to. */
function keepCompiledCode() {
  const { enableCompileCache } = require('module');
  const above = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  if (enableCompileCache === undefined || !isAbsolute(above)) return;
  const folder = join(above, 'pvg');
  // Not `recursive`: that never returns where mkdir never succeeds (HOME=/proc).
  for (const each of [above, folder]) if (!fs.existsSync(each)) fs.mkdirSync(each, { mode: 0o700 });
  const found = fs.lstatSync(folder);
  const isOwn =
    process.platform === 'win32' || (found.uid === process.geteuid() && (found.mode & 0o022) === 0);
  if (found.isDirectory() && isOwn) enableCompileCache(folder);
}

/** The file that has the command's code and no other's: what is not loaded costs nothing. */
function fileFor([word = '--help', ...more]) {
  if (more.length === 0 && ['-h', '--help', '-V', '--version'].includes(word))
    return join(commands, 'none.js');
  const own = join(commands, `${word}.js`);
  return /^[a-z-]+$/.test(word) && fs.existsSync(own) ? own : join(commands, 'pvg.js');
}

const version = process.versions.node.split('.').map(Number);
const place = least.findIndex((part, at) => part !== version[at]);
if (place !== -1 && version[place] < least[place]) {
  process.stderr.write(`pvg needs Node ${least.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (!fs.existsSync(commands)) {
  process.stderr.write('pvg is not built: run `npm ci` (or `npm run build`) in its folder.\n');
  process.exitCode = 1;
} else {
  try {
    keepCompiledCode();
  } catch {
    // Without it pvg only starts slower.
  }
  require(fileFor(process.argv.slice(2)));
}
