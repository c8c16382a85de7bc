import { readMap } from '../tables/columns.js';
import { wrongUsage } from '../tables/refusals.js';
import { roleIds, roles, type RoleField, type RoleId } from './column-roles.js';
import { parseGrantStatuses } from './grant-statuses.js';
import type { InputFile } from './inputs.js';

/** The paths of each input, and the columns that `--map` names for all of them. */
type InputOptions = Readonly<Partial<Record<RoleId | 'map', readonly string[]>>>;

/** The inputs with their columns: `--map granted.order_id="Order No"`. @throws {PvgError} `usage` */
export function parseInputFiles({ map: pairs = [], ...paths }: InputOptions): InputFile[] {
  if (!pairs.every((pair) => roleIds.some((role) => pair.startsWith(`${role}.`)))) {
    throw wrongUsage(
      '--map needs <input>.<field>=<column>.',
      `The inputs are ${roleIds.join(', ')}.`,
    );
  }
  return roleIds.flatMap((role) => {
    const mapping = parseMap(pairs, role);
    return (paths[role] ?? []).map((path) => ({ role, path, ...mapping }));
  });
}

/** `granted.status=<column>:<values>` gives two things: a column like any other field, and the values that count. */
function parseMap(
  pairs: readonly string[],
  role: RoleId,
): Pick<InputFile, 'map' | 'grantStatuses'> {
  const map = readMap(pairs, Object.keys(roles[role].fields) as RoleField[], role);
  const status = map.get('status');
  if (status === undefined) return { map };
  const { column, statuses } = parseGrantStatuses(status);
  const withColumn = new Map(map).set('status', column);
  // Checked again: `readMap` saw the text with its values, `status:delivered`, so it could not notice that the column `status`
  // is already another field's.
  if (new Set(withColumn.values()).size < withColumn.size) {
    throw wrongUsage(
      '--map names one column for two fields.',
      'Give each field a column of its own.',
    );
  }
  return { map: withColumn, grantStatuses: statuses };
}

/** @throws {PvgError} `usage` */
export function requireInputs(files: readonly InputFile[], isVoidedPartial: boolean): void {
  const hasInput = (input: RoleId): boolean => files.some(({ role }) => role === input);
  if (!hasInput('lookups')) {
    throw wrongUsage(
      '--lookups is missing.',
      'It takes the output of `pvg batch`. Add --voided, --granted or both.',
    );
  }
  if (isVoidedPartial && !hasInput('voided')) {
    throw wrongUsage(
      '--partial-voided needs --voided.',
      'Give the part of the list that you have.',
    );
  }
}
