import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PvgError, type ExitStatus } from '../src/failure.js';
import type { Send } from '../src/contract/wire.js';
import { serviceEnv, temporaryFolder } from './helpers/context.js';
import { json, pvg } from './helpers/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game';

const run = (line: string) => pvg(`${line} --profile local`);

/** Each row of §7.1 and §7.2: a command that gets it, the code, the exit status. */
const rows: [code: string, exit: ExitStatus, line: string][] = [
  ['DUPLICATE_TRANSACTION', 7, `verify ${purchase} --receipt demo-recorded`],
  [
    'PRODUCT_MISMATCH',
    6,
    'verify --product-id gems_500 --package com.example.game --receipt demo-purchased',
  ],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt demo-canceled`],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt demo-pending`],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt demo-package-mismatch`],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt demo-store-unconfigured`],
  ['VERIFICATION_FAILED', 6, `verify ${purchase} --receipt never-bought`],
  ['VERIFIER_ERROR', 8, `verify ${purchase} --receipt demo-store-down --retries 0`],
  ['MISSING_FIELDS', 5, 'verify --body @missing.json'],
  ['INVALID_OS_ID', 5, 'verify --body @os.json'],
  ['UNAUTHORIZED', 4, `lookup ${purchase} --receipt demo-recorded --clock-offset 301`],
  ['ENVIRONMENT_MISMATCH', 5, 'verify --os ios --product-id gems_100 --receipt demo-ios-sandbox'],
  ['invalid_request', 5, 'session --body @missing.json'],
  ['unknown_service', 4, 'session --game-id nobody --username a'],
  ['xmdt_disabled', 5, 'session --game-id demo-disabled --username a'],
  ['email_required_unsupported', 5, 'session --game-id demo-email --username a'],
  ['rate_limited', 9, 'session --username demo-limited'],
  ['internal_error', 8, 'session --username demo-broken --retries 0'],
];

const folder = temporaryFolder();
writeFileSync(join(folder, 'missing.json'), '{"os_id":1}');
writeFileSync(
  join(folder, 'os.json'),
  '{"os_id":3,"product_id":"gems_100","package":"com.example.game","receipt":"demo-purchased"}',
);
const inFolder = (line: string): string => line.replace('@', `@${folder}/`);

/** Where it is not what the code means: a verify is never repeated without a look-up. */
const helps: Partial<Record<string, string>> = {
  ...{ UNAUTHORIZED: 'doctor --probe', VERIFIER_ERROR: 'lookup --product-id .*' },
  ...{ PRODUCT_MISMATCH: 'explain-error --last', VERIFICATION_FAILED: 'explain-error --last' },
  DUPLICATE_TRANSACTION: 'explain-error --last',
};

