/**
 * The service for the tests of a game server: both interfaces (§4) on a local port, in this process. An answer that
 * the contract does not show has the header `X-Pvg-Not-Shown`, with the number of the section that leaves it open.
 * @module
 */

/// <reference lib="esnext.disposable" preserve="true" />
import { setTimeout as sleep } from 'node:timers/promises';
import { demoCredentials } from '../contract/demo-credentials.js';
import { openServer } from '../system/serve.js';
import { type EntryList, readEntries } from '../emulator/entry-list.js';
import { purchaseList } from '../emulator/purchase.js';
import { gameList, playerList } from '../emulator/people.js';
import { RequestLog } from '../emulator/request-log.js';
import { ruleList } from '../emulator/script.js';
import { mostConnections, serveEmulated } from '../emulator/server.js';
import { emulateService } from '../emulator/service.js';
import { World } from '../emulator/world.js';
import {
  requireArray,
  requireFunction,
  integerFrom,
  requireNonEmptyText,
  numberFrom,
  objectWith,
  optional,
} from './arguments.js';
import type {
  EmulatorRequest,
  GameEntry,
  PlayerEntry,
  PurchaseEntry,
  RuleEntry,
} from './entries.js';
import { requestsOf } from './requests.js';

export type {
  AndroidPurchase,
  EmulatorRequest,
  GameEntry as Game,
  IosPurchase,
  PlayerEntry as Player,
  PurchaseEntry as Purchase,
  PurchaseFacts,
  RuleEntry as Rule,
} from './entries.js';

/** What an emulator begins with. */
export interface EmulatorOptions {
  /** A port of 127.0.0.1. If it is 0 or not given, the system picks one. */
  readonly port?: number;
  /** Milliseconds since the epoch; `Date.now` if it is not given. */
  readonly now?: () => number;
  /** What the calling game signs with. */
  readonly credentials?: EmulatorCredentials;
  /** Purchases of the store, as in the file of `pvg emulate --store`, in addition to the demo purchases. */
  readonly purchases?: readonly PurchaseEntry[];
  /** Players that differ from the usual one, as in the file of `pvg emulate --players`. */
  readonly players?: readonly PlayerEntry[];
  /** Further games, as in the file of `pvg emulate --games`. */
  readonly games?: readonly GameEntry[];
  /** Faults by path, count and moment, as in the file of `pvg emulate --script`. */
  readonly script?: readonly RuleEntry[];
}

/** The credentials of the calling game (§1.3). If none are given, they are those of the profile `local`. */
export interface EmulatorCredentials {
  /** The gateway's `client_id`. */
  readonly clientId: string;
  /** What requests to the gateway are signed with (§5.1). */
  readonly clientSecret: string;
  /** The `gameId` of requests to the session interface (§2.5). */
  readonly gameId: string;
  /** What requests to the session interface are signed with (§5.2). */
  readonly secretKey: string;
}

/** A running emulator. */
export interface Emulator {
  /** The base address of both interfaces: `http://127.0.0.1:41235`. */
  readonly url: string;
  /** What the calling game signs with. */
  readonly credentials: EmulatorCredentials;
  /**
   * What came since the start or the last reset, in the order of the ends: a new list each time. It is what `pvg emulate`
   * lists at `GET /_pvg/requests`. At least the newest 10,000 are kept, unless their texts are very long.
   */
  readonly requests: readonly EmulatorRequest[];
  /** Adds purchases, or replaces those with the same receipt. @throws if an entry is wrong, and says which */
  readonly addPurchases: (...purchases: readonly PurchaseEntry[]) => void;
  /** Adds players, or replaces those with the same name. @throws if an entry is wrong, and says which */
  readonly addPlayers: (...players: readonly PlayerEntry[]) => void;
  /** Adds games, or replaces those with the same id. @throws if an entry is wrong, and says which */
  readonly addGames: (...games: readonly GameEntry[]) => void;
  /** Replaces the script. @throws if a rule is wrong, and says which */
  readonly setScript: (rules: readonly RuleEntry[]) => void;
  /** Moves the clock forward. */
  readonly advance: (seconds: number) => void;
  /** Makes everything as at the start: purchases, players, games, script, clock, requests, and what was verified. */
  readonly reset: () => Promise<void>;
  /** Closes the port and all connections. */
  readonly close: () => Promise<void>;
  /** The same, for `await using emulator = await startEmulator()`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

const checkCredentials = objectWith({
  clientId: requireNonEmptyText,
  clientSecret: requireNonEmptyText,
  gameId: requireNonEmptyText,
  secretKey: requireNonEmptyText,
});

const checkOptions = objectWith({
  port: optional(integerFrom(0, 65_535)),
  now: optional(requireFunction),
  credentials: optional(checkCredentials),
  purchases: optional(requireArray),
  players: optional(requireArray),
  games: optional(requireArray),
  script: optional(requireArray),
});

/**
 * Starts an emulator. Rejects with a TypeError or a RangeError if an option has another type, is out of range or is not
 * listed, and with an error named PvgError if the port is in use or an entry is wrong: its message names the option and
 * says which entry.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  checkOptions('options', options);
  const { port = 0, now = Date.now, credentials = demoCredentials } = options;
  const world = new World({
    clock: { now, sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
    random: Math.random,
    credentials,
    initial: {
      purchases: entriesOf('options.purchases', purchaseList, options.purchases),
      players: entriesOf('options.players', playerList, options.players),
      games: entriesOf('options.games', gameList, options.games),
      rules: entriesOf('options.script', ruleList, options.script),
    },
  });
  const requestLog = new RequestLog({ keepsHeaders: true });
  const service = emulateService(world, requestLog);
  const server = await serveEmulated(openServer, {
    port,
    maxConnections: mostConnections,
    route: () => service,
  });
  const close = (): Promise<void> => server.close();
  return {
    url: `http://127.0.0.1:${String(server.port)}`,
    credentials,
    get requests() {
      return requestsOf(requestLog);
    },
    addPurchases: (...purchases) =>
      world.addPurchases(entriesOf('purchases', purchaseList, purchases)),
    addPlayers: (...players) => world.addPlayers(entriesOf('players', playerList, players)),
    addGames: (...games) => {
      for (const [id, game] of entriesOf('games', gameList, games)) world.games.set(id, game);
    },
    setScript: (rules) => {
      requireArray('rules', rules);
      world.script.replace(entriesOf('rules', ruleList, rules));
    },
    advance: (seconds) => {
      numberFrom(0, Number.MAX_SAFE_INTEGER / 1000)('seconds', seconds);
      world.advance(seconds * 1000);
    },
    reset: async () => {
      await world.reset();
      requestLog.remove();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** `argument`: what an error calls the list: `options.purchases`. */
function entriesOf<Value>(
  argument: string,
  list: EntryList<Value>,
  entries: readonly object[] = [],
): Value[] {
  return readEntries(Array.from(entries, withoutUndefined), list, argument);
}

/** A member that is undefined counts as not given, as everywhere in the library. */
function withoutUndefined(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}
