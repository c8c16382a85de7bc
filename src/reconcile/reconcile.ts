import { classIds, type ClassId, type Inputs } from './classes.js';
import { requireMapped, type ColumnMap, type Columns } from './columns.js';
import { Join, type Purchase } from './join.js';
import { roleIds, type RoleId } from './roles.js';
import { classOf, rowOf, type Row } from './row.js';
import { readTable, type TableFile } from './table.js';

export interface Reconciled {
  /** Classes about money first. */
  readonly rows: () => Iterable<Row>;
  readonly summary: Summary;
}

export interface Summary {
  readonly purchases: number;
  readonly classes: Readonly<Record<ClassId, number>>;
  readonly inputs: Inputs;
  /** Rows that have neither an order id nor a receipt. */
  readonly skipped: readonly {
    readonly role: RoleId;
    readonly count: number;
    readonly line: number | null;
  }[];
}

/** Joins the inputs and gives each purchase its class. @throws {PvgError} before anything is written */
export async function reconcile(
  files: readonly TableFile[],
  maps: Readonly<Record<RoleId, ColumnMap>>,
): Promise<Reconciled> {
  const join = new Join();
  const inputs: Partial<Record<RoleId, number>> = {};
  const columns: Record<RoleId, Columns[]> = { lookups: [], voided: [], granted: [] };
  for (const file of files) {
    const { role } = file;
    let count = inputs[role] ?? 0;
    for await (const rows of readTable(file, maps[role], (form) => columns[role].push(form.columns))) {
      count += rows.length;
      for (const row of rows) join.add(role, row);
    }
    inputs[role] = count;
  }
  for (const role of roleIds) requireMapped(role, maps[role], columns[role]);
  const byClass = new Map<ClassId, Purchase[]>(classIds.map((id) => [id, []]));
  for (const purchase of join.purchases()) byClass.get(classOf(purchase))?.push(purchase);
  function* rows(): Generator<Row> {
    for (const some of byClass.values()) for (const purchase of some) yield rowOf(purchase, inputs);
  }
  return {
    rows,
    summary: {
      purchases: [...byClass.values()].reduce((sum, { length }) => sum + length, 0),
      classes: Object.fromEntries([...byClass].map(([id, each]) => [id, each.length])) as Summary['classes'],
      inputs,
      skipped: roleIds.flatMap((role) => {
        const skipped = join.skipped.get(role);
        return skipped ? [{ role, ...skipped }] : [];
      }),
    },
  };
}
