import type { OpenFile } from '../context.js';
import type { PvgError } from '../failure.js';
import { wrongInput } from '../tables/refusals.js';
import { openTable, type Table } from '../tables/table.js';
import { Columns, columnsTold } from '../tables/columns.js';
import type { BatchPlan } from './options.js';
import { usualNames, type Field, type RowSettings } from './row.js';

/** The input, checked before the first request: its columns, and whether it has rows. */

export interface OpenRows {
  readonly table: Table<Field>;
  readonly rows: RowSettings;
}

const needed = ['receipt', 'product_id', 'package'] as const;

/** @param said called with each sentence about what was decided @throws {PvgError} `input-unreadable`, `usage` */
export async function openRows(
  file: OpenFile,
  plan: BatchPlan,
  packageOfProfile: string | undefined,
  said: (sentence: string) => Promise<void>,
): Promise<OpenRows> {
  const { map, delimiter } = plan;
  const told: string[] = [];
  const wanted = { names: usualNames, map, delimiter, name: 'The input' };
  const found = await openTable(file, { ...wanted, said: (sentence) => void told.push(sentence) });
  const table = found && (await withFirst(found));
  for (const each of told) await said(each);
  if (table === undefined) {
    if (plan.allowEmpty) return { table: emptyTable, rows: plan.rows };
    throw wrongInput(
      'The input has no rows.',
      'If an empty input is normal, add `--allow-empty`: the status is then 0.',
    );
  }
  const { columns } = table;
  const names = [...columns.first.keys()];
  refuseUnknownMap(table, map);
  for (const field of needed) refuseTwo(columns, field, names, map);
  const takesPackage =
    packageOfProfile !== undefined &&
    plan.rows.ofAll.package === undefined &&
    !map.has('package') &&
    columns.namesOf('package').length === 0;
  const rows: RowSettings = takesPackage
    ? { ...plan.rows, ofAll: { ...plan.rows.ofAll, package: packageOfProfile } }
    : plan.rows;
  const missing = needed.filter(
    (field) => !map.has(field) && columns.namesOf(field).length === 0 && rows.ofAll[field] === undefined,
  );
  const unused = columns.unused(['receipt', 'package', 'order_id']);
  if (missing.length > 0) throw lacking(missing, names, unused);
  const guessed = columns.guesses([...needed, 'order_id']);
  if (guessed.length > 0) await said(`Columns: ${guessed.join(', ')} (change with --map).`);
  for (const [field, column] of unused)
    await said(
      `The column "${column}" looks like ${field} and is not used. To use it, add \`--map ${field}="${column}"\`.`,
    );
  if (takesPackage)
    await said(`Package of all rows: ${packageOfProfile}, from the profile (change with --package).`);
  return { table, rows };
}

/** A header alone is no row; neither is an empty file. */
async function withFirst(table: Table<Field>): Promise<Table<Field> | undefined> {
  const iterator = table.rows[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return undefined;
    if (next.value.length === 0) continue;
    const begun = next.value;
    async function* rows(): AsyncGenerator<typeof begun> {
      yield begun;
      for (let more = await iterator.next(); more.done !== true; more = await iterator.next())
        yield more.value;
    }
    return { ...table, rows: rows() };
  }
}

const emptyTable: Table<Field> = {
  ...{ format: 'csv', delimiter: ',', bytesRead: () => 0, size: 0 },
  columns: new Columns({ names: usualNames, map: new Map() }),
  rows: { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }) },
};

/** Of a CSV the header has all columns; a member of NDJSON may come later. */
function refuseUnknownMap({ format, columns }: Table<Field>, map: BatchPlan['map']): void {
  const names = [...columns.first.keys()];
  for (const [field, column] of map)
    if (format === 'csv' && !names.includes(column.trim()))
      throw wrongInput(`--map ${field} names a column that the input does not have.`, columnsTold(names));
}

/** Two columns that may be one field: nobody chose. */
function refuseTwo(
  columns: Columns<Field>,
  field: (typeof needed)[number],
  names: readonly string[],
  map: BatchPlan['map'],
): void {
  const [one, other] = columns.namesOf(field);
  if (map.has(field) || names.includes(field) || one === undefined || other === undefined) return;
  throw wrongInput(
    `The input has two columns that may be ${field}: ${one} and ${other}.`,
    `Choose one: \`--map ${field}="${one}"\`.`,
  );
}

function lacking(
  missing: readonly (typeof needed)[number][],
  names: readonly string[],
  unused: readonly (readonly [Field, string])[],
): PvgError {
  const options = missing
    .filter((field) => field !== 'receipt')
    .map((field) => `\`--${field.replace('_', '-')}\``);
  const maps = missing.map((field) => {
    const like = unused.find(([each]) => each === field)?.[1];
    return `\`--map ${field}=${like === undefined ? '<column>' : `"${like}"`}\``;
  });
  return wrongInput(
    `The input has no column for ${missing.join(' and none for ')}.`,
    `${columnsTold(names)} Choose with ${maps.join(' ')}.${options.length > 0 ? ` Or set one value for all rows with ${options.join(' and ')}.` : ''}`,
  );
}
