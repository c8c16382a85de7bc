// Loaded before pvg (`node --require`) by scripts/compile.mjs: keeps what V8 has compiled when the program ends.
'use strict';
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const { COMPILED_FOLDER } = process.env;
const scripts = new Map();

// bin/pvg.js looks for it: the folder is whole, and made under these flags. It asks while they are as they were at the start.
mkdirSync(COMPILED_FOLDER, { recursive: true });
writeFileSync(join(COMPILED_FOLDER, 'flags'), String(v8.cachedDataVersionTag()));

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (/^(commands|packages)[\\/]/.test(options.filename))
      scripts.set(options.filename, { script: this, source });
  }
};

process.on('exit', () => {
  // V8 takes compiled code only under the flags it was made with; a single call has set the first, which brings the others.
  for (const flag of [
    '--no-liftoff-only',
    '--wasm-tier-up',
    '--wasm-dynamic-tiering',
    '--wasm-lazy-compilation',
  ])
    v8.setFlagsFromString(flag);
  for (const [name, { script, source }] of scripts) {
    const file = join(COMPILED_FOLDER, name);
    mkdirSync(dirname(file), { recursive: true });
    const code = script.createCachedData();
    // As bin/pvg.js reads it. The code comes first: V8 copies what does not lie at a multiple of 8.
    writeFileSync(file, Buffer.concat([code, code, Buffer.from(source, 'latin1')]));
  }
});
