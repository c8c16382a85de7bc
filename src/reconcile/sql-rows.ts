import type { Table } from '../tables/table.js';
import type { InputFile } from './inputs.js';
import { unitsPattern } from './extent.js';
import { feePattern, partNumber, partPattern, undonePattern, voidPattern } from './refund-words.js';
import { roles, type InputField, type RoleField, type RoleId } from './column-roles.js';
import {
  exactSecondSql,
  listedIdSql,
  sqlText,
  sqlMatches,
  noText,
  present,
  quoted,
  textType,
  type Engine,
} from './sql-engines.js';

/** The rows of each input for the query: the ids, and what tells a void or a grant from another. */

/** A SELECT. */
export type RowsQuery = string;

/** The columns of a table that BigQuery and Trino read. */
export function columnsOf(role: RoleId, hasStatuses: boolean): readonly RoleField[] {
  if (role === 'lookups') return ['order_id', 'receipt', 'verdict', 'looked_up_at'];
  if (role === 'voided') {
    return [
      'order_id',
      'receipt',
      'kind',
      'voided_at',
      'reason',
      'source',
      'quantity',
      'refund_type',
    ];
  }
  return [
    'order_id',
    'receipt',
    'granted_at',
    'player',
    'id',
    ...(hasStatuses ? (['status'] as const) : []),
  ];
}

interface RowsOfInput {
  readonly role: RoleId;
  readonly engine: Engine;
  /** An expression for the text of a field; null where there is none. */
  readonly valueOf: (field: RoleField) => string;
  /** An expression for the whole row. */
  readonly wholeRow: string;
  /** What stands after `from`. */
  readonly rowSource: string;
  readonly grantStatuses: ReadonlySet<string> | undefined;
}

function selectRows({
  role,
  engine,
  valueOf,
  wholeRow,
  rowSource,
  grantStatuses,
}: RowsOfInput): RowsQuery {
  const ids = `${valueOf('order_id')} as order_id,\n    ${valueOf('receipt')} as receipt`;
  if (role === 'lookups') {
    return `select ${ids},\n    ${valueOf('verdict')} as verdict,\n    ${valueOf('looked_up_at')} as looked_up_at\n  from ${rowSource}`;
  }
  if (role === 'voided') {
    const kind = valueOf('kind');
    const isFee = sqlMatches(engine, kind, `(?i)${feePattern}`);
    // The store's sales reports have a row for the charge, too.
    const isVoid = `${kind} is null or (${sqlMatches(engine, kind, `(?i)${voidPattern}`)} and not ${sqlMatches(engine, kind, `(?i)${undonePattern}`)})`;
    const key = `coalesce(${voidKey(engine, valueOf)}, 'row ' || ${wholeRow})`;
    return `select ${ids},\n    case when ${isFee} then 'fee' else 'void' end as row_role,\n    ${key} as row_key\n  from ${rowSource}\n  where ${isVoid}`;
  }
  const key = `coalesce('id ' || ${listedIdSql(valueOf('id'))}, 'row ' || ${wholeRow})`;
  const statuses = [...(grantStatuses ?? [])].map((status) => sqlText(engine, status)).join(', ');
  const status = `coalesce(trim(${valueOf('status')}), '')`;
  const where = statuses === '' ? '' : `\n  where ${status} in (${statuses})`;
  return `select ${ids},\n    ${key} as row_key\n  from ${rowSource}${where}`;
}

/** As `keyOfVoid` of purchase.ts: the moment, the size and the reason; null without an exact moment. */
function voidKey(engine: Engine, valueOf: RowsOfInput['valueOf']): string {
  const quantity = valueOf('quantity');
  const units = `case when ${sqlMatches(engine, quantity, unitsPattern)} then trim(${quantity}) end`;
  const type = `coalesce(${valueOf('refund_type')}, '')`;
  const kind = `coalesce(${valueOf('kind')}, '')`;
  const isPart = `${type} = '${partNumber}' or ${sqlMatches(engine, `${type} || ${kind}`, `(?i)${partPattern}`)}`;
  const size = `coalesce(${units}, case when ${isPart} then 'part' else 'whole' end)`;
  const reason = `coalesce(${valueOf('reason')}, '')`;
  const second = exactSecondSql(engine, valueOf('voided_at'));
  return `'void ' || (${second}) || ' ' || ${size} || ' ' || ${reason}`;
}

