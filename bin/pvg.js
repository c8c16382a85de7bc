#!/usr/bin/env node
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const oldest = [20, 18, 1];
const commands = join(__dirname, '..', 'dist', 'commands');
const switches = new Set(
  '--json --raw -q --quiet -v --verbose --debug --no-color --no-input -h --help -V --version'.split(' '),
);
const withValue = new Set(['-p', '--profile', '--query']);

function isTooOld() {
  const found = process.versions.node.split('.').map(Number);
  const at = oldest.findIndex((part, place) => part !== found[place]);
  return at !== -1 && found[at] < oldest[at];
}

/** The file that has the command's code and no other's: what is not loaded costs nothing. */
function fileFor(words) {
  let at = 0;
  while (switches.has(words[at]) || withValue.has(words[at])) at += withValue.has(words[at]) ? 2 : 1;
  const word = words[at];
  if (word === undefined) return join(commands, 'none.js');
  const own = /^[a-z-]+$/.test(word) ? join(commands, `${word}.js`) : '';
  return own !== '' && existsSync(own) ? own : join(commands, 'pvg.js');
}

if (isTooOld()) {
  process.stderr.write(`pvg needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (!existsSync(join(commands, 'pvg.js'))) {
  process.stderr.write('pvg is not built: run `npm ci` (or `npm run build`) in its folder.\n');
  process.exitCode = 1;
} else {
  // Node 22.8 and newer keep compiled code between runs.
  require('node:module').enableCompileCache?.();
  require(fileFor(process.argv.slice(2)));
}
