import { describe, expect, it } from 'vitest';
import { listedFailures } from '../../src/contract/listed.js';
import { headerValue } from '../../src/contract/wire.js';
import { fixedUnixSeconds } from '../support/context.js';
import { gist, jsonOf, patient, sessionCall, withHeader } from '../support/signed.js';
import { emulatedWorld } from '../support/world.js';

const emulator = (changes: Parameters<typeof emulatedWorld>[0] = {}) => emulatedWorld(changes).send;

const player = { gameId: 'demo', username: 'player-1' };
const call = sessionCall(player);
const signature = headerValue(call.headers, 'X-Signature') ?? '';

describe('the session interface reaches every row of §7.2', () => {
  const rows: [says: string, request: typeof call, expected: string][] = [
    ['mints a token', call, '200'],
    ['mints one with server and role', sessionCall({ ...player, serverId: 's1', roleId: 'r1' }), '200'],
    [
      'misses X-Signature before it reads the body',
      withHeader(sessionCall('{'), 'X-Signature'),
      '401 missing_headers',
    ],
    ['refuses malformed JSON', sessionCall('{'), '400 invalid_request'],
    ['refuses what is no UTF-8', sessionCall(Uint8Array.from([0x22, 0xff, 0x22])), '400 invalid_request'],
    ['misses gameId', sessionCall({ username: 'player-1' }), '400 invalid_request'],
    ['misses username', sessionCall({ gameId: 'demo' }), '400 invalid_request'],
    ['misses both in an array', sessionCall([]), '400 invalid_request'],
    [
      'marks a username of another type',
      sessionCall({ gameId: 'demo', username: 5 }),
      '400 invalid_request (§7.2)',
    ],
    ['marks a server of another type', sessionCall({ ...player, serverId: 1 }), '400 invalid_request (§7.2)'],
    ['takes a role that is null as left out', sessionCall({ ...player, roleId: null }), '200'],
    ['does not know another game', sessionCall({ ...player, gameId: 'other' }), '403 unknown_service'],
    [
      'does not know the game before it checks the signature',
      sessionCall({ ...player, gameId: 'constructor' }, { secret: 'x' }),
      '403 unknown_service',
    ],
    ['refuses another secret', sessionCall(player, { secret: 'other' }), '401 invalid_signature'],
    [
      'refuses a body that was serialised again',
      { ...call, body: Buffer.from(JSON.stringify(player, null, 1)) },
      '401 invalid_signature',
    ],
    [
      'refuses a signature in upper case (§5.2: lower-case hex)',
      withHeader(call, 'X-Signature', signature.toUpperCase()),
      '401 invalid_signature',
    ],
    [
      'refuses a signature that came twice',
      { ...call, headers: [...call.headers, ['x-signature', signature]] },
      '401 invalid_signature',
    ],
    [
      'refuses a game without the feature',
      sessionCall({ ...player, gameId: 'demo-disabled' }),
      '409 xmdt_disabled',
    ],
    [
      'refuses a game with e-mail verification',
      sessionCall({ ...player, gameId: 'demo-email' }),
      '409 email_required_unsupported',
    ],
    [
      'says why a game is refused only to who can sign',
      sessionCall({ ...player, gameId: 'demo-email' }, { secret: 'x' }),
      '401 invalid_signature',
    ],
    ['limits a player', sessionCall({ ...player, username: 'demo-limited' }), '429 rate_limited'],
    ['breaks for a player', sessionCall({ ...player, username: 'demo-broken' }), '500 internal_error'],
    ['knows no other path', { ...call, url: 'http://h/xmdt/status' }, '404 http_404 (§4)'],
  ];
  it.each(rows)('%s', async (_says, request, expected) => {
    expect(gist(await emulator()(request, patient))).toBe(expected);
  });

  it('leaves no code of §7.2 out', () => {
    const reached = rows.map(([, , expected]) => expected.split(' ')[1] ?? '');
    expect(Object.keys(listedFailures.session).filter((code) => !reached.includes(code))).toEqual([]);
  });
});

describe('a minted session', () => {
  it('has exactly the fields of §2.6 and ends 15 minutes on', async () => {
    const response = await emulator()(call, patient);
    expect(jsonOf(response)).toEqual({
      sessionToken: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      expiresAt: new Date((fixedUnixSeconds + 15 * 60) * 1000).toISOString(),
      xmdtRequired: true,
      xmdtCompleted: false,
    });
    expect(headerValue(response.headers, 'content-type')).toBe('application/json');
  });

  it('fails in the shape of §7.2', async () => {
    const body = jsonOf(await emulator()(sessionCall({ ...player, gameId: 'x' }), patient));
    expect(body).toEqual({
      code: 'unknown_service',
      message: 'The gameId is not registered, or it is inactive.',
    });
  });

  it('tells who has completed', async () => {
    const done = sessionCall({ ...player, username: 'demo-completed' });
    expect(jsonOf(await emulator()(done, patient))).toMatchObject({ xmdtCompleted: true });
  });

  it('has a fresh token every time', async () => {
    const send = emulator();
    const first = jsonOf(await send(call, patient));
    const second = jsonOf(await send(call, patient));
    expect(first).not.toEqual(second);
  });

  it('goes by its own clock', async () => {
    const send = emulator({ clockSkewSeconds: -60 });
    expect(headerValue((await send(call, patient)).headers, 'date')).toBe(
      new Date((fixedUnixSeconds - 60) * 1000).toUTCString(),
    );
  });
});

describe('the mint limit', () => {
  it('holds per player and slides with the clock', async () => {
    let nowMs = fixedUnixSeconds * 1000;
    const send = emulator({
      mintLimit: { tokens: 2, seconds: 60 },
      clock: { now: () => nowMs, sleep: () => Promise.resolve() },
    });
    const other = sessionCall({ ...player, username: 'player-2' });
    const steps: [afterMs: number, request: typeof call, expected: string][] = [
      [0, call, '200'],
      [30_000, call, '200'],
      [0, call, '429 rate_limited'],
      [0, other, '200'],
      [29_999, call, '429 rate_limited'],
      [1, call, '200'],
      [0, call, '429 rate_limited'],
    ];
    for (const [afterMs, request, expected] of steps) {
      nowMs += afterMs;
      expect(gist(await send(request, patient))).toBe(expected);
    }
  });

  it('is not there by default', async () => {
    const send = emulator();
    const gists = await Promise.all(Array.from({ length: 200 }, async () => gist(await send(call, patient))));
    expect(new Set(gists)).toEqual(new Set(['200']));
  });
});
