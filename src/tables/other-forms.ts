import { PvgError } from '../failure.js';
import { wrongInput } from './refusals.js';

/** Refuses texts that hold rows and are neither CSV nor JSON: a dump of a database, a printed table, a web page. */

/**
 * How the first line of a dump begins. A statement that could be the name of a column before a semicolon, such as `BEGIN;`,
 * counts only if it is the whole line.
 */
const dumpBeginnings: readonly RegExp[] = [
  // `-- PostgreSQL database dump`
  /^--(?:\s|$)/,
  /^\/\*/,
  /^\\(?:connect|restrict)\b/i,
  /^(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s/i,
  // `COPY purchases (id, receipt) FROM stdin;`
  /^COPY\s.*\bFROM\s+stdin\b/i,
  /^CREATE\s+(?:TABLE|SCHEMA|DATABASE|TYPE)\s/i,
  // `SET statement_timeout = 0;`
  /^SET\s+[@\w.]+\s*(?:=|TO\s)/i,
  /^PRAGMA\s+\w+\s*=/i,
  /^BEGIN(?:\s+TRANSACTION)?;\s*$/i,
  /^START\s+TRANSACTION;\s*$/i,
  /^USE\s+\S+;\s*$/i,
  /^DROP\s+TABLE\s/i,
  /^LOCK\s+TABLES\s/i,
];
/** The name behind `INSERT INTO`, `REPLACE INTO`, `COPY` or `CREATE TABLE IF NOT EXISTS`: `public."purchases"`. */
const tableName =
  /(?:INSERT\s+(?:IGNORE\s+)?INTO|REPLACE\s+INTO|COPY|CREATE\s+TABLE(?:\s+IF\s+NOT\s+EXISTS)?)\s+([\w."`[\]]+)/i;
/** Only MySQL and MariaDB put names into backticks, and begin a comment with `/*!`. */
const mySqlMark = /`|\/\*!|MySQL dump|MariaDB dump|LOCK TABLES/i;
/** The border of a table of mysql, or the line above a row of its vertical form: `+---`, `*****`. */
const printedByMySql = /^\s*(?:\+-|\*{5})/;
const sqliteMark = /^PRAGMA|^BEGIN TRANSACTION;|sqlite_sequence/im;

/** Tables printed by psql, mysql, sqlite3 and DuckDB, and tables of Markdown. */
const borderCharacters = /^[-+|:─━═┼╪├┤┌┐└┘┬┴│ ]+$/;
const dashes = /-{3}|[─━═]{3}/;
const isBorder = (line: string): boolean => borderCharacters.test(line) && dashes.test(line);
/** The first line of a vertical form: `-[ RECORD 1 ]` of psql, `***** 1. row *****` of mysql, `receipt = …` of sqlite3. */
const recordStart = /^(?:[-─]\[ RECORD 1 \]|\*{5,} 1\. row \*{5,}|\w+ = \S)/;
const markupStart = /^<(?:!doctype|html|table|tr|\?xml)[\s>]/i;

/** A header with the spaces or borders of a printed table: ` receipt | package `, `receipt | package`, `│ receipt │`, `receipt  `. */
const printedHeader = /^\s|\s[|│]\s|^[|│┌╔]|\s$/;
/** The header of a table of one column, as of a CSV: `receipt`. */
const singleName = /^\w+$/;

/** Whether the first line may be the header of a printed table: the next one shows it. */
export function mayBePrinted(firstLine: string): boolean {
  return printedHeader.test(firstLine) || singleName.test(firstLine);
}

/** @param start the beginning of the text @param name begins sentences @throws {PvgError} `input-unreadable` */
export function refuseOtherForms(start: string, name: string): void {
  const [first = '', second = ''] = start
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trimEnd());
  const firstLine = first.trimStart();
  if (markupStart.test(firstLine)) {
    throw wrongInput(
      `${name} is a web page or XML, and pvg reads CSV and JSON.`,
      'A download that needs a login may give the login page: open the file. Export the table as CSV.',
    );
  }
  if (dumpBeginnings.some((beginning) => beginning.test(firstLine))) {
    throw notExportedError(
      `${name} is a dump of a database (SQL), and pvg reads CSV and JSON.`,
      start,
    );
  }
  if (isBorder(firstLine) || isBorder(second) || recordStart.test(firstLine)) {
    const says = `${name} is a table that a program printed for people, and pvg reads CSV and JSON.`;
    throw notExportedError(says, start);
  }
}

function notExportedError(says: string, start: string): PvgError {
  return new PvgError('input-unreadable', says, {
    hint: 'Export the rows from the database with the command below, and give that file.',
    nextCommand: exportCommand(start),
  });
}

/** The command of the program that wrote the text; of PostgreSQL if the text does not show which one did. */
function exportCommand(start: string): string {
  const [, nameInDump = ''] = tableName.exec(start) ?? [];
  const bareName = nameInDump.replace(/["`[\]]/g, '');
  const table = /^[\w.]+$/.test(bareName) ? bareName : '<table>';
  if (mySqlMark.test(start) || printedByMySql.test(start)) {
    return `mysql --batch -e "select * from ${table}" "$DATABASE" > purchases.tsv`;
  }
  if (sqliteMark.test(start)) {
    return `sqlite3 -header -csv "$DATABASE" "select * from ${table}" > purchases.csv`;
  }
  return psqlCommand(table);
}

const psqlCommand = (table: string): string =>
  `psql "$DATABASE" -c "\\copy (select * from ${table}) to 'purchases.csv' csv header"`;

const rowCountOfPsql = /^\(\d+ rows?\)$/;

/** Why a line is no row, as a clause; undefined for any other line. */
export function printedLineProblem(cells: readonly string[]): string | undefined {
  const [text = ''] = cells;
  if (cells.length !== 1 || !rowCountOfPsql.test(text.trim())) return undefined;
  return `is the number of rows that psql prints, not a row. Export with \`${psqlCommand('<table>')}\``;
}
