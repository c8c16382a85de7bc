// Shows pvg's main job, step by step, on the built-in profile `local`: no network, no set-up, no files left behind.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = mkdtempSync(join(tmpdir(), 'pvg-demo-'));
const pvg = fileURLToPath(new URL('../bin/pvg.js', import.meta.url));
const purchase = '--profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';

const steps = [
  {
    says: 'A player writes: "I paid and got nothing." First look up the purchase. A look-up changes nothing.',
    command: `lookup ${purchase}`,
    status: 0,
  },
  {
    says: 'The player has paid, but the gateway has no verify call on record. On `local` we can verify for the game.',
    command: `verify ${purchase}`,
    status: 0,
  },
  {
    says: 'Verify the same receipt again: the gateway refuses it. The game must not grant the item again (status 7).',
    command: `verify ${purchase}`,
    status: 7,
  },
  {
    says: 'What does this error code mean, and who acts next?',
    command: 'explain-error DUPLICATE_TRANSACTION',
    status: 0,
  },
  {
    says: 'Another question: has this player completed verification? `--check` drops the token and prints only the answer.',
    command: 'session --profile local --username demo-completed --check',
    status: 0,
  },
];

let failed = false;
try {
  steps.forEach(({ says, command, status }, at) => {
    console.log(`\n— ${at + 1} of ${steps.length}: ${says}\n$ pvg ${command}`);
    const run = spawnSync(process.execPath, [pvg, ...command.split(' ')], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PVG_STATE_DIR: join(home, 'state'), PVG_CONFIG_DIR: join(home, 'config') },
    });
    if (run.status !== status) {
      console.error(`The step ended with status ${run.status}, but ${status} was expected.`);
      failed = true;
    }
  });
} finally {
  rmSync(home, { recursive: true, force: true });
}

if (failed) process.exitCode = 1;
else {
  console.log(`
That was the main job. Next, with your own service:
$ node bin/pvg.js profile add game-dev --environment dev --gateway-url https://… --client-id … --client-secret-file …
$ node bin/pvg.js --help`);
}
