import type { EmulatedGame, EmulatedPlayer } from '../session/emulator.js';
import { demoCredentials } from '../contract/demo-credentials.js';

const game = { secretKey: demoCredentials.secretKey, xmdtRequired: true } as const;

/** Any other gameId is unknown. All games use the same key. */
export const demoGames: ReadonlyMap<string, EmulatedGame> = new Map<string, EmulatedGame>([
  [demoCredentials.gameId, game],
  ['demo-disabled', { ...game, refusedAs: 'xmdt_disabled' }],
  ['demo-email', { ...game, refusedAs: 'email_required_unsupported' }],
]);

/** Any other username may mint and has not completed. */
export const demoPlayers: ReadonlyMap<string, EmulatedPlayer> = new Map<string, EmulatedPlayer>([
  ['demo-completed', { completedFromMs: 0 }],
  ['demo-limited', 'limited'],
  ['demo-broken', 'broken'],
]);
