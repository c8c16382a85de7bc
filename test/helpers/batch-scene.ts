import type { PaceNews } from '../../src/batch/pace.js';
import type { ResultSummary } from '../../src/batch/result.js';
import { toStdout } from '../../src/batch/results-on-stdout.js';
import type { RowField } from '../../src/batch/row.js';
import { BatchRun } from '../../src/batch/run.js';
import {
  WireFailure,
  type Send,
  type WireRequest,
  type WireResponse,
} from '../../src/contract/wire.js';
import { TableRow } from '../../src/tables/table-row.js';
import { asked, sharedClock } from './batch.js';
import { testContext } from './context.js';

/** A whole run against a service in virtual time: the clock passes while all wait. */

export type SceneOutcome = WireResponse | WireFailure;

/** One request, as the service sees it. */
export interface SceneRequest {
  /** When it is answered, and when it arrived. */
  readonly nowMs: number;
  readonly arrivedMs: number;
  readonly row: number;
  /** How many requests there have been, with this one. */
  readonly count: number;
}

export interface Scene {
  readonly rows: number;
  readonly tookMs?: number;
  readonly concurrency?: number;
  readonly retries?: number;
  readonly patienceMs?: number;
  readonly perSecond?: number | undefined;
  readonly random?: () => number;
  /** An earlier run has an answer for row 0, which is not in the input any more. */
  readonly resumes?: boolean;
}

export async function runScene(outcome: (request: SceneRequest) => SceneOutcome, scene: Scene) {
  const { rows, tookMs = 50, concurrency = 4, retries = 3, patienceMs = 900_000 } = scene;
  const clock = { ...sharedClock(), now: () => 0, every: () => () => undefined };
  const requests: SceneRequest[] = [];
  const send: Send = async (request) => {
    const count = requests.length + 1;
    const arrivedMs = clock.elapsed();
    const row = Number(asked(request)['receipt']);
    requests.push({ nowMs: arrivedMs, arrivedMs, row, count });
    await clock.sleep(tookMs);
    const answered = outcome({ nowMs: clock.elapsed(), arrivedMs, row, count });
    if (answered instanceof WireFailure) throw answered;
    return answered;
  };
  const plain = testContext();
  const context = { ...plain, clock, random: scene.random ?? plain.random };
  const written: ResultSummary[] = [];
  const news: PaceNews['kind'][] = [];
  const halt = await new BatchRun(context, {
    table: { rows: tableOf(rows) },
    plan: { shard: undefined, perSecond: scene.perSecond, concurrency, patienceMs },
    retries,
    rowSettings: { valuesForAllRows: {}, force: true, takesAnyOrder: false },
    writeFailure: new AbortController().signal,
    results: toStdout(context, String, () => undefined),
    serviceMembers: '"call_id":null',
    transport: { send, clock, build: requestOf, timeoutMs: 10_000 },
    onFirst: () => undefined,
    summary: { earlierRows: 0, add: (row) => void written.push(row) },
    knownPurchase: scene.resumes ? { receipt: '0', productId: 'g', package: 'p' } : undefined,
    onNews: ({ kind }) => void news.push(kind),
  }).runToEnd();
  const failed = written.filter(({ rowStatus }) => rowStatus === 'failed').map(({ row }) => row);
  return {
    halt,
    lines: { rows: written.length, failed: failed.sort((first, second) => first - second) },
    requests,
    asked: requests.length,
    elapsedMs: clock.elapsed(),
    news,
  };
}

function requestOf(body: Uint8Array): WireRequest {
  return { method: 'POST', url: 'x:', headers: [], body };
}

async function* tableOf(rows: number): AsyncGenerator<TableRow<RowField>[]> {
  for (let number = 1; number <= rows; number += 1) {
    const values = { receipt: String(number), product_id: 'g', package: 'p' };
    const content = { values, source: '{}', jsonNames: [], written: '' };
    yield await Promise.resolve([new TableRow<RowField>(number, undefined, content)]);
  }
}

/** A seeded generator of numbers from 0 to 1: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
