import type { EmulatedGame, EmulatedPlayer } from '../session/emulator.js';
import { aBoolean, anInteger, aText, oneOf, type ListFile } from './members.js';

/**
 * The files of `emulate --games` and `--players`.
 *
 *     [{ "game_id": "my-game", "secret_key": "my-key" }]
 *     [{ "username": "mai", "completed": true }, { "username": "tom", "completes_after_s": 30 }]
 *
 * Also, of a game: xmdt_required (false), enabled (false: 409 xmdt_disabled), email_required (true: 409
 * email_required_unsupported); of a player: state (limited: 429, broken: 500).
 */
export const gameList: ListFile<readonly [gameId: string, EmulatedGame]> = {
  what: 'games file',
  entries: 'games',
  hint: 'Each entry needs game_id and secret_key.',
  entryOf: (members) => {
    const gameId = members.needed('game_id', aText);
    const secretKey = members.needed('secret_key', aText);
    const xmdtRequired = members.read('xmdt_required', aBoolean) ?? true;
    const enabled = members.read('enabled', aBoolean) ?? true;
    const emailRequired = members.read('email_required', aBoolean) ?? false;
    const refusedAs = !enabled ? 'xmdt_disabled' : emailRequired ? 'email_required_unsupported' : undefined;
    return [gameId, { secretKey, xmdtRequired, ...(refusedAs && { refusedAs }) }];
  },
};

/** `completes_after_s` counts from `nowMs`. */
export const playerList = (nowMs: number): ListFile<readonly [username: string, EmulatedPlayer]> => ({
  what: 'players file',
  entries: 'players',
  hint: 'Each entry needs username.',
  entryOf: (members) => {
    const username = members.needed('username', aText);
    const completed = members.read('completed', aBoolean) ?? false;
    const afterS = members.read('completes_after_s', anInteger(0));
    const state = members.read('state', oneOf(['limited', 'broken'] as const));
    if ([completed, afterS !== undefined, state !== undefined].filter(Boolean).length > 1)
      throw members.refuse('completed, completes_after_s and state cannot be used together');
    return [
      username,
      state ?? { completedFromMs: afterS === undefined ? (completed ? 0 : Infinity) : nowMs + afterS * 1000 },
    ];
  },
});
