// Runs the query on standard input and prints its rows as JSON.
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const result = await connection.runAndReadAll(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(result.getRowObjectsJson()));
