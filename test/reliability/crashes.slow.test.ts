import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canariesIn, canariesInFiles, canaryEnv, canaryProfile } from '../support/canary.js';
import { startPvg } from '../support/child.js';
import { temporaryFolder, testContext } from '../support/context.js';
import { effort } from '../support/effort.js';
import { hostileServer, type HostileServer } from '../support/hostile-server.js';

/** Crashes forced from outside, with node told to write down all it knows. `npm run build` comes first. */

const reportOptions =
  '--report-uncaught-exception --report-on-fatalerror --report-on-signal --trace-uncaught --unhandled-rejections=strict';

/** How it is crashed, by code that runs beside pvg in its process. */
const crashes = {
  'an exception': 'throw new Error("forced")',
  'a rejection': 'Promise.reject(new Error("forced"))',
  'a stack that overflows': 'const deeper = () => deeper() + 1; deeper()',
  'a signal that asks for a report':
    'process.kill(process.pid, "SIGUSR2"); setInterval(() => isReported() && process.abort(), 10)',
  'an abort': 'process.report.writeReport(); process.abort()',
};
const ways = Object.entries(crashes);

const purchase = '--product-id gems_100 --package com.example.game --receipt r-e-c --timeout 600 --retries 0';
const lines = {
  'lookup, its secret a variable': `lookup ${purchase} --verbose`,
  'verify, its secret a variable': `verify ${purchase} --json`,
  'session, its secret a variable': 'session --username player --timeout 600 --retries 0',
  'lookup, its secret stored': `lookup --profile kept ${purchase} --debug`,
};
const names = Object.entries(lines);

// It takes what it is sent and says nothing: the crash comes while the answer is waited for.
let silent: HostileServer;
let origin: string;
beforeAll(async () => {
  silent = await hostileServer();
  origin = `${silent.origin}/hang-before-headers`;
});
afterAll(() => silent.close());

async function crash(line: string, code: string, delayMs: number) {
  const home = temporaryFolder();
  const written = join(home, 'written');
  const config = join(home, 'config');
  mkdirSync(written);
  await testContext({ home }).profiles.write(canaryProfile('kept', 'dev', origin));
  const preload = join(home, 'crash.cjs');
  writeFileSync(
    preload,
    `const { readdirSync } = require('node:fs');
    const isReported = () => readdirSync(${JSON.stringify(written)}).some((name) => name.endsWith('.json'));
    setTimeout(() => { ${code}; }, ${String(delayMs)});`,
  );
  const child = startPvg(line.split(' '), {
    cwd: written,
    env: {
      ...{ PATH: process.env['PATH'], HOME: written, PVG_CONFIG_DIR: config },
      ...(line.includes('--profile') ? {} : canaryEnv(origin)),
      NODE_OPTIONS: `--require=${preload} --report-directory=${written} ${reportOptions}`,
    },
  });
  const status = await child.ended;
  const reports = readdirSync(written).filter((name) => /^report\..*\.json$/.test(name)).length;
  return { status, said: child.out() + child.err(), reports, filesWithSecrets: canariesInFiles(written) };
}

describe.runIf(process.platform !== 'win32')('a crash tells no secret', () => {
  const runs = Array.from({ length: effort(5, 60) }, (_, at) => {
    const [[way = '', code = ''] = [], [name = '', line = ''] = []] = [ways[at % 5], names[at % 4]];
    // From the first turn of the event loop to the middle of a call.
    return { way, code, name, line, delayMs: (at * 37) % 240 };
  });

  it.each(runs)('$way during $name, after $delayMs ms', async ({ line, code, delayMs }) => {
    const { status, said, reports, filesWithSecrets } = await crash(line, code, delayMs);
    expect({ filesWithSecrets, inOutput: canariesIn(said) }).toEqual({ filesWithSecrets: [], inOutput: [] });
    expect(status).not.toBe(0);
    expect(reports).toBeGreaterThan(0);
  });
});
