import { hyphenLookAlikes } from '../contract/order-id.js';
import { placeholderTexts } from '../contract/placeholder-texts.js';
import { quoteSql, removeMatch, replaceMatch, withPlainOrder, type Engine } from './sql-engines.js';

/** SQL that reads an id as `idFromCell` of src/contract does: null for a placeholder such as `n/a`, an error of a spreadsheet such as `#N/A`, and an empty text. */
export function listedIdSql(engine: Engine, text: string): string {
  if (engine === 'sqlite') {
    const isNone = `${text} like '#%' or lower(trim(${text}, ' \u00A0')) in (${placeholderList})`;
    return `nullif(case when ${isNone} then '' else ${text} end, '')`;
  }
  return `nullif(${removeMatch(text, `(?i)^(?:#.*|[ \u00A0]*(?:${placeholderPattern})[ \u00A0]*)$`)}, '')`;
}

const placeholderPattern = [...placeholderTexts]
  .map((text) => text.replace(/[^\w-]/g, '[$&]'))
  .join('|');
const placeholderList = [...placeholderTexts].map(quoteSql).join(', ');

/**
 * The common table expression `every_row`: the rows of `listed_row` with their ids cleaned as by `orderIdFromCell`. For SQLite,
 * further table expressions stand before it.
 */
export function cleanedRows(engine: Engine): string {
  if (engine === 'sqlite') return cleanedBySqlite;
  const hyphenated = `translate(trim(order_id), '${hyphenLookAlikes}', '${'-'.repeat(hyphenLookAlikes.length)}')`;
  const withPrefix = replaceMatch(hyphenated, '^[^0-9A-Za-z]*[Gg][Pp][Aa][.]', 'GPA.');
  const withoutMarks = removeMatch(withPrefix, '[^0-9A-Za-z]+$');
  // A text without a digit is a word such as Total: it becomes empty, and so null.
  const withDigit = removeMatch(withoutMarks, '^[^0-9]*$');
  const orderId = listedIdSql(engine, withDigit);
  return `every_row as (
  select ${withPlainOrder(engine, orderId)} as order_id,
    ${withPlainOrder(engine, listedIdSql(engine, 'receipt'))} as receipt, ${otherColumns}
  from listed_row
)`;
}

const otherColumns =
  'role, looked_up_at, verdict, quantity, error, row_key, void_units, void_extent';

const plainHyphens = [...hyphenLookAlikes].reduce(
  (text, hyphen) => `replace(${text}, '${hyphen}', '-')`,
  'trim(order_id)',
);

const prefixPlace = "instr(lower(order_id), 'gpa.')";
const beginsWithPrefix = `substr(order_id, 1, ${prefixPlace} - 1) not glob '*[0-9A-Za-z]*' and ${prefixPlace} > 0`;

/**
 * The same steps for SQLite, which replaces only fixed texts, so that each step needs a table expression: `begun_row` has
 * the prefix `GPA.` at the beginning, and `bare_row` no marks at the end. `cut` has the order id, then the same with one
 * mark less, and so on: the shortest is the one that is wanted.
 */
const cleanedBySqlite = `hyphenated_row as (
  select ${plainHyphens} as order_id, receipt, ${otherColumns}
  from listed_row
),
begun_row as (
  select case when ${beginsWithPrefix}
      then 'GPA.' || substr(order_id, ${prefixPlace} + 4) else order_id end as order_id,
    receipt, ${otherColumns}
  from hyphenated_row
),
bare_row as (
  select (
      with recursive cut(text) as (
        select order_id union all select substr(text, 1, length(text) - 1) from cut where text glob '*[^0-9A-Za-z]'
      )
      select text from cut order by length(text) limit 1
    ) as order_id,
    receipt, ${otherColumns}
  from begun_row
),
every_row as (
  select case when order_id glob '*[0-9]*' then ${listedIdSql('sqlite', 'order_id')} end as order_id,
    ${listedIdSql('sqlite', 'receipt')} as receipt, ${otherColumns}
  from bare_row
)`;
