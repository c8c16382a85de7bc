import { placeholders } from '../contract/purchase-token.js';
import { lookupKinds } from '../service/outcome.js';
import type { Table } from '../tables/table.js';
import { classIds, sqlOfClass } from './classes.js';
import type { InputFile } from './inputs.js';
import { roleIds, roles, type Field, type RoleId } from './roles.js';

/** The same classification as one query, for more rows than one machine's memory holds. */

export const engines = ['duckdb', 'bigquery', 'trino'] as const;
export type Engine = (typeof engines)[number];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What counts as missing: an empty cell, and what databases write for it. In BigQuery a backslash begins an escape. */
const present = (expression: string, engine?: Engine): string =>
  `nullif(nullif(nullif(${expression}, ''), 'NULL'), '${engine === 'bigquery' ? '\\\\' : '\\'}N')`;

/** As contract/purchase-token.ts reads listed ids. DuckDB reads a value of JSON again each time that a query names it. */
const without = (text: string, what: string, by = ''): string =>
  `regexp_replace(${text}, '${what}', '${by}')`;
const placeholder = [...placeholders].map((each) => each.replace(/[^\w-]/g, '[$&]')).join('|');
const idIn = (text: string): string =>
  `nullif(${without(text, `(?i)^(?:#.*|[ \u00A0]*(?:${placeholder})[ \u00A0]*)$`)}, '')`;
const hyphens = "translate(trim(order_id), '\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-------')";
const bare = without(without(hyphens, '^[^0-9A-Za-z]*[Gg][Pp][Aa][.]', 'GPA.'), '[^0-9A-Za-z]+$');
const ids = `${idIn(without(bare, '^[^0-9]*$'))} as order_id, ${idIn('receipt')} as receipt`;

/** What the query needs of each input; the tables that BigQuery and Trino read have these columns. */
const columnsOf = (role: RoleId): readonly Field[] =>
  role === 'lookups' ? ['order_id', 'receipt', 'verdict', 'looked_up_at'] : ['order_id', 'receipt'];

function select(role: RoleId, valueOf: (column: Field) => string, from: string): string {
  const columns = columnsOf(role).map((column) => `${valueOf(column)} as ${column}`);
  return `select ${columns.join(',\n    ')}\n  ${from}`;
}

/** One file as DuckDB reads it. */
function fromFile({ format, delimiter, columns }: Table<Field>, { role, name: path }: InputFile): string {
  // `batch` puts a ' before a cell that a spreadsheet would take for a formula.
  const cellOf = (name: string): string =>
    format === 'csv'
      ? `regexp_replace("${name.replaceAll('"', '""')}", '^''([=+@-])', '\\1')`
      : `json_extract_string(line, ${quoted(jsonPath(name))})`;
  const valueOf = (field: Field): string => {
    const cells = columns.namesOf(field).map((name) => present(cellOf(name)));
    return `coalesce(${[...cells, 'cast(null as varchar)'].join(', ')})`;
  };
  const file = format === 'csv' ? csvFile(path, delimiter) : jsonFile(path, roles[role].list);
  // The store's sales reports have a row for the charge, too.
  const isVoid = `coalesce(regexp_matches(${valueOf('kind')}, 'refund|void|charge[d _]*back', 'i'), true)`;
  return select(role, valueOf, `from ${file}${role === 'voided' ? ` where ${isVoid}` : ''}`);
}

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
  name.split('.').reduce((path, part) => path + (/^\d+$/.test(part) ? `[${part}]` : `."${part}"`), '$');

export function sqlOf(engine: Engine, sources: ReadonlyMap<Table<Field>, InputFile>): string {
  const type = engine === 'bigquery' ? 'string' : 'varchar';
  const rowsOf = (role: RoleId): string => {
    const own = [...sources].filter(([, file]) => file.role === role);
    if (own.length === 0) return select(role, () => `cast(null as ${type})`, 'where 1 = 0');
    if (engine === 'duckdb')
      return own.map(([table, file]) => fromFile(table, file)).join('\n  union all\n  ');
    return select(role, (column) => present(`cast(${column} as ${type})`, engine), `from ${role}`);
  };
  const known = lookupKinds.map(quoted).join(', ');
  const flags = classIds.map((id) => `case when ${sqlOfClass(id)} then '${id} ' else '' end`);
  return `${heading(engine, sources)}with
${roleIds.map((role) => `${role}_rows as (\n  ${rowsOf(role)}\n)`).join(',\n')},
every_row as (
  select ${ids}, 'lookup' as role, looked_up_at,
    case when verdict is null then 'failed' when verdict in (${known}) then verdict else 'unknown' end as verdict
  from lookups_rows
  union all
  select ${ids}, 'void', null, null from voided_rows
  union all
  select ${ids}, 'grant', null, null from granted_rows
),
${joined}counted_lookup as (
  select purchase, verdict,
    row_number() over (partition by purchase order by case verdict when 'failed' then 2 when 'not-confirmed' then 1 else 0 end, coalesce(looked_up_at, '') desc, verdict desc) as place
  from keyed where role = 'lookup'
),
purchases as (
  select k.purchase, max(k.order_id) as order_id,
    coalesce(min(case when k.role <> 'grant' then k.receipt end), min(k.receipt)) as receipt, max(l.verdict) as lookup,
    sum(case when k.role = 'grant' then 1 else 0 end) as grants,
    sum(case when k.role = 'void' then 1 else 0 end) as voids
  from keyed k left join counted_lookup l on l.purchase = k.purchase and l.place = 1
  group by k.purchase
),
classified as (
  select *, trim(${flags.join('\n    || ')}) as classes
  from purchases
)
select regexp_replace(classes, ' .*', '') as class, regexp_replace(classes, '^[^ ]+ ?', '') as also,
  order_id, receipt, case when lookup = 'failed' then null else lookup end as verdict, voids, grants
from classified
order by class, order_id, receipt
`;
}

/** Every row with its purchase. What the store says comes before what the game says. */
const joined = `order_of_receipt as (
  select receipt, coalesce(min(case when role <> 'grant' then order_id end), min(order_id)) as order_id
  from every_row where receipt is not null group by receipt
),
keyed as (
  select coalesce(e.order_id, o.order_id) as order_id, e.receipt, e.role, e.looked_up_at, e.verdict,
    coalesce('o' || coalesce(e.order_id, o.order_id), 'r' || e.receipt) as purchase
  from every_row e left join order_of_receipt o on o.receipt = e.receipt
  where e.order_id is not null or e.receipt is not null
),
`;

function heading(engine: Engine, sources: ReadonlyMap<Table<Field>, InputFile>): string {
  if (engine === 'duckdb') return '-- duckdb < this file\n';
  const given = new Set([...sources.values()].map(({ role }) => role));
  return [...given].map((role) => `-- Table ${role}: ${columnsOf(role).join(', ')}\n`).join('');
}
