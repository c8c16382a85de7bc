import { lookupKinds } from '../service/outcome.js';
import { FirstOfKind } from '../tables/rows-page.js';
import { counted } from '../text/sentences.js';
import { otherProduct, type Written } from './result.js';
import type { BatchRow } from './row.js';
import type { RowStatus } from './judged-row.js';

/** What a verdict or an error means for people. */
export interface VerdictMeaning {
  readonly says: string;
  /** Who acts next; empty if that depends on the row. */
  readonly who: string;
}

/** What a verdict or an error of an answer means; undefined for a code that the contract does not list. */
export type MeaningOf = (name: string, rowStatus: RowStatus) => VerdictMeaning | undefined;

export type PageWritten = Written & { readonly place?: string | undefined };

/** Counts rows by verdict, and those that failed by error; keeps a few rows for the page. */
export class BatchSummary {
  /** The service chooses its codes: one may be called like a verdict. */
  readonly #counts: Readonly<Record<RowStatus, Map<string, number>>> = {
    answered: new Map(),
    refused: new Map(),
    failed: new Map(),
    unreadable: new Map(),
  };
  readonly #unusual = new Map<string, number>();
  /** The first rows that failed. */
  readonly failures: { readonly row: number; line: number | null; code: string; says: string }[] =
    [];
  /** Unusual rows are a kind of their own, so that many usual ones do not keep them off the page. */
  readonly #page = new FirstOfKind<PageWritten>();
  rows = 0;
  failed = 0;
  /** Rows that were not looked up: the input must be fixed. */
  unreadable = 0;
  /** Rows whose answer has something unusual. */
  unusual = 0;
  earlierRows = 0;

  constructor(private readonly meaningOf: MeaningOf) {}

  /** @param source the row of a line of this run; undefined for a line of an earlier one */
  add(written: Written, source?: BatchRow['source']): void {
    const { row, outcomeId, rowStatus, anomalies } = written;
    const isUnusual = anomalies.length > 0;
    this.rows += 1;
    if (source === undefined) this.earlierRows += 1;
    addOne(this.#counts[rowStatus], outcomeId);
    if (rowStatus === 'unreadable') this.unreadable += 1;
    if (rowStatus !== 'answered') {
      this.failed += 1;
      const says =
        written.says ?? `${source?.place ?? ''}: ${this.#meaning(outcomeId, rowStatus).says}`;
      this.failures.push({ row, line: source?.line ?? null, code: outcomeId, says });
      this.failures.sort((one, other) => one.row - other.row).splice(mostFailures);
    }
    if (isUnusual) this.unusual += 1;
    for (const id of new Set(anomalies.map(({ id }) => id))) addOne(this.#unusual, id);
    this.#page.add(pageKind(rowStatus, outcomeId, isUnusual), () => ({
      ...written,
      place: source?.place,
    }));
  }

  /** How many rows have a verdict. */
  count(verdict: string): number {
    return this.#counts.answered.get(verdict) ?? 0;
  }

  /** Rows that the service refused, by the code of their error. */
  get refused(): ReadonlyMap<string, number> {
    return this.#counts.refused;
  }

  /** Whether a purchase may have been paid, so that refunds matter. */
  get hasPaid(): boolean {
    return [...this.#counts.answered.keys()].some((name) => name.startsWith('paid-'));
  }

  #meaning(name: string, rowStatus: RowStatus): VerdictMeaning {
    const own =
      rowStatus !== 'refused' && Object.hasOwn(meanings, name) ? meanings[name] : undefined;
    return own ?? this.meaningOf(name, rowStatus) ?? meaningsWithoutCode[rowStatus];
  }

  /** Verdicts in the order of their list, then errors, the most frequent first. */
  lines(): SummaryLine[] {
    return rowStatusesInOrder
      .flatMap((rowStatus) =>
        [...this.#counts[rowStatus]].map(([name, rows]) => ({
          name,
          rows,
          rowStatus,
          ...this.#meaning(name, rowStatus),
        })),
      )
      .sort((one, other) => rank(one) - rank(other) || other.rows - one.rows);
  }

  /** Rows with an answer, by verdict. */
  byVerdict(): Record<string, number> {
    return summed(this.lines().filter(({ rowStatus }) => rowStatus === 'answered'));
  }

  /** Rows that failed, by the code of their error. */
  byFailure(): Record<string, number> {
    return summed(this.lines().filter(({ rowStatus }) => rowStatus !== 'answered'));
  }

  /** For the page of `--report`. */
  firstOf({ name, rowStatus }: SummaryLine): PageWritten[] {
    const rows = [false, true].flatMap((isUnusual) =>
      this.#page.rowsOf(pageKind(rowStatus, name, isUnusual)),
    );
    return rows.sort((one, other) => one.row - other.row);
  }

  failureWords(): string[] {
    const hidden = this.failed - this.failures.length;
    return [
      ...this.failures.map(({ says }) => says),
      ...(hidden > 0 ? [`… and ${counted(hidden, 'more row')}.`] : []),
    ];
  }

  /** What is unusual, and in how many rows. */
  unusualNotes(): string[] {
    return [...this.#unusual]
      .sort(([, one], [, other]) => other - one)
      .map(([id, rows]) => `${counted(rows, 'row')}: ${unusualWords[id] ?? id} (\`anomalies\`).`);
  }
}

function addOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

export interface SummaryLine extends VerdictMeaning {
  readonly rowStatus: RowStatus;
  /** A verdict's id, or an error's code. */
  readonly name: string;
  readonly rows: number;
}

const rowStatusesInOrder = [
  'answered',
  'refused',
  'failed',
  'unreadable',
] as const satisfies readonly RowStatus[];

const mostFailures = 10;

const verdictOf = (name: string): string => (name === otherProduct ? 'not-confirmed' : name);

const rank = ({ name, rowStatus }: Pick<SummaryLine, 'name' | 'rowStatus'>): number => {
  const listed: readonly string[] = lookupKinds;
  if (rowStatus !== 'answered') return listed.length + 1;
  const place = listed.indexOf(verdictOf(name));
  return place === -1 ? listed.length : place;
};

/** Several lines may be of one verdict. */
function summed(lines: readonly SummaryLine[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { name, rows, rowStatus } of lines) {
    const id = rowStatus === 'answered' ? verdictOf(name) : name;
    counts.set(id, (counts.get(id) ?? 0) + rows);
  }
  return Object.fromEntries(counts);
}

const pageKind = (rowStatus: RowStatus, name: string, isUnusual: boolean): string =>
  `${rowStatus} ${isUnusual ? 'unusual' : 'usual'} ${name}`;

const makerOfInput = 'whoever made the input';
/** By the codes of pvg for rows without an answer. */
const meanings: Readonly<Record<string, VerdictMeaning>> = {
  'input-unreadable': { says: 'Failed: the row could not be read.', who: makerOfInput },
  'receipt-doubtful': {
    says: 'Failed: this does not look like a receipt. If it is one, add `--force`.',
    who: makerOfInput,
  },
  'not-shown': { says: 'Failed: an iOS purchase cannot be looked up.', who: makerOfInput },
  'outcome-unknown': { says: 'Failed: no answer came.', who: '' },
  'not-reached': { says: 'Failed: the service was not reached.', who: '' },
  'no-contract-shape': { says: 'Failed: the answer is not from this service.', who: '' },
};
/** For a code that the contract does not list, and for a status without a code. */
const meaningsWithoutCode: Readonly<Record<RowStatus, VerdictMeaning>> = {
  answered: {
    says: 'The answer does not say enough to judge these purchases.',
    who: 'the operator',
  },
  refused: {
    says: 'Failed: the service refused the request. Its contract does not show why.',
    who: 'whoever set up the profile, with the operator',
  },
  failed: {
    says: 'Failed: the service or the store behind it failed: see `error` in these rows.',
    who: 'you, later',
  },
  unreadable: { says: 'Failed: the row was not looked up.', who: makerOfInput },
};

const unusualWords: Readonly<Record<string, string>> = {
  'other-order': 'the order is another one than the input’s',
  'other-product': 'the product is another one than the input’s',
  contradictory: 'the answer contradicts itself',
  missing: 'a member of the answer is missing',
  unlisted: 'a member of the answer is not in the contract',
  'wrong-type': 'a member of the answer has another type',
  'not-listed': 'a value of the answer is not in the contract',
};
