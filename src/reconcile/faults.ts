import { wrongInput } from '../tables/refusals.js';
import { counted } from '../text/sentences.js';
import type { InputFacts } from './classes.js';
import { roleIds, type RoleId } from './column-roles.js';

/** How many rows of an input have one fault, or were left out for one reason. */
export interface Fault {
  readonly id:
    /** The row has neither an order id nor a receipt. */
    | 'skipped'
    /** The kind of the row is neither a void nor a charge. */
    | 'unlisted'
    /** Its status is one that the user did not name. */
    | 'other-status'
    /** pvg does not know its refund type. */
    | 'refund-type'
    /** Its date cannot be read. */
    | 'unreadable'
    /** Its date may be of several days. */
    | 'ambiguous'
    /** Its receipt belongs to another order: the order id counts. */
    | 'contradictory'
    /** It repeats an earlier void or grant. */
    | 'repeated';
  readonly role: RoleId;
  count: number;
  /** The line of the first of these rows. */
  readonly line: number;
  /** The value at fault in the first of these rows, shortened; empty if the id says it all. */
  readonly text: string;
}

type FaultId = Fault['id'];

/** Rows with one of these faults are left out; those with another one count. */
const leftOutIds: readonly FaultId[] = ['skipped', 'unlisted', 'other-status'];

export function sumRows(faults: readonly Fault[]): number {
  return faults.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Requires that each list has a row that counts. If a list has none, no purchase gets a class about money, and the export may
 * have failed.
 * @throws {PvgError} `input-unreadable`
 */
export function requireRows(
  rowCounts: InputFacts['rowCounts'],
  faults: readonly Fault[] = [],
): void {
  for (const role of roleIds) {
    const rowCount = rowCounts[role];
    if (rowCount === undefined) continue;
    const leftOut = faults.filter((fault) => fault.role === role && leftOutIds.includes(fault.id));
    if (rowCount > sumRows(leftOut)) continue;
    if (leftOut.some(({ id }) => id === 'other-status')) {
      throw wrongInput(
        `--${role} has no row with a status of \`--map granted.status\`. Nothing was written.`,
        'Compare the values with those in the file, in upper and lower case. If an empty list is normal, add `--allow-empty`.',
      );
    }
    throw wrongInput(
      `--${role} has no row with an order id or a receipt. Nothing was written.`,
      'Export the list again. If an empty list is normal, add `--allow-empty`.',
    );
  }
}

/** `2 rows of --granted have neither an order id nor a receipt: left out (the first is line 4).` */
export function formatFault(fault: Fault): string {
  const { id, role, count, line } = fault;
  const have = count === 1 ? 'has' : 'have';
  return `${counted(count, 'row')} of --${role} ${have} ${faultWords[id](fault)} (the first is line ${line}).`;
}

const faultWords: Readonly<Record<FaultId, (fault: Fault) => string>> = {
  skipped: () => 'neither an order id nor a receipt: left out',
  unlisted: ({ text }) => `a kind that is neither a void nor a charge, "${text}": left out`,
  unreadable: ({ text }) => `a date that pvg cannot read: "${text}"`,
  ambiguous: ({ text }) => `a date that pvg can read in several ways: "${text}"`,
  contradictory: () =>
    'the order id of one purchase and the receipt of another: counted by order id',
  'other-status': ({ text }) => `a status that does not count, "${text}": left out`,
  'refund-type': ({ text }) =>
    `a refund type that pvg does not know, "${text}": counted as a refund of the whole purchase`,
  repeated: ({ role }) =>
    `the same ${role === 'voided' ? 'void' : 'grant'} as an earlier row: counted once`,
};
