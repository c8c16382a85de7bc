// Loaded before pvg (`node --require`) by scripts/compile.mjs: keeps what V8 has compiled when the program ends.
'use strict';
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const { COMPILED_FOLDER } = process.env;
const scripts = new Map();

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (/^(commands|packages)[\\/]/.test(options.filename)) scripts.set(options.filename, this);
  }
};

function keep(name) {
  const file = join(COMPILED_FOLDER, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, scripts.get(name).createCachedData());
}

let liftoffOnly = false;
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flags) => {
  liftoffOnly = true;
  setFlagsFromString(flags);
};

process.on('exit', () => {
  // V8 takes compiled code only under the flags it was made with. A single call sets --liftoff-only, which brings the
  // two others, before it loads undici; a batch does not, and it can wait.
  const [undici, others] = [true, false].map((wanted) =>
    [...scripts.keys()].filter((name) => name.includes('undici') === wanted),
  );
  if (liftoffOnly) undici.forEach(keep);
  for (const flag of ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'])
    setFlagsFromString(flag);
  others.forEach(keep);
});
