import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseGrantStatuses } from '../../src/reconcile/grant-statuses.js';
import { roles, type RoleField, type RoleId } from '../../src/reconcile/column-roles.js';
import { quoteSql } from '../../src/reconcile/sql-engines.js';
import { columnsOf } from '../../src/reconcile/sql-rows.js';
import { readMap } from '../../src/tables/columns.js';
import { openTable } from '../../src/tables/table.js';
import { temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';
import { fileRoles, textOf, type RandomInputs } from './random-inputs.js';

/** What pvg says of random inputs, and the same inputs as tables for a query. */

interface Row extends Readonly<
  Record<'class' | 'order_id' | 'receipt' | 'verdict', string | null>
> {
  readonly also: readonly string[];
  readonly voided: {
    readonly count: number;
    readonly quantity: number | null;
    readonly of: number | null;
    readonly partial: boolean | null;
  } | null;
  readonly granted: { readonly count: number } | null;
}

const folder = temporaryFolder();

const textOrNull = (value: number | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** Writes the inputs and returns the command line. */
export function written(data: RandomInputs): string[] {
  for (const role of fileRoles) writeFileSync(join(folder, role), textOf(data[role]));
  const files = fileRoles.flatMap((role) => [`--${role}`, join(folder, role)]);
  return ['reconcile', ...files, ...data.words, '--allow-empty'];
}

export async function joinedBy(
  command: readonly string[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const ended = await pvg(command);
  expect(ended.err).not.toContain('✘');
  return (ended.out.match(/.+/g) ?? []).map((line) => {
    const row = JSON.parse(line) as Row;
    const [voids, grants] = [row.voided, row.granted].map((each) => String(each?.count ?? 0));
    const { class: id, also, order_id, receipt, verdict } = row;
    return {
      ...{ class: id, also: also.join(' '), order_id, receipt, verdict, voids, grants },
      voided_quantity: textOrNull(row.voided?.quantity),
      voided_of: textOrNull(row.voided?.of),
      voided_partial: textOrNull(row.voided?.partial),
    };
  });
}

type TableRows = readonly Readonly<Partial<Record<RoleField, string>>>[];

async function valuesOf(data: RandomInputs, role: RoleId): Promise<TableRows> {
  const pairs = data.words.filter((word) => word.startsWith(`${role}.`));
  const map = new Map(readMap(pairs, Object.keys(roles[role].fields) as RoleField[], role));
  const status = map.get('status');
  if (status !== undefined) map.set('status', parseGrantStatuses(status).column);
  const { fields, list, nested = [] } = roles[role];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from(textOf(data[role])));
  }
  const options = {
    names: fields,
    map,
    list,
    nested,
    mayBeOwnOutput: true,
    name: role,
    onNote: () => undefined,
  };
  const table = await openTable({ chunks: chunks(), size: undefined }, options);
  const all: Partial<Record<RoleField, string>>[] = [];
  for await (const rows of table.rows) for (const { values } of rows) all.push(values);
  return all;
}

interface InputTable {
  readonly role: RoleId;
  readonly columns: readonly RoleField[];
  readonly rows: TableRows;
}

interface InputTables {
  readonly tables: readonly InputTable[];
  /** For files with the same columns. */
  readonly command: readonly string[];
}

/** Makes tables of the inputs, and writes files with the same columns. */
export async function asTables(data: RandomInputs): Promise<InputTables> {
  const hasStatuses = data.words.some((word) => word.startsWith('granted.status='));
  const command = ['reconcile', '--allow-empty'];
  if (data.words.includes('--partial-voided')) command.push('--partial-voided');
  if (hasStatuses) command.push('--map', 'granted.status=status:delivered,sent');
  const tables: InputTable[] = [];
  for (const role of fileRoles) {
    const columns = columnsOf(role, hasStatuses);
    const rows = await valuesOf(data, role);
    tables.push({ role, columns, rows });
    const lines = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))),
    );
    writeFileSync(join(folder, role), lines.join('\n'));
    command.push(`--${role}`, join(folder, role));
    const mapped = rows.length === 0 ? [] : columns.filter((name) => name !== 'status');
    for (const name of mapped) command.push('--map', `${role}.${name}=${name}`);
  }
  return { tables, command };
}

/** Statements that make a table and fill it. @param type of a text */
export function tableStatements(
  { role, columns, rows }: InputTable,
  type: 'text' | 'varchar',
): readonly string[] {
  const definitions = columns.map((name) => `${name} ${type}`);
  const inserts = rows.map((row) => {
    const cells = columns.map((name) => (row[name] === undefined ? 'null' : quoteSql(row[name])));
    return `insert into ${role} values (${cells.join()})`;
  });
  return [
    `drop table if exists ${role}`,
    `create table ${role} (${definitions.join()})`,
    ...inserts,
  ];
}

export const asTexts = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(row)).sort();
