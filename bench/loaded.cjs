// Preloaded into a run of pvg: writes which files it had loaded when it ended.
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vm = require('node:vm');

// bin/pvg.js gives V8 the files of dist/ itself, named from there.
const given = [];
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    given.push(join(__dirname, '..', 'dist', options.filename));
  }
};

process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  writeFileSync(process.env.BENCH_LOADED, JSON.stringify([...files, ...given]));
});
