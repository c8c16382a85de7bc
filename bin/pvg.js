#!/usr/bin/env node
'use strict';
// Without `node:`: a node too old for pvg shall come as far as the message that says so.
const { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } = require('fs');
const { dirname, isAbsolute, join } = require('path');

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
  globalThis.pvgFile = undefined;
  require(join(dist, name));
  return globalThis.pvgFile;
}

/** The same with code that the build compiled with this very version of V8 (scripts/compile.mjs): it is not parsed again. */
function compiledIn(folder) {
  const { Script } = require('node:vm');
  const piece = Buffer.allocUnsafe(64 * 1024);
  return (name) => {
    const source = readFileSync(join(dist, name));
    const cachedData = compiledCode(join(folder, name), source, piece);
    const options = { filename: name, ...(cachedData && { cachedData }) };
    return new Script(source.latin1Slice(), options).runInThisContext();
  };
}

/**
 * The code, the code again, and the source it was made from (scripts/keep-compiled.cjs). V8 itself compares no more than
 * the length of the source, and runs what is damaged; comparing bytes costs less than loading a checksum.
 */
function compiledCode(path, source, piece) {
  let file;
  try {
    file = openSync(path);
    const bytes = (fstatSync(file).size - source.length) / 2;
    if (!Number.isInteger(bytes) || bytes <= 0) return undefined;
    const code = Buffer.allocUnsafe(bytes);
    readSync(file, code, 0, bytes, 0);
    return stands(file, code, bytes, piece) && stands(file, source, 2 * bytes, piece) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether the bytes stand in the file at a place. A piece at a time: as much memory again would cost more than reading. */
function stands(file, bytes, place, piece) {
  for (let at = 0; at < bytes.length;) {
    const read = readSync(file, piece, 0, Math.min(piece.length, bytes.length - at), place + at);
    if (read === 0 || piece.compare(bytes, at, at + read, 0, read) !== 0) return false;
    at += read;
  }
  return true;
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
    wholeFunction(functionOf, name)(module.exports, requireFrom, module, file, dirname(file));
    return module.exports;
  };
}

function wholeFunction(functionOf, name) {
  let cause;
  try {
    const found = functionOf(name);
    if (typeof found === 'function') return found;
  } catch (error) {
    cause = error;
  }
  throw notWhole(name, cause);
}

function notWhole(name, cause) {
  const state = existsSync(join(dist, name)) ? 'damaged' : 'missing';
  const again = `Install it again: \`npm ci\` in ${dirname(dist)}, or install the package again.`;
  const message = `This pvg is not whole: its file ${join('dist', name)} is ${state}. ${again}`;
  return Object.assign(new Error(message, { cause }), { code: 'PVG_NOT_WHOLE' });
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
  const fs = require('fs');
  const above = process.env.XDG_CACHE_HOME || join(require('node:os').homedir(), '.cache');
  if (!isAbsolute(above)) return;
  const folder = join(above, 'pvg');
  // What node makes inside is for the owner alone too.
  const mask = process.umask(0o077);
  try {
    // One level at a time: `recursive` never returns where mkdir never succeeds (HOME=/proc).
    for (const each of [above, folder]) if (!existsSync(each)) fs.mkdirSync(each, { mode: 0o700 });
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

/** Only a whole one has the file `flags`; under other flags than those V8 refuses all of it, and node's own serves. */
function isOfUse(compiled) {
  const flags = join(compiled, 'flags');
  if (process.execArgv.length === 0 && !process.env.NODE_OPTIONS) return existsSync(flags);
  return String(readIfThere(flags)) === String(require('node:v8').cachedDataVersionTag());
}

function run() {
  const compiled = join(dist, 'compiled', `${process.versions.v8}-${process.platform}-${process.arch}`);
  const isCompiled = isOfUse(compiled);
  if (!isCompiled) keepCompiled();
  const load = loader(isCompiled ? compiledIn(compiled) : functionOf);
  const name = join('commands', `${fileFor(process.argv.slice(2))}.js`);
  try {
    load(name);
  } catch (error) {
    // The program starts later: what fails here is the file.
    const { message, stack, cause = error } = error.code === 'PVG_NOT_WHOLE' ? error : notWhole(name, error);
    process.stderr.write(`${message}\n`);
    if (process.argv.includes('--debug')) process.stderr.write(`${cause.stack || stack}\n`);
    process.exitCode = 1;
  }
}

if (isTooOld()) {
  process.stderr.write(`pvg needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else if (!existsSync(join(dist, 'commands'))) {
  process.stderr.write('pvg is not built: run `npm ci` (or `npm run build`) in its folder.\n');
  process.exitCode = 1;
} else {
  run();
}
