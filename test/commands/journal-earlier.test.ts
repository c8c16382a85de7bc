import { beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/signing/digest.js';
import { type Send } from '../../src/contract/wire.js';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { address, answering, demo, duplicate, entryOf } from '../helpers/journal.js';
import { env, losing, purchase, writeJournal } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

describe('a verify whose answer was lost', () => {
  const verify = `verify ${purchase} --receipt r`;
  const lookup = `lookup ${purchase} --receipt r`;
  const found = (gateway: object): Send => {
    const transaction = {
      product_id: 'gems_100',
      transaction_id: 'GPA.1',
      purchase_state: 0,
      gateway,
    };
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

  it('is told with the next look-up, until one shows what became of it', async () => {
    const ended = await pvg(lookup, { home, send: notReceived, env: env() });
    expect([ended.status, ended.out, ended.err]).toEqual([0, expect.stringMatching(says), '']);
    const later = {
      home,
      env: env(),
      now: () => fixedUnixSeconds * 1000 + 60_000,
      send: notReceived,
    };
    expect((await pvg(lookup, later)).out).not.toMatch(says);
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

  it.each([
    ['of another receipt', `lookup ${purchase} --receipt other`, env()],
    ['at another address', lookup, env({ PVG_GATEWAY_URL: 'https://other.example' })],
  ])('is not told with a look-up %s', async (_what, line, variables) => {
    const ended = await pvg(line, { home, send: notReceived, env: variables });
    expect(ended.out).toContain('has no verify on record');
    expect(ended.out + ended.err).not.toMatch(says);
  });
});

describe('a verify at the same address with a profile of the other environment', () => {
  const body = { found: true, order_id: 'GPA.1', game_id: 1, environment: null };
  const gateway = { found: true, recorded_for_this_game: true, last_error_code: null };
  const transaction = { product_id: 'gems_100', transaction_id: 'GPA.1', purchase_state: 0 };
  const send = answering(200, { ...body, transactions: [{ ...transaction, gateway }] });
  const prod = env({ PVG_ENVIRONMENT: 'prod' });
  const recorded = entryOf({
    ...{ command: 'verify', profile: 'game-dev', origin: address, case: 'T-1' },
    receipt: fingerprint('r'),
    verdict: { id: 'verified', says: 'Verified.', next: 'Grant.' },
  });

  it('made the record that a look-up shows, and its profile is named', async () => {
    writeJournal(home, [recorded]);
    const line = `lookup ${purchase} --receipt r --json`;
    const { verdict, advice } = json(await pvg(line, { home, send, env: prod }));
    const { says } = verdict as Record<string, string>;
    expect(says).toMatch(
      /It was verified from here on .+ for T-1 with game-dev \(dev\) \(`pvg journal show/,
    );
    expect(advice).toBe('check');
  });

  it('counts for an earlier look-up of the journal, too', async () => {
    const lookup = entryOf({
      ...{ id: '20260921T141200Z-000002', at: '2026-09-21T14:12:00.000Z', case: 'T-2' },
      ...{ environment: 'prod', profile: 'game-prod', origin: address },
      receipt: fingerprint('r'),
    });
    writeJournal(home, [lookup, recorded]);
    const { answer } = json(await pvg('journal find T-2 --json', { home }));
    expect(JSON.stringify(answer)).toMatch(/verified from here on [^.]+ with game-dev \(dev\)/);
  });
});

describe('what this machine added to an answer stays with it in the journal and in a report', () => {
  const verify = `verify ${demo('demo-purchased')}`;
  it.each([
    [
      'a look-up of what was verified from here',
      verify,
      `lookup ${demo('demo-purchased')}`,
      /It was verified from here/,
    ],
    ['a verify of it', verify, verify, /The record is from that verify/],
    [
      'a look-up that may be in the wrong environment',
      'explain-error 409',
      `lookup ${demo('no-such-purchase')} --force`,
      /Is this the right environment\?/,
    ],
  ])('%s', async (_what, before, line, says) => {
    await pvg(before, { home });
    const later = { home, now: () => fixedUnixSeconds * 1000 + 60_000 };
    const { verdict, error, advice } = json(await pvg(`${line} --json`, later));
    expect(JSON.stringify([verdict, error])).toMatch(says);
    const { answer } = json(await pvg('journal show --last --json', { home }));
    const { id, says: verdictSays, next } = verdict as Record<string, string>;
    // What to type next is not kept: it depends on what the journal has then.
    const kept = error === null ? null : { ...(error as object), hint_command: undefined };
    expect(answer).toMatchObject({
      verdict: { id, says: verdictSays, next },
      error: kept && JSON.parse(JSON.stringify(kept)),
      advice,
    });
    expect((await pvg('report --last', { home })).out).toMatch(says);
  });
});

describe('pvg explain-error --last', () => {
  it('says that the journal has none, which is no error, and the way on', async () => {
    await pvg(`lookup ${demo('demo-recorded')}`, { home });
    for (const line of ['explain-error', 'explain-error --last'])
      expect(await pvg(line, { home })).toMatchObject({
        status: 0,
        out: expect.stringMatching(/The journal has no failure\.(?![^]*Next:)/) as string,
      });
    expect((await pvg('explain-error 409 --last', { home })).status).toBe(2);
  });

  it('explains it with its profile, clock and case, and offers the look-up', async () => {
    await pvg(`verify ${demo('demo-canceled')} --case T-1`, { home });
    await pvg(`lookup ${demo('demo-canceled')}`, { home });
    const { status, out } = await pvg('explain-error', { home, columns: 200 });
    expect(status).toBe(0);
    expect(out).toMatch(
      /^VERIFICATION_FAILED: [^]*local \(dev\)[^]*Ticket: T-1\nClock: agrees with/,
    );
    expect(out).toMatch(/Next: pvg lookup --profile local .* --receipt "\$RECEIPT" --case T-1\n$/);
    expect(json(await pvg('explain-error --last --json', { home }))).toMatchObject({
      ...{ profile: 'local', environment: 'dev', interface: 'gateway' },
      answer: { asked: 'VERIFICATION_FAILED', entry: { case: 'T-1' } },
    });
  });

  const verify = { command: 'verify' } as const;
  it.each([
    [
      'a lost verify',
      { ...verify, exit: 10, code: 'outcome-unknown' },
      0,
      'pvg lookup --profile local',
    ],
    [
      'one never answered',
      { ...verify, phase: 'sent', exit: null },
      0,
      'pvg lookup --profile local',
    ],
    [
      'a success that is none',
      { ...verify, exit: 6, code: 'verified-doubtful' },
      0,
      'pvg lookup --profile',
    ],
    [
      'a 401',
      { exit: 4, code: 'UNAUTHORIZED', status: 401, clock_skew_s: 400 },
      0,
      'Clock: 400 s behind',
    ],
    ['an unlisted code', { exit: 5, code: 'MYSTERY', status: 400 }, 2, 'does not list'],
    ['an unlisted status', { exit: 5, code: 'http-404', status: 404 }, 2, 'does not list'],
    ['never reached', { exit: 11, code: 'not-reached' }, 0, 'Next: pvg doctor'],
  ] as const)('explains %s', async (_what, given, status, says) => {
    const error = {
      code: 'code' in given ? given.code : '',
      says: 'Said.',
      hint: 'Hinted.',
      section: null,
    };
    writeJournal(home, [entryOf({ verdict: null, advice: 'check', error, ...given })]);
    const ended = await pvg('explain-error --last', { home, columns: 300 });
    expect(ended.status).toBe(status);
    expect(ended.out + ended.err).toContain(says);
  });

  it('looks at one profile when asked to', async () => {
    const later = { id: '20260921T141321Z-000002', at: '2026-09-21T14:13:21.000Z' };
    writeJournal(home, [
      entryOf({ profile: 'game-dev', exit: 4, code: 'UNAUTHORIZED', status: 401 }),
      entryOf({ ...later, exit: 8, code: 'VERIFIER_ERROR', status: 502 }),
    ]);
    for (const [options, says] of [
      ['', 'VERIFIER_ERROR'],
      ['--profile game-dev', 'UNAUTHORIZED'],
      ['--profile nobody', 'no failure of this profile'],
    ] as const)
      expect((await pvg(`explain-error ${options}`, { home })).out).toContain(says);
  });
});
