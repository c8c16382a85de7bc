import type { Context, OpenFile } from '../context.js';
import { PvgError } from '../failure.js';
import { columnsTold, type Columns } from '../tables/columns.js';
import { openInput } from '../tables/files.js';
import { wrongInput, wrongRow, wrongUsage } from '../tables/refusals.js';
import { openTable, type Table, type TableRow } from '../tables/table.js';
import type { Inputs } from './classes.js';
import { roleIds, roles, type Field, type RoleId } from './roles.js';

export interface InputFile {
  readonly role: RoleId;
  readonly name: string;
}

/** What to read, and how: `--map granted.order_id="Order No"`. */
export interface Reading {
  readonly files: readonly InputFile[];
  readonly maps: Readonly<Record<RoleId, ReadonlyMap<Field, string>>>;
  readonly allowEmpty: boolean;
  /** Called with a sentence about an input. */
  readonly said: (sentence: string) => void;
}

type Doors = Pick<Context, 'files' | 'stdin' | 'interrupt'>;
/** Gets some rows. @returns false: it needs no more of this file */
type Use = (file: InputFile, table: Table<Field>, rows: readonly TableRow<Field>[]) => boolean;

/**
 * Reads every input from its beginning, one after the other.
 * @returns how many rows were read, and the files without any
 * @throws {PvgError} for an input that cannot be read or joined
 */
export async function readInputs(
  doors: Doors,
  { files, maps, said }: Reading,
  use: Use,
): Promise<{ readonly inputs: Inputs; readonly empty: readonly InputFile[] }> {
  const inputs: Partial<Record<RoleId, number>> = {};
  const empty: InputFile[] = [];
  const columns: Record<RoleId, Columns<Field>[]> = { lookups: [], voided: [], granted: [] };
  const opened: OpenFile[] = [];
  try {
    // All of them first: a missing file is no reason to read the others.
    for (const { name } of files) opened.push(await openInput(doors, name));
    for (const [at, file] of files.entries()) {
      const { role, name } = file;
      const title = `${roles[role].option} ${name}`;
      const { fields, ...own } = roles[role];
      const options = { ...own, names: fields, map: maps[role], name: title, said };
      const table = await openTable(opened[at] as OpenFile, { ...options, isGuarded: true, keeps: true });
      const count = table === undefined ? 0 : await readRows(file, table, title, use);
      if (table !== undefined) columns[role].push(table.columns);
      for (const [field, column] of table?.columns.unused(['order_id', 'receipt']) ?? [])
        said(
          `${title}: the column "${column}" looks like ${field} and is not used. To use it, add \`--map ${role}.${field}=<column>\`.`,
        );
      if (count === 0) empty.push(file);
      inputs[role] = (inputs[role] ?? 0) + count;
    }
  } catch (error) {
    if (!(error instanceof PvgError) || error === doors.interrupt.reason) throw error;
    throw new PvgError(error.code, `${error.message} Nothing was written.`, error.details);
  } finally {
    for (const { close } of opened) await close();
  }
  for (const role of roleIds) requireMapped(role, maps[role], columns[role]);
  return { inputs, empty };
}

async function readRows(file: InputFile, table: Table<Field>, title: string, use: Use): Promise<number> {
  if (table.format === 'csv') requireKey(file.role, table.columns, title);
  let count = 0;
  for await (const rows of table.rows) {
    const bad = rows.find(({ problem }) => problem !== undefined);
    if (bad?.problem !== undefined)
      throw wrongRow(title, bad.line, bad.problem, 'Fix the file, and reconcile again.');
    count += rows.length;
    if (!use(file, table, rows)) break;
  }
  // Rows of JSON may have different members.
  if (count > 0) requireKey(file.role, table.columns, title);
  return count;
}

/** @throws {PvgError} `usage` if the columns can join nothing */
function requireKey(role: RoleId, columns: Columns<Field>, title: string): void {
  const { keys } = roles[role];
  if (keys.some((key) => columns.namesOf(key).length > 0)) return;
  if (role === 'lookups' && !columns.seen.some((name) => /^(?:purchase|input|verdict)\./.test(name)))
    throw wrongUsage(
      `${title} is not what \`pvg batch\` wrote.`,
      `${columnsTold(columns.seen)} Look the purchases up first: \`pvg batch purchases.csv --out lookups.ndjson\`.`,
    );
  const ofInput = role === 'lookups' ? columns.seen.filter((name) => name.startsWith('input.')) : [];
  const choices = keys.map((key) => `\`--map ${role}.${key}=<column>\``);
  const likely = columns.unused(keys).map(([key, name]) => ` The column "${name}" looks like ${key}.`);
  throw wrongUsage(
    `${title} cannot be joined: it has no column for ${keys.join(' and none for ')}.`,
    `${columnsTold(ofInput.length > 0 ? ofInput : columns.seen)}${likely.join('')} Choose one with ${choices.join(' or ')}.`,
  );
}

/** @throws {PvgError} `usage` if `--map` names a column that no file of an input has */
function requireMapped(
  role: RoleId,
  map: ReadonlyMap<Field, string>,
  files: readonly Columns<Field>[],
): void {
  const seen = [...new Set(files.flatMap((columns) => columns.seen))];
  for (const [field, column] of map)
    if (seen.length > 0 && !files.some((columns) => columns.namesOf(field).length > 0))
      throw wrongUsage(
        `--map ${role}.${field} names the column ${column}, but ${roles[role].option} has none of that name.`,
        columnsTold(seen),
      );
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
    throw wrongInput(
      `${count === 0 ? `${option} has no rows.` : `No row of ${option} has an order id or a receipt.`} Nothing was written.`,
      'Export the list again. If an empty list is normal, add `--allow-empty`.',
    );
  }
}
