import { parentPort, workerData } from 'node:worker_threads';
import { diagnoseInTime, type TimedSearch } from '../diagnosis/diagnose.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';

parentPort?.on('message', (request: ObservedRequest) => {
  parentPort?.postMessage(diagnoseInTime(request, workerData as TimedSearch, () => performance.now()));
});
