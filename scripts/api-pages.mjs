// Makes the reference of the library from the types that the package ships (scripts/library.mjs): Markdown by path, not
// yet laid out by prettier. Run `npm run build` first.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from 'typedoc';

const types = join(import.meta.dirname, '..', 'dist', 'library');

const options = (out) => ({
  entryPoints: [join(types, '*.d.ts')],
  tsconfig: join(import.meta.dirname, 'api.tsconfig.json'),
  plugin: ['typedoc-plugin-markdown'],
  // Typedoc empties the folder it writes to; its own choice would be docs/.
  out,
  name: 'pvg as a library',
  readme: 'none',
  disableSources: true,
  disableGit: true,
  sort: ['source-order'],
  logLevel: 'Warn',
  validation: { notDocumented: true, notExported: true, invalidLink: true },
  router: 'module',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  expandParameters: true,
  pageTitleTemplates: { module: ({ name }) => `pvg/${name}` },
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true },
});

const note = (source) =>
  `<!-- \`npm run docs\` makes this page from \`src/library/${source}\`: change that, not this page. -->`;
const sections = `A § number is a section of the service's contract: [service.md](../../service.md) says what is in it.`;

/** Without the anchors of table rows: nothing leads there. */
const pageOf = (text, source) =>
  `${note(source)}\n\n${text.replace('\n', () => `\n\n${sections}\n`).replaceAll(/<a id="[^"]*"><\/a> /g, '')}`;

/** @throws if a public name has no comment, or has a type that is not exported */
export async function apiPages() {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-api-'));
  try {
    const app = await Application.bootstrapWithPlugins(options(folder));
    const project = await app.convert();
    if (project !== undefined) app.validate(project);
    if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings())
      throw new Error('The comments in src/library are incomplete: see the lines above.');
    await app.outputs.writeOutput({ name: 'markdown', path: folder }, project);
    return Object.fromEntries(
      readdirSync(folder).map((name) => [
        `docs/reference/api/${name}`,
        pageOf(
          readFileSync(join(folder, name), 'utf8'),
          name === 'README.md' ? '' : name.replace('.md', '.ts'),
        ),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
