import { randomUUID } from 'node:crypto';
import type { Emulated, EmulatorDoors } from '../contract/emulated.js';
import { prefixOf } from '../contract/interfaces.js';
import type { GatewayEmulatorOptions } from '../gateway/emulator.js';
import type { EmulatedPurchase, Ledger } from '../gateway/store.js';
import type { EmulatedGame, EmulatedPlayer, MintLimit, SessionEmulatorOptions } from '../session/emulator.js';
import { wings, type Wing } from '../wings.js';
import { demoCredentials, demoGameNumber } from '../contract/demo-credentials.js';
import { demoGames, demoPlayers } from './demo-games.js';
import { demoPurchases } from './demo-purchases.js';
import { scripted, type Script } from './script.js';
import { misbehaving, type Misbehaviour } from './faults.js';

/** All interfaces of the service, with shared state and one clock. */

interface ServiceOptions extends EmulatorDoors {
  /** Credentials of the calling game; by default the demo credentials. */
  readonly credentials?: ServiceCredentials;
  readonly ledger: Ledger;
  /** By receipt; by default the demo purchases. */
  readonly purchases?: ReadonlyMap<string, EmulatedPurchase>;
  /** By default the demo games, with the key of the credentials. */
  readonly games?: ReadonlyMap<string, EmulatedGame>;
  /** By default the demo players. */
  readonly players?: ReadonlyMap<string, EmulatedPlayer>;
  readonly random: () => number;
  readonly misbehaviour?: Misbehaviour;
  readonly mintLimit?: MintLimit | undefined;
  readonly addressLimit?: MintLimit | undefined;
  readonly script?: Script;
}

export interface ServiceCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly gameId: string;
  /** The same for every game: demo games differ in how they are refused, not in their key. */
  readonly secretKey: string;
}

export type EmulatedService = readonly Emulated[];

/** All options that the emulators of the wings may use. */
type WingOptions = GatewayEmulatorOptions & SessionEmulatorOptions & { credentials: ServiceCredentials };

export const gamesOf = ({ gameId, secretKey }: ServiceCredentials): ReadonlyMap<string, EmulatedGame> =>
  new Map(
    [...demoGames].map(([name, game]) => [
      name === demoCredentials.gameId ? gameId : name,
      { ...game, secretKey },
    ]),
  );

export const byReceipt = (purchases: readonly EmulatedPurchase[]): (readonly [string, EmulatedPurchase])[] =>
  purchases.map((purchase) => [purchase.receipt, purchase]);

/** The demo purchases and these. */
export const purchasesOf = (added: readonly EmulatedPurchase[] = []): Map<string, EmulatedPurchase> =>
  new Map(byReceipt([...demoPurchases, ...added]));

export function emulateService(
  options: ServiceOptions,
  of: readonly Pick<Wing<WingOptions>, 'emulate'>[] = wings,
): EmulatedService {
  const { credentials = demoCredentials, misbehaviour = { faults: [], latencyMs: 0 }, script } = options;
  const given: WingOptions = {
    ...options,
    credentials,
    gameNumber: demoGameNumber,
    purchases: options.purchases ?? purchasesOf(),
    games: options.games ?? gamesOf(credentials),
    players: options.players ?? demoPlayers,
    mintToken: () => randomUUID(),
  };
  return of
    .map(({ emulate }) => misbehaving(emulate(given), misbehaviour, options))
    .map((emulated) => (script === undefined ? emulated : scripted(emulated, script, options.sleep)));
}

/** The interface of a path; for an unknown path the first interface, which answers that it does not know it. */
export function interfaceAt(service: EmulatedService, path: string): Emulated {
  const found = service.find(({ record }) => path.includes(prefixOf(record))) ?? service[0];
  if (found === undefined) throw new TypeError('a service has an interface');
  return found;
}
