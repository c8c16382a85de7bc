import type { Platform } from '../contract/platforms.js';

/** What the emulated gateway uses: the platform's store and its own ledger. */

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
  /** Refunded: a look-up does not show it, the store's list of voided purchases does. */
  readonly voidedDateMs?: number | undefined;
  /** By time. */
  readonly changes?: readonly PurchaseChange[] | undefined;
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

/** From this moment on, by the emulator's clock. */
export interface PurchaseChange {
  readonly atMs: number;
  readonly purchaseState: number | undefined;
  readonly voided: boolean | undefined;
}

/** A purchase after those of its changes that have come. */
export const purchaseAt = (purchase: EmulatedPurchase, nowMs: number): EmulatedPurchase =>
  (purchase.changes ?? [])
    .filter(({ atMs }) => atMs <= nowMs)
    .reduce(
      (changed, { atMs, purchaseState, voided }) => ({
        ...changed,
        purchaseState: purchaseState ?? changed.purchaseState,
        voidedDateMs: voided === true ? atMs : changed.voidedDateMs,
      }),
      purchase,
    );

/** The part of §2.4 `gateway` that differs between recorded purchases. */
export interface GatewayRecord {
  readonly lastErrorCode: string | null;
  readonly lastErrorMessage: string | null;
  readonly forThisGame: boolean;
}

export type Store = (platform: Platform, receipt: string) => EmulatedPurchase | StoreTrouble;

type StoreTrouble = 'unknown' | 'unreachable' | 'unconfigured';

/** Purchases by receipt; they may change between requests. Counts its own failures over all operations. */
export function emulateStore(purchases: ReadonlyMap<string, EmulatedPurchase>, now: () => number): Store {
  const failed = new Map<string, number>();
  return (platform, receipt) => {
    const found = purchases.get(receipt);
    if (found?.platform !== platform) return 'unknown';
    const purchase = purchaseAt(found, now());
    if (purchase.storeConfigured === false) return 'unconfigured';
    const failures = failed.get(receipt) ?? 0;
    if (failures >= (purchase.storeFailures ?? 0)) return purchase;
    failed.set(receipt, failures + 1);
    return 'unreachable';
  };
}

/** What was verified: fingerprints and order ids, no receipts. */
export interface Ledger {
  has(receiptFingerprint: string): Promise<boolean>;
  /** true if it was new; of two that come at once, only one gets true. */
  add(entry: LedgerEntry): Promise<boolean>;
  /** Forgets everything. */
  clear(): Promise<void>;
}

export interface LedgerEntry {
  readonly fingerprint: string;
  readonly orderId: string;
  readonly recordedAtMs: number;
}
