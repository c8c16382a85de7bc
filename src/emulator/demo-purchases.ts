import type { EmulatedPurchase } from '../gateway/store.js';
import { demoPurchase } from '../contract/demo-credentials.js';
import { emulatedPurchase } from './purchase.js';

/** Every emulator has these purchases, each with a different outcome. */
const recorded = { lastErrorCode: null, lastErrorMessage: null, forThisGame: true } as const;

/** How each differs from a paid, acknowledged Android purchase that was never verified. */
const differences = {
  'demo-purchased': {},
  'demo-canceled': { purchaseState: 1 },
  'demo-pending': { purchaseState: 2, acknowledgementState: 0 },
  'demo-unacknowledged': { acknowledgementState: 0 },
  'demo-never-received': {},
  'demo-recorded': { recorded },
  // Two days after the purchase.
  'demo-refunded': { recorded, voidedDateMs: 1_772_616_600_000 },
  'demo-other-game': { recorded: { ...recorded, forThisGame: false } },
  'demo-recorded-error': {
    recorded: {
      ...recorded,
      lastErrorCode: 'VERIFIER_ERROR',
      lastErrorMessage: 'The store could not be reached.',
    },
  },
  'demo-package-mismatch': { packageName: 'com.example.other' },
  'demo-store-unconfigured': { storeConfigured: false },
  'demo-store-down': { storeFailures: Number.POSITIVE_INFINITY },
  'demo-flaky': { storeFailures: 2 },
  'demo-slow': { answersAfterMs: 5_000 },
  'demo-ios-sandbox': { platform: 'ios', otherEnvironment: true },
} as const satisfies Record<string, Partial<EmulatedPurchase>>;

export type DemoReceipt = keyof typeof differences;

export const demoReceipts = Object.keys(differences) as DemoReceipt[];

export const demoPurchases: readonly EmulatedPurchase[] = demoReceipts.map((receipt) =>
  emulatedPurchase({ receipt, ...demoPurchase, ...differences[receipt] }),
);
