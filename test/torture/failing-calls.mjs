// Loaded before pvg (`node --import`): counts its calls to the file system below PVG_CONFIG_DIR and PVG_STATE_DIR (and
// TORTURE_FOLDER), and makes the one numbered TORTURE_AT fail, be short, or be the last one of the process.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { TORTURE_AT, TORTURE_HOW, TORTURE_COUNT, TORTURE_FOLDER } = process.env;
const folders = [process.env.PVG_CONFIG_DIR, process.env.PVG_STATE_DIR, TORTURE_FOLDER].filter(
  Boolean,
);
const at = Number(TORTURE_AT ?? 0);
const original = { writeFileSync: fs.writeFileSync, kill: process.kill.bind(process) };
const ours = (path) => folders.some((folder) => String(path).startsWith(folder));
const made = [];

/** Whether this call is the one; a kill does not come back. */
function isTheOne(name) {
  made.push(name);
  if (made.length !== at) return false;
  if (TORTURE_HOW === 'kill') original.kill(process.pid, 'SIGKILL');
  return true;
}
const failure = (name) =>
  Object.assign(new Error(`${TORTURE_HOW}: put in by the test, ${name}`), {
    code: TORTURE_HOW,
    syscall: name,
  });

const fds = new Set();
const writes = new Set(['writeSync', 'write']);

/** A short count where that is asked for; `call` takes the arguments of the original. */
function shortened(args, call) {
  const [target, data, ...rest] = args;
  if (typeof data === 'string')
    return call([target, data.slice(0, Math.ceil(data.length / 2)), ...rest]);
  const offset = typeof rest[0] === 'number' ? rest[0] : 0;
  const length = typeof rest[1] === 'number' ? rest[1] : data.length - offset;
  return call([target, data, offset, Math.ceil(length / 2), ...rest.slice(2)]);
}

function patchSync(object, name, mine) {
  const call = object[name];
  if (typeof call !== 'function') return;
  object[name] = function (...args) {
    if (!mine(args)) return Reflect.apply(call, this, args);
    if (isTheOne(name)) {
      if (TORTURE_HOW !== 'short') throw failure(name);
      if (writes.has(name)) return shortened(args, (shorter) => Reflect.apply(call, this, shorter));
    }
    const result = Reflect.apply(call, this, args);
    if (name === 'openSync') fds.add(result);
    // The next file that is opened may get the same number.
    if (name === 'closeSync') fds.delete(args[0]);
    return result;
  };
}

function patchCallback(object, name, mine) {
  const call = object[name];
  if (typeof call !== 'function') return;
  const patched = function (...args) {
    const back = args.at(-1);
    if (typeof back !== 'function' || !mine(args)) return Reflect.apply(call, this, args);
    if (isTheOne(name)) {
      if (TORTURE_HOW !== 'short') return void process.nextTick(back, failure(name));
      if (writes.has(name)) return shortened(args, (shorter) => Reflect.apply(call, this, shorter));
    }
    if (name !== 'open') return Reflect.apply(call, this, args);
    return Reflect.apply(call, this, [
      ...args.slice(0, -1),
      (error, fd) => (error || fds.add(fd), back(error, fd)),
    ]);
  };
  object[name] = patched;
}

function patchPromise(object, name, mine) {
  const call = object[name];
  if (typeof call !== 'function') return;
  object[name] = async function (...args) {
    if (!mine(args, this)) return Reflect.apply(call, this, args);
    if (isTheOne(name)) {
      if (TORTURE_HOW !== 'short') throw failure(name);
      if (name === 'write')
        return shortened([this, ...args], ([, ...shorter]) => Reflect.apply(call, this, shorter));
    }
    const result = await Reflect.apply(call, this, args);
    if (name === 'open') handles.add(result);
    return result;
  };
}

const handles = new WeakSet();
const byPath = [
  'open',
  'rename',
  'unlink',
  'mkdir',
  'chmod',
  'link',
  'copyFile',
  'rm',
  'readdir',
  'stat',
  'lstat',
];
const alsoByPath = ['readFile', 'writeFile', 'appendFile', 'truncate', 'realpath', 'access'];
const byDescriptor = ['write', 'fsync', 'ftruncate', 'fchmod', 'close', 'fstat', 'read'];
const isOurPath = ([path]) => ours(path);
const isOurDescriptor = ([fd]) => fds.has(fd);
for (const name of [...byPath, ...alsoByPath]) {
  patchSync(fs, `${name}Sync`, isOurPath);
  patchCallback(fs, name, isOurPath);
  patchPromise(fs.promises, name, isOurPath);
}
for (const name of byDescriptor) {
  patchSync(fs, `${name}Sync`, isOurDescriptor);
  patchCallback(fs, name, isOurDescriptor);
}
// FileHandle has no name of its own to patch: its prototype is that of any handle.
const handle = await fs.promises.open(import.meta.filename, 'r');
for (const name of [
  'write',
  'writeFile',
  'appendFile',
  'sync',
  'datasync',
  'stat',
  'read',
  'readFile',
  'truncate',
  'chmod',
])
  patchPromise(Object.getPrototypeOf(handle), name, (_args, self) => handles.has(self));
await handle.close();
syncBuiltinESMExports();

if (TORTURE_COUNT !== undefined)
  process.on('exit', () => {
    original.writeFileSync(TORTURE_COUNT, JSON.stringify(made));
  });
