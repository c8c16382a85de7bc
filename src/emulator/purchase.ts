import type { Platform } from '../contract/platforms.js';
import { sha256Hex } from '../signing/digest.js';

/** What the store knows about a purchase, and what the gateway knew about it from the start. */
export interface EmulatedPurchase {
  readonly receipt: string;
  readonly platform: Platform;
  readonly productId: string;
  /** Android only. */
  readonly packageName: string;
  readonly orderId: string;
  readonly purchaseState: number;
  readonly acknowledgementState: number;
  readonly quantity: number;
  readonly regionCode: string;
  readonly purchaseDateMs: number;
  /** Verified before; the ledger does not know of it. */
  readonly recorded?: GatewayRecord;
  /** false: the game has no service account for the store (§7.1). */
  readonly storeConfigured?: boolean;
  /** How many times the store cannot be reached before it answers. */
  readonly storeFailures?: number;
  readonly answersAfterMs?: number;
  /** iOS: bought in the other environment (§7.1). */
  readonly otherEnvironment?: boolean;
}

/** The part of §2.4 `gateway` that differs between recorded purchases. */
export interface GatewayRecord {
  readonly lastErrorCode: string | null;
  readonly lastErrorMessage: string | null;
  readonly forThisGame: boolean;
}

const usual = {
  platform: 'android',
  packageName: '',
  purchaseState: 0,
  acknowledgementState: 1,
  quantity: 1,
  regionCode: 'VN',
  purchaseDateMs: Date.parse('2026-03-02T09:30:00Z'),
} as const;

type Usual = keyof typeof usual | 'orderId';
type Given = Omit<EmulatedPurchase, Usual> & {
  readonly [Name in Usual]?: EmulatedPurchase[Name] | undefined;
};

/** Fills in a purchase from its unusual values: the default is Android, paid and acknowledged. */
export function emulatedPurchase(given: Given): EmulatedPurchase {
  const { receipt, platform } = given;
  const orderId = platform === 'ios' ? digitsOf(receipt).slice(0, 15) : storeOrderId(receipt);
  const told = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...usual, orderId, ...(Object.fromEntries(told) as Omit<EmulatedPurchase, Usual>) };
}

/** The store's usual form, always the same for one receipt: `GPA.1234-5678-9012-34567`. */
export const storeOrderId = (receipt: string): string =>
  digitsOf(receipt).replace(/^(\d{4})(\d{4})(\d{4})/, 'GPA.$1-$2-$3-');

const digitsOf = (receipt: string): string =>
  BigInt(`0x1${sha256Hex(receipt)}`)
    .toString()
    .slice(-17);
