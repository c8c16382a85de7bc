import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classIds } from '../../src/reconcile/classes.js';
import { pvg } from '../helpers/pvg.js';
import { asTables, asTexts, joinedBy, tableStatements, written } from './joined-tables.js';
import { randomInputs } from './random-inputs.js';

async function queried(connection: DuckDBConnection, query: string): Promise<readonly object[]> {
  return (await connection.runAndReadAll(query)).getRowObjectsJson();
}

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
          const { tables, command } = await asTables(data);
          for (const table of tables) {
            for (const statement of tableStatements(table, 'varchar')) {
              await connection.run(statement);
            }
          }
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
