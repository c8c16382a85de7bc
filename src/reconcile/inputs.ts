import type { Context } from '../context.js';
import type { OpenFile } from '../file-access.js';
import { openInput } from '../tables/files.js';
import { cutCellProblem } from '../tables/clean-cell.js';
import { addSentence, wrongRow } from '../tables/refusals.js';
import { openTable, type Table } from '../tables/table.js';
import { type TableRow } from '../tables/table-row.js';
import { AskedProfiles, type AskedTarget } from './asked-profiles.js';
import type { InputFacts } from './classes.js';
import { StatusColumns } from './grant-statuses.js';
import {
  refuseListWithoutVoids,
  refuseSwapped,
  requireColumns,
  describeUnusedColumns,
} from './needed-columns.js';
import { PageChain } from './page-chain.js';
import { roles, type InputField, type RoleField, type RoleId } from './column-roles.js';

export interface InputFile {
  readonly role: RoleId;
  readonly path: string;
  readonly map: ReadonlyMap<RoleField, string>;
  /** The statuses of a row that is a grant; undefined if every row is one. */
  readonly grantStatuses?: ReadonlySet<string> | undefined;
}

export interface InputsRequest {
  readonly files: readonly InputFile[];
  /** Each file is read until about so many rows; a voided list in JSON is read to its last page. */
  readonly enoughRows?: number;
  /** The user knows that the voided list is not complete. */
  readonly isVoidedPartial: boolean;
  /** Called with a sentence about an input. */
  readonly onNote: (sentence: string) => void;
}

/** A file whose rows are read. Its table tells the form of the file. */
export interface ReadFile extends InputFile {
  readonly table: Table<InputField>;
  readonly rowCount: number;
}

/** Called with the next rows of a file. */
type UseRows = (file: InputFile, rows: readonly TableRow<InputField>[]) => void;

interface ReadInputs {
  readonly files: readonly ReadFile[];
  readonly rowCounts: InputFacts['rowCounts'];
  readonly target: AskedTarget;
}

/** Reads every input from its beginning, one after the other. @throws {PvgError} for one that cannot be read or joined */
export async function readInputs(
  context: Pick<Context, 'files' | 'stdin' | 'interrupt'>,
  request: InputsRequest,
  useRows: UseRows = () => undefined,
): Promise<ReadInputs> {
  const opened: [InputFile, OpenFile][] = [];
  try {
    // A missing file is told before any file is read.
    for (const file of request.files) opened.push([file, await openInput(context, file.path)]);
    const files: ReadFile[] = [];
    const rowCounts: Partial<Record<RoleId, number>> = {};
    const pages = new PageChain();
    const asked = new AskedProfiles();
    for (const [file, open] of opened) {
      const read = await readFile({ file, open, request, pages, asked, useRows });
      files.push(read);
      rowCounts[file.role] = (rowCounts[file.role] ?? 0) + read.rowCount;
    }
    if (!request.isVoidedPartial) pages.requireLast();
    return { files, rowCounts, target: asked.target() };
  } catch (error) {
    return addSentence('Nothing was written.')(error);
  } finally {
    for (const [, open] of opened) await open.close();
  }
}

interface FileToRead {
  readonly file: InputFile;
  readonly open: OpenFile;
  readonly request: InputsRequest;
  readonly pages: PageChain;
  readonly asked: AskedProfiles;
  readonly useRows: UseRows;
}

async function readFile({
  file,
  open,
  request,
  pages,
  asked,
  useRows,
}: FileToRead): Promise<ReadFile> {
  const { onNote, enoughRows = Infinity } = request;
  const { role, path, map, grantStatuses } = file;
  const { fields, statusColumns, list, nested } = roles[role];
  const title = `--${role} ${path}`;
  const table = await openTable<InputField>(open, {
    names: { ...fields, ...statusColumns },
    map,
    list,
    nested: nested ?? [],
    takePage: (page) => {
      pages.addPage(page, title);
    },
    mayBeOwnOutput: true,
    name: title,
    onNote,
  });
  const { columns, format } = table;
  const hasPages = list !== undefined && format === 'json';
  const statuses = new StatusColumns();
  let firstRow: TableRow<InputField> | undefined;
  let rowCount = 0;
  let isWhole = true;
  for await (const rows of table.rows) {
    firstRow ??= rows[0];
    // A CSV tells its columns before its rows; those of JSON are checked below, when all rows are read.
    if (format === 'csv' && rowCount === 0) requireColumns({ role, map, columns, title, firstRow });
    if (rowCount === 0) refuseSwapped({ role, columns, title }, rows);
    for (const row of rows) {
      const problem = row.problem ?? (isOfBatch(role, row) ? undefined : findCutReceipt(row));
      if (problem !== undefined) throw wrongRow(title, row.line, problem);
    }
    if (role === 'lookups') asked.take(title, rows);
    rowCount += rows.length;
    useRows(file, rows);
    if (role === 'granted') statuses.take(rows);
    if (rowCount >= enoughRows && !hasPages) {
      isWhole = false;
      break;
    }
  }
  const needed = { role, map, columns, title, firstRow };
  // For JSON the first time: its rows may have different members, so only now are all columns known.
  if (rowCount > 0) {
    requireColumns(needed);
    refuseListWithoutVoids(needed, format);
  }
  const isEveryRowCounted = grantStatuses === undefined;
  if (isEveryRowCounted) statuses.requireClear({ title, columns, isWhole });
  for (const sentence of describeUnusedColumns(needed, isEveryRowCounted)) onNote(sentence);
  for (const sentence of table.notes.sentences()) onNote(`${title}: ${sentence}`);
  return { ...file, table, rowCount };
}

/**
 * Whether the row stands as `pvg batch` wrote it. Such a row may have a cut receipt: its error says so, and its purchase is
 * `unresolved`. In a CSV a spreadsheet may have cut the receipt later, unless the row has an error and no verdict.
 */
function isOfBatch(role: RoleId, { values, sheetRow }: TableRow<InputField>): boolean {
  if (role !== 'lookups') return false;
  const isOfCsv = sheetRow !== undefined;
  return !isOfCsv || (values.verdict === undefined && values.error !== undefined);
}

/** Why a receipt cannot join its row: a spreadsheet cut it. A row with an order id does not need it. */
function findCutReceipt({ values }: TableRow<InputField>): string | undefined {
  const { receipt, order_id: orderId } = values;
  if (receipt === undefined || orderId !== undefined) return undefined;
  return cutCellProblem('a receipt', receipt);
}
