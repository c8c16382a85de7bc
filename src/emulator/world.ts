import type { Clock } from '../context.js';
import { demoCredentials } from '../contract/demo-credentials.js';
import { demoGames, demoPlayers, demoPurchases } from './demo.js';
import { memoryLedger, type Ledger } from './ledger.js';
import {
  mintLimiter,
  type Credentials,
  type EmulatedGame,
  type EmulatedPlayer,
  type MintLimit,
  type MintLimiter,
} from './people.js';
import type { EmulatedPurchase } from './purchase.js';
import { Script, type Rule } from './script.js';

/** What an emulator begins with, in addition to the demo values. */
interface Beginning {
  readonly purchases: readonly EmulatedPurchase[];
  readonly games: readonly Named<EmulatedGame>[];
  readonly players: readonly Named<EmulatedPlayer>[];
  readonly rules: readonly Rule[];
}

export type Named<Value> = readonly [name: string, value: Value];

export interface WorldOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** From 0 to below 1: for faults. */
  readonly random: () => number;
  /** Of the calling game; by default the demo credentials. */
  readonly credentials?: Credentials;
  /** By default in memory. */
  readonly ledger?: Ledger;
  readonly beginning?: Partial<Beginning>;
  readonly clockSkewSeconds?: number;
  readonly latencyMs?: number;
  readonly mintLimit?: MintLimit | undefined;
}

/** Everything of the emulated service: who calls, what was bought, who plays, and its clock. A test may change it. */
export class World {
  readonly credentials: Credentials;
  readonly ledger: Ledger;
  /** By receipt. */
  readonly purchases = new Map<string, EmulatedPurchase>();
  readonly games = new Map<string, EmulatedGame>();
  readonly players = new Map<string, 'limited' | 'broken' | { readonly completedFromMs: number }>();
  /** How often the store could not be reached, by receipt. */
  readonly storeFailures = new Map<string, number>();
  readonly script: Script;
  readonly latencyMs: number;
  readonly sleep: Clock['sleep'];
  mayMint: MintLimiter = mintLimiter(undefined);
  #advancedMs = 0;

  constructor(private readonly options: WorldOptions) {
    const { clock, random, credentials = demoCredentials, ledger = memoryLedger(), latencyMs = 0 } = options;
    this.credentials = credentials;
    this.ledger = ledger;
    this.latencyMs = latencyMs;
    this.sleep = (ms, signal) => clock.sleep(ms, signal);
    this.script = new Script(() => this.now(), random);
    this.#begin();
  }

  #begin(): void {
    const { purchases = [], games = [], players = [], rules = [] } = this.options.beginning ?? {};
    for (const each of [this.purchases, this.games, this.players, this.storeFailures]) each.clear();
    this.addPurchases([...demoPurchases, ...purchases]);
    for (const [name, game] of [...demoGames(this.credentials), ...games]) this.games.set(name, game);
    this.addPlayers([...demoPlayers, ...players]);
    this.script.replace(rules);
    this.mayMint = mintLimiter(this.options.mintLimit);
  }

  /** Milliseconds since the epoch, by the service's clock. */
  now(): number {
    return this.options.clock.now() + this.#advancedMs + (this.options.clockSkewSeconds ?? 0) * 1000;
  }

  advance(ms: number): void {
    this.#advancedMs += ms;
  }

  /** Or replaces those with the same receipt. */
  addPurchases(added: readonly EmulatedPurchase[]): void {
    for (const purchase of added) this.purchases.set(purchase.receipt, purchase);
  }

  /** Or replaces those with the same name. */
  addPlayers(added: readonly Named<EmulatedPlayer>[]): void {
    for (const [name, player] of added)
      this.players.set(
        name,
        typeof player === 'string' ? player : { completedFromMs: this.now() + player.completesAfterMs },
      );
  }

  /** As at the start; the clock too. */
  async reset(): Promise<void> {
    await this.ledger.clear();
    this.#advancedMs = 0;
    this.#begin();
  }
}
