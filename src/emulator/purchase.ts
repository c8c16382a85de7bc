import type { EmulatedPurchase } from '../gateway/store.js';
import { sha256Hex } from '../signing/digest.js';

/** 2026-03-02T09:30:00Z. */
const usualPurchaseDateMs = 1_772_443_800_000;

type Usual =
  | 'platform'
  | 'packageName'
  | 'orderId'
  | 'purchaseState'
  | 'acknowledgementState'
  | 'quantity'
  | 'regionCode'
  | 'purchaseDateMs';
type Given = Omit<EmulatedPurchase, Usual> & {
  readonly [Name in Usual]?: EmulatedPurchase[Name] | undefined;
};

/** Fills in a purchase from its unusual values: the default is Android, paid and acknowledged. */
export const emulatedPurchase = ({
  platform = 'android',
  packageName = '',
  orderId,
  purchaseState = 0,
  acknowledgementState = 1,
  quantity = 1,
  regionCode = 'VN',
  purchaseDateMs = usualPurchaseDateMs,
  ...given
}: Given): EmulatedPurchase => ({
  ...given,
  platform,
  packageName,
  orderId:
    orderId ?? (platform === 'ios' ? digitsOf(given.receipt).slice(0, 15) : storeOrderId(given.receipt)),
  purchaseState,
  acknowledgementState,
  quantity,
  regionCode,
  purchaseDateMs,
});

/** The store's usual form, always the same for one receipt: `GPA.1234-5678-9012-34567`. */
export function storeOrderId(receipt: string): string {
  const digits = digitsOf(receipt);
  return `GPA.${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 17)}`;
}

const digitsOf = (receipt: string): string =>
  BigInt(`0x1${sha256Hex(receipt)}`)
    .toString()
    .slice(-17);
