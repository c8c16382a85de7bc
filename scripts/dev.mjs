// Runs pvg from src/: `npm run dev -- lookup …`. What changed since the last run is bundled first, which takes a second.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { newerSource } = createRequire(import.meta.url)('./newest.cjs');
const root = join(import.meta.dirname, '..');
const program = 'dist/commands/development.program.js';

function run(command, words) {
  const { status } = spawnSync(command, words, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}

// The packages that pvg loads are bundled by the whole build alone.
if (!existsSync(join(root, 'dist/package.json'))) {
  run('npm', ['run', 'build']);
}
if (newerSource(root, program) !== undefined) {
  run(process.execPath, [join(root, 'scripts/bundle.mjs'), 'development']);
}
const words = [join(root, program), ...process.argv.slice(2)];
const { status, signal } = spawnSync(process.execPath, words, { stdio: 'inherit' });
if (signal !== null) {
  process.kill(process.pid, signal);
}
process.exitCode = status ?? 1;
