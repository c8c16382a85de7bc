import { demoPurchase } from '../contract/demo-credentials.js';
import type { EmulatedGame, EmulatedPlayer } from './people.js';
import { emulatedPurchase, type EmulatedPurchase } from './purchase.js';

const recorded = { recorded: true };
const isDown = {
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
  ['demo-recorded-error', 'verified before, recorded with an error', { ...recorded, ...isDown }],
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
  emulatedPurchase({ receipt, product_id, package: packageName, ...differs }),
);

/** The known games: any other gameId is unknown. They differ in how they are refused, not in their key. */
export function demoGames(gameId: string, secretKey: string) {
  const game = { secretKey, xmdtRequired: true } as const;
  return new Map<string, EmulatedGame>([
    [gameId, game],
    ['demo-disabled', { ...game, refusedAs: 'xmdt_disabled' }],
    ['demo-email', { ...game, refusedAs: 'email_required_unsupported' }],
  ]);
}

/** The special players: any other username may mint a token and has not completed verification. */
export const demoPlayers: ReadonlyMap<string, EmulatedPlayer> = new Map<string, EmulatedPlayer>([
  ['demo-completed', { completesAfterMs: 0 }],
  ['demo-limited', 'limited'],
  ['demo-broken', 'broken'],
]);
