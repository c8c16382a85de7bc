import { aBoolean, aNumber, aText, entry, oneOf, type ListFile } from './members.js';

export interface EmulatedGame {
  readonly secretKey: string;
  /** §2.6: set per game by the operator. */
  readonly xmdtRequired: boolean;
  /** Why every call of this game is refused (§7.2, 409). */
  readonly refusedAs?: 'xmdt_disabled' | 'email_required_unsupported' | undefined;
}

/** How a player differs from the usual one, who gets a token and has not completed verification. */
export type EmulatedPlayer = 'limited' | 'broken' | { readonly completesAfterMs: number };

type Named<Value> = readonly [name: string, value: Value];

/** The file of `emulate --games`. */
export const gameList: ListFile<Named<EmulatedGame>> = {
  what: 'games file',
  entries: 'games',
  hint: 'Each entry needs game_id and secret_key.',
  entryOf: entry(
    {
      game_id: aText,
      secret_key: aText,
      xmdt_required: aBoolean,
      enabled: aBoolean,
      email_required: aBoolean,
    },
    ['game_id', 'secret_key'],
    ({ game_id: gameId, secret_key: secretKey, xmdt_required: xmdtRequired = true, ...read }) => {
      const forEmail = read.email_required === true ? 'email_required_unsupported' : undefined;
      return [
        gameId,
        { secretKey, xmdtRequired, refusedAs: read.enabled === false ? 'xmdt_disabled' : forEmail },
      ];
    },
  ),
};

/** The file of `emulate --players`. */
export const playerList: ListFile<Named<EmulatedPlayer>> = {
  what: 'players file',
  entries: 'players',
  hint: 'Each entry needs username.',
  entryOf: entry(
    {
      username: aText,
      completed: aBoolean,
      completes_after_s: aNumber(0),
      state: oneOf(['limited', 'broken'] as const),
    },
    ['username'],
    ({ username, completed = false, completes_after_s: afterS, state }, refuse) => {
      if ([completed, afterS !== undefined, state !== undefined].filter(Boolean).length > 1)
        throw refuse('completed, completes_after_s and state cannot be used together');
      return [username, state ?? { completesAfterMs: completed ? 0 : (afterS ?? Infinity) * 1000 }];
    },
  ),
};
