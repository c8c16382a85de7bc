import { lookupKinds } from '../service/outcome.js';
import type { Table } from '../tables/table.js';
import { classIds, sqlOfClass, type Lists } from './classes.js';
import type { InputFile } from './inputs.js';
import { roleIds, type InputField, type RoleId } from './column-roles.js';
import { listedIdSql, sqlMatches, noText, quoted, without, type Engine } from './sql-engines.js';
import { columnsOf, fromFile, fromTable, noRows, type RowsQuery } from './sql-rows.js';

/** The same classification as one query, for more rows than one machine's memory holds. */

// DuckDB reads a value of JSON again each time that a query names it.
const hyphens =
  "translate(trim(order_id), '\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-------')";
const bare = without(without(hyphens, '^[^0-9A-Za-z]*[Gg][Pp][Aa][.]', 'GPA.'), '[^0-9A-Za-z]+$');
const ids = `${listedIdSql(without(bare, '^[^0-9]*$'))} as order_id, ${listedIdSql('receipt')} as receipt`;

/** As `isRenewal` of contract/purchase-token.ts. */
const renewalPattern = '^GPA[.].+[.][.][0-9]+$';

type Sources = ReadonlyMap<Table<InputField>, InputFile>;

export function sqlOf(
  engine: Engine,
  sources: Sources,
  lists: Pick<Lists, 'isVoidedPartial'>,
): string {
  const rowsOf = (role: RoleId): RowsQuery => {
    const own = [...sources].filter(([, file]) => file.role === role);
    if (own.length === 0) return noRows(role, engine);
    if (engine !== 'duckdb') return fromTable(role, engine, own[0]?.[1].grantStatuses);
    return own.map(([table, file]) => fromFile(table, file)).join('\n  union all\n  ');
  };
  const known = lookupKinds.map(quoted).join(', ');
  const flags = classIds.map(
    (id) => `case when ${sqlOfClass(id, lists)} then '${id} ' else '' end`,
  );
  return `${heading(engine, sources)}with
${roleIds.map((role) => `${role}_rows as (\n  ${rowsOf(role)}\n)`).join(',\n')},
every_row as (
  select ${ids}, 'lookup' as role, looked_up_at,
    case when verdict is null then 'failed' when verdict in (${known}) then verdict else 'unknown' end as verdict,
    ${noText(engine)} as row_key
  from lookups_rows
  union all
  select ${ids}, row_role, null, null, row_key from voided_rows
  union all
  select ${ids}, 'grant', null, null, row_key from granted_rows
),
${joined}counted_lookup as (
  select purchase, verdict,
    row_number() over (partition by purchase order by case verdict when 'failed' then 2 when 'not-confirmed' then 1 else 0 end, coalesce(looked_up_at, '') desc, verdict desc) as place
  from keyed where role = 'lookup'
),
purchases as (
  select k.purchase, max(k.order_id) as order_id,
    coalesce(min(case when k.role <> 'grant' then k.receipt end), min(k.receipt)) as receipt, max(l.verdict) as lookup,
    count(distinct case when k.role = 'grant' then k.row_key end) as grants,
    case when count(case when k.role = 'void' then 1 end) > 0
      then count(distinct case when k.role = 'void' then k.row_key end)
      else count(distinct case when k.role = 'fee' then 1 end) end as voids,
    case when ${sqlMatches(engine, "coalesce(max(k.order_id), '')", renewalPattern)} then 1 else 0 end as renewal
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
  select coalesce(e.order_id, o.order_id) as order_id, e.receipt, e.role, e.looked_up_at, e.verdict, e.row_key,
    coalesce('o' || coalesce(e.order_id, o.order_id), 'r' || e.receipt) as purchase
  from every_row e left join order_of_receipt o on o.receipt = e.receipt
  where e.order_id is not null or e.receipt is not null
),
`;

function heading(engine: Engine, sources: Sources): string {
  if (engine === 'duckdb') return '-- duckdb < this file\n';
  const hasStatuses = [...sources.values()].some(
    ({ grantStatuses }) => grantStatuses !== undefined,
  );
  const given = new Set([...sources.values()].map(({ role }) => role));
  const tables = [...given].map(
    (role) => `-- Table ${role}: ${columnsOf(role, hasStatuses).join(', ')}\n`,
  );
  return `${tables.join('')}${given.size > 1 ? sameRows : ''}`;
}

const sameRows =
  '-- A void or a grant whose columns are all the same stands there twice and counts once, and so does a void of the same second, size and reason, and a grant with the same id.\n';
