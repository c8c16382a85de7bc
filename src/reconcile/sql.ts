import { lookupKinds } from '../service/outcome.js';
import { classIds, buildClassSql, type InputFacts } from './classes.js';
import type { ReadFile } from './inputs.js';
import { roleIds, type RoleId } from './column-roles.js';
import {
  castToInteger,
  firstWord,
  furtherWords,
  sqlNullText,
  quoteSql,
  sqlMatches,
  untriedEngines,
  withPlainOrder,
  type Engine,
} from './sql-engines.js';
import { cleanedRows } from './sql-ids.js';
import {
  columnsOf,
  rowsOfFile,
  rowsOfTable,
  lookupColumns,
  noRows,
  unitsSql,
  type RowsQuery,
} from './sql-rows.js';

/** The classification of classes.ts as one SQL query, for more rows than one machine's memory holds. */

/** The order id of a renewal, recognised as `isRenewal` of contract/order-id.ts does. */
const renewalPattern = '^GPA[.].+[.][.][0-9]+$';

export function buildSql(
  engine: Engine,
  files: readonly ReadFile[],
  inputFacts: Pick<InputFacts, 'isVoidedPartial'>,
): string {
  const rowsOf = (role: RoleId): RowsQuery => {
    const filesOfRole = files.filter((file) => file.role === role);
    const [first] = filesOfRole;
    if (first === undefined) return noRows(role, engine);
    // DuckDB reads the files itself. For the others the user loads all files of a role into one table, and `--map`
    // names the statuses for all of them.
    if (engine !== 'duckdb') return rowsOfTable(role, engine, first.grantStatuses);
    return filesOfRole.map(rowsOfFile).join('\n  union all\n  ');
  };
  const flags = classIds.map(
    (id) => `case when ${buildClassSql(id, inputFacts)} then '${id} ' else '' end`,
  );
  return `${heading(engine, files)}with
${roleIds.map((role) => `${role}_rows as (\n  ${rowsOf(role)}\n)`).join(',\n')},
${listedRows(engine)},
${cleanedRows(engine)},
${joinedRows.join(',\n')},
${countedLookups(engine)},
${purchases(engine)},
${voidSums(engine)},
classified as (
  select *, trim(${flags.join('\n    || ')}) as classes
  from facts
)
select ${firstWord(engine, 'classes')} as class, ${furtherWords(engine, 'classes')} as also,
  order_id, receipt, nullif(verdict_or_failed, 'failed') as verdict, voids, grants,
  case when whole = 1 then bought else units end as voided_quantity,
  case when voids > 0 then bought end as voided_of,
  case
    when whole = 1 or units >= bought then 'false'
    when part = 1 or (voids > 0 and bought is not null) then 'true'
  end as voided_partial
from classified
order by class, order_id, receipt
`;
}

/**
 * Every row of every input, with its ids as they are written: `cleanedRows` makes `every_row` of it. The queries of a union
 * are joined by position, and only the first one names its columns.
 */
function listedRows(engine: Engine): string {
  const nothing = sqlNullText(engine);
  const noUnits = castToInteger(engine, 'null');
  const knownVerdicts = lookupKinds.map(quoteSql).join(', ');
  const verdict = `case when verdict is null then 'failed' when verdict in (${knownVerdicts}) then verdict else 'unknown' end`;
  const noLookup = lookupColumns.map(() => nothing).join(', ');
  return `listed_row as (
  select order_id, receipt, 'lookup' as role, looked_up_at, ${verdict} as verdict, quantity, error,
    ${nothing} as row_key, ${noUnits} as void_units, ${nothing} as void_extent
  from lookups_rows
  union all
  select order_id, receipt, row_role, ${noLookup}, row_key, void_units, void_extent from voided_rows
  union all
  select order_id, receipt, 'grant', ${noLookup}, row_key, ${noUnits}, ${nothing} from granted_rows
)`;
}

