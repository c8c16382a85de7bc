import type { ReadFile } from './inputs.js';
import { unitsPattern } from './extent.js';
import {
  feePattern,
  partNumber,
  partPattern,
  undonePattern,
  voidPattern,
  wholeNumber,
  wholePattern,
} from './refund-words.js';
import { roles, type RoleField, type RoleId } from './column-roles.js';
import {
  castToInteger,
  sqlNullText,
  nullIfMissing,
  quoteSql,
  sqlMatches,
  sqlMatchesAnyCase,
  sqlText,
  textType,
  type Engine,
} from './sql-engines.js';
import { listedIdSql } from './sql-ids.js';
import { exactSecondSql } from './sql-moments.js';

/** The rows of each input for the query: the ids, and what tells a void or a grant from another. */

/** A SELECT statement. */
export type RowsQuery = string;

/** What a look-up has beside the ids, in the order of the query. */
export const lookupColumns = ['looked_up_at', 'verdict', 'quantity', 'error'] as const;

/** The columns of a table that the user loads. */
export function columnsOf(role: RoleId, hasStatuses: boolean): readonly RoleField[] {
  const ids = ['order_id', 'receipt'] as const;
  if (role === 'lookups') return [...ids, ...lookupColumns];
  if (role === 'voided') {
    return [...ids, 'kind', 'voided_at', 'reason', 'source', 'quantity', 'refund_type'];
  }
  const grantColumns = [...ids, 'granted_at', 'player', 'id'] as const;
  return hasStatuses ? [...grantColumns, 'status'] : grantColumns;
}

interface RowsOfInput {
  readonly role: RoleId;
  readonly engine: Engine;
  /** An SQL expression that has the same value for two rows only if the whole rows are the same. */
  readonly wholeRow: string;
  /** What stands after `from`: rows with the columns of `columnsOf`, as texts or null. */
  readonly rowSource: string;
  readonly grantStatuses: ReadonlySet<string> | undefined;
}

function selectRows(input: RowsOfInput): RowsQuery {
  const { role, rowSource } = input;
  if (role === 'lookups') {
    return `select order_id, receipt, ${lookupColumns.join(', ')}\n  from ${rowSource}`;
  }
  return role === 'voided' ? selectVoids(input) : selectGrants(input);
}

function selectGrants({ engine, wholeRow, rowSource, grantStatuses }: RowsOfInput): RowsQuery {
  const key = `coalesce('id ' || ${listedIdSql(engine, 'id')}, 'row ' || ${wholeRow})`;
  const statuses = [...(grantStatuses ?? [])].map((status) => sqlText(engine, status)).join(', ');
  const where = statuses === '' ? '' : `\n  where coalesce(trim(status), '') in (${statuses})`;
  return `select order_id, receipt, ${key} as row_key\n  from ${rowSource}${where}`;
}

function selectVoids({ engine, wholeRow, rowSource }: RowsOfInput): RowsQuery {
  const matches = (pattern: string): string => sqlMatchesAnyCase(engine, 'kind', pattern);
  const isFee = matches(feePattern);
  // The store's sales reports have a row for the charge, too.
  const isVoid = `kind is null or (${matches(voidPattern)} and not ${matches(undonePattern)})`;
  const key = `coalesce(${voidKey(engine)}, 'row ' || ${wholeRow})`;
  // All fees of a purchase have one key, because together they are one void.
  return `select order_id, receipt,
    case when ${isFee} then 'fee' else 'void' end as row_role,
    case when ${isFee} then 'fee' else ${key} end as row_key,
    case when ${isFee} then null else ${unitsSql(engine, 'quantity')} end as void_units,
    ${extentSql(engine)} as void_extent
  from ${rowSource}
  where ${isVoid}`;
}

/** The units of a row, read as `parseUnits` of extent.ts does. */
export function unitsSql(engine: Engine, text: string): string {
  return castToInteger(
    engine,
    `case when ${sqlMatches(engine, text, unitsPattern)} then trim(${text}) end`,
  );
}

/** What the words of a void say of its extent, read as `parseExtent` of refund-words.ts does. */
function extentSql(engine: Engine): string {
  const words = "coalesce(refund_type, '') || ' ' || coalesce(kind, '')";
  const isPart = `refund_type = '${partNumber}' or ${sqlMatchesAnyCase(engine, words, partPattern)}`;
  const isWhole = `refund_type = '${wholeNumber}' or ${sqlMatchesAnyCase(engine, words, wholePattern)}`;
  return `case when ${isPart} then 'part' when ${isWhole} then 'whole' end`;
}

/** The key of a void, made as `buildVoidKey` of purchase.ts does: the moment, the size and the reason; null without an exact moment. */
function voidKey(engine: Engine): string {
  const units = `cast(${unitsSql(engine, 'quantity')} as ${textType(engine)})`;
  const extent = `case when ${extentSql(engine)} = 'part' then 'part' else 'whole' end`;
  const size = `coalesce(${units}, ${extent})`;
  const second = exactSecondSql(engine, 'voided_at');
  return `'void ' || (${second}) || ' ' || ${size} || ' ' || coalesce(reason, '')`;
}

