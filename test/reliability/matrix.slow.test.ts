import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canariesInFiles, canaryEnv, searchedRuns, wrongWith } from '../helpers/canary.js';
import { temporaryFolder } from '../helpers/context.js';
import { realNetwork } from '../helpers/listener.js';
import { contentFaults, type Ends } from '../helpers/hostile-answers.js';
import { faults, hostileServer, needsTime } from '../helpers/hostile-server.js';
import { type Ending, type HostileServer } from '../helpers/hostile-server.js';
import { givenTime } from '../helpers/keeps-up.js';
import { pvg } from '../helpers/pvg.js';
import { strayErrors } from '../helpers/stray.js';

/**
 * Every way a server misbehaves × verify, lookup, session × the ways to print: each run ends, with the status of the
 * table, one clear message, no stack, no secret, and nothing sent to where a redirect points.
 */

const longMs = 600_000;
const purchase = '--product-id gems_100 --package com.example.game --receipt receipt-of-the-matrix';
const lines = {
  verify: `verify ${purchase}`,
  lookup: `lookup ${purchase}`,
  session: 'session --username player-42 --fresh',
} as const;
const operations = ['verify', 'lookup', 'session'] as const;
const forms = ['', '--json', '--verbose', '--raw'] as const;

/** `{"success":true}` records a verify that has no transaction id, and is nothing for the others. */
const endsOf = (ending: Ending): Ends => {
  if (ending === '200 {"success":true}') return [6, 12, 12];
  if (ending.startsWith('lost')) return [10, 10, 10];
  return ending === 'cut after 503' ? [8, 8, 8] : [12, 12, 12];
};

let server: HostileServer;
const home = temporaryFolder();
const stray = strayErrors();
beforeAll(async () => {
  server = await hostileServer({ ...faults, ...contentFaults });
});
afterAll(() => server.close());

let runs = 0;
/** One command line against one fault; what is wrong with how it ended. */
async function tried(fault: string, operation: keyof typeof lines, form: string, status: number) {
  const run = (ms: number) => {
    const timeoutS = (needsTime(fault) ? ms : longMs) / 1000;
    const env = canaryEnv(`${server.origin}/${fault}/${String(ms / 4)}/${String((runs += 1))}`);
    const line = `${lines[operation]} --timeout ${String(timeoutS)} --retries 1 ${form}`;
    // A journal of its own for each fault: a look-up reads what was asked of its receipt before.
    return pvg(line, { env, send: realNetwork(), home: join(home, fault) });
  };
  const ended = await givenTime(run, (each) => each.status === status || !needsTime(fault));
  const { out, err } = ended;
  // What --raw gives to a pipe is the service's own bytes.
  const wrong = wrongWith(form === '--raw' ? '' : out, err);
  if (ended.status !== status)
    wrong.push(`ended in ${String(ended.status)}, not ${String(status)}`);
  if ((out + err).trim().length < (form === '--raw' ? 1 : 40)) wrong.push('says next to nothing');
  if (form === '' && ![0, 6, 7].includes(status) && out !== '')
    wrong.push('has data without an answer');
  if (form === '--json') {
    type Printed = Readonly<{ exit: number; ok: boolean; error: { says: string } | null }>;
    const { exit, ok, error } = JSON.parse(out) as Printed;
    if (exit !== status || ok !== (status === 0)) wrong.push('the JSON says otherwise');
    if (!ok && (error?.says ?? '').length < 15) wrong.push('the JSON has no message');
  }
  return wrong.map((each) => `${operation} ${form}: ${each}`);
}

const everyFault: readonly (readonly [string, Ends])[] = [
  ...Object.entries(faults).map(([name, [, ending]]) => [name, endsOf(ending)] as const),
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
