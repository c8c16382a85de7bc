import type { EmulatedPurchase, Ledger } from '../gateway/store.js';
import type { EmulatedGame, EmulatedPlayer } from '../session/emulator.js';
import { demoPlayers } from './demo-games.js';
import { Script, type Rule } from './script.js';
import { gamesOf, purchasesOf, type ServiceCredentials } from './service.js';

/** What an emulator begins with, in addition to the demo values. */
export interface Beginning {
  readonly purchases: readonly EmulatedPurchase[];
  readonly games: readonly (readonly [gameId: string, EmulatedGame])[];
  readonly players: readonly (readonly [username: string, EmulatedPlayer])[];
  readonly rules: readonly Rule[];
}

/** Everything of the emulated service that a test may change while it runs. */
export class World {
  readonly purchases = new Map<string, EmulatedPurchase>();
  readonly games = new Map<string, EmulatedGame>();
  readonly players = new Map<string, EmulatedPlayer>();
  readonly script: Script;
  #advancedMs = 0;

  constructor(
    private readonly credentials: ServiceCredentials,
    private readonly beginning: (nowMs: number) => Beginning,
    private readonly ledger: Ledger,
    private readonly doors: { readonly now: () => number; readonly random: () => number },
  ) {
    this.script = new Script([], { now: () => this.now(), random: doors.random });
    this.#begin();
  }

  /** The emulator's clock, without its skew. */
  now(): number {
    return this.doors.now() + this.#advancedMs;
  }

  advance(ms: number): void {
    this.#advancedMs += ms;
  }

  /** As at the start; the clock too. */
  async reset(): Promise<void> {
    await this.ledger.clear();
    this.#advancedMs = 0;
    this.#begin();
  }

  #begin(): void {
    const { purchases, games, players, rules } = this.beginning(this.now());
    replace(this.purchases, purchasesOf(purchases));
    replace(this.games, [...gamesOf(this.credentials), ...games]);
    replace(this.players, [...demoPlayers, ...players]);
    this.script.replace(rules);
  }
}

function replace<Key, Value>(map: Map<Key, Value>, entries: Iterable<readonly [Key, Value]>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
