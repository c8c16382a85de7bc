// Writes dist/man/pvg.1.gz from build/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { variables } from '../build/commands/topics.js';
import { exitStatuses } from '../build/failure.js';
import { declaredProgram } from '../build/program.js';
import { manPage } from './man-page.mjs';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// The day of the build, or of the source where a build must come out alike: reproducible-builds.org.
const epoch = process.env.SOURCE_DATE_EPOCH;
const date = (epoch === undefined ? new Date() : new Date(1000 * Number(epoch)))
  .toISOString()
  .slice(0, 10);

mkdirSync(join(root, 'dist/man'), { recursive: true });
const page = manPage(await declaredProgram({ version }), {
  version,
  date,
  variables,
  exitStatuses,
});
writeFileSync(join(root, 'dist/man/pvg.1.gz'), gzipSync(page, { level: 9 }));
