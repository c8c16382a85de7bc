import { aBoolean, anInteger, aText, defineList, memberOneOf } from './entry-list.js';

export interface EmulatedGame {
  readonly secretKey: string;
  /** The member `xmdtRequired` of answers (§2.6), which the operator sets for each game. */
  readonly xmdtRequired: boolean;
  /** Why every call of this game is refused (§7.2, 409). */
  readonly refusedAs?: 'xmdt_disabled' | 'email_required_unsupported' | undefined;
}

/** How a player differs from a usual one, who gets a token and has not completed verification. */
export type EmulatedPlayer = 'limited' | 'broken' | { readonly completesAfterMs: number };

/** The list in the file of `emulate --games`. */
export const gameList = defineList({
  what: 'games file',
  hint: 'Each entry needs game_id and secret_key.',
  rules: {
    game_id: aText,
    secret_key: aText,
    xmdt_required: aBoolean,
    enabled: aBoolean,
    email_required: aBoolean,
  },
  needed: ['game_id', 'secret_key'],
  make: ({ game_id: gameId, ...read }): readonly [gameId: string, EmulatedGame] => {
    const forEmail = read.email_required === true ? 'email_required_unsupported' : undefined;
    const refusedAs = read.enabled === false ? 'xmdt_disabled' : forEmail;
    return [
      gameId,
      { secretKey: read.secret_key, xmdtRequired: read.xmdt_required ?? true, refusedAs },
    ];
  },
});

/** The list in the file of `emulate --players`. */
export const playerList = defineList({
  what: 'players file',
  hint: 'Each entry needs username.',
  rules: {
    username: aText,
    completed: aBoolean,
    completes_after_s: anInteger(0),
    state: memberOneOf(['limited', 'broken'] as const),
  },
  needed: ['username'],
  make: (read, refuse): readonly [username: string, EmulatedPlayer] => {
    const { username, completed = false, completes_after_s: afterS, state } = read;
    if ([completed, afterS !== undefined, state !== undefined].filter(Boolean).length > 1) {
      throw refuse('completed, completes_after_s and state cannot be used together');
    }
    // A player for whom nothing is given never completes.
    return [username, state ?? { completesAfterMs: completed ? 0 : (afterS ?? Infinity) * 1000 }];
  },
});
