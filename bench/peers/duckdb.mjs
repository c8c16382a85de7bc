// Runs the query of a file, and writes the rows of its result to another.
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const query = readFileSync(process.argv[2], 'utf8').trim().replace(/;$/, '');
const out = process.argv[3];
await connection.run(`copy (${query.replace(/^(?:--.*\n)+/, '')}) to '${out}' (format json)`);
