/** Judges the failures of a row at its next turn: if another row was answered in between, the failure was the row's own. */

/** `refused`: the service had too much to do. `passing`: another attempt may have an answer. `final`: it would fail again. */
export type RowFailureKind = 'refused' | 'passing' | 'final';

/** A row that is always refused must not keep the run alive forever. */
const mostRefusals = 30;

/** What is remembered of a row between its attempts. */
export interface RowTrouble {
  /** Attempts that failed, for the length of the next wait. */
  failedAttempts?: number;
  /** Failures that were the row's own fault, because others were answered meanwhile. */
  ownFailures?: number;
  /** Refusals (429, 503) of the row while others were answered. */
  refusals?: number;
  /** How long the row has waited after a 503. A 429 is about all rows, and no patience with one row ends it. */
  unavailableMs?: number;
  /** The last failure, while it is not known whose fault it is. */
  unclear?: UnclearFailure | undefined;
}

/** How often the service had answered, and how many outages there had been, when the attempt failed. */
interface UnclearFailure extends ServiceRecord {
  readonly kind: RowFailureKind;
}

interface ServiceRecord {
  readonly answers: number;
  readonly outages: number;
}

/** What a row may cost: failures of its own, and waits after a 503 while others are answered. */
interface RowLimits {
  readonly retries: number;
  readonly patienceMs: number;
}

/** @param status 0: no answer came */
export function failureKindOf(status: number): RowFailureKind {
  if (status === 429 || status === 503) return 'refused';
  // A page that is not the service's, or an answer that broke off.
  const isPassing = status < 300 || (status >= 500 && status < 600);
  return isPassing ? 'passing' : 'final';
}

/** `failed`: the row has failed for good. `unclear`: no row was answered since its last attempt. `open`: it may be asked. */
type RowJudgement = 'failed' | 'unclear' | 'open';

/** Judges the row's last failure by what has become of the others since. */
export function judgeRow(
  row: RowTrouble,
  { answers, outages }: ServiceRecord,
  limits: RowLimits,
): RowJudgement {
  const { unclear } = row;
  // A failure before an outage does not count against the row: the service was at fault.
  if (unclear !== undefined && unclear.outages === outages) {
    if (unclear.answers === answers) return 'unclear';
    if (unclear.kind === 'final') return 'failed';
    countFailure(row, unclear.kind);
  }
  row.unclear = undefined;
  const { ownFailures = 0, refusals = 0 } = row;
  const isOver = ownFailures > limits.retries || areRefusalsOver(row, refusals, limits);
  return isOver ? 'failed' : 'open';
}

/** Refusals are free within the patience, but as many attempts as other failures have are always made. */
function areRefusalsOver(
  { unavailableMs = 0 }: RowTrouble,
  refusals: number,
  { retries, patienceMs }: RowLimits,
): boolean {
  const isPatienceOver = unavailableMs > 0 && unavailableMs >= patienceMs;
  return refusals > (isPatienceOver ? retries : mostRefusals);
}

function countFailure(row: RowTrouble, kind: 'refused' | 'passing'): void {
  if (kind === 'refused') row.refusals = (row.refusals ?? 0) + 1;
  else row.ownFailures = (row.ownFailures ?? 0) + 1;
}

/** Whether the row has failed for good if its last failure was its own: then it need not wait long to be judged. */
export function isLastAttempt(row: RowTrouble, limits: RowLimits): boolean {
  const { ownFailures = 0, refusals = 0, unclear } = row;
  switch (unclear?.kind) {
    case 'final':
      return true;
    case 'passing':
      return ownFailures >= limits.retries;
    case 'refused':
      return areRefusalsOver(row, refusals + 1, limits);
    case undefined:
      return false;
  }
}