/** Every row with its purchase. What the store says comes before what the game says. */
const joinedRows = [
  `order_of_receipt as (
  select receipt, coalesce(min(case when role <> 'grant' then order_id end), min(order_id)) as order_id
  from every_row where receipt is not null group by receipt
)`,
  `keyed as (
  select coalesce(e.order_id, o.order_id) as order_id, e.receipt, e.role, e.looked_up_at, e.verdict, e.quantity, e.error,
    e.row_key, e.void_units, e.void_extent, coalesce('o' || coalesce(e.order_id, o.order_id), 'r' || e.receipt) as purchase
  from every_row e left join order_of_receipt o on o.receipt = e.receipt
  where e.order_id is not null or e.receipt is not null
)`,
];

/** The look-ups of each purchase in the order of `compareLookups` (purchase.ts): the look-up that counts has place 1. */
function countedLookups(engine: Engine): string {
  const latest = withPlainOrder(engine, "coalesce(looked_up_at, '')");
  const largest = withPlainOrder(engine, "coalesce(quantity, '')");
  return `counted_lookup as (
  select purchase, verdict, ${unitsSql(engine, 'quantity')} as bought,
    row_number() over (partition by purchase order by case verdict when 'failed' then 2 when 'store-unavailable' then 2 when 'not-confirmed' then 1 else 0 end, ${latest} desc,
      ${withPlainOrder(engine, 'verdict')} desc, case when error = 'PRODUCT_MISMATCH' then 0 else 1 end, ${largest} desc) as place
  from keyed where role = 'lookup'
)`;
}

function purchases(engine: Engine): string {
  const isRenewal = sqlMatches(engine, "coalesce(max(k.order_id), '')", renewalPattern);
  return `purchases as (
  select k.purchase, max(k.order_id) as order_id,
    coalesce(min(case when k.role <> 'grant' then k.receipt end), min(k.receipt)) as receipt,
    max(l.verdict) as verdict_or_failed, max(l.bought) as bought,
    count(distinct case when k.role = 'grant' then k.row_key end) as grants,
    case when ${isRenewal} then 1 else 0 end as renewal
  from keyed k left join counted_lookup l on l.purchase = k.purchase and l.place = 1
  group by k.purchase
)`;
}

/**
 * The voids of each purchase, added up as `computeExtent` of extent.ts does. Refunds have place 1. A purchase that has only
 * fees has its fees there. The column `whole` is 1 if a void is the whole purchase, and `part` if one is said to be a part.
 */
function voidSums(engine: Engine): string {
  const units = "case when v.extent = 'part' and v.units >= p.bought then null else v.units end";
  return `counted_void as (
  select purchase, max(void_units) as units, max(void_extent) as extent,
    rank() over (partition by purchase order by case role when 'void' then 0 else 1 end) as place
  from keyed where role in ('void', 'fee') group by purchase, role, row_key
),
void_sums as (
  select v.purchase, count(*) as voids, ${castToInteger(engine, `sum(${units})`)} as units,
    max(case when v.extent = 'whole' or (v.extent is null and v.units is null) then 1 else 0 end) as whole,
    max(case when v.extent = 'part' then 1 else 0 end) as part
  from counted_void v join purchases p on p.purchase = v.purchase
  where v.place = 1 group by v.purchase
),
facts as (
  select p.order_id, p.receipt, p.verdict_or_failed, p.bought, p.grants, p.renewal, coalesce(v.voids, 0) as voids, v.units, v.whole, v.part
  from purchases p left join void_sums v on v.purchase = p.purchase
)`;
}

function heading(engine: Engine, files: readonly ReadFile[]): string {
  if (engine === 'duckdb') return '-- duckdb < this file\n';
  const hasStatuses = files.some(({ grantStatuses }) => grantStatuses !== undefined);
  const givenRoles = new Set(files.map(({ role }) => role));
  const tables = [...givenRoles].map(
    (role) => `-- Table ${role}: ${columnsOf(role, hasStatuses).join(', ')}\n`,
  );
  const isUntried = untriedEngines.includes(engine);
  return `${isUntried ? untriedSays : ''}${tables.join('')}${givenRoles.size > 1 ? sameRows : ''}`;
}

const untriedSays =
  '-- No test of pvg runs this query on this engine: compare its counts with those of pvg for some thousand rows first.\n';

const sameRows =
  '-- Voids and grants whose columns are all the same count once. So do voids of the same second, size and reason, and grants with the same id.\n';
