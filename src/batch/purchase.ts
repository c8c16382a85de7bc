import type { JudgedError } from '../contract/judgement.js';
import { notShown } from '../contract/not-shown.js';
import type { LookupFields } from '../gateway/request.js';
import { doubtReceipt } from '../input/receipt.js';
import type { RowSettings } from './row.js';

/** From the members of a row to what is asked. */

/** Of a row: a text, undefined where it is missing, or what is neither. */
export type Member = string | undefined | typeof noText;

export const noText = Symbol('neither text nor a number');

export interface Members {
  readonly receipt: Member;
  readonly product_id: Member;
  readonly package: Member;
  /** All that say something about it: `os`, `os_id`. */
  readonly os: readonly Member[];
}

export const unreadable = (line: number, says: string, hint: string): JudgedError => ({
  code: 'input-unreadable',
  says: `Line ${String(line)}: ${says}.`,
  hint,
  section: null,
});

export const mendInPlace =
  'Mend rows in place, without adding or removing any: --resume knows a row by its number.';
export const mendRow = `The rows after it were read. ${mendInPlace}`;
export const wholeInput =
  'Run it again with the whole input; with `--resume` it goes on from what --out holds.';

// Spreadsheets make 1.0 of the number 1.
const osNames: ReadonlyMap<string, 'android' | 'ios'> = new Map([
  ['1', 'android'],
  ['1.0', 'android'],
  ['android', 'android'],
  ['2', 'ios'],
  ['2.0', 'ios'],
  ['ios', 'ios'],
]);

/** Without any word about it a purchase is Android's: no other can be looked up. */
function osOf(members: readonly Member[]): 'android' | 'ios' | 'unknown' | 'disputed' {
  let found: 'android' | 'ios' | undefined;
  for (const member of members) {
    if (member === undefined) continue;
    const text = member === noText ? undefined : member.trim().toLowerCase();
    if (text === '') continue;
    const os = text === undefined ? undefined : osNames.get(text);
    if (os === undefined) return 'unknown';
    if (found !== undefined && found !== os) return 'disputed';
    found = os;
  }
  return found ?? 'android';
}

/** The purchase, or the problem that keeps it from being asked for. Nothing is repaired: a receipt is opaque (§2.1). */
export function readPurchase(
  line: number,
  members: Members,
  { ofAll, force }: RowSettings,
): { purchase: LookupFields; problem: undefined } | { purchase: undefined; problem: JudgedError } {
  const given: Readonly<Record<'receipt' | 'product_id' | 'package', Member>> = {
    receipt: members.receipt,
    product_id: members.product_id === '' ? ofAll.product_id : (members.product_id ?? ofAll.product_id),
    package: members.package === '' ? ofAll.package : (members.package ?? ofAll.package),
  };
  const { receipt, product_id: productId, package: packageName } = given;
  if (!isGiven(receipt) || !isGiven(productId) || !isGiven(packageName))
    return { purchase: undefined, problem: osProblem(line, members.os) ?? absent(line, given) };
  const problem = osProblem(line, members.os) ?? (force ? undefined : doubt(line, receipt));
  return problem === undefined
    ? { purchase: { receipt, productId, package: packageName }, problem }
    : { purchase: undefined, problem };
}

const isGiven = (member: Member): member is string =>
  member !== undefined && member !== noText && member !== '';

function doubt(line: number, receipt: string): JudgedError | undefined {
  const { says, hint } = doubtReceipt(receipt) ?? {};
  if (says === undefined || hint === undefined) return undefined;
  return { code: 'receipt-doubtful', says: `Line ${String(line)}: ${says}`, hint, section: '§2.1' };
}

function osProblem(line: number, members: readonly Member[]): JudgedError | undefined {
  switch (osOf(members)) {
    case 'android':
      return undefined;
    case 'ios':
      return {
        code: 'not-shown',
        says: `Line ${String(line)}: an iOS purchase cannot be looked up: ${notShown['ios-lookup'].says} are not shown in the contract.`,
        hint: 'Only Android purchases can be looked up in bulk.',
        section: notShown['ios-lookup'].section,
      };
    case 'unknown':
      return unreadable(line, 'its os is neither android (1) nor ios (2)', 'Mend the row.');
    case 'disputed':
      return unreadable(
        line,
        'its os and its os_id contradict each other',
        'Mend the row, or name the right column: `--map os=<column>`.',
      );
  }
}

function absent(line: number, given: Readonly<Record<string, Member>>): JudgedError {
  const names = Object.keys(given);
  const wrong = names.filter((name) => given[name] === noText);
  if (wrong.length > 0)
    return unreadable(line, `its ${wrong.join(' and its ')} is neither text nor a number`, 'Mend the row.');
  return unreadable(
    line,
    `it has no ${names.filter((name) => !isGiven(given[name])).join(' and no ')}`,
    'Mend the row; `--product-id` and `--package` fill in what rows leave out.',
  );
}
