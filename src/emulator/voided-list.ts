import type { WireResponse } from '../contract/wire.js';
import { purchaseAt, type EmulatedPurchase } from '../gateway/store.js';
import { printJson } from '../text/json/print.js';

/**
 * The Android store's own list of refunds, which no interface of the service has (§1). Source of path and members: the
 * store's API, purchases.voidedpurchases.list.
 */
export function voidedList(
  purchases: Iterable<EmulatedPurchase>,
  path: string,
  nowMs: number,
): WireResponse | undefined {
  const [, packageName] =
    /^\/androidpublisher\/v3\/applications\/([^/]+)\/purchases\/voidedpurchases$/.exec(path) ?? [];
  if (packageName === undefined) return undefined;
  const voidedPurchases = Array.from(purchases, (purchase) => purchaseAt(purchase, nowMs)).flatMap(
    (purchase) =>
      purchase.voidedDateMs === undefined || purchase.packageName !== packageName
        ? []
        : [
            {
              kind: 'androidpublisher#voidedPurchase',
              purchaseToken: purchase.receipt,
              purchaseTimeMillis: String(purchase.purchaseDateMs),
              voidedTimeMillis: String(purchase.voidedDateMs),
              orderId: purchase.orderId,
              // By the user, who changed their mind.
              voidedSource: 0,
              voidedReason: 1,
            },
          ],
  );
  return {
    status: 200,
    headers: [['content-type', 'application/json; charset=UTF-8']],
    body: Buffer.from(`${printJson({ voidedPurchases })}\n`),
  };
}
