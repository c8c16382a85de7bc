import type { Clock } from '../context.js';
import { demoCredentials, demoPurchase } from '../contract/demo-credentials.js';
import { fingerprint } from '../signing/digest.js';
import { Ledger } from './ledger.js';
import type { EmulatedGame, EmulatedPlayer } from './people.js';
import { completePurchase, type EmulatedPurchase } from './purchase.js';
import { type FaultRule, Script } from './script.js';

/** The credentials of the game that calls. Every demo game has the same secret key. */
type Credentials = Readonly<Record<keyof typeof demoCredentials, string>>;

export interface WorldOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Returns a number from 0 to below 1: it decides which requests a fault hits. */
  readonly random: () => number;
  /** With a seed, the same requests in the same order are always hit alike. */
  readonly seed?: number | undefined;
  /** Demo values replace those that are missing. */
  readonly credentials?: undefined | { readonly [Name in keyof Credentials]?: string | undefined };
  readonly ledger?: Ledger;
  /** What the world has besides the demo purchases, games and players. */
  readonly initial?: {
    readonly purchases?: readonly EmulatedPurchase[];
    readonly games?: Iterable<readonly [gameId: string, EmulatedGame]>;
    readonly players?: Iterable<readonly [username: string, EmulatedPlayer]>;
    readonly rules?: readonly FaultRule[];
    /** Rules of the command line: they come after all others, and a new script does not replace them. */
    readonly faults?: readonly FaultRule[];
  };
  readonly clockSkewSeconds?: number;
  readonly latencyMs?: number;
  /** How many tokens each player of a game gets in a time. */
  readonly mintLimit?: { readonly tokens: number; readonly seconds: number } | undefined;
}

/** The state of the emulated service: its clients, purchases, games, players and clock. A test may change it. */
export class World {
  readonly credentials: Credentials;
  readonly ledger: Ledger;
  readonly script: Script;
  readonly purchases = new Map<string, EmulatedPurchase>();
  readonly games = new Map<string, EmulatedGame>();
  readonly players = new Map<string, 'limited' | 'broken' | { readonly completedFromMs: number }>();
  /** How often the store could not be reached, by receipt. */
  readonly storeFailures = new Map<string, number>();
  /** The tokens that count towards `mintLimit` now. */
  #minted: { readonly key: string; readonly atMs: number }[] = [];
  #advancedMs = 0;
  readonly #fingerprints = new Map<string, string>();

  constructor(readonly options: WorldOptions) {
    const { clientId, clientSecret, gameId, secretKey } = options.credentials ?? {};
    this.credentials = {
      clientId: clientId ?? demoCredentials.clientId,
      clientSecret: clientSecret ?? demoCredentials.clientSecret,
      gameId: gameId ?? demoCredentials.gameId,
      secretKey: secretKey ?? demoCredentials.secretKey,
    };
    this.ledger = options.ledger ?? new Ledger();
    const { random, seed } = options;
    this.script = new Script({ now: () => this.now(), random, seed });
    this.#loadInitial();
  }

