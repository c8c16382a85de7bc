import type { OpenFile } from '../context.js';
import type { PvgError } from '../failure.js';
import { columnList, type Columns } from '../tables/columns.js';
import { isObject, rowObject } from '../tables/json.js';
import { wrongInput } from '../tables/refusals.js';
import { openTable, type Table, type TableRow } from '../tables/table.js';
import type { PlainObject } from '../text/json/plain.js';
import type { BatchPlan } from './options.js';
import { usualNames, type RowField, type RowSettings } from './row.js';

/** The input, checked before the first request: its columns, and whether it has rows. */

export interface OpenRows {
  readonly table: Table<RowField>;
  readonly rows: RowSettings;
}

const needed = ['receipt', 'product_id', 'package'] as const;
type Needed = (typeof needed)[number];

interface OpenRowsOptions {
  /** For rows without a package, if no option names one either. */
  readonly packageOfProfile: string | undefined;
  /** Where that package is from, for people. */
  readonly packageSource?: string;
  /** Called with each sentence about what was decided. */
  readonly said: (sentence: string) => Promise<void>;
}

/** @throws {PvgError} `input-unreadable`, `usage` */
export async function openRows(
  file: OpenFile,
  plan: BatchPlan,
  { packageOfProfile, packageSource = 'the profile', said }: OpenRowsOptions,
): Promise<OpenRows> {
  const { map, delimiter, rows } = plan;
  const wanted = { names: usualNames, map, delimiter, name: 'The input' };
  const opened = await openTable(file, {
    ...wanted,
    said: (sentence) => void said(sentence).catch(() => undefined),
  });
  const iterator = opened.rows[Symbol.asyncIterator]();
  let next = await iterator.next();
  // A header alone is no row.
  while (next.done !== true && next.value.length === 0) next = await iterator.next();
  async function* all() {
    for (; next.done !== true; next = await iterator.next()) yield next.value;
  }
  const table = { ...opened, rows: all() };
  const { columns } = table;
  const doubt = columns.headerDoubt;
  if (next.done === true && plan.allowEmpty && doubt === '') return { table, rows };
  if (next.done === true) {
    throw wrongInput(
      'The input has no rows.',
      doubt === ''
        ? 'If an empty input is normal, add `--allow-empty`: the status is then 0.'
        : columnList(columns.seen) + doubt,
    );
  }
  const [{ place = '', problem } = {}] = next.value;
  if (problem !== undefined && columns.texts.size === 0) {
    throw wrongInput(
      `${place} ${problem}.`,
      'Is the file complete? It is read as CSV, NDJSON or JSON.',
    );
  }
  refuseUnclear(table, map);
  const lacks = (field: Needed): boolean =>
    rows.ofAll[field] === undefined && !map.has(field) && columns.namesOf(field).length === 0;
  const ofProfile = lacks('package') ? packageOfProfile : undefined;
  const missing = needed.filter(
    (field) => lacks(field) && (field !== 'package' || ofProfile === undefined),
  );
  const unused = columns.unused(['receipt', 'package', 'order_id']);
  if (missing.length > 0) {
    throw lacking(missing, { columns, unused, firstRow: next.value[0] });
  }
  const guessed = columns.guesses([...needed, 'order_id']);
  if (guessed.length > 0) await said(`Columns: ${guessed.join(', ')} (change with --map).`);
  for (const [field, column] of unused) {
    await said(
      `The column "${column}" looks like ${field} and is not used. To use it, add \`--map ${field}="${column}"\`.`,
    );
  }
  if (ofProfile === undefined) return { table, rows };
  await said(`Package of all rows: ${ofProfile}, from ${packageSource} (change with --package).`);
  return { table, rows: { ...rows, ofAll: { ...rows.ofAll, package: ofProfile } } };
}

/** A column of --map that is not there, or two columns that may be one field, and nobody chose. */
function refuseUnclear({ format, columns }: Table<RowField>, map: BatchPlan['map']): void {
  const names = [...columns.texts.keys()];
  for (const [field, column] of map)
  // A member of NDJSON may come later.
  {
    if (format === 'csv' && !names.includes(column.trim())) {
      throw wrongInput(
        `--map ${field} names a column that the input does not have.`,
        columnList(names),
      );
    }
  }
  for (const field of needed) {
    const [one, other] = columns.namesOf(field);
    if (map.has(field) || names.includes(field) || one === undefined || other === undefined) {
      continue;
    }
    throw wrongInput(
      `The input has two columns that may be ${field}: ${one} and ${other}.`,
      `Choose one: \`--map ${field}="${one}"\`.`,
    );
  }
}

/** One level down, as `--map` takes them. */
const pathsIn = (row: PlainObject = {}): string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [],
  );

interface BeginningOfTable {
  readonly columns: Columns<RowField>;
  /** Columns that look like a field, and are not used for it. */
  readonly unused: readonly (readonly [RowField, string])[];
  readonly firstRow: TableRow<RowField> | undefined;
}

function lacking(
  missing: readonly Needed[],
  { columns, unused, firstRow }: BeginningOfTable,
): PvgError {
  const names = [...columns.texts.keys(), ...pathsIn(rowObject(firstRow?.input() ?? ''))];
  const likely = (field: Needed): string | undefined =>
    unused.find(([each]) => each === field)?.[1] ??
    names.find(
      (name) =>
        name.includes('.') && columns.match(name.slice(name.lastIndexOf('.') + 1))?.[0] === field,
    );
  const [order] = columns.namesOf('order_id');
  if (missing.includes('receipt') && likely('receipt') === undefined && order !== undefined) {
    return wrongInput(
      `The input has order ids (column ${order}), and no column for the receipt.`,
      'The gateway cannot look up an Android purchase by its order id. Ask the game’s developers for the receipts (the purchase tokens).',
    );
  }
  const options = missing
    .filter((field) => field !== 'receipt')
    .map((field) => `\`--${field.replace('_', '-')}\``);
  const orElse =
    options.length > 0 ? ` Or set one value for all rows with ${options.join(' and ')}.` : '';
  const maps = missing.map((field) => {
    const like = likely(field);
    return `\`--map ${field}=${like === undefined ? '<column>' : `"${like}"`}\``;
  });
  return wrongInput(
    `The input has no column for ${missing.join(' and none for ')}.`,
    // No --map finds a column in a line of data.
    columnList(names) + (columns.headerDoubt || ` Choose with ${maps.join(' ')}.${orElse}`),
  );
}
