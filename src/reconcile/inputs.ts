import type { Context, OpenFile } from '../context.js';
import { openInput } from '../tables/files.js';
import { cutCellProblem } from '../tables/clean-cell.js';
import { adding, wrongRow } from '../tables/refusals.js';
import { openTable, type Table, type TableRow } from '../tables/table.js';
import type { Lists } from './classes.js';
import { StatusColumns } from './grant-statuses.js';
import { refuseSwapped, requireColumns, unusedWords } from './needed-columns.js';
import { PageChain } from './pages.js';
import { roles, type InputField, type RoleField, type RoleId } from './column-roles.js';

export interface InputFile {
  readonly role: RoleId;
  readonly name: string;
  readonly map: ReadonlyMap<RoleField, string>;
  /** The statuses of a row that is a grant; undefined if every row is one. */
  readonly grantStatuses?: ReadonlySet<string> | undefined;
}

export interface ToRead {
  readonly files: readonly InputFile[];
  /** How many rows of each file, about. A voided list in JSON is read to its last page. */
  readonly enough?: number;
  /** The user knows that the voided list is not complete. */
  readonly isVoidedPartial: boolean;
  /** Called with a sentence about an input. */
  readonly said: (sentence: string) => void;
}

type ReadFile = InputFile & { readonly rows: number };
type Use = (
  file: InputFile,
  table: Table<InputField>,
  rows: readonly TableRow<InputField>[],
) => void;

/** Reads every input from its beginning, one after the other. @throws {PvgError} for one that cannot be read or joined */
export async function readInputs(
  context: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  reading: ToRead,
  use: Use,
): Promise<{ files: readonly ReadFile[]; inputs: Lists['inputs'] }> {
  const opened: [InputFile, OpenFile][] = [];
  try {
    // All of them first: a missing file is no reason to read the others.
    for (const file of reading.files) opened.push([file, await openInput(context, file.name)]);
    const files: ReadFile[] = [];
    const inputs: Partial<Record<RoleId, number>> = {};
    const pages = new PageChain();
    for (const [file, open] of opened) {
      const rows = await readRows({ file, open, reading, pages, use });
      files.push({ ...file, rows });
      inputs[file.role] = (inputs[file.role] ?? 0) + rows;
    }
    if (!reading.isVoidedPartial) pages.requireLast();
    return { files, inputs };
  } catch (error) {
    return adding('Nothing was written.')(error);
  } finally {
    for (const [, open] of opened) await open.close();
  }
}

interface RowsToRead {
  readonly file: InputFile;
  readonly open: OpenFile;
  readonly reading: ToRead;
  readonly pages: PageChain;
  readonly use: Use;
}

async function readRows({ file, open, reading, pages, use }: RowsToRead): Promise<number> {
  const { said, enough = Infinity } = reading;
  const { role, name, map, grantStatuses } = file;
  const { fields, statusColumns, list, nested } = roles[role];
  const title = `--${role} ${name}`;
  const table = await openTable<InputField>(open, {
    names: { ...fields, ...statusColumns },
    map,
    list,
    nested: nested ?? [],
    takePage: (page) => {
      pages.take(page, title);
    },
    mayBeOwnCsv: true,
    name: title,
    said,
  });
  const { columns, format } = table;
  const hasPages = list !== undefined && format === 'json';
  const statuses = new StatusColumns();
  let first: TableRow<InputField> | undefined;
  let count = 0;
  let isWhole = true;
  for await (const rows of table.rows) {
    first ??= rows[0];
    if (format === 'csv' && count === 0) requireColumns({ role, map, columns, title, first });
    if (count === 0) refuseSwapped({ role, columns, title }, rows);
    for (const row of rows) {
      const problem = row.problem ?? cutReceiptProblem(row);
      if (problem !== undefined) throw wrongRow(title, row.line, problem);
    }
    count += rows.length;
    use(file, table, rows);
    if (role === 'granted') statuses.take(rows);
    if (count >= enough && !hasPages) {
      isWhole = false;
      break;
    }
  }
  const needed = { role, map, columns, title, first };
  // Rows of JSON may have different members.
  if (count > 0) requireColumns(needed);
  const isEveryRowCounted = grantStatuses === undefined;
  if (isEveryRowCounted) statuses.requireClear({ title, columns, isWhole });
  for (const sentence of unusedWords(needed, isEveryRowCounted)) said(sentence);
  for (const sentence of table.notes.sentences()) said(`${title}: ${sentence}`);
  return count;
}

/** A row with an order id is joined by that. */
function cutReceiptProblem({ values }: TableRow<InputField>): string | undefined {
  const { receipt, order_id: orderId } = values;
  if (receipt === undefined || orderId !== undefined) return undefined;
  return cutCellProblem('a receipt', receipt);
}
