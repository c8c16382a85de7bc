// Makes the pages of docs/reference from the program and its schemas.
import { readdirSync, readFileSync } from 'node:fs';
import { commandsPage } from './commands-page.mjs';
import { environmentPage } from './environment-page.mjs';
import { exitStatusesPage } from './exit-statuses-page.mjs';
import { jsonPage } from './json-page.mjs';

const folder = new URL('../docs/schemas/', import.meta.url);
const ending = '.schema.json';

const schemas = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  // What every command prints comes first.
  .sort((one, other) => Number(other === `result${ending}`) - Number(one === `result${ending}`))
  .map((file) => ({
    name: file.slice(0, -ending.length),
    schema: JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
  }));

/**
 * Markdown by path, not yet laid out by prettier.
 * @param {Parameters<typeof commandsPage>[0] & Parameters<typeof exitStatusesPage>[0] & {
 *   topics: { readonly environment: string },
 * }} program
 */
export const referencePages = async (program) => ({
  'docs/reference/commands.md': await commandsPage(program),
  'docs/reference/environment.md': environmentPage(program.topics.environment),
  'docs/reference/exit-statuses.md': exitStatusesPage(program),
  'docs/reference/json.md': jsonPage(schemas),
});
