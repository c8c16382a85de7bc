import { osIds } from '../contract/platforms.js';
import type { ExitStatus } from '../failure.js';
import { identifiersIn } from '../service/subject.js';
import { judge } from '../service/judge.js';
import type { Advice, Outcome } from '../service/outcome.js';
import { errorCodeOf, verdictIdOf, type ErrorCode, type VerdictId } from '../service/policy.js';
import type { Exchange } from '../transport/exchange.js';
import type { Problem, RowPurchase } from './row.js';

/**
 * What became of a row. Only a verdict about the purchase answers it; all others have failed, and `--resume` asks again.
 * `refused`: the service answered and refused the request, so that another attempt changes nothing now. `store-closed`: the
 * store refused the gateway's credentials; another attempt does not change that either.
 */
export type RowStatus = 'answered' | 'refused' | 'store-closed' | 'failed' | 'unreadable';

/** What is known of a row, as data. */
export interface JudgedRow {
  readonly rowStatus: RowStatus;
  readonly exit: ExitStatus;
  readonly advice: Advice;
  readonly verdict: VerdictId | null;
  /** null if there is a verdict. Only the error of a row that was not looked up has a sentence of its own. */
  readonly error: (ErrorCode & { readonly says?: string }) | null;
  /** The order id of the answer. */
  readonly orderId: string | null;
  /** undefined: the row was not looked up. */
  readonly outcome?: Outcome;
}

/** Every verdict is about the purchase, except `store-unavailable`: the store was not asked, or gave no result. */
const isAboutPurchase = (verdict: string | null): boolean =>
  verdict !== null && verdict !== ('store-unavailable' satisfies VerdictId);

interface RowOutcome {
  readonly exit: number;
  /** The id of its verdict; null without one. */
  readonly verdict: string | null;
  readonly advice: Advice;
}

export function rowStatusOf({ exit, verdict, advice }: RowOutcome): RowStatus {
  // The status of `unreadableRow`.
  if (exit === 2) return 'unreadable';
  if (isAboutPurchase(verdict)) return 'answered';
  if (verdict !== null && advice === 'check') return 'store-closed';
  // 4: the service refused the credentials, 5: it refused the request.
  return exit === 4 || exit === 5 ? 'refused' : 'failed';
}

/** 401 or 403, whatever the body: a proxy that lets nobody in counts too; and the service's code for it with any status. */
export function areCredentialsRefused({ verdict, error, outcome }: JudgedRow): boolean {
  if (verdict !== null) return false;
  return error?.code === 'UNAUTHORIZED' || outcome?.status === 401 || outcome?.status === 403;
}

/**
 * Whether the service may refuse every row as it refused this one. If an earlier run got answers with the credentials, only a
 * 401 shows that they are no longer right: a 403 may be about the purchase (§7.1).
 */
export function mayRefuseAll(
  judged: JudgedRow,
  { earlierRows }: { readonly earlierRows: number },
): boolean {
  const isUnauthorized = judged.error?.code === 'UNAUTHORIZED' || judged.outcome?.status === 401;
  return areCredentialsRefused(judged) && (earlierRows === 0 || isUnauthorized);
}

export function judgeExchange(exchange: Exchange, purchase: RowPurchase): JudgedRow {
  const outcome = judge('lookup', exchange, { ...purchase, osId: osIds.android });
  const { exit, advice } = outcome;
  const [verdict, error] = [verdictIdOf(outcome.kind), errorCodeOf(outcome)];
  const { order_id: orderId } = identifiersIn(outcome);
  const rowStatus = rowStatusOf({ exit, verdict, advice });
  return { rowStatus, exit, advice, verdict, error, orderId, outcome };
}

export function unreadableRow(error: Problem): JudgedRow {
  return {
    rowStatus: 'unreadable',
    exit: 2,
    advice: 'fix-request',
    verdict: null,
    error,
    orderId: null,
  };
}
