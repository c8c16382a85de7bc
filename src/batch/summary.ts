import { lookupKinds, type LookupKind } from '../service/outcome.js';
import { FirstOfKind } from '../tables/rows-page.js';
import { isAmong } from '../text/is-among.js';
import { counted } from '../text/sentences.js';
import { FirstFailures, type FailedRow } from './first-failures.js';
import { otherProduct, type ResultSummary } from './result.js';
import type { BatchRow } from './row.js';
import type { RowStatus } from './judged-row.js';

/** What a verdict or an error means for people. */
export interface VerdictMeaning {
  readonly says: string;
  /** Who acts next; empty if that depends on the row. */
  readonly who: string;
}

/** What a verdict or an error of an answer means; undefined for a code that the contract does not list. */
export type ContractMeaning = (name: string, rowStatus: RowStatus) => VerdictMeaning | undefined;

export interface ResultOnPage extends ResultSummary {
  /** Where its row is in the input, in words; undefined for a line of an earlier run. */
  readonly place?: string | undefined;
}

/** Counts rows with an answer by verdict and the others by error; keeps a few rows for the page. */
export class BatchSummary {
  /** How many rows, by status and then by verdict or code: the service may choose a code that is also the id of a verdict. */
  readonly #counts: Readonly<Record<RowStatus, Map<string, number>>> = {
    answered: new Map(),
    refused: new Map(),
    'store-closed': new Map(),
    failed: new Map(),
    unreadable: new Map(),
  };
  /** How many rows have an anomaly, by its id. */
  readonly #rowsByAnomaly = new Map<string, number>();
  readonly #firstFailures = new FirstFailures();
  readonly #rowsForPage = new FirstOfKind<ResultOnPage>();
  rows = 0;
  /** Rows of every status but `answered`, those of `unreadable` too. */
  withoutAnswer = 0;
  /** Rows that were not looked up: the input must be fixed. */
  unreadable = 0;
  /** Rows whose answer has something unusual. */
  unusual = 0;
  earlierRows = 0;

  constructor(private readonly contractMeaning: ContractMeaning) {}

  /** @param source the row of a line of this run; undefined for a line of an earlier one */
  add(result: ResultSummary, source?: BatchRow['source']): void {
    const { outcomeId, rowStatus, anomalies } = result;
    this.rows += 1;
    if (source === undefined) this.earlierRows += 1;
    addOne(this.#counts[rowStatus], outcomeId);
    if (rowStatus === 'unreadable') this.unreadable += 1;
    if (rowStatus !== 'answered') {
      this.withoutAnswer += 1;
      this.#firstFailures.add({
        row: result.row,
        code: outcomeId,
        rowStatus,
        source,
        ownWords: result.says,
        meaning: this.#meaning(outcomeId, rowStatus).says,
      });
    }
    if (anomalies.length > 0) this.unusual += 1;
    const anomalyIds = new Set(anomalies.map(({ id }) => id));
    for (const id of anomalyIds) addOne(this.#rowsByAnomaly, id);
    this.#rowsForPage.add(pageKind(rowStatus, outcomeId, anomalies.length > 0), () => ({
      ...result,
      place: source?.place,
    }));
  }

  /** A few of the rows that failed, of each way in which rows failed. */
  get failures(): readonly FailedRow[] {
    return this.#firstFailures.rows();
  }

  /** How many rows have a verdict. */
  count(verdict: string): number {
    return this.#counts.answered.get(verdict) ?? 0;
  }

  /** Rows that the service refused, by the code of their error. */
  get refused(): ReadonlyMap<string, number> {
    return this.#counts.refused;
  }

  /** How many rows have no result because the store refused the gateway. */
  get refusedByStore(): number {
    return sumOfCounts(this.#counts['store-closed']);
  }

  /** Whether a purchase may have been paid, so that refunds matter. */
  get hasPaid(): boolean {
    return paidVerdicts.some((verdict) => this.#counts.answered.has(verdict));
  }

  #meaning(name: string, rowStatus: RowStatus): VerdictMeaning {
    // A refused row has a code of the service, which may be called like one of pvg.
    const hasOwnCode = rowStatus !== 'refused' && Object.hasOwn(ownMeanings, name);
    const ownMeaning = hasOwnCode ? ownMeanings[name] : undefined;
    return ownMeaning ?? this.contractMeaning(name, rowStatus) ?? fallbackMeanings[rowStatus];
  }

  /** Verdicts in the order of their list, then errors, the most frequent first. */
  lines(): SummaryLine[] {
    const lines = rowStatusesInOrder.flatMap((rowStatus) =>
      [...this.#counts[rowStatus]].map(([name, rows]) => ({
        name,
        rows,
        rowStatus,
        ...this.#meaning(name, rowStatus),
      })),
    );
    return lines.sort((one, other) => rank(one) - rank(other) || other.rows - one.rows);
  }

  /** Rows with an answer, by verdict. */
  byVerdict(): Record<string, number> {
    return summed(this.lines().filter(({ rowStatus }) => rowStatus === 'answered'));
  }

  /** Rows without an answer, by the code of their error. */
  byFailure(): Record<string, number> {
    return summed(this.lines().filter(({ rowStatus }) => rowStatus !== 'answered'));
  }

  /** The first rows of a line of the summary, for the page of `--report`. */
  firstOf({ name, rowStatus }: SummaryLine): ResultOnPage[] {
    const rows = [false, true].flatMap((isUnusual) =>
      this.#rowsForPage.rowsOf(pageKind(rowStatus, name, isUnusual)),
    );
    return rows.sort((one, other) => one.row - other.row);
  }

  failureWords(): string[] {
    return this.#firstFailures.sentences();
  }

  /** A few of them. @param failedFile has all these rows; undefined without one */
  fewFailureWords(most: number, failedFile: string | undefined): string[] {
    const place = failedFile === undefined ? '' : `: all are in ${failedFile}`;
    return this.#firstFailures.fewSentences(most, place);
  }

  /** What is unusual, and in how many rows. */
  unusualNotes(): string[] {
    return [...this.#rowsByAnomaly]
      .sort(([, one], [, other]) => other - one)
      .map(([id, rows]) => `${counted(rows, 'row')}: ${unusualWords[id] ?? id} (\`anomalies\`).`);
  }
}

