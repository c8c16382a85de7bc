import { PvgError } from '../failure.js';
import { classIds, type ClassId, type Inputs } from './classes.js';
import { requireMapped, type ColumnMap, type Columns } from './columns.js';
import { Join, type Purchase } from './join.js';
import { roleIds, roles, type RoleId } from './roles.js';
import { adviceOf, classOf, rowOf, type Row } from './row.js';
import { readTable, type TableFile } from './table.js';

export interface Reconciled {
  /** Classes about money first. */
  readonly rows: () => Iterable<Row>;
  readonly summary: Summary;
}

export interface Summary {
  readonly purchases: number;
  readonly classes: Readonly<Record<ClassId, number>>;
  /** Purchases whose advice is `check`. */
  readonly toCheck: number;
  readonly inputs: Inputs;
  /** Rows that have neither an order id nor a receipt. */
  readonly skipped: readonly {
    readonly role: RoleId;
    readonly count: number;
    readonly line: number | null;
  }[];
  /** Grants that count for two purchases; the line of the first. */
  readonly contradictory: { readonly count: number; readonly line: number | null };
  /** Files without rows, of inputs that have others. */
  readonly empty: readonly Pick<TableFile, 'role' | 'name'>[];
}

/** Joins the inputs and gives each purchase its class. @throws {PvgError} before anything is written */
export async function reconcile(
  files: readonly TableFile[],
  maps: Readonly<Record<RoleId, ColumnMap>>,
  allowEmpty: boolean,
): Promise<Reconciled> {
  const join = new Join();
  const inputs: Partial<Record<RoleId, number>> = {};
  const columns: Record<RoleId, Columns[]> = { lookups: [], voided: [], granted: [] };
  const empty: TableFile[] = [];
  for (const file of files) {
    const { role } = file;
    let count = 0;
    for await (const rows of readTable(file, maps[role], (form) => columns[role].push(form.columns))) {
      count += rows.length;
      for (const row of rows) join.add(role, row);
    }
    if (count === 0) empty.push(file);
    inputs[role] = (inputs[role] ?? 0) + count;
  }
  for (const role of roleIds) requireMapped(role, maps[role], columns[role]);
  if (!allowEmpty) requireRows(inputs, join.skipped);
  const byClass = new Map<ClassId, Purchase[]>(classIds.map((id) => [id, []]));
  let toCheck = 0;
  for (const purchase of join.purchases()) {
    byClass.get(classOf(purchase))?.push(purchase);
    if (adviceOf(purchase, inputs) === 'check') toCheck += 1;
  }
  function* rows(): Generator<Row> {
    for (const some of byClass.values()) for (const purchase of some) yield rowOf(purchase, inputs);
  }
  return {
    rows,
    summary: {
      purchases: [...byClass.values()].reduce((sum, { length }) => sum + length, 0),
      classes: Object.fromEntries([...byClass].map(([id, each]) => [id, each.length])) as Summary['classes'],
      toCheck,
      inputs,
      contradictory: join.contradictory ?? { count: 0, line: null },
      empty,
      skipped: roleIds.flatMap((role) => {
        const skipped = join.skipped.get(role);
        return skipped ? [{ role, ...skipped }] : [];
      }),
    },
  };
}

/**
 * An export that went wrong is empty too, and then no purchase has a class about money.
 * @throws {PvgError} `input-unreadable`
 */
export function requireRows(
  inputs: Inputs,
  skipped: ReadonlyMap<RoleId, { readonly count: number }> = new Map(),
): void {
  for (const role of roleIds) {
    const count = inputs[role];
    if (count === undefined || count > (skipped.get(role)?.count ?? 0)) continue;
    const { option } = roles[role];
    throw new PvgError(
      'input-unreadable',
      count === 0
        ? `${option} has no rows. Nothing was written.`
        : `No row of ${option} has an order id or a receipt. Nothing was written.`,
      { hint: 'Export the list again. If an empty list is normal, add `--allow-empty`.' },
    );
  }
}
