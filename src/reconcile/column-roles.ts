import { receiptNames } from '../tables/columns.js';
import { statusColumns, type StatusField } from './status-columns.js';

/** The inputs, and by which names their columns are recognised. */

export const roleIds = ['lookups', 'voided', 'granted'] as const;
export type RoleId = (typeof roleIds)[number];

/** Fields of a look-up, of a voided purchase, and of a grant. */
export type RoleField =
  | 'order_id'
  | 'receipt'
  | 'verdict'
  | 'error'
  | 'advice'
  | 'looked_up_at'
  | 'profile'
  | 'environment'
  | 'quantity'
  | 'voided_at'
  | 'reason'
  | 'source'
  | 'kind'
  | 'refund_type'
  | 'granted_at'
  | 'player'
  | 'id'
  | 'status';

/** A field of an input, or a status column about which pvg asks the user. */
export type InputField = RoleField | StatusField;

interface Role {
  /** What its rows are, for people: a plural. */
  readonly contents: string;
  /** Usual names, the best first. */
  readonly fields: Readonly<Partial<Record<RoleField, readonly string[]>>>;
  /** Fields that tell which purchase a row is about: its columns must have one of them. */
  readonly keys: readonly ('order_id' | 'receipt')[];
  /** The member of a JSON page that holds the rows. */
  readonly list?: string;
  /** Columns that may say of a row that it does not count. */
  readonly statusColumns?: typeof statusColumns;
  /** Objects in a row of JSON whose members are columns, too. */
  readonly nested?: readonly string[];
  /** Usual columns of the store's lists that no field needs: they are not named as unread. In lower case, letters and digits alone. */
  readonly irrelevant?: ReadonlySet<string>;
}

/** Usual names of the column of order ids, the best first. */
const orderIdNames = [
  'order_id',
  'orderId',
  'order number',
  'store order id',
  'transaction_id',
  'order',
];
const namesInInput = (names: readonly string[]): string[] => names.map((name) => `input.${name}`);
const namesInNotification = (names: readonly string[]): string[] =>
  names.map((name) => `voidedPurchaseNotification.${name}`);

/** `kind` stands here for a member of the store's API. The field `kind` has other names, such as `financial status`. */
const irrelevantInStoreLists: ReadonlySet<string> = new Set([
  'kind',
  'purchasetimemillis',
  'version',
  'packagename',
  'transactiontime',
  'taxtype',
  'feedescription',
  'financialstatus',
  'devicemodel',
  'hardware',
  'producttitle',
  'productid',
  'producttype',
  'skuid',
  'baseplanid',
  'offerid',
  'groupid',
  'buyercountry',
  'buyerstate',
  'buyerpostalcode',
  'buyercurrency',
  'merchantcurrency',
  'cityofbuyer',
  'stateofbuyer',
  'postalcodeofbuyer',
  'countryofbuyer',
  'currencyofsale',
  'amountbuyercurrency',
  'amountmerchantcurrency',
  'currencyconversionrate',
  'itemprice',
  'taxescollected',
  'chargedamount',
  'couponvalue',
  'discountrate',
  'promotionid',
  'first1musdeligible',
  'firstusd1meligible',
  'featuredproductsid',
  'priceexperimentid',
]);

export const roles: Readonly<Record<RoleId, Role>> = {
  // What `pvg batch` writes.
  lookups: {
    contents: 'look-ups',
    // Every row of `batch` has a receipt. Without that column, grants that have only a receipt would find no look-up.
    keys: ['receipt'],
    fields: {
      order_id: ['answer.order_id', 'purchase.order_id', ...namesInInput(orderIdNames)],
      // Rows of an older pvg have no `purchase`: their receipt is in `input`, by the names of that file.
      receipt: ['purchase.receipt', ...namesInInput(receiptNames)],
      verdict: ['verdict.id'],
      error: ['error.code'],
      advice: ['advice'],
      looked_up_at: ['at'],
      profile: ['profile'],
      environment: ['environment'],
      quantity: ['answer.quantity', 'answer.transactions.0.quantity'],
    },
    nested: ['purchase', 'input', 'verdict', 'error', 'answer', 'answer.transactions.0'],
  },
  // Source of the names: the store's API (purchases.voidedpurchases), its sales and earnings reports, and its
  // real-time developer notifications, whose `voidedPurchaseNotification` is saved as one line each.
  voided: {
    contents: 'voided purchases',
    keys: ['order_id', 'receipt'],
    fields: {
      // The earnings report has the order id in `Description`.
      order_id: [...orderIdNames, 'description', ...namesInNotification(orderIdNames)],
      receipt: [...receiptNames, ...namesInNotification(receiptNames)],
      voided_at: [
        'voided_at',
        'voidedTimeMillis',
        'voided time',
        'voided date',
        'refund date',
        'refunded at',
        'transaction date',
        'order charged timestamp',
        'order charged date',
        'date',
        'eventTimeMillis',
      ],
      reason: ['reason', 'voidedReason', 'refund reason'],
      source: ['source', 'voidedSource'],
      quantity: ['quantity', 'voidedQuantity'],
      kind: ['financial status', 'transaction type'],
      refund_type: ['refund_type', ...namesInNotification(['refundType'])],
    },
    list: 'voidedPurchases',
    nested: ['voidedPurchaseNotification'],
    irrelevant: irrelevantInStoreLists,
  },
  granted: {
    contents: 'grants',
    keys: ['order_id', 'receipt'],
    fields: {
      order_id: orderIdNames,
      receipt: receiptNames,
      granted_at: [
        'granted_at',
        'grant time',
        'granted',
        'delivered_at',
        'created_at',
        'timestamp',
        'time',
        'date',
      ],
      player: [
        'player',
        'player_id',
        'username',
        'user_id',
        'user',
        'uid',
        'account',
        'role_id',
        'character_id',
      ],
      // Only with --map: a column `id` may be the player's.
      id: [],
      // Only with --map: pvg asks the user about a column with a usual name (status-columns.ts).
      status: [],
    },
    statusColumns,
  },
};
