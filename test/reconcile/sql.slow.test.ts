import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classIds } from '../../src/reconcile/classes.js';
import { temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';
import { expectSameMoments, momentsQuery } from './exact-moments.js';
import { asTables, asTexts, joinedBy, tableStatements, written } from './joined-tables.js';
import { randomInputs } from './random-inputs.js';

const folder = temporaryFolder();

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

  it.each(['order.id', 'order"id', 'order/id~', 'a.b.0.id'])(
    'for DuckDB reads the member %s, whatever its name has',
    async (name) => {
      const connection = await (await DuckDBInstance.create()).connect();
      const grants = join(folder, 'grants.ndjson');
      const lookups = join(folder, 'none.ndjson');
      const nested = { a: { b: [{ id: 'GPA.1' }] } };
      writeFileSync(
        grants,
        `${JSON.stringify(name.startsWith('a.') ? nested : { [name]: 'GPA.1' })}\n`,
      );
      writeFileSync(lookups, '');
      const files = ['--lookups', lookups, '--granted', grants, '--allow-empty'];
      const { out } = await pvg([
        'reconcile',
        ...files,
        '--map',
        `granted.order_id=${name}`,
        '--sql',
        'duckdb',
      ]);
      expect(await queried(connection, out)).toMatchObject([{ order_id: 'GPA.1' }]);
    },
  );

  it('for DuckDB reads the times that pvg reads, and no other', async () => {
    const connection = await (await DuckDBInstance.create()).connect();
    expectSameMoments(await queried(connection, momentsQuery('duckdb')));
  });

  it('for DuckDB reads Parquet in the place of a CSV with the same columns, as the guide says', async () => {
    const connection = await (await DuckDBInstance.create()).connect();
    const [lookups, sample] = [join(folder, 'looked-up.ndjson'), join(folder, 'sample.csv')];
    const parquet = join(folder, 'grants.parquet');
    writeFileSync(
      lookups,
      '{"at":null,"purchase":{"receipt":"token-1"},"verdict":{"id":"pending"}}\n',
    );
    writeFileSync(sample, 'receipt,granted_at,player\ntoken-1,2026-11-01T10:00:00Z,1\n');
    await connection.run(
      `copy (select 'token-' || i as receipt, timestamp '2026-11-01' as granted_at, i as player from range(1, 4) numbers(i)) to '${parquet}'`,
    );
    const words = ['--lookups', lookups, '--granted', sample, '--sql', 'duckdb'];
    const { out } = await pvg(['reconcile', ...words]);
    const read = `(select columns(*)::varchar from read_parquet('${parquet}'))`;
    const query = out.replace(/read_csv\([^)]*\)/, read);
    const rows = await queried(connection, query);
    expect(rows).toMatchObject([
      { class: 'granted-not-paid', receipt: 'token-1' },
      { class: 'granted-unknown', receipt: 'token-2' },
      { class: 'granted-unknown', receipt: 'token-3' },
    ]);
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
