import {
  columnList,
  columnListNear,
  plainName,
  swappingMap,
  type Columns,
} from '../tables/columns.js';
import { isObject, rowObject } from '../tables/json.js';
import { wrongUsage } from '../tables/refusals.js';
import type { TableRow } from '../tables/table-row.js';
import { shellLine } from '../text/shell.js';
import type { Plain } from '../text/json/plain.js';
import { roles, type InputField, type RoleField, type RoleId } from './column-roles.js';
import { statusMeanings } from './status-columns.js';

/** Refuses an input without the columns that it is joined by, and names the columns that are not used. */

interface NeededColumns {
  readonly role: RoleId;
  readonly map: ReadonlyMap<RoleField, string>;
  readonly columns: Columns<InputField>;
  /** The option and the file. */
  readonly title: string;
  /** The first row, if there is one. */
  readonly firstRow: TableRow<InputField> | undefined;
}

/** @throws {PvgError} `usage` if `--map` names a column that the input lacks, or if no column tells which purchase a row is about */
export function requireColumns({ role, map, columns, title, firstRow }: NeededColumns): void {
  const foundColumns = columnList(columns.seen) + columns.headerDoubt;
  const has = (field: RoleField): boolean => columns.namesOf(field).length > 0;
  for (const [field, column] of map) {
    if (!has(field)) {
      throw wrongUsage(
        `--map ${role}.${field} names the column ${column}, which ${title} lacks.`,
        columnListNear(column, columns.seen) + columns.headerDoubt,
      );
    }
  }
  const { keys } = roles[role];
  // `pvg batch` writes `"verdict":null` for a row that failed, so its JSON always has the member.
  if (role === 'lookups' && !has('verdict') && !columns.seen.includes('verdict')) {
    throw wrongUsage(
      `${title} is not what \`pvg batch\` writes: it has no verdicts.`,
      `${foundColumns} Look the purchases up first: \`pvg batch in.csv --out lookups.ndjson\`.`,
    );
  }
  if (keys.some(has)) return;
  const maps = keys.map((key) => `\`--map ${role}.${key}=<column>\``).join(' or ');
  const likely = columns
    .unmatchedColumns(keys)
    .map(([key, name]) => ` The column "${name}" looks like ${key}.`);
  const likelyPaths = firstRow === undefined ? [] : findPaths(firstRow, role);
  const pathHints = likelyPaths.map(
    ([key, path]) =>
      ` Inside the rows, "${path}" looks like ${key}: \`${shellLine(['--map', `${role}.${key}=${path}`])}\`.`,
  );
  throw wrongUsage(
    `${title} cannot be joined: it has no column for ${keys.join(' and none for ')}.`,
    `${foundColumns}${likely.join('')}${pathHints.join('')} Choose one with ${maps}.`,
  );
}

/** @throws {PvgError} `usage` if the first rows, all of them, have the receipt where the order id should be */
export function refuseSwapped(
  { role, columns, title }: Pick<NeededColumns, 'role' | 'columns' | 'title'>,
  rows: readonly TableRow<InputField>[],
): void {
  if (columns.swappedWithReceipt(['order_id'], rows) === undefined) return;
  const [receiptColumn = 'receipt'] = columns.namesOf('receipt');
  const [orderColumn = 'order_id'] = columns.namesOf('order_id');
  const map = swappingMap(
    [
      ['receipt', orderColumn],
      ['order_id', receiptColumn],
    ],
    `${role}.`,
  );
  throw wrongUsage(
    `${title}: the columns of receipt and order_id are swapped in each of the first rows.`,
    `Add \`${map}\`.`,
  );
}

/** Columns that no list of the store has. */
const columnsOfGrants: ReadonlySet<string> = new Set(
  [
    'granted_at',
    'grant time',
    'granted',
    'delivered_at',
    ...(roles.granted.fields.player ?? []),
  ].map(plainName),
);
const voidFields = ['voided_at', 'reason', 'source', 'kind', 'refund_type', 'quantity'] as const;
/** Columns of a void that a list of grants may have, too. */
const sharedColumns: ReadonlySet<string> = new Set(['date', 'quantity']);