describe('the commands', () => {
  it.each(rows)('%s ends with %i and the line that helps: %s', async (code, exit, line) => {
    const ended = await run(inFolder(line));
    expect({ status: ended.status, err: ended.err }).toMatchObject({ status: exit });
    // What is no answer about the purchase or the player is no data.
    const isAnswer = exit === 6 || exit === 7;
    const [said, other] = isAnswer ? [ended.out, ended.err] : [ended.err, ended.out];
    expect(other).toBe('');
    const next = helps[code] ?? `explain-error ${code}`;
    expect(said.trimEnd().split('\n').at(-1)).toMatch(
      new RegExp(`^Next: pvg ${next}(?: --profile local)?$`),
    );
    const asJson = json(await run(`${inFolder(line)} --json`));
    expect(asJson).toMatchObject({ ok: false, exit, error: { code } });
    expect((await pvg(`explain-error ${code}`)).status).toBe(0);
  });

  it.each([
    ['paid-and-recorded', 'demo-recorded'],
    ['paid-recorded-with-error', 'demo-recorded-error'],
    ['paid-never-received', 'demo-never-received'],
    ['paid-recorded-elsewhere', 'demo-other-game'],
    ['pending', 'demo-pending'],
    ['cancelled', 'demo-canceled'],
  ])('a look-up can find %s, which is status 0', async (verdict, receipt) => {
    const found = json(await run(`lookup ${purchase} --receipt ${receipt} --json`));
    expect(found).toMatchObject({ ok: true, exit: 0, verdict: { id: verdict }, error: null });
  });

  it('a look-up that the store rejects is not confirmed, which is status 6', async () => {
    const found = json(await run(`lookup ${purchase} --receipt demo-package-mismatch --json`));
    const answer = { found: false };
    expect(found).toMatchObject({ ok: false, exit: 6, verdict: { id: 'not-confirmed' }, answer });
  });

  it('a service that fails twice is asked three times, each time signed anew', async () => {
    const flaky = json(await run(`lookup ${purchase} --receipt demo-flaky --json`));
    expect(flaky).toMatchObject({ exit: 0, http: { status: 200, attempts: 3 } });
  });

  it.each([
    [`lookup ${purchase} --receipt demo-store-down`, 'tell the operator'],
    [`verify ${purchase} --receipt demo-store-down`, 'Look it up before you do anything else'],
    ['session --username demo-broken', 'tell the operator'],
  ])('a service that goes on failing is not to be retried as pvg did: %s', async (line, way) => {
    const { out, err } = await run(line);
    expect(out).toBe('');
    expect(err.match(/^HTTP 50\d\. Trying again in \d+\.\d s\.$/gm)).toHaveLength(3);
    expect(err).toContain(way);
    const { http, error } = json(await run(`${line} --retries 0 --json`));
    expect(http).toMatchObject({ attempts: 1 });
    // Who acts and what to do stand on two lines.
    expect(err.replaceAll('\n', ' ')).toContain((error as { hint: string }).hint);
  });

  it('a session is minted, its token masked for people and whole where it was asked for', async () => {
    const line = 'session --username player-42';
    const shown = await run(line);
    expect(shown.status).toBe(0);
    const token = (await run(`${line} --token-only`)).out;
    expect(token).toMatch(/^\S+\n$/);
    const answer = json(await run(`${line} --json`))['answer'] as Record<string, string>;
    expect(answer['sessionToken']).toMatch(/^\S+$/);
    expect(shown.out).toContain('(withheld)');
  });
});

describe('a call that is interrupted', () => {
  const interrupted = (line: string) => {
    const end = new AbortController();
    const reason = new PvgError('interrupted', 'Interrupted.');
    const send: Send = () => {
      end.abort(reason);
      return Promise.reject(reason);
    };
    return pvg(line, { env: serviceEnv('https://service.example'), send, interrupt: end.signal });
  };

  it('130: a verify may have been received, and is to be looked up', async () => {
    const { status, out, err } = await interrupted(`verify ${purchase} --receipt demo-recorded`);
    expect({ status, out }).toEqual({ status: 130, out: '' });
    expect(err).toContain('Look it up before you do anything else');
    expect(err).toContain(`Next: pvg lookup ${purchase} --receipt demo-recorded`);
  });

  it('130: an iOS verify cannot be looked up, and that is said', async () => {
    const { status, err } = await interrupted(
      'verify --os ios --product-id p --receipt demo-ios-sandbox',
    );
    expect(status).toBe(130);
    expect(err).toContain('ask the operator');
    expect(err).not.toContain('Next: pvg lookup');
  });

  it('130: a look-up changes nothing; its JSON names the place', async () => {
    const ended = await interrupted(`lookup ${purchase} --receipt demo-recorded --json`);
    const place = { environment: 'dev', interface: 'gateway' };
    expect(json(ended)).toMatchObject({ exit: 130, ...place, error: { code: 'interrupted' } });
  });
});

describe('exit statuses', () => {
  it('1: a fault of pvg itself is said as such, without a stack unless --debug', async () => {
    const now = (): number => {
      throw new TypeError('a fault put in by the test');
    };
    const lookup = `lookup --profile local ${purchase} --receipt demo-recorded`;
    const plain = await pvg(lookup, { now });
    expect([plain.status, plain.err]).toEqual([1, expect.stringContaining('--debug')]);
    expect(plain.err).not.toContain(' at ');
    expect((await pvg(`${lookup} --debug`, { now })).err).toContain('a fault put in by the test');
  });
});
