import type { PaceNews } from '../../src/batch/pace.js';
import type { Written } from '../../src/batch/result.js';
import { toStdout } from '../../src/batch/results-file.js';
import type { RowField } from '../../src/batch/row.js';
import { BatchRun } from '../../src/batch/run.js';
import {
  WireFailure,
  type Send,
  type WireRequest,
  type WireResponse,
} from '../../src/contract/wire.js';
import { TableRow } from '../../src/tables/table.js';
import { asked, sharedClock } from './batch.js';
import { testContext } from './context.js';

/** A run against a service that is a function, on a clock that passes while all wait. */

export interface SimulatedRun {
  readonly rows: number;
  /** How long an attempt takes. */
  readonly tookMs?: number;
  readonly concurrency?: number;
  readonly retries?: number;
  readonly patienceMs?: number;
  readonly random?: () => number;
}

/** @param count of the attempts, this one too */
type SimulatedService = (
  elapsedMs: number,
  row: number,
  count: number,
) => WireResponse | WireFailure;

export async function simulatedRun(service: SimulatedService, shape: SimulatedRun) {
  const { rows, tookMs = 50, concurrency = 4, retries = 3, patienceMs = 900_000 } = shape;
  const clock = { ...sharedClock(), now: () => 0, every: () => () => undefined };
  const startsMs: number[] = [];
  const send: Send = async (request) => {
    const count = startsMs.push(clock.elapsed());
    await clock.sleep(tookMs);
    const outcome = service(clock.elapsed(), Number(asked(request)['receipt']), count);
    if (outcome instanceof WireFailure) throw outcome;
    return outcome;
  };
  const build = (body: Uint8Array): WireRequest => ({
    method: 'POST',
    url: 'x:',
    headers: [],
    body,
  });
  async function* table(): AsyncGenerator<TableRow<RowField>[]> {
    for (let number = 1; number <= rows; number += 1) {
      const values = { receipt: String(number), product_id: 'g', package: 'p' };
      const content = { values, source: '{}', keys: [] };
      yield await Promise.resolve([new TableRow<RowField>(number, undefined, content)]);
    }
  }
  const context = testContext();
  const random = shape.random ?? context.random;
  const written: Written[] = [];
  const news: PaceNews['kind'][] = [];
  const halt = await new BatchRun(
    { ...context, clock, random },
    {
      table: { rows: table() },
      plan: { shard: undefined, perSecond: undefined, concurrency, patienceMs },
      retries,
      rows: { ofAll: {}, force: true, takesAnyOrder: false },
      failed: new AbortController().signal,
      results: toStdout(context, String, () => undefined),
      place: '"call_id":null',
      asking: { send, clock, build, timeoutMs: 10_000 },
      onFirst: () => undefined,
      summary: { before: 0, add: (each) => void written.push(each) },
      onNews: ({ kind }) => void news.push(kind),
      witness: undefined,
    },
  ).toEnd();
  const failedRows = written.filter(({ rowStatus }) => rowStatus === 'failed');
  const failed = failedRows.map(({ row }) => row).sort((one, other) => one - other);
  return {
    halt,
    lines: { rows: written.length, failed },
    asked: startsMs.length,
    startsMs,
    elapsedMs: clock.elapsed(),
    news,
  };
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
