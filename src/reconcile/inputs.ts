import type { Context, OpenFile } from '../context.js';
import { PvgError } from '../failure.js';
import { columnsTold, type Columns } from '../tables/columns.js';
import { openInput } from '../tables/files.js';
import { wrongInput, wrongRow, wrongUsage } from '../tables/refusals.js';
import { openTable, type Table, type TableRow } from '../tables/table.js';
import type { Inputs } from './classes.js';
import type { Fault } from './join.js';
import { roleIds, roles, type Field, type RoleId } from './roles.js';

export interface InputFile {
  readonly role: RoleId;
  readonly name: string;
}

export interface Reading {
  readonly files: readonly InputFile[];
  readonly maps: Readonly<Record<RoleId, ReadonlyMap<Field, string>>>;
  readonly allowEmpty: boolean;
  /** How many rows of each file, about. */
  readonly enough?: number;
  /** Called with a sentence about an input. */
  readonly said: (sentence: string) => void;
}

/** A file, and how many of its rows were read. */
type ReadFile = InputFile & { readonly rows: number };

type Use = (file: InputFile, table: Table<Field>, rows: readonly TableRow<Field>[]) => void;

/** Reads every input from its beginning, one after the other. @throws {PvgError} for one that cannot be read or joined */
export async function readInputs(
  doors: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  reading: Reading,
  use: Use,
): Promise<readonly ReadFile[]> {
  const opened: [InputFile, OpenFile][] = [];
  const read: ReadFile[] = [];
  try {
    // All of them first: a missing file is no reason to read the others.
    for (const file of reading.files) opened.push([file, await openInput(doors, file.name)]);
    for (const [file, open] of opened) read.push({ ...file, rows: await readRows(file, open, reading, use) });
    return read;
  } catch (error) {
    if (!(error instanceof PvgError) || error === doors.interrupt.reason) throw error;
    throw new PvgError(error.code, `${error.message} Nothing was written.`, error.details);
  } finally {
    for (const [, open] of opened) await open.close();
  }
}

async function readRows(file: InputFile, open: OpenFile, reading: Reading, use: Use): Promise<number> {
  const { maps, said, enough = Infinity } = reading;
  const { role, name } = file;
  const { fields, ...own } = roles[role];
  const title = `--${role} ${name}`;
  const wanted = { names: fields, map: maps[role], isKept: true, name: title, said };
  const table = await openTable(open, { ...own, ...wanted });
  const { columns, format } = table;
  let count = 0;
  for await (const rows of table.rows) {
    if (format === 'csv' && count === 0) requireColumns(role, columns, maps[role], title);
    const bad = rows.find(({ problem }) => problem !== undefined);
    if (bad?.problem !== undefined) throw wrongRow(title, bad.line, bad.problem);
    count += rows.length;
    use(file, table, rows);
    if (count >= enough) break;
  }
  // Rows of JSON may have different members.
  if (count > 0) requireColumns(role, columns, maps[role], title);
  for (const [field, column] of columns.unused(['order_id', 'receipt']))
    said(
      `${title}: the column "${column}" looks like ${field} and is not used. To use it, add \`--map ${role}.${field}=<column>\`.`,
    );
  return count;
}

/** @throws {PvgError} `usage` if `--map` names none of the columns, or if they can join nothing */
function requireColumns(
  role: RoleId,
  columns: Columns<Field>,
  map: ReadonlyMap<Field, string>,
  title: string,
): void {
  const found = columnsTold(columns.seen);
  for (const [field, column] of map)
    if (columns.namesOf(field).length === 0)
      throw wrongUsage(`--map ${role}.${field} names the column ${column}, which ${title} lacks.`, found);
  const { keys } = roles[role];
  if (keys.some((key) => columns.namesOf(key).length > 0)) return;
  const maps = keys.map((key) => `\`--map ${role}.${key}=<column>\``).join(' or ');
  const likely = columns.unused(keys).map(([key, name]) => ` The column "${name}" looks like ${key}.`);
  const isOther = role === 'lookups' ? 'is not what `pvg batch` writes' : 'cannot be joined';
  const orElse = role === 'lookups' ? ' Or look up first: `pvg batch in.csv --out lookups.ndjson`.' : '';
  throw wrongUsage(
    `${title} ${isOther}: it has no column for ${keys.join(' and none for ')}.`,
    `${found}${likely.join('')} Choose one with ${maps}.${orElse}`,
  );
}

export const inputsOf = (files: readonly ReadFile[]): Inputs => {
  const inputs: Partial<Record<RoleId, number>> = {};
  for (const { role, rows } of files) inputs[role] = (inputs[role] ?? 0) + rows;
  return inputs;
};

/** An export that went wrong is empty too, and then no purchase has a class about money. @throws {PvgError} */
export function requireRows(inputs: Inputs, faults: readonly Fault[] = []): void {
  for (const role of roleIds) {
    const count = inputs[role];
    const skipped = faults.find((fault) => fault.role === role && fault.id === 'skipped')?.count ?? 0;
    if (count === undefined || count > skipped) continue;
    throw wrongInput(
      `${count === 0 ? `--${role} has no rows.` : `No row of --${role} has an order id or a receipt.`} Nothing was written.`,
      'Export the list again. If an empty list is normal, add `--allow-empty`.',
    );
  }
}
