import type { OpenFile } from '../file-access.js';
import { looksLikeToken } from '../contract/purchase-token.js';
import type { PvgError } from '../failure.js';
import {
  columnList,
  columnListNear,
  headerMissing,
  shortName,
  swappingMap,
  type Columns,
} from '../tables/columns.js';
import { isObject, rowObject } from '../tables/json.js';
import { wrongInput } from '../tables/refusals.js';
import { openTable, type Table } from '../tables/table.js';
import { type TableRow } from '../tables/table-row.js';
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
  /** The package for rows without one, if no option names one. */
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
    // --force sends each cell as it is.
    keepsCells: rowSettings.force,
  };
  const opened = await openTable(file, {
    ...columnsWanted,
    // The table does not wait for a note, and a note that cannot be written does not end the run.
    onNote: (sentence) => void onNote(sentence).catch(() => undefined),
  });
  const packages = new DefaultPackage(packageOfProfile, packageSource, rowSettings);
  const { firstRows, groups } = await readFirstRows(opened.rows);
  const table = { ...opened, rows: countRows(groups, packages) };
  const notes = (): readonly string[] => [...opened.notes.sentences(), ...packages.sentences()];
  if (firstRows === undefined) {
    refuseEmpty(table.columns, plan.allowEmpty);
    return { table, rowSettings, notes };
  }
  refuseUnreadable(table, firstRows);
  refuseUnclear(table, map);
  if (!rowSettings.force) refuseSwapped(table.columns, firstRows);
  await requireColumns({ columns: table.columns, plan, firstRows, packages, onNote });
  return { table, rowSettings: packages.settings, notes };
}

type RowGroup = readonly TableRow<RowField>[];

interface BegunRows {
  /** The first group that has a row; undefined if none has. */
  readonly firstRows: RowGroup | undefined;
  /** This group, and all that follow. */
  readonly groups: AsyncGenerator<RowGroup>;
}

