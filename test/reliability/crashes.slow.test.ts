import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canariesIn, canariesInFiles, canaryEnv, canaryProfile } from '../helpers/canary.js';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { effort } from '../helpers/effort.js';
import { hostileServer, type HostileServer } from '../helpers/hostile-server.js';

/** Crashes forced from outside, with node told to write down all it knows. `npm run build` comes first. */

const reportOptions =
  '--report-uncaught-exception --report-on-fatalerror --report-on-signal --trace-uncaught --unhandled-rejections=strict';

interface Crash {
  /** Runs beside pvg in its process. */
  readonly code: string;
  /** pvg ends such a run itself, so that node reports nothing. */
  readonly isEndedByPvg: boolean;
}

const crashes: Readonly<Record<string, Crash>> = {
  'an exception': { code: 'throw new Error("forced")', isEndedByPvg: true },
  'a rejection': { code: 'Promise.reject(new Error("forced"))', isEndedByPvg: true },
  'a stack that overflows': {
    code: 'const deeper = () => deeper() + 1; deeper()',
    isEndedByPvg: true,
  },
  'a signal that asks for a report': {
    code: 'process.kill(process.pid, "SIGUSR2"); setInterval(() => isReported() && process.abort(), 10)',
    isEndedByPvg: false,
  },
  'an abort': { code: 'process.report.writeReport(); process.abort()', isEndedByPvg: false },
};
const ways = Object.entries(crashes);

const purchase =
  '--product-id gems_100 --package com.example.game --receipt r-e-c --timeout 600 --retries 0';
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
  return {
    status,
    said: child.out() + child.err(),
    reports,
    filesWithSecrets: canariesInFiles(written),
  };
}

describe.runIf(process.platform !== 'win32')('a crash tells no secret', () => {
  const runs = Array.from({ length: effort(5, 60) }, (_, at) => {
    const [way = '', crashed = { code: '', isEndedByPvg: false }] = ways[at % 5] ?? [];
    const [name = '', line = ''] = names[at % 4] ?? [];
    // From the first turn of the event loop to the middle of a call.
    return { way, ...crashed, name, line, delayMs: (at * 37) % 240 };
  });

  it.each(runs)(
    '$way during $name, after $delayMs ms',
    async ({ line, code, isEndedByPvg, delayMs }) => {
      const { status, said, reports, filesWithSecrets } = await crash(line, code, delayMs);
      expect({ filesWithSecrets, inOutput: canariesIn(said) }).toEqual({
        filesWithSecrets: [],
        inOutput: [],
      });
      if (isEndedByPvg) expect([1, 10]).toContain(status);
      else expect([0, 1, 10]).not.toContain(status);
      expect(reports > 0).toBe(!isEndedByPvg);
    },
  );
});