/** @throws {PvgError} `usage` for a list, such as one of grants, that says nothing about a void: each row would count as a void */
export function refuseListWithoutVoids(
  { role, map, columns, title }: NeededColumns,
  format: 'csv' | 'json',
): void {
  if (role !== 'voided' || map.size > 0) return;
  const grantColumn = columns.seen.find((name) => columnsOfGrants.has(plainName(name)));
  const namesOfVoids = voidFields.flatMap((field) => columns.namesOf(field));
  const isShared = (name: string): boolean => sharedColumns.has(plainName(name));
  // A column of a void is enough; beside a column of grants, it must be one that no list of grants has.
  if (namesOfVoids.some((name) => grantColumn === undefined || !isShared(name))) return;
  // A row of the store's API may have its token alone.
  if (grantColumn === undefined && format === 'json') return;
  const [orderColumn] = columns.namesOf('order_id');
  const [receiptColumn = 'receipt'] = columns.namesOf('receipt');
  const key = orderColumn === undefined ? 'receipt' : 'order_id';
  const option = formatMapOption(`voided.${key}`, orderColumn ?? receiptColumn);
  const mapAdvice = `If every row is a void, add \`${option}\`.`;
  if (grantColumn === undefined) {
    throw wrongUsage(
      `${title} says nothing about a void: it has no column of its time, reason, source or quantity.`,
      `${columnList(columns.seen)} ${mapAdvice}`,
    );
  }
  throw wrongUsage(
    `${title} looks like a list of grants: it has the column "${grantColumn}" and says nothing about a void.`,
    `Are --voided and --granted swapped? ${mapAdvice}`,
  );
}

const looksLike: Readonly<Record<'order_id' | 'receipt', (text: string) => boolean>> = {
  order_id: (text) => /^GPA\.\d/i.test(text),
  // A long text alone may be an encoded message, so the form of the store’s tokens is required.
  receipt: (text) => /^[a-z]{16,}\.AO-/i.test(text),
};

/** For each key, the path of the first text inside a member that looks like it, by its value or else by its name. */
function findPaths(
  row: TableRow<InputField>,
  role: RoleId,
): readonly (readonly [key: 'order_id' | 'receipt', path: string])[] {
  // `--map` reads each dot as the end of a name.
  const canBeMapped = (name: string): boolean => !name.includes('.');
  const texts = [...walkTexts(rowObject(row.inputJson()), [])].filter(
    ({ path }) => path.length > 1 && path.every(canBeMapped),
  );
  return roles[role].keys.flatMap((key) => {
    const usualNames = new Set(roles[role].fields[key]?.map(plainName));
    const likelyText =
      texts.find(({ text }) => looksLike[key](text)) ??
      texts.find(({ path }) => usualNames.has(plainName(path.at(-1) ?? '')));
    return likelyText === undefined ? [] : [[key, likelyText.path.join('.')] as const];
  });
}

/** How many names a path has at most. */
const deepest = 5;

function* walkTexts(
  value: Plain | undefined,
  path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  if (!isObject(value) || path.length >= deepest) return;
  for (const [name, member] of Object.entries(value)) yield* walkTexts(member, [...path, name]);
}

/** `--map granted.order_id="Order"`; in single quotes if the shell would change the column inside double ones. */
function formatMapOption(field: string, column: string): string {
  if (/["$`\\!]/.test(column)) return shellLine(['--map', `${field}=${column}`]);
  return `--map ${field}="${column}"`;
}

/**
 * Sentences about the columns that nothing reads, except those that are known to be irrelevant.
 * @param isEveryRowCounted without `--map granted.status` each row counts as a grant
 */
export function* describeUnusedColumns(
  { role, columns, title }: NeededColumns,
  isEveryRowCounted: boolean,
): Generator<string> {
  for (const [field, column] of columns.unmatchedColumns(['order_id', 'receipt'])) {
    yield `${title}: the column "${column}" looks like ${field} and is not used. To use it, add \`${formatMapOption(`${role}.${field}`, column)}\`.`;
  }
  if (role === 'lookups') return;
  const { irrelevant } = roles[role];
  const unread = columns.columnsWithoutField.filter(
    (name) => irrelevant?.has(plainName(name)) !== true,
  );
  const statuses = [...statusMeanings.keys()].flatMap((field) => columns.namesOf(field));
  const unused = [...unread, ...statuses];
  if (unused.length === 0) return;
  const counts = role === 'granted' && isEveryRowCounted ? 'each row counts as a grant. ' : '';
  yield `${title}: ${counts}${columnList(unused, 'Columns that are not used')}`;
}
