import { randomUUID } from 'node:crypto';
import type { Emulated, EmulatorDoors } from '../contract/emulated.js';
import { prefixOf } from '../contract/interfaces.js';
import type { GatewayEmulatorOptions } from '../gateway/emulator.js';
import type { EmulatedPurchase, Ledger } from '../gateway/store.js';
import type { EmulatedGame, MintLimit, SessionEmulatorOptions } from '../session/emulator.js';
import { wings, type Wing } from '../wings.js';
import { demoCredentials, demoGameNumber } from '../contract/demo-credentials.js';
import { demoGames, demoPlayers } from './demo-games.js';
import { demoPurchases } from './demo-purchases.js';
import { misbehaving, type Misbehaviour } from './faults.js';

/** All interfaces of the service: one memory, one clock. */

interface ServiceOptions extends EmulatorDoors {
  /** Of the game that calls; the demo ones unless said. */
  readonly credentials?: ServiceCredentials;
  readonly ledger: Ledger;
  /** Besides the demo purchases. */
  readonly purchases?: readonly EmulatedPurchase[];
  readonly random: () => number;
  readonly misbehaviour?: Misbehaviour;
  readonly mintLimit?: MintLimit | undefined;
}

interface ServiceCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly gameId: string;
  /** Of every game: the demo ones differ in how they are refused, not in the key. */
  readonly secretKey: string;
}

export type EmulatedService = readonly Emulated[];

/** What the wings' emulators choose from. */
type WingOptions = GatewayEmulatorOptions & SessionEmulatorOptions & { credentials: ServiceCredentials };

const gamesOf = ({ gameId, secretKey }: ServiceCredentials): ReadonlyMap<string, EmulatedGame> =>
  new Map(
    [...demoGames].map(([name, game]) => [
      name === demoCredentials.gameId ? gameId : name,
      { ...game, secretKey },
    ]),
  );

export function emulateService(
  options: ServiceOptions,
  of: readonly Pick<Wing<WingOptions>, 'emulate'>[] = wings,
): EmulatedService {
  const { credentials = demoCredentials, misbehaviour = { faults: [], latencyMs: 0 } } = options;
  const given: WingOptions = {
    ...options,
    credentials,
    gameNumber: demoGameNumber,
    purchases: [...demoPurchases, ...(options.purchases ?? [])],
    games: gamesOf(credentials),
    players: demoPlayers,
    mintToken: () => randomUUID(),
  };
  return of.map(({ emulate }) => misbehaving(emulate(given), misbehaviour, options));
}

/** Which interface a path belongs to; one of none is answered as the first answers what it does not know. */
export function interfaceAt(service: EmulatedService, path: string): Emulated {
  const found = service.find(({ record }) => path.includes(prefixOf(record))) ?? service[0];
  if (found === undefined) throw new TypeError('a service has an interface');
  return found;
}
