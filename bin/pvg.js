#!/usr/bin/env node
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');

const oldest = [20, 18, 1];
const dist = join(__dirname, '..', 'dist');
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
  if (word === undefined) return 'none';
  return /^[a-z-]+$/.test(word) && existsSync(join(dist, 'commands', `${word}.js`)) ? word : 'pvg';
}

/** A file of dist/ is a script that leaves a function here: what CommonJS makes of a file. */
function functionOf(name) {
  require(join(dist, name));
  return globalThis.pvgFile;
}

/** The same with code that the build compiled with this very version of V8 (scripts/compile.mjs): it is not parsed again. */
function compiledIn(folder) {
  const { Script } = require('node:vm');
  return (name) => {
    const cachedData = readIfThere(join(folder, name));
    const source = readFileSync(join(dist, name), 'latin1');
    return new Script(source, { filename: name, ...(cachedData && { cachedData }) }).runInThisContext();
  };
}

/** Names are relative to dist/: V8 keeps them, and no folder of the builder's shall stand in a package. */
function loader(functionOf) {
  const modules = new Map();
  return function load(name) {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const requireFrom = (wanted) =>
      wanted.startsWith('.') ? load(join(dirname(name), wanted)) : require(wanted);
    const file = join(dist, name);
    functionOf(name)(module.exports, requireFrom, module, file, dirname(file));
    return module.exports;
  };
}

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Node 22.8 and newer keep compiled code themselves. What lies there is run, so it must be a folder that only its owner
 * can write to, and the owner this user: no link, no relative path, not /tmp.
 */
function keepCompiled() {
  const { enableCompileCache } = require('node:module');
  if (enableCompileCache === undefined) return;
  const fs = require('node:fs');
  const above = process.env.XDG_CACHE_HOME || join(require('node:os').homedir(), '.cache');
  if (!isAbsolute(above)) return;
  const folder = join(above, 'pvg');
  // What node makes inside is for the owner alone too.
  const mask = process.umask(0o077);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const inside = fs.readdirSync(folder).map((name) => join(folder, name));
    if ([folder, ...inside].every((each) => isOwn(fs.lstatSync(each)))) enableCompileCache(folder);
  } catch {
    // It only costs time.
  } finally {
    process.umask(mask);
  }
}

const isOwn = (found) =>
  found.isDirectory() &&
  (process.platform === 'win32' || (found.uid === process.geteuid() && (found.mode & 0o022) === 0));

function run() {
  const compiled = join(dist, 'compiled', `${process.versions.v8}-${process.platform}-${process.arch}`);
  const isCompiled = existsSync(compiled);
  if (!isCompiled) keepCompiled();
  const load = loader(isCompiled ? compiledIn(compiled) : functionOf);
  load(join('commands', `${fileFor(process.argv.slice(2))}.js`));
}

if (isTooOld()) {
  process.stderr.write(`pvg needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (!existsSync(join(dist, 'commands/pvg.js'))) {
  process.stderr.write('pvg is not built: run `npm ci` (or `npm run build`) in its folder.\n');
  process.exitCode = 1;
} else {
  run();
}
