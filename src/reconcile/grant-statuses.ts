import { shortName } from '../tables/columns.js';
import { wrongUsage } from '../tables/refusals.js';
import type { TableRow } from '../tables/table.js';
import type { RoleField } from './column-roles.js';

/** Finds out whether a status column says of a row that it is not a grant, so that nobody's failed grant counts. */

/** Statuses that leave no doubt, in lower case. A number does: 1 is a success for some programs and a failure for others. */
const successes: ReadonlySet<string> = new Set([
  ...['ok', 'okay', 'success', 'successful', 'succeeded', 'true', 'yes'],
  ...['done', 'delivered', 'granted', 'complete', 'completed', 'finished', 'fulfilled', 'credited'],
]);

const mostValues = 10;

export class StatusColumn {
  /** Each value once, up to one more than are named; an empty text for none. */
  readonly #values = new Set<string>();

  see(rows: readonly TableRow<RoleField>[]): void {
    for (const { values } of rows) {
      if (this.#values.size <= mostValues) this.#values.add(values.status?.trim() ?? '');
    }
  }

  /** @throws {PvgError} `usage`, which asks for the values that count */
  requireClear({ title, column, isWhole }: StatusQuestion): void {
    const values = [...this.#values];
    const isClear = values.every((value) => value === '') || values.every(isSuccess);
    if (isClear && isWhole) return;
    const named = values
      .slice(0, mostValues)
      .map((value) => (value === '' ? '(empty)' : shortName(value)));
    const list = `${named.join(', ')}${values.length > mostValues ? ', …' : ''}`;
    const likely = values.find(isSuccess) ?? '<value>';
    throw wrongUsage(
      isClear
        ? `${title} has a column "${column}", and pvg read only its first rows: ${list}.`
        : `${title} has a column "${column}", which may say of a row that it is not a grant: ${list}.`,
      `Say which values count: \`--map granted.status="${column}:${shortName(likely)}"\`, several with commas between them. Rows with another value are then left out.`,
    );
  }
}

interface StatusQuestion {
  /** The option and the file. */
  readonly title: string;
  readonly column: string;
  /** Every row of the file was read. */
  readonly isWhole: boolean;
}

const isSuccess = (value: string): boolean => successes.has(value.toLowerCase());

/** What `--map granted.status` says. */
interface ChosenStatuses {
  readonly column: string;
  readonly statuses: ReadonlySet<string>;
}

/** `status:delivered,sent`: the values stand behind the last colon, because a column may have one in its name. @throws {PvgError} `usage` */
export function statusesIn(text: string): ChosenStatuses {
  const colon = text.lastIndexOf(':');
  const column = text.slice(0, Math.max(0, colon)).trim();
  const statuses = text
    .slice(colon + 1)
    .split(',')
    .map((value) => value.trim());
  if (colon === -1 || column === '' || statuses.includes('')) {
    throw wrongUsage(
      '--map granted.status needs the column, a colon, and the values that count.',
      'Example: `--map granted.status="status:delivered"`, several values with commas between them.',
    );
  }
  return { column, statuses: new Set(statuses) };
}
