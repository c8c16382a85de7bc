// Preloaded into a run of pvg: writes which files it had loaded when it ended.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => file !== __filename);
  writeFileSync(process.env.BENCH_LOADED, JSON.stringify(files));
});
