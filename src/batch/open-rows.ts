import type { OpenFile } from '../context.js';
import { looksLikeToken } from '../contract/purchase-token.js';
import type { PvgError } from '../failure.js';
import {
  columnList,
  headerMissing,
  shortName,
  swappingMap,
  type Columns,
} from '../tables/columns.js';
import { isObject, rowObject } from '../tables/json.js';
import { wrongInput } from '../tables/refusals.js';
import { openTable, type Table, type TableRow } from '../tables/table.js';
import { counted } from '../text/sentences.js';
import type { PlainObject } from '../text/json/plain.js';
import type { BatchPlan } from './options.js';
import { usualNames, type RowField, type RowSettings } from './row.js';

/** The input, checked before the first request: its columns, and whether it has rows. */

export interface OpenRows {
  readonly table: Table<RowField>;
  readonly rowSettings: RowSettings;
  /** What was done to cells, and what was filled in, for people: complete after the last row. */
  readonly notes: () => readonly string[];
}

const neededFields = ['receipt', 'product_id', 'package'] as const;
type NeededField = (typeof neededFields)[number];

interface OpenRowsOptions {
  /** For rows without a package, if no option names one either. */
  readonly packageOfProfile: string | undefined;
  /** Where that package is from, for people. */
  readonly packageSource?: string;
  /** Called with each sentence about what was decided. */
  readonly onNote: (sentence: string) => Promise<void>;
}

/** @throws {PvgError} `input-unreadable`, `usage` */
export async function openRows(
  file: OpenFile,
  plan: BatchPlan,
  { packageOfProfile, packageSource = 'the profile', onNote }: OpenRowsOptions,
): Promise<OpenRows> {
  const { map, delimiter, rowSettings } = plan;
  const columnsWanted = {
    names: usualNames,
    map,
    delimiter,
    name: 'The input',
    keepsCells: rowSettings.force,
  };
  const opened = await openTable(file, {
    ...columnsWanted,
    onNote: (sentence) => void onNote(sentence).catch(() => undefined),
  });
  const iterator = opened.rows[Symbol.asyncIterator]();
  let next = await iterator.next();
  // The first groups may be empty: a header is no row.
  while (next.done !== true && next.value.length === 0) next = await iterator.next();
  const packages = new DefaultPackage(packageOfProfile, packageSource, rowSettings);
  async function* countedGroups() {
    for (; next.done !== true; next = await iterator.next()) {
      packages.count(next.value);
      yield next.value;
    }
  }
  const table = { ...opened, rows: countedGroups() };
  const notes = (): readonly string[] => [...opened.notes.sentences(), ...packages.sentences()];
  if (next.done === true) {
    refuseEmpty(table.columns, plan.allowEmpty);
    return { table, rowSettings, notes };
  }
  const firstRows = next.value;
  refuseUnreadable(table, firstRows);
  refuseUnclear(table, map);
  if (!rowSettings.force) refuseSwapped(table.columns, firstRows);
  await requireColumns({ table, plan, firstRows }, { packages, onNote });
  return { table, rowSettings: packages.settings, notes };
}

function refuseEmpty(columns: Columns<RowField>, allowEmpty: boolean): void {
  const isHeader = columns.seen.length === 0 || columns.hasKnownName;
  if (allowEmpty && isHeader) return;
  throw wrongInput(
    'The input has no rows.',
    isHeader
      ? 'If an empty input is normal, add `--allow-empty`: the status is then 0.'
      : columnList(columns.seen) + headerMissing,
  );
}

/** Refuses an input whose first row cannot be read and that has no column. */
function refuseUnreadable(
  { columns }: Table<RowField>,
  [first]: readonly TableRow<RowField>[],
): void {
  if (first?.problem === undefined || columns.texts.size > 0) return;
  throw wrongInput(
    `${first.place} ${first.problem}.`,
    'Is the file complete? It is read as CSV, NDJSON or JSON.',
  );
}

interface OpenedTable {
  readonly table: Table<RowField>;
  readonly plan: BatchPlan;
  readonly firstRows: readonly TableRow<RowField>[];
}

interface ColumnsFound extends Pick<OpenRowsOptions, 'onNote'> {
  readonly packages: DefaultPackage;
}

/** Prints which columns give which field. @throws {PvgError} if one is missing */
async function requireColumns(
  { table: { columns }, plan: { map, rowSettings }, firstRows }: OpenedTable,
  { packages, onNote }: ColumnsFound,
): Promise<void> {
  // The purchase JSON in a cell has fields without a column.
  const lacks = (field: NeededField): boolean =>
    rowSettings.valuesForAllRows[field] === undefined &&
    !map.has(field) &&
    columns.namesOf(field).length === 0 &&
    firstRows.every(({ values }) => values[field] === undefined);
  const missing = neededFields.filter(
    (field) => lacks(field) && (field !== 'package' || packages.name === undefined),
  );
  const unused = columns.unmatchedColumns(['receipt', 'package', 'order_id']);
  if (missing.length > 0) throw lackingColumns(missing, { columns, unused, firstRows });
  const guessed = columns.guesses([...neededFields, 'order_id']);
  if (guessed.length > 0) await onNote(`Columns: ${guessed.join(', ')} (change with --map).`);
  for (const [field, column] of unused) {
    await onNote(
      `The column "${column}" looks like ${field} and is not used. To use it, add \`--map ${field}="${column}"\`.`,
    );
  }
  if (packages.name === undefined || !lacks('package')) return;
  packages.isNotedForAllRows = true;
  await onNote(
    `Package of all rows: ${packages.name}, from ${packages.source} (change with --package).`,
  );
}

