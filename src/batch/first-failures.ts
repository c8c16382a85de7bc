import { counted, joinWithAnd } from '../text/sentences.js';
import type { RowStatus } from './judged-row.js';
import type { BatchRow } from './row.js';

/** A row that failed, as the summary of the run names it. */
export interface FailedRow {
  readonly row: number;
  readonly line: number | null;
  readonly code: string;
  readonly says: string;
}

interface NewFailure extends Pick<FailedRow, 'row' | 'code'> {
  readonly rowStatus: Exclude<RowStatus, 'answered'>;
  /** undefined: the line is of an earlier run. */
  readonly source: BatchRow['source'] | undefined;
  /** What is wrong with this row alone, with its place; null if the code says all. */
  readonly ownWords: string | null;
  /** What the code means. */
  readonly meaning: string;
}

/** The first rows that failed in one way. */
interface FailureKind {
  readonly meaning: string;
  readonly code: string;
  readonly rowStatus: NewFailure['rowStatus'];
  readonly hasOwnWords: boolean;
  /** What the numbers count: `Spreadsheet row`. */
  readonly noun: string;
  count: number;
  first: readonly NumberedRow[];
}

interface NumberedRow extends FailedRow {
  /** What a sentence calls the row: its number in the spreadsheet, else its line, else its number in the input. */
  readonly number: number;
}

/** The most rows that are named: by `rows` of all kinds together, by `sentences` of each kind. */
const mostNamed = 10;

/** Service and store choose the codes: more kinds than these are only counted. */
const mostKinds = 20;

/** What a person must fix comes before what may pass by itself. */
const fixFirst = ['unreadable', 'refused', 'store-closed', 'failed'] as const;

/** Keeps a few of the rows that failed, of each kind, so that many of one kind do not hide the others. */
export class FirstFailures {
  readonly #kinds = new Map<string, FailureKind>();
  /** How many rows failed in a way for which there was no kind left. */
  #unnamed = 0;

  add(failure: NewFailure): void {
    const { row, code, source, ownWords, meaning } = failure;
    const kind = this.#kindOf(failure);
    if (kind === undefined) {
      this.#unnamed += 1;
      return;
    }
    const place = source?.place ?? `Row ${row}`;
    const says = ownWords ?? `${place}: ${meaning}`;
    const number = source?.sheetRow ?? source?.line ?? row;
    const added = { row, line: source?.line ?? null, code, says, number };
    kind.count += 1;
    kind.first = [...kind.first, added].sort(byRow).slice(0, mostNamed);
  }

  #kindOf({ rowStatus, code, source, ownWords, meaning }: NewFailure): FailureKind | undefined {
    const noun = nounOf(source);
    const hasOwnWords = ownWords !== null;
    const key = JSON.stringify([rowStatus, code, noun, hasOwnWords]);
    const knownKind = this.#kinds.get(key);
    if (knownKind !== undefined || this.#kinds.size === mostKinds) return knownKind;
    const kind = { meaning, code, rowStatus, hasOwnWords, noun, count: 0, first: [] };
    this.#kinds.set(key, kind);
    return kind;
  }

  /** In the order in which somebody acts on them. */
  #kindsInOrder(): readonly FailureKind[] {
    return fixFirst.flatMap((rowStatus) =>
      [...this.#kinds.values()].filter((kind) => kind.rowStatus === rowStatus),
    );
  }

  /** The first rows of each kind in turn, then by their number. */
  rows(): readonly FailedRow[] {
    const kinds = this.#kindsInOrder();
    const inTurn = Array.from({ length: mostNamed }, (_, turn) =>
      kinds.flatMap(({ first }) => first.slice(turn, turn + 1)),
    );
    return inTurn
      .flat()
      .slice(0, mostNamed)
      .sort(byRow)
      .map(({ row, line, code, says }) => ({ row, line, code, says }));
  }

  /** One sentence a kind; of rows with words of their own, one a row. */
  sentences(): string[] {
    const unnamed = this.#unnamed > 0 ? [moreRows(this.#unnamed)] : [];
    return [...this.#kindsInOrder().flatMap(sentencesOf), ...unnamed];
  }

  /**
   * A few of the sentences, but one of each kind; the last one counts the rows that are left out.
   * @param most how many, if there are not more kinds
   * @param place where all the rows are: `: all are in failed.csv`; may be empty
   */
  fewSentences(most: number, place: string): string[] {
    const kinds = this.#kindsInOrder().map(nameRows);
    let spare = Math.max(0, most - kinds.length);
    const shown = kinds.flatMap(({ sentences }) => {
      const few = sentences.slice(0, 1 + spare);
      spare -= few.length - 1;
      return few;
    });
    const all = kinds.flatMap(({ sentences }) => sentences);
    const cut = kinds.reduce((sum, { hidden }) => sum + hidden, 0) + all.length - shown.length;
    const hidden = cut + this.#unnamed;
    return hidden === 0 ? shown : [...shown, moreRows(hidden, place)];
  }
}

const byRow = (one: FailedRow, other: FailedRow): number => one.row - other.row;

function nounOf(source: BatchRow['source'] | undefined): string {
  if (source === undefined) return 'Row';
  return source.sheetRow === undefined ? 'Line' : 'Spreadsheet row';
}

interface NamedRows {
  /** One for each row, or one for all. */
  readonly sentences: readonly string[];
  /** How many rows no sentence counts. */
  readonly hidden: number;
}

function nameRows({ meaning, code, hasOwnWords, noun, count, first }: FailureKind): NamedRows {
  const hidden = count - first.length;
  if (hasOwnWords || count === 1) return { sentences: first.map(({ says }) => says), hidden };
  const numbers = first.map(({ number }) => String(number));
  const numberWords = hidden > 0 ? [...numbers, `${hidden} more`] : numbers;
  const sentence = `${noun}s ${joinWithAnd(numberWords)}: ${meaning} (${code})`;
  return { sentences: [sentence], hidden: 0 };
}

function sentencesOf(kind: FailureKind): string[] {
  const { sentences, hidden } = nameRows(kind);
  return hidden > 0 ? [...sentences, moreRows(hidden)] : [...sentences];
}

const moreRows = (rows: number, place = ''): string =>
  `… and ${counted(rows, 'more row')}${place}.`;
