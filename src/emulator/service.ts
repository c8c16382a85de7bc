import { randomUUID } from 'node:crypto';
import { paths } from '../contract/interfaces.js';
import {
  emulateGateway,
  faultOfGateway,
  refuseAsGateway,
  type EmulatedPurchase,
  type Ledger,
} from '../gateway/emulator.js';
import {
  emulateSession,
  faultOfSession,
  refuseAsSession,
  type EmulatedGame,
  type MintLimit,
} from '../session/emulator.js';
import type { Answering } from './answering.js';
import { demoCredentials, demoGameNumber } from './credentials.js';
import { demoGames, demoPlayers } from './demo-games.js';
import { demoPurchases } from './demo-purchases.js';
import { misbehaving, type Misbehaviour } from './faults.js';

/** Both interfaces of the service: one memory, one clock. */

export interface ServiceOptions {
  /** Of the game that calls; the demo ones unless said. */
  readonly credentials?: ServiceCredentials;
  readonly ledger: Ledger;
  /** Besides the demo purchases. */
  readonly purchases?: readonly EmulatedPurchase[];
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly misbehaviour?: Misbehaviour;
  readonly mintLimit?: MintLimit | undefined;
  readonly clockSkewSeconds?: number;
}

export interface ServiceCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly gameId: string;
  /** Of every game: the demo ones differ in how they are refused, not in the key. */
  readonly secretKey: string;
}

export interface EmulatedService {
  readonly gateway: Answering;
  readonly session: Answering;
}

const gamesOf = ({ gameId, secretKey }: ServiceCredentials): ReadonlyMap<string, EmulatedGame> =>
  new Map(
    [...demoGames].map(([name, game]) => [
      name === demoCredentials.gameId ? gameId : name,
      { ...game, secretKey },
    ]),
  );

const behavingWell: Misbehaviour = { faults: [], latencyMs: 0 };

export function emulateService(options: ServiceOptions): EmulatedService {
  const { credentials = demoCredentials, misbehaviour = behavingWell, clockSkewSeconds = 0 } = options;
  const clock = (): number => options.now() + clockSkewSeconds * 1000;
  const well: EmulatedService = {
    gateway: {
      send: emulateGateway({
        ...options,
        ...credentials,
        gameId: demoGameNumber,
        purchases: [...demoPurchases, ...(options.purchases ?? [])],
      }),
      refuse: (...said) => refuseAsGateway(clock(), ...said),
      fault: (url, status) => faultOfGateway(clock(), url, status),
    },
    session: {
      send: emulateSession({
        ...options,
        games: gamesOf(credentials),
        players: demoPlayers,
        mintToken: () => randomUUID(),
      }),
      refuse: (...said) => refuseAsSession(clock(), ...said),
      fault: (_url, status) => faultOfSession(clock(), status),
    },
  };
  return {
    gateway: { ...well.gateway, send: misbehaving(well.gateway, misbehaviour, options) },
    session: { ...well.session, send: misbehaving(well.session, misbehaviour, options) },
  };
}

/** Which interface a path belongs to; one of neither is answered as the gateway answers what it does not know. */
export const interfaceAt = (service: EmulatedService, path: string): Answering =>
  path.includes(sessionPrefix) ? service.session : service.gateway;

/** `/xmdt/`: the contract calls it the session interface's path prefix. */
const sessionPrefix = paths.session.slice(0, paths.session.lastIndexOf('/') + 1);
