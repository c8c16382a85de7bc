import type { EmulatedPurchase, Ledger } from '../gateway/store.js';
import type { EmulatedGame, EmulatedPlayer } from '../session/emulator.js';
import { demoPlayers } from './demo-games.js';
import { parseList } from './members.js';
import { gameList, playerList } from './people-files.js';
import { ruleList, Script, type Rule } from './script.js';
import { byReceipt, gamesOf, purchasesOf, type ServiceCredentials } from './service.js';
import { purchaseList } from './store-file.js';

/** What an emulator begins with, in addition to the demo values. */
export interface Beginning {
  readonly purchases: readonly EmulatedPurchase[];
  readonly games: readonly (readonly [gameId: string, EmulatedGame])[];
  readonly players: readonly (readonly [username: string, EmulatedPlayer])[];
  readonly rules: readonly Rule[];
}

export type World = ReturnType<typeof openWorld>;

/** Everything of the emulated service that a test may change while it runs. */
export function openWorld(
  credentials: ServiceCredentials,
  beginning: (nowMs: number) => Beginning,
  ledger: Ledger,
  doors: { readonly now: () => number; readonly random: () => number },
) {
  let advancedMs = 0;
  /** The emulator's clock, without its skew. */
  const now = (): number => doors.now() + advancedMs;
  const purchases = new Map<string, EmulatedPurchase>();
  const games = new Map<string, EmulatedGame>();
  const players = new Map<string, EmulatedPlayer>();
  const script = new Script([], { now, random: doors.random });

  const begin = (): void => {
    const first = beginning(now());
    for (const each of [purchases, games, players]) each.clear();
    put(purchases, purchasesOf(first.purchases));
    put(games, [...gamesOf(credentials), ...first.games]);
    put(players, [...demoPlayers, ...first.players]);
    script.replace(first.rules);
  };
  begin();
  return {
    ...{ credentials, ledger, now, purchases, games, players, script, random: doors.random },
    /** Adds what a JSON list has, or replaces what has the same name. Each gives the number of entries. */
    add: {
      purchases: (list: Uint8Array) => put(purchases, byReceipt(parseList(list, '', purchaseList(now())))),
      games: (list: Uint8Array) => put(games, parseList(list, '', gameList)),
      players: (list: Uint8Array) => put(players, parseList(list, '', playerList(now()))),
    },
    setScript: (list: Uint8Array): number => {
      const rules = parseList(list, '', ruleList);
      script.replace(rules);
      return rules.length;
    },
    advance: (ms: number): void => {
      advancedMs += ms;
    },
    /** As at the start; the clock too. */
    reset: async (): Promise<void> => {
      await ledger.clear();
      advancedMs = 0;
      begin();
    },
  };
}

function put<Key, Value>(map: Map<Key, Value>, given: Iterable<readonly [Key, Value]>): number {
  const entries = [...given];
  for (const [key, value] of entries) map.set(key, value);
  return entries.length;
}
