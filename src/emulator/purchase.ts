import type { Platform } from '../contract/platforms.js';
import { sha256Hex } from '../signing/digest.js';
import {
  aBoolean,
  anInteger,
  aText,
  defineList,
  memberOneOf,
  type MembersRead,
} from './entry-list.js';

/** The purchases that the emulated store has. Members in snake_case go into answers; those in camelCase only steer the emulator. */

const memberRules = {
  receipt: aText,
  product_id: aText,
  os: memberOneOf<Platform>(['android', 'ios']),
  package: aText,
  order_id: aText,
  purchase_state: anInteger(0, 2),
  acknowledgement_state: anInteger(0, 1),
  quantity: anInteger(1),
  region_code: aText,
  purchase_date_ms: anInteger(0),
  /** The purchase was verified before the emulator started, so the ledger does not know it. */
  recorded: aBoolean,
  last_error_code: aText,
};

type PurchaseMembers = MembersRead<typeof memberRules, 'receipt' | 'product_id'> & DemoMembers;

/** What only demo purchases have (§7.1). */
interface DemoMembers {
  readonly last_error_message?: string;
  readonly recorded_for_this_game?: boolean;
  /** The game has no service account for the store. */
  readonly isUnconfigured?: boolean;
  /** How many times the store cannot be reached before it answers. */
  readonly storeFailures?: number;
  readonly answersAfterMs?: number;
  /** Whether an iOS purchase was made in the store's other environment: sandbox or production. */
  readonly isElsewhere?: boolean;
}

/** The usual purchase: Android, paid, acknowledged, never verified. */
const usualPurchase = {
  os: 'android',
  package: '',
  purchase_state: 0,
  acknowledgement_state: 1,
  quantity: 1,
  region_code: 'VN',
  purchase_date_ms: Date.parse('2026-03-02T09:30:00Z'),
  recorded: false,
} as const;

/** What the store knows about a purchase, and what the gateway knew about it from the start (§2.3, §2.4). */
export type EmulatedPurchase = PurchaseMembers &
  Required<Pick<PurchaseMembers, keyof typeof usualPurchase | 'order_id'>>;

export function completePurchase(members: PurchaseMembers): EmulatedPurchase {
  // `1` before the hash keeps its leading zeros, so that there are always 17 digits.
  const digits = String(BigInt(`0x1${sha256Hex(members.receipt)}`)).slice(-17);
  // The id is always the same for one receipt, and has the store's usual form: `GPA.1234-5678-9012-34567`.
  const androidOrderId = digits.replace(/^(\d{4})(\d{4})(\d{4})/, 'GPA.$1-$2-$3-');
  return {
    ...usualPurchase,
    order_id: members.os === 'ios' ? digits.slice(0, 15) : androidOrderId,
    ...members,
  };
}

/** Reads the purchases of the file of `emulate --store`, and those that a test adds by the control address. */
export const purchaseList = defineList({
  what: 'store file',
  hint: 'Each entry needs receipt, product_id and, for Android, package.',
  rules: memberRules,
  needed: ['receipt', 'product_id'],
  make: (read, refuse) => {
    if (read.os !== 'ios' && read.package === undefined) throw refuse('package is missing');
    if (read.recorded !== true && read.last_error_code !== undefined) {
      throw refuse('last_error_code needs recorded: true');
    }
    return completePurchase(read);
  },
});
