import type { JudgedError } from '../contract/judgement.js';
import { notShown } from '../contract/not-shown.js';
import type { LookupFields } from '../gateway/request.js';
import { doubtReceipt } from '../input/receipt.js';
import type { RowSettings } from './row.js';

/** From the members of a row to what is asked. */

export interface Members {
  readonly receipt: string | undefined;
  readonly productId: string | undefined;
  readonly package: string | undefined;
  readonly os: string | undefined;
}

export const unreadable = (line: number, says: string, hint: string): JudgedError => ({
  code: 'input-unreadable',
  says: `Line ${String(line)}: ${says}.`,
  hint,
  section: null,
});

const androidNames = new Set(['', '1', 'android', '1.0']);
const iosNames = new Set(['2', 'ios', '2.0']);

/** The purchase, or the problem that keeps it from being asked for. Nothing is repaired: a receipt is opaque (§2.1). */
export function readPurchase(
  line: number,
  members: Members,
  settings: RowSettings,
): { purchase: LookupFields; problem: undefined } | { purchase: undefined; problem: JudgedError } {
  const { receipt } = members;
  const productId = filled(members.productId) ?? settings.productId;
  const packageName = filled(members.package) ?? settings.package;
  if (receipt && productId && packageName && (!members.os || isAndroid(members.os))) {
    const problem = settings.force ? undefined : doubt(line, receipt);
    return problem === undefined
      ? { purchase: { receipt, productId, package: packageName }, problem: undefined }
      : { purchase: undefined, problem };
  }
  return { purchase: undefined, problem: missing(line, members, productId, packageName) };
}

const filled = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const isAndroid = (os: string): boolean => androidNames.has(os.trim().toLowerCase());

// Nearly every receipt is of these characters alone, and none of them makes one doubtful.
const plainReceipt = /^[A-Za-z0-9._:/+=-]+$/;

function doubt(line: number, receipt: string): JudgedError | undefined {
  if (plainReceipt.test(receipt) && !/^gpa/i.test(receipt)) return undefined;
  const doubted = doubtReceipt(receipt);
  return (
    doubted && {
      code: 'receipt-doubtful',
      says: `Line ${String(line)}: ${doubted.says}`,
      hint: doubted.hint,
      section: '§2.1',
    }
  );
}

function missing(
  line: number,
  { receipt, os = '' }: Members,
  productId: string | undefined,
  packageName: string | undefined,
): JudgedError {
  if (iosNames.has(os.trim().toLowerCase())) {
    return {
      code: 'not-shown',
      says: `Line ${String(line)}: an iOS purchase cannot be looked up: ${notShown['ios-lookup'].says} are not shown in the contract.`,
      hint: 'Only Android purchases can be looked up in bulk.',
      section: notShown['ios-lookup'].section,
    };
  }
  if (!isAndroid(os)) return unreadable(line, 'its os is neither android (1) nor ios (2)', 'Mend the row.');
  const absent = [
    ...(receipt ? [] : ['receipt']),
    ...(productId ? [] : ['product_id']),
    ...(packageName ? [] : ['package']),
  ];
  return unreadable(
    line,
    `it has no ${absent.join(' and no ')}`,
    'Mend the row; `--product-id` and `--package` fill in what rows leave out.',
  );
}
