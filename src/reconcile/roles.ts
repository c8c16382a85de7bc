/** The inputs, and by which names their columns are recognised. */

export const roleIds = ['lookups', 'voided', 'granted'] as const;
export type RoleId = (typeof roleIds)[number];

export type Field =
  | ('order_id' | 'receipt' | 'verdict' | 'error' | 'looked_up_at' | 'quantity')
  | ('voided_at' | 'reason' | 'source' | 'kind' | 'granted_at' | 'player');

interface Role {
  /** What its rows are, for people: a plural. */
  readonly contents: string;
  /** Usual names, the best first. */
  readonly fields: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** Fields that tell which purchase a row is about: its columns must have one of them. */
  readonly keys: readonly ('order_id' | 'receipt')[];
  /** The member of a JSON page that holds the rows. */
  readonly list?: string;
  readonly nested?: readonly string[];
}

const orderIds = ['order_id', 'orderId', 'order number', 'store order id', 'transaction_id', 'order'];
const receipts = ['receipt', 'purchaseToken', 'token', 'receipt data'];
const ofInput = (names: readonly string[]): string[] => names.map((name) => `input.${name}`);

export const roles: Readonly<Record<RoleId, Role>> = {
  // What `pvg batch` writes.
  lookups: {
    contents: 'look-ups',
    // Every row of `batch` has one; without it a grant by receipt would count as not looked up.
    keys: ['receipt'],
    fields: {
      order_id: ['answer.order_id', 'purchase.order_id', ...ofInput(orderIds)],
      // Before `purchase` a row had its receipt in `input` alone, by the names of the input.
      receipt: ['purchase.receipt', ...ofInput(receipts)],
      verdict: ['verdict.id'],
      error: ['error.code'],
      looked_up_at: ['at'],
      quantity: ['answer.quantity', 'answer.transactions.0.quantity'],
    },
    nested: ['purchase', 'input', 'verdict', 'error', 'answer', 'answer.transactions.0'],
  },
  // Source of the names: the store's API (purchases.voidedpurchases) and its sales and earnings reports.
  voided: {
    contents: 'voided purchases',
    keys: ['order_id', 'receipt'],
    fields: {
      order_id: [...orderIds, 'description'],
      receipt: receipts,
      voided_at: [
        ...['voided_at', 'voidedTimeMillis', 'voided time', 'voided date', 'refund date', 'refunded at'],
        ...['transaction date', 'order charged date', 'date'],
      ],
      reason: ['reason', 'voidedReason', 'refund reason'],
      source: ['source', 'voidedSource'],
      quantity: ['quantity', 'voidedQuantity'],
      kind: ['financial status', 'transaction type'],
    },
    list: 'voidedPurchases',
  },
  granted: {
    contents: 'grants',
    keys: ['order_id', 'receipt'],
    fields: {
      order_id: orderIds,
      receipt: receipts,
      granted_at: [
        ...['granted_at', 'grant time', 'granted', 'delivered_at', 'created_at', 'timestamp', 'time', 'date'],
      ],
      player: [
        ...['player', 'player_id', 'username', 'user_id', 'user', 'uid', 'account', 'role_id'],
        'character_id',
      ],
    },
  },
};
