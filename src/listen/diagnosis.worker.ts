import { parentPort, workerData } from 'node:worker_threads';
import { diagnose } from '../diagnosis/diagnose.js';
import type { Asked, Replied, ThreadData } from './diagnoser.js';

/** The other side of diagnoser.ts: a thread of its own, so that no answer waits for a long search. */
const { credential, budgetMs } = workerData as ThreadData;

parentPort?.on('message', ({ request }: Asked) => {
  const endMs = performance.now() + budgetMs;
  const options = { others: [], deep: false, isOver: () => performance.now() > endMs };
  const diagnosis = diagnose(request, credential, options);
  parentPort?.postMessage({ diagnosis } satisfies Replied);
});
parentPort?.postMessage('ready');