/** The package of the profile, or of parts that are joined, for rows that have none. */
class DefaultPackage {
  readonly settings: RowSettings;
  /** A note has said that all rows get it, so the number of rows is not told. */
  isNotedForAllRows = false;
  #rows = 0;
  /** undefined if an option names one. */
  readonly name: string | undefined;

  constructor(
    name: string | undefined,
    /** For people. */
    readonly source: string,
    settings: RowSettings,
  ) {
    this.name = settings.valuesForAllRows.package === undefined ? name : undefined;
    this.settings =
      this.name === undefined
        ? settings
        : { ...settings, valuesForAllRows: { ...settings.valuesForAllRows, package: this.name } };
  }

  count(rows: readonly TableRow<RowField>[]): void {
    if (this.name === undefined) return;
    for (const { values, problem } of rows) {
      if (values.package === undefined && problem === undefined) this.#rows += 1;
    }
  }

  sentences(): readonly string[] {
    if (this.isNotedForAllRows || this.#rows === 0) return [];
    return [
      `${counted(this.#rows, 'row')} without a package got ${this.name ?? ''}, from ${this.source} (change with --package).`,
    ];
  }
}

/** @throws {PvgError} `input-unreadable` if the first rows, all of them, have the receipt in the place of another id */
function refuseSwapped(columns: Columns<RowField>, rows: readonly TableRow<RowField>[]): void {
  const other = columns.swappedWithReceipt(['product_id', 'package'], rows);
  if (other === undefined) return;
  const [receiptColumn = 'receipt'] = columns.namesOf('receipt');
  const [otherColumn = other] = columns.namesOf(other);
  throw wrongInput(
    `The columns of receipt and ${other} are swapped: each of the first rows has the receipt in the column "${shortName(otherColumn)}".`,
    `Add \`${swappingMap([
      ['receipt', otherColumn],
      [other, receiptColumn],
    ])}\`.`,
  );
}

/** Refuses a column of --map that is not there, and two columns that may be one field if the user chose neither. */
function refuseUnclear({ format, columns }: Table<RowField>, map: BatchPlan['map']): void {
  const names = [...columns.texts.keys()];
  for (const [field, column] of map) {
    // A member of NDJSON may come later.
    if (format === 'csv' && !names.includes(column.trim())) {
      throw wrongInput(
        `--map ${field} names a column that the input does not have.`,
        columnList(names),
      );
    }
  }
  for (const field of neededFields) {
    const [one, other] = columns.namesOf(field);
    if (map.has(field) || names.includes(field) || one === undefined || other === undefined) {
      continue;
    }
    if (isTokenBesideReceipt(one, other)) continue;
    throw wrongInput(
      `The input has two columns that may be ${field}: ${one} and ${other}.`,
      `Choose one: \`--map ${field}="${one}"\`.`,
    );
  }
}

/** The purchase token wins over the receipt, and a note says so. A column `token` may hold another token: then it is unclear. */
const isTokenBesideReceipt = (one: string, other: string): boolean =>
  /^purchase\W*_?token$/i.test(one) && !/^\W*token\W*$/i.test(other);

/** The paths of members one level down, as `--map` takes them. */
const pathsIn = (row: PlainObject = {}): string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [],
  );

interface BeginningOfTable {
  readonly columns: Columns<RowField>;
  /** Columns that look like a field, and are not used for it. */
  readonly unused: readonly (readonly [RowField, string])[];
  readonly firstRows: readonly TableRow<RowField>[];
}

function lackingColumns(
  missing: readonly NeededField[],
  { columns, unused, firstRows }: BeginningOfTable,
): PvgError {
  const rows = firstRows.slice(0, mostSearched).map((row) => rowObject(row.input()) ?? {});
  const names = [...columns.texts.keys(), ...pathsIn(rows[0])];
  const likely = (field: NeededField): string | undefined =>
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
  const tokenColumn = likely('receipt') ?? columnOfTokens(rows);
  if (missing.includes('receipt') && tokenColumn === undefined && columns.headerDoubt === '') {
    return wrongInput(
      'The input has no column of receipts (purchase tokens), and the gateway looks up a purchase by its receipt.',
      `${columnList(names)} No text in the first rows looks like a receipt. Ask the game’s developers for the receipts: the game’s server has them. A column of receipts is usually called receipt or purchase_token.`,
    );
  }
  const options = missing
    .filter((field) => field !== 'receipt')
    .map((field) => `\`--${field.replace('_', '-')}\``);
  const orElse =
    options.length > 0 ? ` Or set one value for all rows with ${options.join(' and ')}.` : '';
  const maps = missing.map((field) => {
    const like = field === 'receipt' ? tokenColumn : likely(field);
    return `\`--map ${field}=${like === undefined ? '<column>' : `"${like}"`}\``;
  });
  return wrongInput(
    `The input has no column for ${missing.join(' and none for ')}.`,
    // No --map finds a column in a line of data.
    columnList(names) + (columns.headerDoubt || ` Choose with ${maps.join(' ')}.${orElse}`),
  );
}

/** In how many of the first rows pvg looks for receipts. */
const mostSearched = 20;

/** The first column, or path one level down, that has a receipt or a purchase JSON in one of the rows. */
function columnOfTokens(rows: readonly PlainObject[]): string | undefined {
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (typeof value === 'string' && mayGiveReceipt(value)) return name;
      const inner = Object.entries(isObject(value) ? value : {}).find(
        ([, text]) => typeof text === 'string' && mayGiveReceipt(text),
      );
      if (inner !== undefined) return `${name}.${inner[0]}`;
    }
  }
  return undefined;
}

const mayGiveReceipt = (text: string): boolean =>
  looksLikeToken(text.trim()) || /"purchaseToken"/.test(text);
