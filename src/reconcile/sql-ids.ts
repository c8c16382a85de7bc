import { placeholderTexts } from '../contract/purchase-token.js';
import { byCharacters, quoted, replaceMatch, type Engine } from './sql-engines.js';

/** Ids as contract/purchase-token.ts reads them in a list. */

/** Null for a placeholder and for an error of a spreadsheet. */
export function listedIdSql(engine: Engine, text: string): string {
  if (engine === 'sqlite') {
    const isNone = `${text} like '#%' or lower(trim(${text}, ' \u00A0')) in (${placeholderList})`;
    return `nullif(case when ${isNone} then '' else ${text} end, '')`;
  }
  return `nullif(${replaceMatch(text, `(?i)^(?:#.*|[ \u00A0]*(?:${placeholderPattern})[ \u00A0]*)$`)}, '')`;
}

const placeholderPattern = [...placeholderTexts]
  .map((text) => text.replace(/[^\w-]/g, '[$&]'))
  .join('|');
const placeholderList = [...placeholderTexts].map(quoted).join(', ');

/** The characters that a word processor makes of a hyphen. */
const hyphens = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212'];

/**
 * Common table expressions that make `every_row`, with clean ids, of `listed_row`. An order id loses what a spreadsheet or a
 * chat program put around it.
 */
export function cleanedRows(engine: Engine): string {
  if (engine === 'sqlite') return cleanedBySqlite;
  const hyphenated = `translate(trim(order_id), '${hyphens.join('')}', '${'-'.repeat(hyphens.length)}')`;
  const withPrefix = replaceMatch(hyphenated, '^[^0-9A-Za-z]*[Gg][Pp][Aa][.]', 'GPA.');
  const withoutMarks = replaceMatch(withPrefix, '[^0-9A-Za-z]+$');
  // A text without a digit is a word such as Total.
  const orderId = listedIdSql(engine, replaceMatch(withoutMarks, '^[^0-9]*$'));
  return `every_row as (
  select ${byCharacters(engine, orderId)} as order_id,
    ${byCharacters(engine, listedIdSql(engine, 'receipt'))} as receipt, ${otherColumns}
  from listed_row
)`;
}

const otherColumns =
  'role, looked_up_at, verdict, quantity, error, row_key, void_units, void_extent';

const plainHyphens = hyphens.reduce(
  (text, hyphen) => `replace(${text}, '${hyphen}', '-')`,
  'trim(order_id)',
);

/** The same steps for SQLite, which replaces only fixed texts, so that each step needs a table expression. */
const cleanedBySqlite = `hyphenated_row as (
  select ${plainHyphens} as order_id, receipt, ${otherColumns}
  from listed_row
),
begun_row as (
  select case when substr(order_id, 1, instr(lower(order_id), 'gpa.') - 1) not glob '*[0-9A-Za-z]*' and instr(lower(order_id), 'gpa.') > 0
      then 'GPA.' || substr(order_id, instr(lower(order_id), 'gpa.') + 4) else order_id end as order_id,
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
