import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classIds } from '../../src/reconcile/classes.js';
import { statusesIn } from '../../src/reconcile/grant-statuses.js';
import { roles, type RoleField, type RoleId } from '../../src/reconcile/column-roles.js';
import { quoted } from '../../src/reconcile/sql-engines.js';
import { columnsOf } from '../../src/reconcile/sql-rows.js';
import { readMap } from '../../src/tables/columns.js';
import { openTable } from '../../src/tables/table.js';
import { temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';
import { fileRoles, randomInputs, textOf, type RandomInputs } from './random-inputs.js';

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
function written(data: RandomInputs): string[] {
  for (const role of fileRoles) writeFileSync(join(folder, role), textOf(data[role]));
  const files = fileRoles.flatMap((role) => [`--${role}`, join(folder, role)]);
  return ['reconcile', ...files, ...data.words, '--allow-empty'];
}

async function joinedBy(
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

async function queried(connection: DuckDBConnection, query: string): Promise<readonly object[]> {
  return (await connection.runAndReadAll(query)).getRowObjectsJson();
}

const asTexts = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(row)).sort();

describe('the query', () => {
  it('for DuckDB gives every purchase the class that pvg gives it', async () => {
    const connection = await (await DuckDBInstance.create()).connect();
    const seen = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(randomInputs, async (data) => {
        const command = written(data);
        const own = await joinedBy(command);
        const { out: query } = await pvg([...command, '--sql', 'duckdb']);
        expect(asTexts(await queried(connection, query))).toEqual(asTexts(own));
        for (const row of own) seen.add(row['class']);
      }),
      { numRuns: 300 },
    );
    expect([...seen].sort()).toEqual([...classIds].sort());
  });

  it.each(['bigquery', 'trino'] as const)(
    'for %s gives the same classes, run on DuckDB over tables with the columns that it names',
    async (engine) => {
      const connection = await (await DuckDBInstance.create()).connect();
      for (const name of ['regexp_contains', 'regexp_like'])
        await connection.run(
          `create macro ${name}(value, pattern) as regexp_matches(value, pattern)`,
        );
      const timeFunctions = [
        'unix_seconds(moment) as epoch(moment)',
        'to_unixtime(moment) as epoch(moment)',
        'from_iso8601_timestamp(text) as cast(text as timestamptz)',
      ];
      for (const each of timeFunctions) await connection.run(`create macro ${each}`);
      await fc.assert(
        fc.asyncProperty(randomInputs, async (data) => {
          const { files, words } = await asTables(connection, data);
          const command = ['reconcile', ...files, ...words, '--allow-empty'];
          const { out } = await pvg([...command, '--sql', engine]);
          const query = out
            .replaceAll('safe_cast(', 'try_cast(')
            .replaceAll('as timestamp)', 'as timestamptz)')
            .replaceAll('as int64)', 'as bigint)');
          expect(asTexts(await queried(connection, query))).toEqual(
            asTexts(await joinedBy(command)),
          );
        }),
        { numRuns: 60 },
      );
    },
  );
});

type TableRows = readonly Readonly<Partial<Record<RoleField, string>>>[];

async function valuesOf(data: RandomInputs, role: RoleId): Promise<TableRows> {
  const pairs = data.words.filter((word) => word.startsWith(`${role}.`));
  const map = new Map(readMap(pairs, Object.keys(roles[role].fields) as RoleField[], role));
  const status = map.get('status');
  if (status !== undefined) map.set('status', statusesIn(status).column);
  const { fields, list, nested = [] } = roles[role];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from(textOf(data[role])));
  }
  const options = {
    names: fields,
    map,
    list,
    nested,
    isKept: true,
    name: role,
    said: () => undefined,
  };
  const table = await openTable({ chunks: chunks(), size: undefined }, options);
  const all: Partial<Record<RoleField, string>>[] = [];
  for await (const rows of table.rows) for (const { values } of rows) all.push(values);
  return all;
}

/** Loads the inputs as tables, and writes files with the same columns. */
async function asTables(connection: DuckDBConnection, data: RandomInputs) {
  const hasStatuses = data.words.some((word) => word.startsWith('granted.status='));
  const files: string[] = [];
  const words: string[] = data.words.filter((word) => word === '--partial-voided');
  if (hasStatuses) words.push('--map', 'granted.status=status:delivered,sent');
  for (const role of fileRoles) {
    const columns = columnsOf(role, hasStatuses);
    const rows = await valuesOf(data, role);
    await connection.run(
      `create or replace table ${role} (${columns.map((name) => `${name} varchar`).join()})`,
    );
    for (const row of rows) {
      const cells = columns.map((name) => (row[name] === undefined ? 'null' : quoted(row[name])));
      await connection.run(`insert into ${role} values (${cells.join()})`);
    }
    const lines = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))),
    );
    writeFileSync(join(folder, role), lines.join('\n'));
    files.push(`--${role}`, join(folder, role));
    const mapped = rows.length === 0 ? [] : columns.filter((name) => name !== 'status');
    for (const name of mapped) words.push('--map', `${role}.${name}=${name}`);
  }
  return { files, words };
}
