import type { Context, OpenFile } from '../context.js';
import { columnsTold, type Columns } from '../tables/columns.js';
import { openInput } from '../tables/files.js';
import { adding, wrongRow, wrongUsage } from '../tables/refusals.js';
import { openTable, type Table, type TableRow } from '../tables/table.js';
import type { Inputs } from './classes.js';
import { roles, type Field, type RoleId } from './roles.js';

export interface InputFile {
  readonly role: RoleId;
  readonly name: string;
  readonly map: ReadonlyMap<Field, string>;
}

export interface ToRead {
  readonly files: readonly InputFile[];
  /** How many rows of each file, about. */
  readonly enough?: number;
  /** Called with a sentence about an input. */
  readonly said: (sentence: string) => void;
}

type ReadFile = InputFile & { readonly rows: number };
type Use = (file: InputFile, table: Table<Field>, rows: readonly TableRow<Field>[]) => void;

/** Reads every input from its beginning, one after the other. @throws {PvgError} for one that cannot be read or joined */
export async function readInputs(
  doors: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  reading: ToRead,
  use: Use,
): Promise<{ files: readonly ReadFile[]; inputs: Inputs }> {
  const opened: [InputFile, OpenFile][] = [];
  try {
    // All of them first: a missing file is no reason to read the others.
    for (const file of reading.files) opened.push([file, await openInput(doors, file.name)]);
    const files: ReadFile[] = [];
    const inputs: Partial<Record<RoleId, number>> = {};
    for (const [file, open] of opened) {
      const rows = await readRows(file, open, reading, use);
      files.push({ ...file, rows });
      inputs[file.role] = (inputs[file.role] ?? 0) + rows;
    }
    return { files, inputs };
  } catch (error) {
    return adding('Nothing was written.')(error);
  } finally {
    for (const [, open] of opened) await open.close();
  }
}

async function readRows(file: InputFile, open: OpenFile, reading: ToRead, use: Use): Promise<number> {
  const { said, enough = Infinity } = reading;
  const { role, name, map } = file;
  const { fields, ...own } = roles[role];
  const title = `--${role} ${name}`;
  const table = await openTable(open, { ...own, names: fields, map, isKept: true, name: title, said });
  const { columns, format } = table;
  let count = 0;
  for await (const rows of table.rows) {
    if (format === 'csv' && count === 0) requireColumns(file, columns, title);
    const bad = rows.find(({ problem }) => problem !== undefined);
    if (bad?.problem !== undefined) throw wrongRow(title, bad.line, bad.problem);
    count += rows.length;
    use(file, table, rows);
    if (count >= enough) break;
  }
  // Rows of JSON may have different members.
  if (count > 0) requireColumns(file, columns, title);
  for (const [field, column] of columns.unused(['order_id', 'receipt']))
    said(
      `${title}: the column "${column}" looks like ${field} and is not used. To use it, add \`--map ${role}.${field}="${column}"\`.`,
    );
  const idle = role === 'granted' ? columns.idle : [];
  if (idle.length > 0)
    said(`${title}: each row counts as a grant. ${columnsTold(idle, 'Columns that are not used')}`);
  return count;
}

/** @throws {PvgError} `usage` if `--map` names none of the columns, or if they can join nothing */
function requireColumns({ role, map }: InputFile, columns: Columns<Field>, title: string): void {
  const found = columnsTold(columns.seen) + columns.headerDoubt;
  const has = (field: Field): boolean => columns.namesOf(field).length > 0;
  for (const [field, column] of map)
    if (!has(field))
      throw wrongUsage(`--map ${role}.${field} names the column ${column}, which ${title} lacks.`, found);
  const { keys } = roles[role];
  // In JSON a row without a verdict has null.
  if (role === 'lookups' && !has('verdict') && !columns.seen.includes('verdict'))
    throw wrongUsage(
      `${title} is not what \`pvg batch\` writes: it has no verdicts.`,
      `${found} Look the purchases up first: \`pvg batch in.csv --out lookups.ndjson\`.`,
    );
  if (keys.some(has)) return;
  const maps = keys.map((key) => `\`--map ${role}.${key}=<column>\``).join(' or ');
  const likely = columns.unused(keys).map(([key, name]) => ` The column "${name}" looks like ${key}.`);
  throw wrongUsage(
    `${title} cannot be joined: it has no column for ${keys.join(' and none for ')}.`,
    `${found}${likely.join('')} Choose one with ${maps}.`,
  );
}
