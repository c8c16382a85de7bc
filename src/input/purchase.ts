import type { Platform } from '../contract/platforms.js';
import { PvgError } from '../failure.js';
import type { InputReader } from './bytes.js';
import { checkName } from './name-check.js';
import { type FoundPurchase, type LookupLine, readPastedPurchase } from './pasted-purchase.js';
import { isPartOfOrderId, normalizeOrderId } from './pasted/order-ids.js';
import { type PurchaseOptions, readPick } from './purchase-options.js';
import { doubtOrderId, refuseDoubted } from './receipt.js';

/** The purchase of a command line. */

interface PurchaseFields {
  readonly platform: Platform;
  readonly receipt: string;
  readonly productId: string;
  readonly package?: string;
}

/** A purchase from the command line: fields for a body, or a body. */
export type Purchase = Pick<
  FoundPurchase,
  | 'notes'
  | 'typed'
  | 'orderId'
  | 'otherOrderIds'
  | 'unassignedOrderIds'
  | 'isOneOfSeveral'
  | 'unreadOrder'
  | 'further'
  | 'leftOut'
> &
  (
    { readonly fields: PurchaseFields } | { readonly body: Uint8Array; readonly platform: Platform }
  );

/** The purchase as it was given, before the profile or a person at the terminal adds what is missing. */
export type GivenPurchase =
  | Extract<Purchase, { readonly body: Uint8Array }>
  | { readonly options: PurchaseOptions; readonly found: Partial<FoundPurchase> };

/** @throws {PvgError} with exit status 2, before anything is sent */
export async function readPurchase(
  input: InputReader,
  given: PurchaseOptions,
  lookupLine: LookupLine,
): Promise<GivenPurchase> {
  const {
    body,
    purchase,
    receipt,
    purchaseJson,
    os: platform = 'android',
    force: forced = false,
  } = given;
  // Only refuses a wrong `--pick` before anything is read: its number is used where the text is.
  readPick(given);
  const otherSource = receipt ?? purchaseJson ?? body;
  if (purchase !== undefined && otherSource !== undefined) {
    throw new PvgError(
      'usage',
      'There are two purchases: the word after `lookup`, and an option.',
      {
        hint: 'Use one of them: `pvg lookup` takes what the option takes.',
      },
    );
  }
  if (body !== undefined) {
    return {
      body: await input.readBody(body, forced),
      platform,
      notes: [],
      typed: [['--body', body]],
    };
  }
  // The command alone, typed at a terminal: the person is asked to paste.
  const asksForPaste = (purchase ?? otherSource) === undefined && lookupLine.canAsk;
  const options = asksForPaste ? { ...given, purchase: '-' } : given;
  if (!forced) refuseDoubted(doubtOrderId(given.orderId));
  const found = await readPastedPurchase(input, options, lookupLine);
  checkName('--product-id', options.productId ?? found.productId, forced);
  checkName('--package', options.package ?? found.package, forced);
  return { options, found };
}

/**
 * The order id of the ticket is never sent: it is compared with that of the answer. That of `--order-id` counts before
 * that of the purchase JSON. @throws {PvgError} `usage`, or `receipt-doubtful` for a text that is no order id
 */
export function readOrderId(
  given: string | undefined,
  purchase: Purchase,
  forced: boolean,
): string | undefined {
  const orderId = normalizeOrderId(given);
  if (orderId === undefined) return normalizeOrderId(purchase.orderId);
  checkName('--order-id', orderId, forced);
  const platform = 'fields' in purchase ? purchase.fields.platform : purchase.platform;
  if (platform === 'ios') {
    throw new PvgError('usage', '--order-id works for Android purchases only.', {
      hint: 'The contract shows no order id in the answer about an iOS purchase. Remove `--order-id`.',
      section: '§2.3',
    });
  }
  if (!forced && isPartOfOrderId(orderId)) {
    throw new PvgError('receipt-doubtful', '--order-id is only a part of an order id.', {
      hint: 'A whole one is GPA., then 4, 4, 4 and 5 digits. Ask for all of it, or add `--force`.',
    });
  }
  return orderId;
}
