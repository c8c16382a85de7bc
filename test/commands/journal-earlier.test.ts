import { beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/signing/digest.js';
import { type Send } from '../../src/contract/wire.js';
import { fixedUnixSeconds, temporaryFolder } from '../support/context.js';
import { address, answering, demo, duplicate, entryOf } from '../support/journal.js';
import { env, losing, purchase, writeJournal } from '../support/journal.js';
import { json, pvg } from '../support/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

describe('a verify whose answer was lost', () => {
  const verify = `verify ${purchase} --receipt r`;
  const lookup = `lookup ${purchase} --receipt r`;
  const found = (gateway: object): Send => {
    const transaction = { product_id: 'gems_100', transaction_id: 'GPA.1', purchase_state: 0, gateway };
    const body = { found: true, order_id: 'GPA.1', game_id: 1, environment: null };
    return answering(200, { ...body, transactions: [transaction] });
  };
  const notReceived = found({
    found: false,
    reason: 'NEVER_RECEIVED_BY_GATEWAY',
    recorded_for_this_game: false,
  });

  beforeEach(async () => {
    expect((await pvg(verify, { home, send: losing, env: env() })).status).toBe(10);
  });
  const says =
    /A verify of this receipt was sent from here on 2026-09-21 14:13 UTC \(`pvg journal show \S+`\), and no clear/;

  it('is told with the next look-up, below its facts', async () => {
    const ended = await pvg(lookup, { home, send: notReceived, env: env() });
    expect(ended.status).toBe(0);
    expect(ended.out).toMatch(says);
    expect(ended.err).toBe('');
  });

  it('is told on stderr where stdout has the JSON', async () => {
    const ended = await pvg(`${lookup} --json`, { home, send: notReceived, env: env() });
    expect(ended.err).toMatch(says);
    expect(json(ended)).toMatchObject({ exit: 0 });
  });

  it('is told before the next verify, and with its 409 as what may be recorded: status 7', async () => {
    const ended = await pvg(`${verify} --json`, { home, send: duplicate, env: env() });
    expect(ended.status).toBe(7);
    expect(ended.err).toMatch(says);
    expect(json(ended)).toMatchObject({
      error: {
        code: 'DUPLICATE_TRANSACTION',
        hint: expect.stringMatching(/The record may be from that verify/) as string,
      },
    });
  });

  it('is told by the guard of prod, too', async () => {
    const prod = env({ PVG_ENVIRONMENT: 'prod' });
    home = temporaryFolder();
    const sent = { command: 'verify', phase: 'sent', exit: null } as const;
    const place = { environment: 'prod', origin: address } as const;
    writeJournal(home, [entryOf({ ...sent, ...place, receipt: fingerprint('r') })]);
    const send = found({ found: true, recorded_for_this_game: true, last_error_code: null });
    const ended = await pvg(verify, { home, send, env: prod });
    expect(ended.status).toBe(7);
    expect(ended.out).toMatch(/The record may be from that verify/);
  });

  it('is settled by a look-up that tells', async () => {
    const later = { home, env: env(), now: () => fixedUnixSeconds * 1000 + 60_000 };
    await pvg(lookup, { ...later, send: notReceived });
    const again = await pvg(lookup, { ...later, send: notReceived });
    expect(again.out + again.err).not.toMatch(says);
  });

  it.each([
    ['of another receipt', `lookup ${purchase} --receipt other`, env()],
    ['in the other environment', lookup, env({ PVG_ENVIRONMENT: 'prod' })],
    ['at another address', lookup, env({ PVG_GATEWAY_URL: 'https://other.example' })],
  ])('is not told with a look-up %s', async (_what, line, variables) => {
    const ended = await pvg(line, { home, send: notReceived, env: variables });
    expect(ended.out).toContain('has no verify on record');
    expect(ended.out + ended.err).not.toMatch(says);
  });
});

describe('what this machine added to an answer', () => {
  /** The call as the journal, and as a report, have it. */
  const kept = async () => {
    const { answer } = json(await pvg('journal show --last --json', { home }));
    const report = await pvg('report --last', { home });
    return { ...(answer as Record<'verdict' | 'error' | 'advice', unknown>), page: report.out };
  };
  const later = () => ({ home, now: () => fixedUnixSeconds * 1000 + 60_000 });

  it('stays with a look-up of what was verified from here', async () => {
    expect((await pvg(`verify ${demo('demo-purchased')} --case T-1`, { home })).status).toBe(0);
    const { verdict } = json(await pvg(`lookup ${demo('demo-purchased')} --json`, later()));
    expect(verdict).toMatchObject({ says: expect.stringMatching(/It was verified from here/) as string });
    const { page, ...told } = await kept();
    expect(told).toMatchObject({ verdict, advice: 'check' });
    expect(page).toContain('It was verified from here');
  });

  it('stays with a verify of it', async () => {
    await pvg(`verify ${demo('demo-purchased')}`, { home });
    const { error } = json(await pvg(`verify ${demo('demo-purchased')} --json`, later()));
    expect(error).toMatchObject({ hint: expect.stringMatching(/The record is from that verify/) as string });
    const { page, ...told } = await kept();
    expect(told).toMatchObject({ error });
    expect(page).toContain('The record is from that verify');
  });

  it('stays with what may be the wrong environment', async () => {
    await pvg(`lookup ${demo('no-such-purchase')} --force`, { home });
    expect((await kept()).page).toContain('Is this the right environment?');
  });
});

describe('pvg explain-error --last', () => {
  it('says that the journal has none, which is no error, and the way on', async () => {
    for (const line of ['explain-error', 'explain-error --last']) {
      const ended = await pvg(line, { home });
      expect(ended.status).toBe(0);
      expect(ended.out).toMatch(
        /The journal has no failure\.[^]*Next: pvg explain-error DUPLICATE_TRANSACTION\n$/,
      );
    }
    await pvg(`lookup ${demo('demo-recorded')}`, { home });
    expect((await pvg('explain-error', { home })).out).toContain('The journal has no failure.');
    expect((await pvg('explain-error --last', { home, env: { PVG_NO_JOURNAL: '1' } })).status).toBe(0);
  });

  it('2: with a code there is nothing to look for', async () => {
    expect((await pvg('explain-error 409 --last', { home })).status).toBe(2);
  });

  it('explains it with its profile, clock and case, and offers the look-up', async () => {
    await pvg(`verify ${demo('demo-canceled')} --case T-1`, { home });
    await pvg(`lookup ${demo('demo-canceled')}`, { home });
    const ended = await pvg('explain-error', { home, columns: 200 });
    expect(ended.status).toBe(0);
    for (const text of [
      /^VERIFICATION_FAILED: Rejected by the store/,
      /local \(dev\)/,
      /2026-09-21T14:13:20\.000Z \(just now\)/,
      /Clock: agrees with the server/,
      /Ticket: T-1/,
      /Next: pvg lookup --profile local --product-id gems_100 --package com\.example\.game --receipt "\$RECEIPT" --case T-1$/m,
    ])
      expect(ended.out).toMatch(text);
    expect(json(await pvg('explain-error --last --json', { home }))).toMatchObject({
      ...{ profile: 'local', environment: 'dev', interface: 'gateway' },
      answer: { asked: 'VERIFICATION_FAILED', entry: { case: 'T-1' } },
    });
  });

  const verify = { command: 'verify' } as const;
  it.each([
    ['a lost verify', { ...verify, exit: 10, code: 'outcome-unknown' }, 0, 'pvg lookup --profile local'],
    ['one never answered', { ...verify, phase: 'sent', exit: null }, 0, 'pvg lookup --profile local'],
    ['a success that is none', { ...verify, exit: 6, code: 'verified-doubtful' }, 0, 'pvg lookup --profile'],
    ['one of another product', { ...verify, exit: 6, code: 'verified-other-product' }, 0, 'pvg lookup --p'],
    ['a 401', { exit: 4, code: 'UNAUTHORIZED', status: 401, clock_skew_s: 400 }, 0, 'Clock: 400 s behind'],
    ['an unlisted code', { exit: 5, code: 'MYSTERY', status: 400 }, 2, 'does not list'],
    ['an unlisted status', { exit: 5, code: 'http-404', status: 404 }, 2, 'does not list'],
    ['never reached', { exit: 11, code: 'not-reached' }, 0, 'Next: pvg doctor'],
  ] as const)('explains %s', async (_what, given, status, says) => {
    const error = { code: 'code' in given ? given.code : '', says: 'Said.', hint: 'Hinted.', section: null };
    writeJournal(home, [entryOf({ verdict: null, advice: 'check', error, ...given })]);
    const ended = await pvg('explain-error --last', { home, columns: 300 });
    expect(ended.status).toBe(status);
    expect(ended.out + ended.err).toContain(says);
  });

  it('says once who acts', async () => {
    const line = 'lookup --profile local --product-id gems_100 --receipt demo-store-down --retries 0';
    expect((await pvg(line, { home })).status).toBe(8);
    const { out } = await pvg('explain-error --last', { home });
    expect(out).toMatch(/^Who acts: you, later\nWhat to do: Try again in a few minutes\. /m);
    expect(out.match(/who acts/gi)).toHaveLength(1);
  });

  it('looks at one profile when asked to', async () => {
    const later = { id: '20260921T141321Z-000002', at: '2026-09-21T14:13:21.000Z' };
    writeJournal(home, [
      entryOf({ profile: 'game-dev', exit: 4, code: 'UNAUTHORIZED', status: 401 }),
      entryOf({ ...later, exit: 8, code: 'VERIFIER_ERROR', status: 502 }),
    ]);
    expect((await pvg('explain-error', { home })).out).toMatch(/^VERIFIER_ERROR/);
    expect((await pvg('explain-error --profile game-dev', { home })).out).toMatch(/^UNAUTHORIZED/);
    expect((await pvg('explain-error --profile nobody', { home })).out).toContain(
      'no failure of this profile',
    );
  });
});
