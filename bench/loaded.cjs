// Loaded before pvg: writes the list of files that pvg had loaded when it ended.
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vm = require('node:vm');

// For a bin/pvg.js that passes the files of dist/ to V8, with names relative to dist/.
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