export function sumOfCounts(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
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
  'store-closed',
  'failed',
  'unreadable',
] as const satisfies readonly RowStatus[];

/** Rows of `otherProduct` count as `not-confirmed`, which is their verdict. */
const verdictOf = (name: string): string => (name === otherProduct ? 'not-confirmed' : name);

const paidVerdicts = [
  'paid-and-recorded',
  'paid-recorded-with-error',
  'paid-never-received',
  'paid-recorded-elsewhere',
] as const satisfies readonly LookupKind[];

/** The groups of lines from top to bottom. */
const lineGroups: readonly string[] = [...lookupKinds, 'unlisted-verdict', 'without-answer'];

function rank(line: Pick<SummaryLine, 'name' | 'rowStatus'>): number {
  return lineGroups.indexOf(lineGroup(line));
}

function lineGroup({ name, rowStatus }: Pick<SummaryLine, 'name' | 'rowStatus'>): string {
  if (rowStatus !== 'answered') return 'without-answer';
  const verdict = verdictOf(name);
  return isAmong(lookupKinds, verdict) ? verdict : 'unlisted-verdict';
}

/** Rows by verdict or code. Two lines may have one verdict: rows of `otherProduct` count as `not-confirmed`. */
function summed(lines: readonly SummaryLine[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { name, rows, rowStatus } of lines) {
    const id = rowStatus === 'answered' ? verdictOf(name) : name;
    counts.set(id, (counts.get(id) ?? 0) + rows);
  }
  return Object.fromEntries(counts);
}

/** Unusual rows are a kind of their own, so that many usual ones do not keep them off the page. */
const pageKind = (rowStatus: RowStatus, name: string, isUnusual: boolean): string =>
  `${rowStatus} ${isUnusual ? 'unusual' : 'usual'} ${name}`;

const makerOfInput = 'whoever made the input';
/** What pvg’s own codes for rows without an answer mean. */
const ownMeanings: Readonly<Record<string, VerdictMeaning>> = {
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
/** The meaning of a code that the contract does not list, and of a status without a code. */
const fallbackMeanings: Readonly<Record<RowStatus, VerdictMeaning>> = {
  answered: {
    says: 'The answer does not say enough to judge these purchases.',
    who: 'the operator',
  },
  refused: {
    says: 'Failed: the service refused the request. Its contract does not show why.',
    who: 'whoever set up the profile, with the operator',
  },
  'store-closed': {
    says: 'Failed: the store refused the gateway’s credentials.',
    who: 'the operator',
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
