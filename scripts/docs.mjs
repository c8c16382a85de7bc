// Writes what is made from the program: docs/errors.md, docs/diagnosis.md, docs/openapi.yaml, docs/vectors.json,
// docs/reference and the import table of docs/architecture.md. It reads build/, so run `npm run build` first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { topics } from '../build/commands/topics.js';
import { interfaceRecords } from '../build/contract/interfaces.js';
import { listedFailures } from '../build/contract/listed.js';
import { causes, concernsInterface } from '../build/diagnosis/catalogue/catalogue.js';
import { exitStatuses, pvgCodes } from '../build/failure.js';
import { addGlobalOptions } from '../build/input/options.js';
import { commands } from '../build/command-list.js';
import { testVectors as vectors } from '../build/signing/vectors.js';
import { catalogue } from '../build/wording/catalogue.js';
import { packages, rooms } from '../eslint.config.js';
import { diagnosisPage } from './diagnosis-page.mjs';
import { errorsPage } from './errors-page.mjs';
import { withImportTable } from './import-table.mjs';
import { openApi } from './openapi.mjs';
import { referencePages } from './reference-pages.mjs';

const fileOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const pages = {
  'docs/diagnosis.md': diagnosisPage({ causes, concernsInterface, records: interfaceRecords }),
  'docs/errors.md': errorsPage({ catalogue, pvgCodes }),
  'docs/openapi.yaml': openApi({ records: interfaceRecords, listedFailures }),
  'docs/vectors.json': JSON.stringify(vectors),
  'docs/architecture.md': withImportTable(readFileSync(fileOf('docs/architecture.md'), 'utf8'), {
    rooms,
    packages,
  }),
  ...(await referencePages({
    commands,
    addGlobalOptions,
    topics,
    exitStatuses,
    pvgCodes,
    catalogues: [catalogue.gateway, catalogue.session],
  })),
};

for (const [path, text] of Object.entries(pages)) {
  const file = fileOf(path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  console.log(`written: ${path}`);
}
