// Runs the tests whose size depends on PVG_EFFORT in their long form: `node scripts/long.mjs <test files…>`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--no-file-parallelism', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, PVG_EFFORT: 'long' },
  },
);
process.exitCode = status ?? 1;