  #loadInitial(): void {
    const { initial = {} } = this.options;
    const { purchases = [], games = [], players = [], rules = [], faults = [] } = initial;
    for (const each of [this.purchases, this.games, this.players, this.storeFailures]) each.clear();
    this.#minted = [];
    this.addPurchases([...demoPurchases, ...purchases]);
    const { gameId, secretKey } = this.credentials;
    this.addGames([...demoGames(gameId, secretKey), ...games]);
    this.addPlayers([...demoPlayers, ...players]);
    this.script.begin(rules, faults);
  }

  /** Milliseconds since the epoch, by the service's clock. */
  readonly now = (): number =>
    this.options.clock.now() + this.#advancedMs + (this.options.clockSkewSeconds ?? 0) * 1000;

  advance(ms: number): void {
    this.#advancedMs += ms;
  }

  /** Adds purchases. They replace purchases with the same receipt. */
  addPurchases(added: readonly EmulatedPurchase[]): void {
    for (const purchase of added) this.purchases.set(purchase.receipt, purchase);
  }

  /** The fingerprint of a receipt. It is kept for known purchases, so that it is computed once. */
  fingerprintOf(receipt: string): string {
    const kept = this.#fingerprints.get(receipt);
    if (kept !== undefined) return kept;
    const computed = fingerprint(receipt);
    if (this.purchases.has(receipt)) this.#fingerprints.set(receipt, computed);
    return computed;
  }

  /** Adds games. They replace games with the same id. */
  addGames(added: Iterable<readonly [gameId: string, EmulatedGame]>): void {
    for (const [id, game] of added) this.games.set(id, game);
  }

  addPlayers(added: Iterable<readonly [string, EmulatedPlayer]>): void {
    for (const [name, player] of added) {
      if (typeof player === 'string') this.players.set(name, player);
      else this.players.set(name, { completedFromMs: this.now() + player.completesAfterMs });
    }
  }

  /**
   * Whether the player may get another token now. If so, the token is counted; a refused request is not. The window of time
   * slides.
   * @param key the player of a game, as a text
   */
  tryMint(key: string, nowMs: number): boolean {
    const { mintLimit } = this.options;
    if (mintLimit === undefined) return true;
    this.#minted = this.#minted.filter(({ atMs }) => atMs > nowMs - mintLimit.seconds * 1000);
    const isAllowed = this.#minted.filter((each) => each.key === key).length < mintLimit.tokens;
    if (isAllowed) this.#minted.push({ key, atMs: nowMs });
    return isAllowed;
  }

  async reset(): Promise<void> {
    await this.ledger.clear();
    this.#advancedMs = 0;
    this.#loadInitial();
  }
}

const recorded = { recorded: true };
const errorOfStore = {
  last_error_code: 'VERIFIER_ERROR',
  last_error_message: 'The store could not be reached.',
};

/** The demo purchases. Each differs from a paid, acknowledged Android purchase that was never verified. */
const demoTable: readonly (readonly [
  receipt: string,
  meaning: string,
  differs?: Partial<EmulatedPurchase>,
])[] = [
  ['demo-purchased', 'paid, not verified yet'],
  ['demo-canceled', 'cancelled at the store', { purchase_state: 1 }],
  ['demo-pending', 'not paid yet', { purchase_state: 2, acknowledgement_state: 0 }],
  ['demo-unacknowledged', 'paid, not acknowledged, not verified yet', { acknowledgement_state: 0 }],
  ['demo-never-received', 'paid, never verified'],
  ['demo-recorded', 'paid and verified before: a verify is answered with 409', recorded],
  [
    'demo-other-game',
    'verified before, not for this game',
    { ...recorded, recorded_for_this_game: false },
  ],
  [
    'demo-recorded-error',
    'verified before, recorded with an error',
    { ...recorded, ...errorOfStore },
  ],
  ['demo-package-mismatch', 'bought in another package', { package: 'com.example.other' }],
  ['demo-store-unconfigured', 'the store credentials are not configured', { isUnconfigured: true }],
  ['demo-store-down', 'the store cannot be reached: 502', { storeFailures: Infinity }],
  ['demo-flaky', '502 twice, then as demo-purchased', { storeFailures: 2 }],
  ['demo-slow', 'answered after 5 s', { answersAfterMs: 5_000 }],
  [
    'demo-ios-sandbox',
    'an iOS receipt of the other environment: 412',
    { os: 'ios', isElsewhere: true },
  ],
];

export const demoReceiptWords = demoTable.map(([receipt, meaning]) => [receipt, meaning] as const);

const { productId: product_id, packageName } = demoPurchase;

export const demoPurchases: readonly EmulatedPurchase[] = demoTable.map(([receipt, , differs]) =>
  completePurchase({ receipt, product_id, package: packageName, ...differs }),
);

/** The known games; any other gameId is unknown. All have the same key. They differ in how they are refused. */
function demoGames(gameId: string, secretKey: string) {
  const game = { secretKey, xmdtRequired: true } as const;
  return new Map<string, EmulatedGame>([
    [gameId, game],
    ['demo-disabled', { ...game, refusedAs: 'xmdt_disabled' }],
    ['demo-email', { ...game, refusedAs: 'email_required_unsupported' }],
  ]);
}

/** The special players. A player with any other username gets a token and has not completed verification. */
const demoPlayers: ReadonlyMap<string, EmulatedPlayer> = new Map<string, EmulatedPlayer>([
  ['demo-completed', { completesAfterMs: 0 }],
  ['demo-limited', 'limited'],
  ['demo-broken', 'broken'],
]);
