import { errorOf } from '../../view/errors.js';
import { anomalyTold } from '../../view/anomaly-words.js';
import type { Situation } from '../../view/situation.js';
import { verdictOf } from '../../view/verdict.js';
import type { JournalEntry, JournalLine } from './entry.js';

/** A line with its verdict, its error and its anomalies in words; what an old line says stays as it is. */
export function withWords(line: JournalLine): JournalEntry {
  const anomalies = line.anomalies.map((anomaly) => ({
    ...(anomaly.id === undefined
      ? { field: anomaly.field, says: '' }
      : anomalyTold({ id: anomaly.id, field: anomaly.field, values: anomaly.values ?? [] })),
    ...(anomaly.says !== undefined && { says: anomaly.says }),
  }));
  const of = situationIn(line);
  return of === undefined
    ? { ...line, anomalies }
    : { ...line, anomalies, verdict: verdictOf(of), error: errorOf(of) };
}

function situationIn({ outcome, command, code, ...line }: JournalLine): Situation | undefined {
  if (outcome === null || command === 'batch') return undefined;
  const { kind, trouble, loss, redirect, store_status: storeStatus = '', os } = outcome;
  return {
    operation: command,
    kind,
    status: line.status ?? 0,
    code: isService(code) ? code : undefined,
    trouble,
    failure: loss && { kind: loss.kind, says: loss.says, code: loss.code ?? '' },
    anomalies: line.anomalies.flatMap(({ id, field, values = [] }) => (id ? [{ id, field, values }] : [])),
    storeStatus,
    isIos: os === 'ios',
    attempts: line.attempts,
    unclearBefore: outcome.unclear_before === true,
    address: undefined,
    behindS: line.clock_skew_s ?? undefined,
    retryAfterS: undefined,
    contentType: undefined,
    redirect,
  };
}

/** `http-404`: the answer had no code. */
const isService = (code: string | null): code is string => code !== null && !/^http-\d{3}$/.test(code);
