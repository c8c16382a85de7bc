import { describe, expect, it } from 'vitest';
import { listedFailures } from '../../src/contract/listed.js';
import { headerValue } from '../../src/contract/wire.js';
import { fixedUnixSeconds } from '../helpers/context.js';
import { gist, jsonOf, patient, sessionCall, withHeader } from '../helpers/signed.js';
import { emulatedWorld } from '../helpers/world.js';

const emulator = (changes: Parameters<typeof emulatedWorld>[0] = {}) => emulatedWorld(changes).send;

const player = { gameId: 'demo', username: 'player-1' };
const call = sessionCall(player);
const signature = headerValue(call.headers, 'X-Signature') ?? '';

const as = (changes: object, signing = {}) => sessionCall({ ...player, ...changes }, signing);
const invalid = '400 invalid_request';
const unsigned = '401 invalid_signature';

describe('the session interface reaches every row of §7.2', () => {
  const rows: [says: string, request: typeof call, expected: string][] = [
    ['a player', call, '200'],
    ['server and role', as({ serverId: 's1', roleId: 'r1' }), '200'],
    ['a role that is null', as({ roleId: null }), '200'],
    [
      'no X-Signature, before the body',
      withHeader(sessionCall('{'), 'X-Signature'),
      '401 missing_headers',
    ],
    ['malformed JSON', sessionCall('{'), invalid],
    ['no UTF-8', sessionCall(Uint8Array.from([0x22, 0xff, 0x22])), invalid],
    ['no gameId', as({ gameId: undefined }), invalid],
    ['no username', as({ username: undefined }), invalid],
    ['an array', sessionCall([]), invalid],
    ['a username of another type', as({ username: 5 }), `${invalid} (§7.2)`],
    ['a server of another type', as({ serverId: 1 }), `${invalid} (§7.2)`],
    ['another game', as({ gameId: 'other' }), '403 unknown_service'],
    [
      'another game, unsigned',
      as({ gameId: 'constructor' }, { secret: 'x' }),
      '403 unknown_service',
    ],
    ['another secret', as({}, { secret: 'other' }), unsigned],
    [
      'a body serialised again',
      { ...call, body: Buffer.from(JSON.stringify(player, null, 1)) },
      unsigned,
    ],
    ['upper case (§5.2)', withHeader(call, 'X-Signature', signature.toUpperCase()), unsigned],
    [
      'a second signature',
      { ...call, headers: [...call.headers, ['x-signature', signature]] },
      unsigned,
    ],
    ['a game without the feature', as({ gameId: 'demo-disabled' }), '409 xmdt_disabled'],
    ['a game with e-mail', as({ gameId: 'demo-email' }), '409 email_required_unsupported'],
    [
      'a game with e-mail, who cannot sign',
      as({ gameId: 'demo-email' }, { secret: 'x' }),
      unsigned,
    ],
    ['a limited player', as({ username: 'demo-limited' }), '429 rate_limited'],
    ['a broken player', as({ username: 'demo-broken' }), '500 internal_error'],
    ['another path', { ...call, url: 'http://h/xmdt/status' }, '404 http_404 (§4)'],
  ];
  it.each(rows)('%s', async (_says, request, expected) => {
    expect(gist(await emulator()(request, patient))).toBe(expected);
  });

  it('and no code of §7.2 is left out', () => {
    const reached = rows.map(([, , expected]) => expected.split(' ')[1] ?? '');
    expect(Object.keys(listedFailures.session).filter((code) => !reached.includes(code))).toEqual(
      [],
    );
  });
});

it('a session has exactly the fields of §2.6, a fresh token every time, and ends 15 minutes on', async () => {
  const send = emulator({ clockSkewSeconds: -60 });
  const answer = await send(call, patient);
  const sessionToken = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
  const expiresAt = new Date((fixedUnixSeconds + 14 * 60) * 1000).toISOString();
  expect(jsonOf(answer)).toEqual({
    sessionToken,
    expiresAt,
    xmdtRequired: true,
    xmdtCompleted: false,
  });
  const date = new Date((fixedUnixSeconds - 60) * 1000).toUTCString();
  expect(answer.headers).toEqual([
    ['content-type', 'application/json'],
    ['date', date],
  ]);
  expect(jsonOf(await send(call, patient))).not.toEqual(jsonOf(answer));
  const completed = jsonOf(await send(as({ username: 'demo-completed' }), patient));
  expect(completed).toMatchObject({ xmdtCompleted: true });
  const message = 'The gameId is not registered, or it is inactive.';
  const unknown = await send(as({ gameId: 'x' }), patient);
  expect(jsonOf(unknown)).toEqual({ code: 'unknown_service', message });
});

describe('the mint limit', () => {
  it('holds per player and slides with the clock', async () => {
    let nowMs = fixedUnixSeconds * 1000;
    const clock = { now: () => nowMs, sleep: () => Promise.resolve() };
    const send = emulator({ mintLimit: { tokens: 2, seconds: 60 }, clock });
    const limited = '429 rate_limited';
    for (const [afterMs, username, expected] of [
      [0, 'player-1', '200'],
      [30_000, 'player-1', '200'],
      [0, 'player-1', limited],
      [0, 'player-2', '200'],
      [29_999, 'player-1', limited],
      [1, 'player-1', '200'],
      [0, 'player-1', limited],
    ] as const) {
      nowMs += afterMs;
      expect(gist(await send(as({ username }), patient))).toBe(expected);
    }
  });

  it('is not there by default', async () => {
    const send = emulator();
    const gists = await Promise.all(
      Array.from({ length: 200 }, async () => gist(await send(call, patient))),
    );
    expect(new Set(gists)).toEqual(new Set(['200']));
  });
});