/** The rows of an input that was not given. */
export function noRows(role: RoleId, engine: Engine): RowsQuery {
  const nothing = sqlNullText(engine);
  const columns = {
    lookups: lookupColumns,
    voided: ['row_role', 'row_key', 'void_units', 'void_extent'],
    granted: ['row_key'],
  };
  const names = ['order_id', 'receipt', ...columns[role]].map((name) =>
    name === 'void_units' ? `${castToInteger(engine, 'null')} as ${name}` : `${nothing} as ${name}`,
  );
  return `select ${names.join(', ')}\n  where 1 = 0`;
}

/** A table that the user loaded: rows are the same if all the columns that the query reads are. */
export function rowsOfTable(
  role: RoleId,
  engine: Engine,
  grantStatuses: ReadonlySet<string> | undefined,
): RowsQuery {
  const fields = columnsOf(role, grantStatuses !== undefined);
  const cells = fields.map(
    (field) => `${nullIfMissing(engine, `cast(${field} as ${textType(engine)})`)} as ${field}`,
  );
  const wholeRow = fields.map((field) => `coalesce(${field}, '')`).join(" || ' | ' || ");
  const rowSource = `(select ${cells.join(',\n      ')}\n    from ${role}) as cells`;
  return selectRows({
    role,
    engine,
    wholeRow,
    rowSource,
    grantStatuses,
  });
}

/** The rows of one file, which DuckDB reads itself. */
export function rowsOfFile({ role, path, grantStatuses, table }: ReadFile): RowsQuery {
  const { format, delimiter, columns } = table;
  const isCsv = format === 'csv';
  const cells = columnsOf(role, grantStatuses !== undefined).map((field) => {
    const cellsOfField = columns
      .namesOf(field)
      .flatMap((name) => (isCsv ? [csvCell(name)] : jsonMembers(name)))
      .map((value) => nullIfMissing('duckdb', value));
    return `coalesce(${[...cellsOfField, sqlNullText('duckdb')].join(', ')}) as ${field}`;
  });
  const wholeRowColumn = `md5(${isCsv ? csvRow : jsonRow}) as whole_row`;
  const rows = isCsv ? `${csvFile(path, delimiter)} as pvg_row` : jsonFile(path, roles[role].list);
  return selectRows({
    role,
    engine: 'duckdb',
    wholeRow: 'whole_row',
    // A subquery, because DuckDB reads a value of JSON again each time that a query names it.
    rowSource: `(select ${[...cells, wholeRowColumn].join(',\n      ')}\n    from ${rows}) as cells`,
    grantStatuses,
  });
}

/** `batch` puts a ' before a cell that a spreadsheet would take for a formula. */
const csvCell = (name: string): string =>
  `regexp_replace("${name.replaceAll('"', '""')}", '^''([=+@-])', '\\1')`;

/** `answer.transactions.0.quantity` is a member of members, and `order.id` may be the name of one: the query tries both. */
function jsonMembers(name: string): readonly string[] {
  const ways = new Set([jsonPointer([name]), jsonPointer(name.split('.'))]);
  return [...ways].map((pointer) => `json_extract_string(line, ${quoteSql(pointer)})`);
}

/** Escaped by RFC 6901, so that a name with `/` or `~` in it stays one name. */
const jsonPointer = (names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * DuckDB reads an empty cell without quotes as null, and one with quotes as an empty text: here both are `""`. A cell that
 * contains `:null` changes, too, but stays different from every other cell, because JSON escapes the quotes inside a text.
 */
const csvRow = `replace(cast(to_json(pvg_row) as varchar), ':null', ':""')`;
/** As `fingerprintOfJson` of tables/fingerprint.ts: the order of the members does not matter. */
const jsonRow = `(select string_agg(fullkey || '=' || atom, chr(10) order by fullkey) from json_tree(line) where atom is not null)`;

const csvFile = (path: string, delimiter: string): string =>
  `read_csv(${quoteSql(path)}, header = true, all_varchar = true, delim = ${delimiter === '\t' ? "'\\t'" : quoteSql(delimiter)}, quote = '"', escape = '"', strict_mode = false)`;

/** 256 MB instead of DuckDB’s 16: a page with a list is one object. */
const largestJsonBytes = 268_435_456;

/** @param list the member of a page that holds the rows; an object without it is a row itself */
const jsonFile = (path: string, list: string | undefined): string => {
  const documents = `read_json_objects(${quoteSql(path)}, format = 'auto', maximum_object_size = ${largestJsonBytes})`;
  if (list === undefined) return `(select json as line from ${documents})`;
  const inside = `json_extract(json, ${quoteSql(`$.${list}[*]`)})`;
  return `(select unnest(case when json_exists(json, ${quoteSql(`$.${list}`)}) then ${inside} else [json] end) as line from ${documents})`;
};
