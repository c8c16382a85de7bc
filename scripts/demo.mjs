// A short walk through pvg's main jobs on the built-in profile `local`: no network, no setup, nothing left behind.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = mkdtempSync(join(tmpdir(), 'pvg-demo-'));
const pvg = fileURLToPath(new URL('../bin/pvg.js', import.meta.url));
const purchase = '--profile local --product-id gems_100 --receipt demo-purchased'.split(' ');

const at = (name) => join('docs', 'examples', 'refunds', name);

const steps = [
  {
    says: 'A player paid and got nothing. Look up the purchase; that changes nothing:',
    words: ['lookup', ...purchase, '--case', 'TICKET-7'],
    status: 0,
  },
  {
    says: 'What to tell the player:',
    words: 'reply en --case TICKET-7'.split(' '),
    status: 0,
  },
  {
    says: 'The gateway refused the verify of the game server with 401. What did its code do wrong?',
    words: 'diagnose --profile local docs/examples/refused/request.http'.split(' '),
    status: 6,
  },
  {
    says: 'After the fix the game server verifies. Here you are that server. A verify records the purchase, once:',
    words: ['verify', ...purchase],
    status: 0,
  },
  {
    says: 'Has this player completed verification?',
    words: 'session --profile local --username demo-completed --check'.split(' '),
    status: 0,
  },
  {
    says: 'The end of the month. Which purchases were refunded, and which were granted without a payment?',
    before: [
      'batch',
      at('purchases.csv'),
      ...'--profile local --out'.split(' '),
      join(home, 'results.ndjson'),
    ],
    words: [
      ...['reconcile', '--lookups', join(home, 'results.ndjson'), '--voided', at('voided.json')],
      ...['--granted', at('grants.csv'), '--out', join(home, 'classes.csv')],
    ],
    status: 0,
  },
];

/** The headline, the cause, who acts and the next command; `…` stands for the lines between. */
const shortened = (text) => {
  const isKept = (line, at) =>
    at === 0 || /^(?:Cause|Who acts next|Next|Class|Meaning):/.test(line);
  return text
    .trimEnd()
    .split('\n')
    .map((line, at) => (isKept(line, at) ? line : '…'))
    .filter((line, at, lines) => line !== '…' || lines[at - 1] !== '…');
};

const env = {
  ...process.env,
  PVG_STATE_DIR: join(home, 'state'),
  PVG_CONFIG_DIR: join(home, 'config'),
};
const cwd = fileURLToPath(new URL('..', import.meta.url));
const run = (words) =>
  spawnSync(process.execPath, [pvg, ...words], { cwd, env, encoding: 'utf8', input: '' });
const typed = (words) => words.map((word) => (/[ "]/.test(word) ? `'${word}'` : word)).join(' ');

let failed = false;
try {
  for (const { says, before, words, status } of steps) {
    if (before !== undefined) run(before);
    const ended = run(words);
    console.log(
      [says, `$ pvg ${typed(words)}`, ...shortened(ended.stdout + ended.stderr), ''].join('\n'),
    );
    if (ended.status !== status) {
      console.error(`This step ended with status ${ended.status} instead of ${status}.`);
      failed = true;
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

if (failed) process.exitCode = 1;
else console.log('Next, with your own service: `node bin/pvg.js profile add --help`');