/** The rows of an input that was not given. */
export function noRows(role: RoleId, engine: Engine): RowsQuery {
  const nothing = noText(engine);
  const columns = {
    lookups: ['verdict', 'looked_up_at'],
    voided: ['row_role', 'row_key'],
    granted: ['row_key'],
  };
  const names = ['order_id', 'receipt', ...columns[role]];
  return `select ${names.map((name) => `${nothing} as ${name}`).join(', ')}\n  where 1 = 0`;
}

/** A table that the user loaded: rows are the same if all the columns that the query reads are. */
export function fromTable(
  role: RoleId,
  engine: Engine,
  grantStatuses: ReadonlySet<string> | undefined,
): RowsQuery {
  const valueOf = (field: RoleField): string =>
    present(`cast(${field} as ${textType(engine)})`, engine);
  const wholeRow = columnsOf(role, grantStatuses !== undefined)
    .map((field) => `coalesce(${valueOf(field)}, '')`)
    .join(" || ' | ' || ");
  return selectRows({ role, engine, valueOf, wholeRow, rowSource: role, grantStatuses });
}

/** One file as DuckDB reads it. */
export function fromFile(
  table: Table<InputField>,
  { role, name: path, grantStatuses }: InputFile,
): RowsQuery {
  const { format, delimiter, columns } = table;
  const isCsv = format === 'csv';
  const valueOf = (field: RoleField): string => {
    const cells = columns
      .namesOf(field)
      .map((name) => present(isCsv ? csvCell(name) : jsonMember(name), 'duckdb'));
    return `coalesce(${[...cells, noText('duckdb')].join(', ')})`;
  };
  const rowSource = isCsv
    ? `${csvFile(path, delimiter)} as pvg_row`
    : jsonFile(path, roles[role].list);
  const wholeRow = `md5(${isCsv ? csvRow : jsonRow})`;
  return selectRows({ role, engine: 'duckdb', valueOf, wholeRow, rowSource, grantStatuses });
}

/** `batch` puts a ' before a cell that a spreadsheet would take for a formula. */
const csvCell = (name: string): string =>
  `regexp_replace("${name.replaceAll('"', '""')}", '^''([=+@-])', '\\1')`;

const jsonMember = (name: string): string => `json_extract_string(line, ${quoted(jsonPath(name))})`;

/** An empty cell may have quotes, and is then no null. */
const csvRow = `replace(cast(to_json(pvg_row) as varchar), ':null', ':""')`;
/** As `fingerprintOfJson` of tables/fingerprint.ts: in any order of the members. */
const jsonRow = `(select string_agg(fullkey || '=' || atom, chr(10) order by fullkey) from json_tree(line) where atom is not null)`;

const csvFile = (path: string, delimiter: string): string =>
  `read_csv(${quoted(path)}, header = true, all_varchar = true, delim = ${delimiter === '\t' ? "'\\t'" : quoted(delimiter)}, quote = '"', escape = '"', strict_mode = false)`;

const jsonFile = (path: string, list: string | undefined): string => {
  const documents = `read_json_objects(${quoted(path)}, format = 'auto', maximum_object_size = 268435456)`;
  if (list === undefined) return `(select json as line from ${documents})`;
  const inside = `json_extract(json, ${quoted(`$.${list}[*]`)})`;
  return `(select unnest(case when json_exists(json, ${quoted(`$.${list}`)}) then ${inside} else [json] end) as line from ${documents})`;
};

/** `answer.transactions.0.quantity`, or a name that itself has a dot. */
const jsonPath = (name: string): string =>
  name
    .split('.')
    .reduce((path, part) => path + (/^\d+$/.test(part) ? `[${part}]` : `."${part}"`), '$');
