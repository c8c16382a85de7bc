import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canariesInFiles, canaryEnv, searchedRuns, wrongWith } from '../support/canary.js';
import { temporaryFolder } from '../support/context.js';
import { realNetwork } from '../support/emulator.js';
import { contentFaults, type Ends } from '../support/hostile-answers.js';
import {
  faults,
  hostileServer,
  needsTime,
  type FaultName,
  type HostileServer,
} from '../support/hostile-server.js';
import { givenTime } from '../support/keeps-up.js';
import { pvg } from '../support/pvg.js';

/**
 * Every way a server misbehaves × verify, lookup, session × the ways to print: each run ends, with the status of the
 * table, one clear message, no stack, no secret, and nothing sent to where a redirect points.
 */

const longMs = 600_000;
const attempts = 2;
const receipt = 'receipt-of-the-matrix';
const lines = {
  verify: `verify --product-id gems_100 --package com.example.game --receipt ${receipt}`,
  lookup: `lookup --product-id gems_100 --package com.example.game --receipt ${receipt}`,
  session: 'session --username player-42 --fresh',
} as const;
const operations = ['verify', 'lookup', 'session'] as const;
const forms = ['', '--json', '--verbose', '--raw'] as const;

const lost: Ends = [10, 10, 10];
const shapeless: Ends = [12, 12, 12];
/** `{"success":true}`: enough for a verify, nothing for the others. */
const bare: Ends = [0, 12, 12];

/** The faults of the wire itself. */
const wireEnds: Record<FaultName, Ends> = {
  well: bare,
  'well-chunked': bare,
  'well-without-length': bare,
  'well-kept-open': bare,
  'byte-by-byte': bare,
  'early-hints': bare,
  'hang-before-headers': lost,
  'hang-in-status-line': lost,
  'hang-in-headers': lost,
  'hang-in-body': lost,
  'hang-in-chunk': lost,
  'drip-headers': lost,
  'drip-body': lost,
  'close-before-headers': lost,
  'close-in-headers': lost,
  'cut-by-length': shapeless,
  'cut-by-length-and-close-said': shapeless,
  'cut-in-chunk': shapeless,
  'cut-in-chunk-and-close-said': shapeless,
  'cut-before-last-chunk': shapeless,
  'cut-gzip': shapeless,
  'reset-before-headers': lost,
  'reset-in-headers': lost,
  'reset-in-body': shapeless,
  'reset-in-body-without-length': shapeless,
  'failing-cut': [8, 8, 8],
  'bad-chunk': shapeless,
  garbage: shapeless,
  'http-0.9': shapeless,
  'tls-alert': shapeless,
  ssh: shapeless,
  'bad-status-line': shapeless,
  'bad-version': shapeless,
  'bad-header-line': shapeless,
  'nul-in-header': shapeless,
  'two-lengths': shapeless,
  'two-equal-lengths': shapeless,
  'length-and-chunked': shapeless,
  'negative-length': shapeless,
  'huge-headers': shapeless,
  'many-headers': shapeless,
  'status-000': shapeless,
  'status-099': shapeless,
  'status-999': shapeless,
  'status-1000': shapeless,
  'continue-unasked': shapeless,
  'switching-protocols': shapeless,
  'informational-flood': lost,
  'no-content': shapeless,
  'no-content-with-body': shapeless,
  'not-modified': shapeless,
  empty: shapeless,
  'more-than-length': bare,
  'two-answers': bare,
  gzip: bare,
  'gzip-in-capitals': bare,
  deflate: bare,
  'deflate-raw': bare,
  brotli: bare,
  identity: bare,
  'gzip-of-nothing': shapeless,
  'not-gzip': shapeless,
  'unknown-encoding': shapeless,
  'encoding-chain': shapeless,
  'gzip-bomb': shapeless,
  'endless-body': shapeless,
  'endless-chunks': shapeless,
  'length-300-mb': shapeless,
  'exactly-4-mb': shapeless,
  'one-byte-more': shapeless,
  'redirect-301': shapeless,
  'redirect-302': shapeless,
  'redirect-303': shapeless,
  'redirect-307': shapeless,
  'redirect-308': shapeless,
};

let server: HostileServer;
const home = temporaryFolder();
const stray: unknown[] = [];
const onStray = (error: unknown): void => void stray.push(error);
beforeAll(async () => {
  server = await hostileServer();
  for (const [name, [fault]] of Object.entries(contentFaults)) server.more.set(name, fault);
  process.on('unhandledRejection', onStray);
  process.on('uncaughtExceptionMonitor', onStray);
});
afterAll(async () => {
  process.off('unhandledRejection', onStray);
  process.off('uncaughtExceptionMonitor', onStray);
  await server.close();
});

let runs = 0;
/** One command line against one fault; what is wrong with how it ended. */
async function tried(fault: string, operation: keyof typeof lines, form: string, status: number) {
  const run = (ms: number) => {
    const timeoutMs = needsTime(fault) ? ms : longMs;
    runs += 1;
    return pvg(
      `${lines[operation]} --timeout ${String(timeoutMs / 1000)} --retries ${String(attempts - 1)} ${form}`,
      {
        env: canaryEnv(`${server.origin}/${fault}/${String(ms / 4)}/${String(runs)}`),
        send: realNetwork(),
        home,
      },
    );
  };
  const ended = await givenTime(run, (each) => each.status === status || !needsTime(fault));
  const { out, err } = ended;
  // What --raw gives to a pipe is the service's own bytes.
  const wrong = wrongWith(form === '--raw' ? '' : out, err);
  if (ended.status !== status) wrong.push(`ended in ${String(ended.status)}, not ${String(status)}`);
  if ((out + err).trim().length < (form === '--raw' ? 1 : 40)) wrong.push('says next to nothing');
  if (form === '--json') {
    const { exit, ok, error } = JSON.parse(out) as {
      exit: number;
      ok: boolean;
      error: { says: string } | null;
    };
    if (exit !== status || ok !== (status === 0)) wrong.push('the JSON says otherwise');
    if (!ok && (error?.says ?? '').length < 15) wrong.push('the JSON has no message');
  }
  return wrong.map((each) => `${operation} ${form}: ${each}`);
}

const everyFault: readonly (readonly [string, Ends])[] = [
  ...Object.keys(faults).map((name) => [name, wireEnds[name as FaultName]] as const),
  ...Object.entries(contentFaults).map(([name, [, ends]]) => [name, ends] as const),
];

describe('every fault ends every command by its status', () => {
  it.concurrent.each(everyFault)('%s', async (name, ends) => {
    const wrong: string[] = [];
    for (const form of forms) {
      const each = operations.map((operation, at) => tried(name, operation, form, ends[at] ?? -1));
      wrong.push(...(await Promise.all(each)).flat());
    }
    expect(wrong).toEqual([]);
  });
});

it('leaves no rejection unhandled, no secret in a file, nothing at the other origin', () => {
  expect(stray).toEqual([]);
  expect(canariesInFiles(home)).toEqual([]);
  expect(server.elsewhereCount()).toBe(0);
  expect(searchedRuns()).toBeGreaterThanOrEqual(everyFault.length * 12);
});