/** Reads up to the first row: the groups before it are empty, because a header is no row. */
async function readFirstRows(rows: AsyncIterable<RowGroup>): Promise<BegunRows> {
  const iterator = rows[Symbol.asyncIterator]();
  let next = await iterator.next();
  while (next.done !== true && next.value.length === 0) next = await iterator.next();
  async function* groupsFromHere(): AsyncGenerator<RowGroup> {
    for (; next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { firstRows: next.done === true ? undefined : next.value, groups: groupsFromHere() };
}

/** Passes the groups on, and counts their rows without a package. */
async function* countRows(
  groups: AsyncIterable<RowGroup>,
  packages: DefaultPackage,
): AsyncGenerator<RowGroup> {
  for await (const rows of groups) {
    packages.countRowsWithoutPackage(rows);
    yield rows;
  }
}

function refuseEmpty(columns: Columns<RowField>, allowEmpty: boolean): void {
  // If the only line has no known name, it may be a row without a header above it: then the input is not empty.
  const isReallyEmpty = columns.seen.length === 0 || columns.hasKnownName;
  if (allowEmpty && isReallyEmpty) return;
  throw wrongInput(
    'The input has no rows.',
    isReallyEmpty
      ? 'If an empty input is normal, add `--allow-empty`: the status is then 0.'
      : columnList(columns.seen) + headerMissing,
  );
}

/** Refuses an input whose first row cannot be read and that has no column. */
function refuseUnreadable({ columns }: Table<RowField>, [first]: RowGroup): void {
  if (first?.problem === undefined || columns.texts.size > 0) return;
  throw wrongInput(
    `${first.place} ${first.problem}.`,
    'Is the file complete? It is read as CSV, NDJSON or JSON.',
  );
}

interface ColumnCheck extends Pick<OpenRowsOptions, 'onNote'> {
  readonly columns: Columns<RowField>;
  readonly plan: BatchPlan;
  readonly firstRows: RowGroup;
  readonly packages: DefaultPackage;
}

/** Notes which columns give which field. @throws {PvgError} `input-unreadable` if a needed field has none */
async function requireColumns({
  columns,
  plan: { map, rowSettings },
  firstRows,
  packages,
  onNote,
}: ColumnCheck): Promise<void> {
  // A field may have a value without a column: it may come from purchase JSON in a cell.
  const lacks = (field: NeededField): boolean =>
    rowSettings.valuesForAllRows[field] === undefined &&
    !map.has(field) &&
    columns.namesOf(field).length === 0 &&
    firstRows.every(({ values }) => values[field] === undefined);
  const missing = neededFields.filter(
    (field) => lacks(field) && (field !== 'package' || packages.name === undefined),
  );
  // Not product_id: the text of a product id has no form by which its column could be known.
  const unused = columns.unmatchedColumns(['receipt', 'package', 'order_id']);
  if (missing.length > 0) throw lackingColumnsError(missing, { columns, unused, firstRows });
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
    /** Where the package comes from, in words for people: `the profile`. */
    readonly source: string,
    settings: RowSettings,
  ) {
    this.name = settings.valuesForAllRows.package === undefined ? name : undefined;
    this.settings =
      this.name === undefined
        ? settings
        : { ...settings, valuesForAllRows: { ...settings.valuesForAllRows, package: this.name } };
  }

  countRowsWithoutPackage(rows: RowGroup): void {
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
function refuseSwapped(columns: Columns<RowField>, rows: RowGroup): void {
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

/** Refuses a --map to a column that is not there, and two columns that may be one field if the user chose neither. */
function refuseUnclear({ format, columns }: Table<RowField>, map: BatchPlan['map']): void {
  const names = [...columns.texts.keys()];
  for (const [field, column] of map) {
    // Only a CSV shows that a column is missing: in NDJSON a later row may have the member.
    if (format === 'csv' && !names.includes(column.trim())) {
      throw wrongInput(
        `--map ${field} names a column that the input does not have.`,
        columnListNear(column, names),
      );
    }
  }
  for (const field of neededFields) {
    const isChosen = map.has(field) || names.includes(field);
    const [best, second] = columns.namesOf(field);
    if (isChosen || best === undefined || second === undefined) continue;
    if (isClearlyToken(best, second)) continue;
    throw wrongInput(
      `The input has two columns that may be ${field}: ${best} and ${second}.`,
      `Choose one: \`--map ${field}="${best}"\`.`,
    );
  }
}

/**
 * Whether the purchase token is used without a question: a column `purchase_token` wins over one such as `receipt`, and a
 * note says so. It does not win over a column `token`, which may hold another purchase token.
 */
const isClearlyToken = (best: string, second: string): boolean =>
  /^purchase\W*_?token$/i.test(best) && !/^\W*token\W*$/i.test(second);

/** The paths of members one level down, as `--map` takes them. */
const pathsIn = (row: PlainObject = {}): string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [],
  );

interface BeginningOfTable {
  readonly columns: Columns<RowField>;
  /** Columns that look like a field, and are not used for it. */
  readonly unused: readonly (readonly [RowField, string])[];
  readonly firstRows: RowGroup;
}

function lackingColumnsError(
  missing: readonly NeededField[],
  { columns, unused, firstRows }: BeginningOfTable,
): PvgError {
  const rows = firstRows.slice(0, mostSearched).map((row) => rowObject(row.inputJson()) ?? {});
  const names = [...columns.texts.keys(), ...pathsIn(rows[0])];
  /** An unused column whose texts look like the field, else a path whose last name is a usual one of the field. */
  const likelyColumn = (field: NeededField): string | undefined =>
    unused.find(([each]) => each === field)?.[1] ??
    names.find(
      (name) =>
        name.includes('.') && columns.match(name.slice(name.lastIndexOf('.') + 1))?.[0] === field,
    );
  const [order] = columns.namesOf('order_id');
  if (missing.includes('receipt') && likelyColumn('receipt') === undefined && order !== undefined) {
    return wrongInput(
      `The input has order ids (column ${order}), and no column for the receipt.`,
      'The gateway cannot look up an Android purchase by its order id. Ask the game’s developers for the receipts (the purchase tokens).',
    );
  }
  const tokenColumn = likelyColumn('receipt') ?? columnOfTokens(rows);
  const isHeaderDoubted = columns.headerDoubt !== '';
  if (missing.includes('receipt') && tokenColumn === undefined && !isHeaderDoubted) {
    return wrongInput(
      'The input has no column of receipts (purchase tokens), and the gateway looks up a purchase by its receipt.',
      `${columnList(names)} No text in the first rows looks like a receipt. Ask the game’s developers for the receipts: the game’s server has them. A column of receipts is usually called receipt or purchase_token.`,
    );
  }
  const options = missing
    .filter((field) => field !== 'receipt')
    .map((field) => `\`--${field.replace('_', '-')}\``);
  const valueForAllAdvice =
    options.length > 0 ? ` Or set one value for all rows with ${options.join(' and ')}.` : '';
  const maps = missing.map((field) => {
    const column = field === 'receipt' ? tokenColumn : likelyColumn(field);
    return `\`--map ${field}=${column === undefined ? '<column>' : `"${column}"`}\``;
  });
  // If the header may be missing, ask about that instead: --map needs the names of columns.
  const advice = isHeaderDoubted
    ? columns.headerDoubt
    : ` Choose with ${maps.join(' ')}.${valueForAllAdvice}`;
  return wrongInput(
    `The input has no column for ${missing.join(' and none for ')}.`,
    columnList(names) + advice,
  );
}

/** How many of the first rows are searched for receipts. */
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
