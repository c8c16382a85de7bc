import type { EmulatedPurchase, PurchaseChange } from '../gateway/store.js';
import { demoPurchases } from './demo-purchases.js';
import { aBoolean, anInteger, aText, listOf, oneOf, type ListFile, type Members } from './members.js';
import { emulatedPurchase } from './purchase.js';

/**
 * The file of `emulate --store`: a JSON array of purchases that the store knows in addition to the demo purchases.
 *
 *     [{ "receipt": "…", "product_id": "gems_500", "package": "com.example.game" }]
 *
 * Also: os (android, ios), order_id, purchase_state (0, 1, 2), acknowledgement_state (0, 1), quantity,
 * region_code, purchase_date_ms, voided_date_ms (refunded then), recorded (true: verified before), last_error_code (of
 * a recorded one), changes: [{ "after_s": 60, "purchase_state": 0 }] or with "voided": true.
 */
export const storeFile = (nowMs: number): ListFile<EmulatedPurchase> => {
  const taken = new Set(demoPurchases.map(({ receipt }) => receipt));
  return {
    ...purchaseList(nowMs),
    entryOf: (members) => {
      const purchase = purchaseIn(members, nowMs);
      if (taken.has(purchase.receipt)) throw members.refuse('its receipt belongs to another purchase');
      taken.add(purchase.receipt);
      return purchase;
    },
  };
};

/** `changes` count from `nowMs`. */
export const purchaseList = (nowMs: number): ListFile<EmulatedPurchase> => ({
  what: 'store file',
  entries: 'purchases',
  hint: 'Each entry needs receipt, product_id and, for Android, package.',
  entryOf: (members) => purchaseIn(members, nowMs),
});

function purchaseIn(members: Members, nowMs: number): EmulatedPurchase {
  const receipt = members.needed('receipt', aText);
  const productId = members.needed('product_id', aText);
  const platform = members.read('os', oneOf(['android', 'ios'] as const)) ?? 'android';
  const packageName =
    platform === 'android' ? members.needed('package', aText) : members.read('package', aText);
  const recorded = members.read('recorded', aBoolean) ?? false;
  const lastErrorCode = members.read('last_error_code', aText) ?? null;
  if (!recorded && lastErrorCode !== null) throw members.refuse('last_error_code needs recorded: true');
  return emulatedPurchase({
    receipt,
    productId,
    platform,
    packageName,
    orderId: members.read('order_id', aText),
    purchaseState: members.read('purchase_state', anInteger(0, 2)),
    acknowledgementState: members.read('acknowledgement_state', anInteger(0, 1)),
    quantity: members.read('quantity', anInteger(1)),
    regionCode: members.read('region_code', aText),
    purchaseDateMs: members.read('purchase_date_ms', anInteger(0)),
    voidedDateMs: members.read('voided_date_ms', anInteger(0)),
    changes: members.read(
      'changes',
      listOf((change) => changeIn(change, nowMs)),
    ),
    ...(recorded && { recorded: { lastErrorCode, lastErrorMessage: null, forThisGame: true } }),
  });
}

const changeIn = (members: Members, nowMs: number): PurchaseChange => ({
  atMs: nowMs + members.needed('after_s', anInteger(0)) * 1000,
  purchaseState: members.read('purchase_state', anInteger(0, 2)),
  voided: members.read('voided', aBoolean),
});
