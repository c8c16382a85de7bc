import { isDeepStrictEqual } from 'node:util';
import type { OpenFile } from '../file-access.js';
import { isObject, rowObject } from '../tables/json.js';
import { wrongInput } from '../tables/refusals.js';
import { openTable } from '../tables/table.js';
import type { NamedTable } from '../tables/text.js';
import { isAmong } from '../text/is-among.js';
import type { Plain } from '../text/json/plain.js';
import { classIds } from './classes.js';
import { NumberColumn } from './number-column.js';
import type { ReconciledRow } from './row.js';
import { TextPool } from './text-pool.js';

/** How a purchase differs from the results of an earlier run. `gone`: only the earlier results have it. */
export const changeIds = ['new', 'changed', 'gone', 'same'] as const;
export type Change = (typeof changeIds)[number];

/** Members that are compared. Others are words, which may differ between two versions of pvg. */
const facts = ['class', 'also', 'order_id', 'receipt', 'verdict', 'voided', 'granted'] as const;

/** The purchases of this run. */
export interface CurrentPurchases {
  /** The number of the purchase that a row is about; 0 if no input of this run has it. */
  readonly find: (row: ReconciledRow) => number;
  readonly rowOf: (number: number) => ReconciledRow;
}

export interface ChangedRow extends ReconciledRow {
  readonly change: Change;
}

/** How a change is kept in a column of numbers; 0 is a new purchase. */
const changeCodes = { changed: 1, same: 2 } as const;

/** Compares the rows of an earlier run with the purchases of this one. */
export class Changes {
  /** By the number of a purchase: its change, as in `changeCodes`. */
  readonly #changes = new NumberColumn();
  /** Earlier rows that no purchase of this run has: numbers in `#texts`. */
  readonly #goneTexts = new NumberColumn();
  readonly #texts = new TextPool();
  readonly #counts = { changed: 0, same: 0 };

  /** How many rows the earlier results have. */
  rowCount = 0;

  /** @param text the row as JSON */
  addEarlier(earlier: ReconciledRow, text: string, current: CurrentPurchases): void {
    this.rowCount += 1;
    const number = current.find(earlier);
    if (number === 0) {
      this.#goneTexts.push(this.#texts.add(text));
      return;
    }
    const isSame = isSameInFacts(earlier, current.rowOf(number));
    // Two earlier rows have become one purchase: it has changed.
    const isJoined = this.#changes.get(number) !== 0;
    this.#set(number, isSame && !isJoined ? 'same' : 'changed');
  }

  #set(number: number, change: 'same' | 'changed'): void {
    const before = this.changeOf(number);
    if (before !== 'new') this.#counts[before] -= 1;
    this.#counts[change] += 1;
    this.#changes.set(number, changeCodes[change]);
  }

  /** @param number of a purchase of this run */
  changeOf(number: number): Exclude<Change, 'gone'> {
    const code = this.#changes.get(number);
    if (code === changeCodes.same) return 'same';
    return code === changeCodes.changed ? 'changed' : 'new';
  }

  /** @param purchases how many this run has */
  counts(purchases: number): Readonly<Record<Change, number>> {
    const { changed, same } = this.#counts;
    return { new: purchases - changed - same, changed, gone: this.#goneTexts.length, same };
  }

  /** The earlier rows that no purchase of this run has, as they were: the first ones, at most `most`. */
  *goneRows(most = Infinity): Generator<ChangedRow> {
    for (const number of this.#goneTexts.slice(0, most)) {
      const row = rowObject(this.#texts.getText(number) ?? '');
      if (isReconciledRow(row)) yield { ...row, change: 'gone' };
    }
  }
}

function isSameInFacts(row: ReconciledRow, other: ReconciledRow): boolean {
  return facts.every((fact) => isDeepStrictEqual(row[fact], other[fact]));
}

/** @throws {PvgError} `input-unreadable` for a file that `reconcile` did not write */
export async function readChanges(
  opened: OpenFile,
  source: NamedTable,
  current: CurrentPurchases,
): Promise<Changes> {
  const changes = new Changes();
  const table = await openTable(opened, {
    ...source,
    // No column is looked for: each row is compared as JSON.
    names: {},
    map: new Map(),
    mayBeOwnOutput: true,
  });
  for await (const rows of table.rows) {
    // Not before there is a header: an empty file counts as CSV, and the caller says that it has no rows.
    if (table.format === 'csv') throw unknownResultsError(`${source.name} is not NDJSON.`);
    for (const row of rows) {
      const text = row.inputJson();
      const earlier = rowObject(text);
      if (!isReconciledRow(earlier)) {
        throw unknownResultsError(
          `${source.name}, line ${row.line}: this is not a row that \`pvg reconcile\` wrote.`,
        );
      }
      const isGoneBefore = earlier.change === 'gone';
      if (!isGoneBefore) changes.addEarlier(earlier, text, current);
    }
  }
  return changes;
}

function unknownResultsError(says: string) {
  return wrongInput(
    `${says} Nothing was written.`,
    '--against takes the NDJSON of an earlier run: `pvg reconcile … --out results.ndjson`. CSV does not say enough to compare with.',
  );
}

type EarlierRow = ReconciledRow & { readonly change?: Plain };

function isReconciledRow(row: object | undefined): row is EarlierRow {
  if (row === undefined) return false;
  const {
    class: id,
    also,
    order_id,
    receipt,
    verdict,
    voided,
    granted,
    says,
    advice,
  } = row as Readonly<Record<string, Plain>>;
  return (
    isClass(id) &&
    isList(also, isClass) &&
    isTextOrNull(order_id) &&
    isTextOrNull(receipt) &&
    (order_id !== null || receipt !== null) &&
    isTextOrNull(verdict) &&
    (voided === null || (isObject(voided) && isTextOrNull(voided['at']))) &&
    (granted === null || isGranted(granted)) &&
    typeof says === 'string' &&
    typeof advice === 'string'
  );
}

function isGranted(granted: Plain | undefined): boolean {
  if (!isObject(granted)) return false;
  return isList(granted['at'], isTextOrNull) && isList(granted['players'], isTextOrNull);
}

const isClass = (value: Plain | undefined): boolean => isAmong(classIds, value);

const isTextOrNull = (value: Plain | undefined): boolean =>
  value === null || typeof value === 'string';

const isList = (value: Plain | undefined, isMember: (member: Plain) => boolean): boolean =>
  Array.isArray(value) && (value as readonly Plain[]).every(isMember);
