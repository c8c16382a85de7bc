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

process.on('exit', () => {
  // V8 takes compiled code only under the flags it was made with; a single call has set the first, which brings the others.
  for (const flag of ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering', '--wasm-lazy-compilation'])
    v8.setFlagsFromString(flag);
  for (const [name, script] of scripts) {
    const file = join(COMPILED_FOLDER, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script.createCachedData());
  }
});
