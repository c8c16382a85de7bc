import { shortName, type Columns } from '../tables/columns.js';
import { wrongUsage } from '../tables/refusals.js';
import type { TableRow } from '../tables/table-row.js';
import type { InputField } from './column-roles.js';
import { statusMeanings, type StatusField } from './status-columns.js';
import { parseTimeSpan } from './timestamps.js';

/** Finds out whether a column says of a row that it is not a grant, so that nobody's failed grant counts. */

/** Statuses that surely mean a success, in lower case. No number does: 1 is a success for some programs, a failure for others. */
const successes: ReadonlySet<string> = new Set([
  ...['ok', 'okay', 'success', 'successful', 'succeeded', 'true', 'yes'],
  ...['done', 'delivered', 'granted', 'complete', 'completed', 'finished', 'fulfilled', 'credited'],
]);

/** Values of a column such as `revoked` in a row where nothing was revoked, in lower case. */
const denials: ReadonlySet<string> = new Set(['', 'false', 'no', 'n', '0', 'none', 'null', '-']);

/** A column `granted` may hold times or statuses: it holds statuses if it has one of these words, in lower case, or a success. */
const otherStatusWords: ReadonlySet<string> = new Set([
  ...[
    'false',
    'no',
    'n',
    'y',
    '0',
    '1',
    'fail',
    'failed',
    'failure',
    'error',
    'pending',
    'timeout',
  ],
  ...['rejected', 'cancelled', 'canceled', 'revoked', 'refunded', 'not granted', 'undelivered'],
]);

const isSuccess = (value: string): boolean => successes.has(value.toLowerCase());
const isDenial = (value: string): boolean => denials.has(value.toLowerCase());
const isStatusWord = (value: string): boolean =>
  isSuccess(value) || otherStatusWords.has(value.toLowerCase());

/** A success, or a time: a column such as `delivered` may say when. */
const isGrant = (value: string): boolean => isSuccess(value) || parseTimeSpan(value) !== undefined;

/** How many values a message names. */
const mostNamed = 10;
/** How an empty cell is named, in messages and in `--map granted.status`. */
const emptyCell = '(empty)';

/** The different values of one column, and how many rows have one. */
interface ColumnValues {
  readonly values: Set<string>;
  rows: number;
}

type WatchedField = StatusField | 'granted_at';

/** Collects the values of the columns that may hold statuses, and asks the user about a column that leaves a doubt. */
export class StatusColumns {
  readonly #valuesByField = new Map<WatchedField, ColumnValues>();
  #rows = 0;

  take(rows: readonly TableRow<InputField>[]): void {
    this.#rows += rows.length;
    for (const { values } of rows) {
      for (const [name, value = ''] of Object.entries<string | undefined>(values)) {
        if (isWatched(name)) this.#takeValue(name, value.trim());
      }
    }
  }

  #takeValue(field: WatchedField, value: string): void {
    let column = this.#valuesByField.get(field);
    if (column === undefined) {
      column = { values: new Set(), rows: 0 };
      this.#valuesByField.set(field, column);
    }
    column.rows += 1;
    // One value more than a message names shows that there are more: the message then ends with `…`.
    const isFull = column.values.size > mostNamed;
    // Times fill the list, but a status among them, even a later one, makes pvg ask about the column.
    const hasRoomForStatus = field === 'granted_at' && column.values.size <= 2 * mostNamed;
    if (!isFull || (hasRoomForStatus && isStatusWord(value))) column.values.add(value);
  }

  /** @throws {PvgError} `usage`, which asks for the values that count */
  requireClear({ title, columns, isWhole }: StatusQuestion): void {
    for (const [field, { values: seenValues, rows }] of this.#valuesByField) {
      const [column] = columns.namesOf(field);
      const values = [...seenValues];
      const isTime = field === 'granted_at' && !values.some(isStatusWord);
      if (column === undefined || isTime) continue;
      // A row of JSON may lack the member, which counts as an empty cell.
      if (rows < this.#rows && !seenValues.has('')) values.push('');
      requireClearColumn({ title, column, isWhole, values, isClearValue: chooseClearTest(field) });
    }
  }
}

interface StatusQuestion {
  /** The option and the file. */
  readonly title: string;
  readonly columns: Columns<InputField>;
  /** Every row of the file was read. */
  readonly isWhole: boolean;
}

function isWatched(name: string): name is WatchedField {
  return name === 'granted_at' || statusMeanings.has(name as StatusField);
}

/** Tells whether a value leaves no doubt that its row is a grant. */
type IsClear = (value: string) => boolean;

function chooseClearTest(field: WatchedField): IsClear {
  const isUndone = field !== 'granted_at' && statusMeanings.get(field) === 'undone';
  return isUndone ? isDenial : isGrant;
}

interface NamedColumn extends Omit<StatusQuestion, 'columns'> {
  readonly column: string;
  readonly values: readonly string[];
  readonly isClearValue: IsClear;
}

/** @throws {PvgError} `usage` */
function requireClearColumn(question: NamedColumn): void {
  const { title, column, isWhole, values, isClearValue } = question;
  const isEmpty = values.every((value) => value === '');
  const isClear = isEmpty || values.every(isClearValue);
  if (isClear && isWhole) return;
  const shownValues = values.slice(0, mostNamed).map(formatValue);
  const list = `${shownValues.join(', ')}${values.length > mostNamed ? ', …' : ''}`;
  const likely = values.find(isClearValue);
  const example = likely === undefined ? '<value>' : formatValue(likely);
  throw wrongUsage(
    isClear
      ? `${title} has a column "${column}", and pvg read only its first rows: ${list}.`
      : `${title} has a column "${column}", which may say of a row that it is not a grant: ${list}.`,
    `Say which values count: \`--map granted.status="${column}:${example}"\`, several with commas between them. Rows with another value are then left out.`,
  );
}

const formatValue = (value: string): string => (value === '' ? emptyCell : shortName(value));

/** What `--map granted.status` says. */
interface GrantStatuses {
  readonly column: string;
  readonly statuses: ReadonlySet<string>;
}

/**
 * `status:delivered,sent`: the values stand behind the last colon, because a column may have one in its name. `(empty)` is
 * an empty cell.
 * @throws {PvgError} `usage`
 */
export function parseGrantStatuses(text: string): GrantStatuses {
  const colon = text.lastIndexOf(':');
  const column = text.slice(0, Math.max(0, colon)).trim();
  const values = text
    .slice(colon + 1)
    .split(',')
    .map((value) => value.trim());
  if (colon === -1 || column === '' || values.includes('')) {
    throw wrongUsage(
      '--map granted.status needs the column, a colon, and the values that count.',
      'Example: `--map granted.status="status:delivered"`, several values with commas between them.',
    );
  }
  return { column, statuses: new Set(values.map((value) => (value === emptyCell ? '' : value))) };
}
