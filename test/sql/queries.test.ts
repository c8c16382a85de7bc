import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Engine } from '../../src/reconcile/sql-engines.js';
import { pvg } from '../helpers/pvg.js';
import { asTables, asTexts, joinedBy, tableStatements } from '../reconcile/joined-tables.js';
import { expectSameMoments, momentsQuery } from '../reconcile/exact-moments.js';
import { randomInputs } from '../reconcile/random-inputs.js';

/** Needs a server, which test/sql/run starts. */

interface Client {
  readonly engine: Engine;
  readonly words: readonly string[];
  /** What the client is told to run the query, whose rows it prints as JSON. */
  readonly asking: (query: string) => string;
}

const clients: readonly Client[] = [
  {
    engine: 'postgresql',
    words: ['psql', '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'],
    asking: (query) => `select coalesce(json_agg(query), '[]') from (\n${query}) query;\n`,
  },
  {
    engine: 'sqlite',
    words: ['sqlite3', '-bail', ':memory:'],
    asking: (query) => `.mode json\n${query};\n`,
  },
];

const textsOf = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value === null ? null : String(value),
    ]),
  );

it.each(clients)(
  'the query for $engine reads the times that pvg reads, and no other',
  ({ engine, words: [program = '', ...words], asking }) => {
    const ended = spawnSync(program, words, {
      input: asking(momentsQuery(engine)),
      encoding: 'utf8',
    });
    expect(ended.stderr).toBe('');
    expectSameMoments(JSON.parse(ended.stdout) as object[]);
  },
);

it.each(clients)(
  'the query for $engine gives every purchase the row that pvg gives it',
  async ({ engine, words: [program = '', ...words], asking }) => {
    await fc.assert(
      fc.asyncProperty(randomInputs, async (data) => {
        const { tables, command } = await asTables(data);
        const { out: query } = await pvg([...command, '--sql', engine]);
        const statements = tables.flatMap((table) => tableStatements(table, 'text'));
        const input = `${statements.map((each) => `${each};\n`).join('')}${asking(query)}`;
        const ended = spawnSync(program, words, { input, encoding: 'utf8' });
        expect(ended.stderr.replace(/^NOTICE:.*\n/gm, '')).toBe('');
        const rows = JSON.parse(ended.stdout || '[]') as object[];
        expect(asTexts(rows.map(textsOf))).toEqual(asTexts(await joinedBy(command)));
      }),
      { numRuns: 150 },
    );
  },
);
