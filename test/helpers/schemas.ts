import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'schemas');

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

const loaded = new Map<string, ValidateFunction>();

type SchemaName =
  | 'result'
  | 'journal-entry'
  | 'batch-row'
  | 'batch-summary'
  | 'reconcile-row'
  | 'report'
  | 'vectors';

export const readSchema = (name: SchemaName): object =>
  JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8')) as object;

/** @throws where `value` is not what the published schema says, naming every place. */
export function checkSchema(name: SchemaName, value: unknown): void {
  const validate = loaded.get(name) ?? ajv.compile(readSchema(name));
  loaded.set(name, validate);
  if (validate(value)) return;
  throw new Error(`not a ${name}: ${ajv.errorsText(validate.errors, { separator: '\n' })}`);
}
