// A narrated walk through pvg's main job on the built-in profile `local`: no network, no set-up, nothing left behind.
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
    says: 'A player writes: "I paid and got nothing." First look up the purchase, which changes nothing.',
    command: `lookup ${purchase}`,
    status: 0,
  },
  {
    says: 'Paid, but the gateway has no verify call on record. On `local` we may play the game’s part and verify.',
    command: `verify ${purchase}`,
    status: 0,
  },
  {
    says: 'A second verify of the same receipt: the gateway refuses it, and nothing may be granted again (status 7).',
    command: `verify ${purchase}`,
    status: 7,
  },
  {
    says: 'What does that code mean, and who acts?',
    command: 'explain-error DUPLICATE_TRANSACTION',
    status: 0,
  },
  {
    says: 'Another question: has this player completed verification? The token is dropped, only the answer stays.',
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
      console.error(`The step ended with status ${run.status}; ${status} was expected.`);
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
